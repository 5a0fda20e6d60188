-- NULL: on the chosen path of its session. Otherwise when it was left; 0 if it was never chosen.
ALTER TABLE messages ADD COLUMN left_at BIGINT;
CREATE INDEX messages_left ON messages (session_id, run_id) WHERE left_at IS NOT NULL;

-- Where a conversation branches: the message `first_seq` follows `after_seq`. Every other one follows the one before it.
CREATE TABLE message_branches (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  first_seq BIGINT NOT NULL,
  after_seq BIGINT NOT NULL,
  PRIMARY KEY (session_id, first_seq)
);

-- Of a run that answers again: after which message, and which question, as JSON (src/features/runs/again/again.ts).
ALTER TABLE runs ADD COLUMN again TEXT;

-- The run whose question said it, for entries that were captured: they go when the question is left.
ALTER TABLE memory_entries ADD COLUMN source_run_id TEXT;
CREATE INDEX memory_entries_of_run ON memory_entries (source_run_id) WHERE source_run_id IS NOT NULL;
