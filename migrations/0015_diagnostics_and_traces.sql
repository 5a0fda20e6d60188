-- What the diagnostics write and read back.
CREATE TABLE diagnostics_probe (
  id TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- The last ten reports, whichever node made them.
CREATE TABLE diagnostics_reports (
  id TEXT PRIMARY KEY,
  started_at BIGINT NOT NULL,
  report TEXT NOT NULL
);

-- The runs that a run has spawned.
CREATE INDEX runs_by_parent ON runs (parent_run_id) WHERE parent_run_id IS NOT NULL;
