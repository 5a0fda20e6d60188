-- Places for background runs go round by workspace. Those that wait for one stand by workspace, and in it by batch ('' for
-- the ones that came alone): the first of each queue is one step in this index, however long the queue is.
CREATE INDEX runs_waiting ON runs (workspace_id, COALESCE(batch_id, ''), id) WHERE waits_for = 'room' AND status = 'queued';
-- How many places a workspace has taken, over all nodes.
CREATE INDEX runs_in_background ON runs (workspace_id)
  WHERE status = 'running' AND kind IN ('autonomous', 'batch', 'heartbeat', 'cron', 'swarm');

-- When a workspace was last given places, counted in turns: of those that have equally many, the one that waits longest is next.
CREATE TABLE background_turns (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  turn BIGINT NOT NULL
);
CREATE INDEX background_turns_latest ON background_turns (turn);

-- How often whoever worked on it died. Beginning again after an approval, or after a node that stopped in peace, is no failure.
ALTER TABLE runs ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;

-- The last of all: nobody can read the table from here to the commit.
DROP INDEX runs_waiting_alone;
