-- A batch is asked for by an API key, not by a user.
ALTER TABLE idempotency_keys ALTER COLUMN user_id DROP NOT NULL;
