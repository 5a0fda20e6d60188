-- The signs of one person lie together, in the order in which they are scanned: in the table they lie among everybody else's,
-- and a scan of 100,000 took 80 ms instead of 30. Writers wait while it is made (0.4 s for each 100,000), whoever searches does
-- not. A row of an index has 2,700 bytes at most, which is enough for 19,000 signs.
CREATE INDEX memory_bits_of_person ON memory_bits (workspace_id, user_id, model) INCLUDE (entry_id, tier, bits);
DROP INDEX memory_bits_by_person;
