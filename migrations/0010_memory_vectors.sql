-- Who computes an entry's meaning, and when. `due_at`: 0 for what was just written, 1 for what is computed anew because
-- the model changed, so that it comes after; otherwise the end of a claim, or of the pause after a failure.
ALTER TABLE memory_unembedded ADD COLUMN due_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE memory_unembedded ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
-- The model it must be computed with; NULL for whichever a node uses. Else a node that still runs with the old one would
-- take it and change nothing.
ALTER TABLE memory_unembedded ADD COLUMN model TEXT;
CREATE INDEX memory_unembedded_by_due ON memory_unembedded (due_at, created_at);
