-- Every event waits: it is deleted with the commit that writes its deliveries. Events that earlier versions kept are no longer
-- read by anything. Without statistics PostgreSQL took `waiting = 1` for one row in two hundred and sorted the whole backlog for
-- each portion: 39 ms for 512 of 60,000 events in place of 2.3. The next events are found by the primary key, so an event has one
-- index entry less. Nodes of the version before read the column, so it stays.
DELETE FROM events WHERE waiting = 0;
DROP INDEX events_waiting;
