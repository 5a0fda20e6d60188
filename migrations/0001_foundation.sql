-- People and the workspaces they work in.
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  default_workspace_id TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  personal INTEGER NOT NULL DEFAULT 0,
  default_agent_id TEXT,
  monthly_budget_nano BIGINT,
  -- JSON arrays; NULL allows everything.
  allowed_providers TEXT,
  allowed_models TEXT,
  created_at BIGINT NOT NULL
);

CREATE TABLE workspace_members (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX workspace_members_by_user ON workspace_members (user_id);

-- A family is one login and all that was rotated from it. Rotation locks the family's row, so a theft found at the
-- same moment cannot miss the newest token.
CREATE TABLE refresh_families (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  rotated_at BIGINT NOT NULL,
  revoked_at BIGINT,
  created_at BIGINT NOT NULL
);
CREATE INDEX refresh_families_by_user ON refresh_families (user_id);

CREATE TABLE refresh_tokens (
  digest TEXT PRIMARY KEY,
  family_id TEXT NOT NULL REFERENCES refresh_families (id) ON DELETE CASCADE,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT,
  revoked_by TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  digest TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  expires_at BIGINT,
  last_used_at BIGINT,
  created_at BIGINT NOT NULL
);

CREATE TABLE service_accounts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

-- Fixed windows, counted where all nodes can see them.
CREATE TABLE rate_limits (
  key TEXT PRIMARY KEY,
  window_start BIGINT NOT NULL,
  count BIGINT NOT NULL
);
CREATE INDEX rate_limits_by_window ON rate_limits (window_start);

-- Append-only. `digest` chains `previous` and the salted digest of the row's fields: erasing a person's fields (and
-- the salt) leaves every link checkable.
CREATE TABLE audit_log (
  seq BIGINT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at BIGINT NOT NULL,
  user_id TEXT,
  actor TEXT,
  action TEXT NOT NULL,
  target TEXT,
  outcome TEXT NOT NULL,
  detail TEXT,
  ip TEXT,
  request_id TEXT,
  salt TEXT,
  content_digest TEXT NOT NULL,
  previous TEXT NOT NULL,
  digest TEXT NOT NULL
);
CREATE INDEX audit_log_by_user ON audit_log (user_id, seq);

CREATE TABLE audit_head (
  id INTEGER PRIMARY KEY,
  seq BIGINT NOT NULL,
  digest TEXT NOT NULL
);
INSERT INTO audit_head (id, seq, digest) VALUES (1, 0, '');

-- The queue. A claim writes a new `claim`; whoever finishes must still hold it.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  queue TEXT NOT NULL,
  payload TEXT NOT NULL,
  dedupe_key TEXT UNIQUE,
  state TEXT NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'dead')),
  run_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  claim TEXT,
  lease_until BIGINT,
  last_error TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX jobs_ready ON jobs (queue, run_at) WHERE state = 'ready';

CREATE TABLE recurring_jobs (
  name TEXT PRIMARY KEY,
  schedule TEXT NOT NULL,
  next_run_at BIGINT NOT NULL
);
