-- `body` is the agent's configuration as JSON; a version's body never changes, so it may be cached by (id, version).
CREATE TABLE agents (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  version BIGINT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX agents_by_workspace ON agents (workspace_id, created_at, id);

-- Another workspace may use the agent, on its own data.
CREATE TABLE agent_grants (
  agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (agent_id, workspace_id)
);
CREATE INDEX agent_grants_by_workspace ON agent_grants (workspace_id);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The agent it was opened with, to which it keeps answering, and the one that has it now.
  opened_agent_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  surface TEXT NOT NULL,
  title TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'closed')),
  message_count BIGINT NOT NULL DEFAULT 0,
  prompt_tokens BIGINT NOT NULL DEFAULT 0,
  completion_tokens BIGINT NOT NULL DEFAULT 0,
  cost_nano BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  last_message_at BIGINT
);
CREATE INDEX sessions_by_user ON sessions (workspace_id, user_id, created_at, id);
-- One open conversation per person, agent and surface.
CREATE UNIQUE INDEX sessions_active ON sessions (workspace_id, user_id, opened_agent_id, surface) WHERE status = 'active';

-- What was used, added up by day as it happens: statistics and costs read these rows, never the messages. A user's own
-- rows, so that the turns of different people never wait for each other's locks.
CREATE TABLE usage_daily (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  user_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  sessions BIGINT NOT NULL DEFAULT 0,
  -- Turns, and the model calls they took.
  runs BIGINT NOT NULL DEFAULT 0,
  requests BIGINT NOT NULL DEFAULT 0,
  prompt_tokens BIGINT NOT NULL DEFAULT 0,
  cached_tokens BIGINT NOT NULL DEFAULT 0,
  completion_tokens BIGINT NOT NULL DEFAULT 0,
  cost_nano BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, day, user_id, agent_id, provider, model)
);

CREATE TABLE tool_usage_daily (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  user_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  calls BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, day, user_id, tool)
);

-- Stored answers of requests that carried an Idempotency-Key, under a digest of caller, workspace, route and key.
CREATE TABLE idempotency_keys (
  key TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  request_digest TEXT NOT NULL,
  -- The answer itself, or the run from which it is made again.
  status INTEGER,
  body TEXT,
  run_id TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
