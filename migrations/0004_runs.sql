-- One agent turn, whatever started it. Status, claim and lease say who works on it; every write of that worker is
-- fenced by `claim`, so one that was thought dead cannot undo what came after it.
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  agent_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'awaiting_approval', 'completed', 'failed', 'cancelled')),
  -- The place in the session's queue, in order of arrival.
  turn BIGINT NOT NULL,
  input TEXT NOT NULL,
  metadata TEXT,
  parent_run_id TEXT,
  batch_id TEXT,
  depth INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  claim TEXT,
  node TEXT,
  lease_until BIGINT,
  cancel_requested INTEGER NOT NULL DEFAULT 0,
  -- Time spent before it was last parked: waiting for a person does not count against the turn's limit.
  active_ms BIGINT NOT NULL DEFAULT 0,
  steps INTEGER NOT NULL DEFAULT 0,
  last_seq BIGINT NOT NULL DEFAULT 0,
  message_id TEXT,
  content TEXT,
  stop_reason TEXT,
  error TEXT,
  prompt_tokens BIGINT NOT NULL DEFAULT 0,
  cached_tokens BIGINT NOT NULL DEFAULT 0,
  completion_tokens BIGINT NOT NULL DEFAULT 0,
  cost_nano BIGINT NOT NULL DEFAULT 0,
  tool_calls INTEGER NOT NULL DEFAULT 0,
  trace TEXT,
  created_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT
);
CREATE INDEX runs_by_user ON runs (workspace_id, user_id, created_at, id);
CREATE INDEX runs_queued ON runs (session_id, turn) WHERE status = 'queued';
-- A queued run has a lease from the moment the session is its own: the node it came to has until then to begin it.
CREATE INDEX runs_handed_over ON runs (lease_until) WHERE status = 'queued';
CREATE INDEX runs_working ON runs (lease_until) WHERE status = 'running';
CREATE INDEX runs_of_node ON runs (node) WHERE status = 'running';
CREATE INDEX runs_by_session ON runs (session_id);
CREATE INDEX runs_by_batch ON runs (batch_id) WHERE batch_id IS NOT NULL;

-- Who has the session now, how many wait, and how much was ever queued. The summary stands for messages up to its seq.
ALTER TABLE sessions ADD COLUMN running_run_id TEXT;
ALTER TABLE sessions ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN turns BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN last_seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN summary TEXT;
ALTER TABLE sessions ADD COLUMN summary_seq BIGINT NOT NULL DEFAULT 0;

CREATE TABLE messages (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  run_id TEXT,
  seq BIGINT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool', 'system')),
  agent_id TEXT NOT NULL,
  content TEXT NOT NULL,
  -- What the assistant asked for, or what the tool was asked: JSON.
  tool_calls TEXT,
  status TEXT NOT NULL,
  meta TEXT,
  prompt_tokens BIGINT,
  completion_tokens BIGINT,
  -- Where the embedded engine's word index has it.
  search_id BIGINT,
  created_at BIGINT NOT NULL,
  UNIQUE (session_id, seq)
);

-- Written before a tool is run and again when it is done: what has no end was cut off, and is not run again.
CREATE TABLE tool_calls (
  run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  step INTEGER NOT NULL,
  position INTEGER NOT NULL,
  tool TEXT NOT NULL,
  params TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'started', 'done')),
  result TEXT,
  is_error INTEGER,
  duration_ms BIGINT,
  PRIMARY KEY (run_id, id)
);

-- A run's numbered events, as many to a row as were written together: `events` is a JSON array, oldest first.
CREATE TABLE run_events (
  run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  last_seq BIGINT NOT NULL,
  events TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (run_id, last_seq)
);
CREATE INDEX run_events_by_age ON run_events (created_at);

CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  tool_call_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  params TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'expired')),
  reason TEXT,
  resolved_by TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  resolved_at BIGINT,
  UNIQUE (run_id, tool_call_id)
);
CREATE INDEX approvals_by_workspace ON approvals (workspace_id, created_at, id);

-- One row for each model call, with the price it was charged at.
CREATE TABLE usage_records (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  run_id TEXT,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  cached_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  estimated INTEGER NOT NULL,
  cost_nano BIGINT NOT NULL,
  -- NULL for a model without a known price.
  price TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX usage_records_by_workspace ON usage_records (workspace_id, created_at);

-- What happened, for those who asked to be told. Written in the transaction that made it happen.
CREATE TABLE events (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX events_by_age ON events (created_at);

CREATE TABLE agent_health (
  agent_id TEXT PRIMARY KEY,
  consecutive_failures BIGINT NOT NULL
);

-- The moments of a user's last messages: an exact window that slides, shared by all sockets and nodes.
CREATE TABLE recent_hits (
  key TEXT PRIMARY KEY,
  hits TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX recent_hits_by_age ON recent_hits (updated_at);
