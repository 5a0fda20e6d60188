-- A sender is whoever writes through a channel: they own sessions and memory like a person, and are no member of anything.
-- They cannot log in, and no address with an @ is theirs.
ALTER TABLE users ADD COLUMN kind TEXT NOT NULL DEFAULT 'person';
CREATE INDEX users_senders ON users (default_workspace_id) WHERE kind = 'sender';

-- Where messages come in from outside, signed with the channel's secret.
CREATE TABLE channels (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  preset TEXT,
  header TEXT NOT NULL,
  algorithm TEXT NOT NULL,
  prefix TEXT NOT NULL,
  timestamp_header TEXT,
  secret TEXT NOT NULL,
  reply_url TEXT,
  enabled INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX channels_by_workspace ON channels (workspace_id, created_at, id);

CREATE TABLE channel_senders (
  channel_id TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  sender TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (channel_id, sender)
);
CREATE INDEX channel_senders_by_user ON channel_senders (user_id);

-- What came in lately, by digest: the same message again is the same run.
CREATE TABLE channel_receipts (
  channel_id TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  run_id TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (channel_id, digest)
);
CREATE INDEX channel_receipts_by_age ON channel_receipts (expires_at);
