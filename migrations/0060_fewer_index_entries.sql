-- Ids of runs grow with time, so old events are found by the primary key (run_id, last_seq): one index entry less for every turn.
DROP INDEX run_events_by_age;
