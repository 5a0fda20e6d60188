-- Deleting a workspace looked at every event. Both tables hold what waits, so both indexes are made in an instant.
CREATE INDEX events_by_workspace ON events (workspace_id);
-- Dead jobs are listed and deleted by age.
CREATE INDEX jobs_dead_by_age ON jobs (id) WHERE state = 'dead';
