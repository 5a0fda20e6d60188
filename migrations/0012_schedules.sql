-- What agents do by the clock: heartbeats, which look at an address first, and cron schedules, which just say something.
-- Whoever takes a due moment moves `next_run_at` past it; until then the moment is still to come, whatever crashes.
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('heartbeat', 'cron')),
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- Whom it acts as. One whose account is gone leaves a schedule that fails and says so.
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  agent_id TEXT NOT NULL,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  -- What a heartbeat looks at.
  type TEXT CHECK (type IN ('rss', 'http')),
  url TEXT,
  -- One of the two.
  interval_seconds BIGINT,
  cron TEXT,
  timezone TEXT,
  enabled INTEGER NOT NULL,
  -- Why it was switched off, when not by a person.
  disabled_reason TEXT,
  next_run_at BIGINT NOT NULL,
  -- The moment that was taken last, which is not when it was: see a clock that is set back.
  last_due_at BIGINT,
  last_run_at BIGINT,
  consecutive_failures BIGINT NOT NULL DEFAULT 0,
  -- The agent's turn that it started last, until that has ended: there is never a second beside it.
  active_run_id TEXT,
  -- Who is looking at it now, and how long that one is waited for.
  claim TEXT,
  claimed_until BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX schedules_due ON schedules (next_run_at) WHERE enabled = 1;
CREATE INDEX schedules_by_workspace ON schedules (workspace_id, kind, created_at, id);
CREATE INDEX schedules_at_work ON schedules (active_run_id) WHERE active_run_id IS NOT NULL;
CREATE INDEX schedules_by_user ON schedules (user_id);

CREATE TABLE schedule_runs (
  id TEXT PRIMARY KEY,
  schedule_id TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('running', 'ok', 'no_change', 'failed')),
  -- The moment it was for; none when someone asked for it.
  due_at BIGINT,
  started_at BIGINT NOT NULL,
  duration_ms BIGINT,
  item_count BIGINT NOT NULL DEFAULT 0,
  http_status INTEGER,
  run_id TEXT,
  error TEXT
);
CREATE INDEX schedule_runs_by_schedule ON schedule_runs (schedule_id, started_at, id);
CREATE INDEX schedule_runs_by_age ON schedule_runs (started_at);
CREATE INDEX schedule_runs_by_run ON schedule_runs (run_id) WHERE run_id IS NOT NULL;

-- What a heartbeat saw last, written in the transaction that wakes its agent: news is neither lost nor told twice.
CREATE TABLE heartbeat_states (
  schedule_id TEXT PRIMARY KEY REFERENCES schedules (id) ON DELETE CASCADE,
  etag TEXT,
  last_modified TEXT,
  http_status INTEGER NOT NULL,
  digest TEXT NOT NULL,
  -- The items of a feed that were seen, newest first: a JSON array of digests.
  seen TEXT NOT NULL
);
