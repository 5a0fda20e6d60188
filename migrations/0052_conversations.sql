-- What its person sets: kept at the top of a list, and anything of theirs, as JSON.
ALTER TABLE sessions ADD COLUMN pinned BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN metadata TEXT;

-- What a person says of an answer, once for each. Goes with the message.
CREATE TABLE message_feedback (
  message_id TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  rating BIGINT NOT NULL CHECK (rating IN (1, -1)),
  comment TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX message_feedback_of_workspace ON message_feedback (workspace_id, created_at, message_id);
CREATE INDEX message_feedback_of_person ON message_feedback (workspace_id, user_id, created_at, message_id);
