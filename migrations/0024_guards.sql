-- What the tool was when leave was asked for: an approval is for that definition, not for whatever bears the name later.
ALTER TABLE approvals ADD COLUMN tool_digest TEXT;

-- A spawned run belongs to the tree of the run that began it all, and is bound and guarded by whatever bound and guarded
-- those above it: `inherited` is JSON. The run at the root counts those of its tree, itself included.
ALTER TABLE runs ADD COLUMN root_run_id TEXT;
ALTER TABLE runs ADD COLUMN inherited TEXT;
ALTER TABLE runs ADD COLUMN tree_runs INTEGER NOT NULL DEFAULT 1;
CREATE INDEX runs_by_tree ON runs (root_run_id) WHERE root_run_id IS NOT NULL;
