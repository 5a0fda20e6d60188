-- A workspace's own connections to providers of models. `api_key` and `headers` (JSON) are encrypted.
CREATE TABLE model_connections (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- NULL for the known address of the kind.
  base_url TEXT,
  api_key TEXT,
  headers TEXT,
  header_names TEXT NOT NULL,
  -- The only models it is asked for, as JSON; NULL for any.
  models TEXT,
  pool TEXT,
  weight BIGINT NOT NULL,
  first_token_timeout_ms BIGINT,
  timeout_ms BIGINT,
  -- When its key was last refused; NULL once it has answered again.
  key_refused_at BIGINT,
  key_reported_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (workspace_id, name)
);

-- Raised with every change of the workspace's connections; 0 if there has been none.
ALTER TABLE workspaces ADD COLUMN connections_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN use_operator_models BIGINT NOT NULL DEFAULT 1;
-- What agents without fallbacks of their own fall back to: `connection/model`, as JSON.
ALTER TABLE workspaces ADD COLUMN fallbacks TEXT;

-- What calls of a workspace's turns met, by the hour. `connection` is the id of an own connection, or the name of an operator's;
-- `hour` is its beginning.
CREATE TABLE model_connection_hours (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  connection TEXT NOT NULL,
  hour BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  fallbacks BIGINT NOT NULL,
  cooldowns BIGINT NOT NULL,
  answer_ms BIGINT NOT NULL,
  cost_nano BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, connection, hour)
);
CREATE INDEX model_connection_hours_by_age ON model_connection_hours (hour);
