-- Days that are over, added up without their users, so that a year of a large workspace is hundreds of rows and not a
-- million. `usage_through` is the last day that is in here; later days are read from usage_daily itself.
ALTER TABLE workspaces ADD COLUMN usage_through TEXT NOT NULL DEFAULT '';

CREATE TABLE usage_totals (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  sessions BIGINT NOT NULL,
  runs BIGINT NOT NULL,
  requests BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  cached_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  cost_nano BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, day, agent_id, provider, model)
);

CREATE TABLE tool_usage_totals (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  tool TEXT NOT NULL,
  calls BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, day, tool)
);

-- A window always ends today, so who was active in it is known from the last day alone.
CREATE TABLE user_last_days (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
