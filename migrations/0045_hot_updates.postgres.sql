-- An update leaves all indexes alone (HOT) only if no indexed column changes and the page has room. Steps and renewed leases
-- are updates of a run at work; no index may know `lease_until`, and each page keeps room for them. The fill factor holds for
-- pages written from now on.
CREATE INDEX runs_waiting_for_node ON runs (id) WHERE status = 'queued' AND waits_for IS NULL;
ALTER TABLE runs SET (fillfactor = 70);
-- Last of all: nobody reads the table from here to the commit. Runs at work are few: abandoned ones are found by
-- `runs_of_node`. Nodes of the version before read the same rows by these indexes.
DROP INDEX runs_working;
DROP INDEX runs_handed_over;
