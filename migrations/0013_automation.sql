-- A deferred run is stored at once and begun when there is room. `waits_for` is what it still needs: 'turn' its session
-- first and a place then, 'room' only a place. NULL for all others, which begin as soon as the session is theirs.
ALTER TABLE runs ADD COLUMN waits_for TEXT CHECK (waits_for IN ('turn', 'room'));
CREATE INDEX runs_waiting_alone ON runs (id) WHERE waits_for = 'room' AND batch_id IS NULL AND status = 'queued';
-- Those of a batch that have not ended: the ones at work (nothing to wait for), and those that wait, in their order.
CREATE INDEX runs_of_batch ON runs (batch_id, waits_for, id)
  WHERE batch_id IS NOT NULL AND status IN ('queued', 'running', 'awaiting_approval');

-- Runs that were deferred together, and how many of them may be at work at once over all nodes.
CREATE TABLE run_batches (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  max_concurrency INTEGER NOT NULL,
  -- 0 once all have ended: nobody looks for work in it any more.
  open INTEGER NOT NULL DEFAULT 1,
  created_at BIGINT NOT NULL
);
CREATE INDEX run_batches_open ON run_batches (created_at, id) WHERE open = 1;

CREATE TABLE autonomous_batches (
  id TEXT PRIMARY KEY REFERENCES run_batches (id) ON DELETE CASCADE,
  agent_id TEXT NOT NULL,
  users INTEGER NOT NULL,
  -- Of those, the ones for whom there is no run: the answer to the request says why.
  refused INTEGER NOT NULL
);

CREATE TABLE swarms (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  max_concurrency INTEGER NOT NULL,
  cancel_requested INTEGER NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX swarms_by_user ON swarms (workspace_id, user_id, created_at, id);
CREATE INDEX swarms_running ON swarms (created_at) WHERE finished_at IS NULL;

-- `status` is how a member ended, and NULL until then. What it said is its run's, and goes with it.
CREATE TABLE swarm_members (
  swarm_id TEXT NOT NULL REFERENCES swarms (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  -- NULL for one that was not admitted.
  run_id TEXT,
  status TEXT CHECK (status IN ('completed', 'failed', 'cancelled')),
  error TEXT,
  PRIMARY KEY (swarm_id, position)
);
CREATE UNIQUE INDEX swarm_members_by_run ON swarm_members (run_id) WHERE run_id IS NOT NULL;
