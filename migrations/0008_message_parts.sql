-- A very long message: its row has the beginning, and this all of it, in pieces that fit into memory one at a time.
ALTER TABLE messages ADD COLUMN in_parts INTEGER NOT NULL DEFAULT 0;
CREATE TABLE message_parts (
  message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (message_id, position)
);
