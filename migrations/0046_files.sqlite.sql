-- The bytes of a file, in pieces; `position` is the place of a piece's first byte.
CREATE TABLE file_chunks (
  file_id TEXT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (file_id, position)
);
