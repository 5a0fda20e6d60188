-- Responses of /inference/responses that were stored. `previous_id` is no foreign key: one that was deleted or has become too old
-- is told to whoever continues from it.
CREATE TABLE responses (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  previous_id TEXT,
  -- JSON: the response without its output, the items it was given, and its output.
  body TEXT NOT NULL,
  input TEXT NOT NULL,
  output TEXT NOT NULL,
  -- Characters of input and output, those of all before it included.
  history_length BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX responses_in_workspace ON responses (workspace_id, id);
CREATE INDEX responses_of_user ON responses (user_id);

ALTER TABLE file_references ADD COLUMN response_id TEXT REFERENCES responses (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX file_references_of_response ON file_references (response_id, file_id) WHERE response_id IS NOT NULL;
