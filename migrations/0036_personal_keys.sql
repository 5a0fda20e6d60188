-- What a person's programs show instead of an access token. Only the digest of a key is kept. A revoked one stays, so that
-- whoever still uses it is told so and what it spent keeps its name.
CREATE TABLE personal_keys (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  name TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- JSON lists; NULL limits nothing.
  scopes TEXT,
  models TEXT,
  agents TEXT,
  monthly_budget_nano BIGINT,
  requests_per_minute BIGINT,
  expires_at BIGINT,
  revoked_at BIGINT,
  last_used_at BIGINT,
  last_used_ip TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX personal_keys_by_person ON personal_keys (user_id, workspace_id, created_at, id) WHERE revoked_at IS NULL;
CREATE INDEX personal_keys_by_workspace ON personal_keys (workspace_id, created_at, id) WHERE revoked_at IS NULL;

-- What was used with each key. With the key, what it spent becomes spending without one.
CREATE TABLE key_usage_daily (
  workspace_id TEXT NOT NULL,
  day TEXT NOT NULL,
  key_id TEXT NOT NULL REFERENCES personal_keys (id) ON DELETE CASCADE,
  requests BIGINT NOT NULL DEFAULT 0,
  unpriced BIGINT NOT NULL DEFAULT 0,
  estimated BIGINT NOT NULL DEFAULT 0,
  prompt_tokens BIGINT NOT NULL DEFAULT 0,
  cached_tokens BIGINT NOT NULL DEFAULT 0,
  completion_tokens BIGINT NOT NULL DEFAULT 0,
  cost_nano BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (key_id, day)
);
CREATE INDEX key_usage_daily_by_workspace ON key_usage_daily (workspace_id, day);

-- The key that a run was started with: its limits hold for the whole run, on whichever node.
ALTER TABLE runs ADD COLUMN personal_key_id TEXT;
ALTER TABLE budget_reservations ADD COLUMN key_id TEXT;
CREATE INDEX budget_reservations_by_key ON budget_reservations (key_id) WHERE key_id IS NOT NULL;
