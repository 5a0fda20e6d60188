-- A batch is asked for by an API key, not by a user. SQLite cannot relax a column, so the table is made anew.
CREATE TABLE idempotency_keys_anew (
  key TEXT PRIMARY KEY,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  request_digest TEXT NOT NULL,
  status INTEGER,
  body TEXT,
  run_id TEXT,
  created_at BIGINT NOT NULL
);
INSERT INTO idempotency_keys_anew (key, user_id, request_digest, status, body, run_id, created_at)
  SELECT key, user_id, request_digest, status, body, run_id, created_at FROM idempotency_keys;
DROP TABLE idempotency_keys;
ALTER TABLE idempotency_keys_anew RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
