-- Whether a run belongs into this index was asked with IN and five values, for which SQLite builds a temporary table whenever a run
-- begins or ends: 1 % of a turn. The same comparisons joined by OR need none. Only the stored text changes, as in 0058; the
-- index has the same entries as before.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'kind IN (''autonomous'', ''batch'', ''heartbeat'', ''cron'', ''swarm'')',
  '(kind = ''autonomous'' OR kind = ''batch'' OR kind = ''heartbeat'' OR kind = ''cron'' OR kind = ''swarm'')') WHERE type = 'index' AND name = 'runs_in_background';
PRAGMA writable_schema = RESET;
-- One node writes the file: all runs at work, which `runs_working` has too, are its own or are left by the process before it.
DROP INDEX runs_of_node;
