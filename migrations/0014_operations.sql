-- The ledger says by which list a call was priced. Whose call it was must be found when a person is erased.
ALTER TABLE usage_records ADD COLUMN price_version TEXT;
CREATE INDEX usage_records_by_user ON usage_records (user_id);

-- Of the model calls: those without a known price, and those whose tokens were estimated.
ALTER TABLE usage_daily ADD COLUMN messages BIGINT NOT NULL DEFAULT 0;
ALTER TABLE usage_daily ADD COLUMN unpriced BIGINT NOT NULL DEFAULT 0;
ALTER TABLE usage_daily ADD COLUMN estimated BIGINT NOT NULL DEFAULT 0;
ALTER TABLE usage_totals ADD COLUMN messages BIGINT NOT NULL DEFAULT 0;
ALTER TABLE usage_totals ADD COLUMN unpriced BIGINT NOT NULL DEFAULT 0;
ALTER TABLE usage_totals ADD COLUMN estimated BIGINT NOT NULL DEFAULT 0;
CREATE INDEX usage_daily_by_user ON usage_daily (user_id);
CREATE INDEX usage_daily_by_day ON usage_daily (day);

-- Days that are over, by user: all that the user ever used up to and including the day. Any range of days is one row
-- less another, so a year costs as much as a week. Filled together with usage_totals.
CREATE TABLE usage_running (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  day TEXT NOT NULL,
  requests BIGINT NOT NULL,
  unpriced BIGINT NOT NULL,
  estimated BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  cached_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  cost_nano BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, user_id, day)
);
INSERT INTO usage_running (workspace_id, user_id, day, requests, unpriced, estimated, prompt_tokens, cached_tokens,
  completion_tokens, cost_nano)
SELECT workspace_id, user_id, day, sum(requests) OVER so_far, 0, 0, sum(prompt_tokens) OVER so_far,
  sum(cached_tokens) OVER so_far, sum(completion_tokens) OVER so_far, sum(cost_nano) OVER so_far
FROM (SELECT u.workspace_id, u.user_id, u.day, sum(u.requests) AS requests, sum(u.prompt_tokens) AS prompt_tokens,
    sum(u.cached_tokens) AS cached_tokens, sum(u.completion_tokens) AS completion_tokens, sum(u.cost_nano) AS cost_nano
  FROM usage_daily u JOIN workspaces w ON w.id = u.workspace_id WHERE u.day <= w.usage_through AND u.requests > 0
  GROUP BY u.workspace_id, u.user_id, u.day) AS days
WINDOW so_far AS (PARTITION BY workspace_id, user_id ORDER BY day);

-- All that anyone ever used, up to and including the day `through`; workspaces that are gone are in it entirely.
CREATE TABLE usage_overall (
  id INTEGER PRIMARY KEY,
  through TEXT NOT NULL,
  sessions BIGINT NOT NULL,
  messages BIGINT NOT NULL,
  runs BIGINT NOT NULL,
  requests BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  cached_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  cost_nano BIGINT NOT NULL
);
INSERT INTO usage_overall VALUES (1, '', 0, 0, 0, 0, 0, 0, 0, 0);

-- A workspace that has, or had, a monthly budget. `spent_nano` is that of `month`, taken from the rollups at
-- `counted_at` and added to since; whoever reserves holds the row.
CREATE TABLE workspace_budgets (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  month TEXT NOT NULL,
  spent_nano BIGINT NOT NULL,
  counted_at BIGINT NOT NULL
);

-- What may still be spent on what is under way. One with a run counts while the run is queued or running, one without
-- until it expires: nothing stays reserved for what has ended, whoever ended it.
CREATE TABLE budget_reservations (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  run_id TEXT REFERENCES runs (id) ON DELETE CASCADE,
  nano BIGINT NOT NULL,
  expires_at BIGINT
);
CREATE INDEX budget_reservations_by_workspace ON budget_reservations (workspace_id);
CREATE INDEX budget_reservations_by_run ON budget_reservations (run_id) WHERE run_id IS NOT NULL;

-- What one did, and what was done to one; and what the check of the chain counts erasures by.
CREATE INDEX audit_log_by_actor ON audit_log (actor, seq);
CREATE INDEX audit_log_by_target ON audit_log (target);
CREATE INDEX audit_log_erased ON audit_log (seq) WHERE salt IS NULL;
CREATE INDEX audit_log_erasures ON audit_log (seq) WHERE action = 'auth.erase';

CREATE INDEX agents_by_age ON agents (created_at, id);
CREATE INDEX jobs_dead ON jobs (queue) WHERE state = 'dead';
