-- A workspace's own tools. `headers` is sealed (platform/secret-box.ts); their names stand beside, because they are shown.
CREATE TABLE tools (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  parameters TEXT NOT NULL,
  url TEXT NOT NULL,
  method TEXT NOT NULL,
  headers TEXT,
  header_names TEXT NOT NULL,
  timeout_ms INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, name)
);

-- `tools`, `error` and `checked_at` are what the last look at the server found: all nodes see the same, and one look is
-- enough for all. What is found for one `version` is not stored over another.
CREATE TABLE mcp_servers (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  headers TEXT,
  header_names TEXT NOT NULL,
  version BIGINT NOT NULL,
  tools TEXT NOT NULL DEFAULT '[]',
  error TEXT,
  checked_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (workspace_id, name)
);
CREATE INDEX mcp_servers_by_workspace ON mcp_servers (workspace_id, created_at, id);
