-- Whose run, schedule or memory caused it; NULL where nobody did. With the reference an event is written only while the
-- account is there, and whoever erases the account waits for those who are turning its events into deliveries.
ALTER TABLE events ADD COLUMN user_id TEXT REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX events_of_user ON events (user_id) WHERE user_id IS NOT NULL;

-- The same person; no reference, for the reason in 0020. `own`: it went to that person's own webhook, so they may see it.
ALTER TABLE deliveries ADD COLUMN user_id TEXT;
ALTER TABLE deliveries ADD COLUMN own INTEGER NOT NULL DEFAULT 0;
CREATE INDEX deliveries_of_user ON deliveries (user_id, id) WHERE user_id IS NOT NULL;
