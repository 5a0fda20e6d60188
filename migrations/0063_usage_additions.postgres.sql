-- Its rows live for about a second, and all of it is read whenever they are added up or a budget is counted again: rows that are gone
-- are cleared away early. It is not cut at its end, because inserts would wait for that, and the next second needs the room again.
ALTER TABLE usage_additions SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = off);
