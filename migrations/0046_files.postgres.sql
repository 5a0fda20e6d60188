-- The bytes of a file, in pieces; `position` is the place of a piece's first byte.
CREATE TABLE file_chunks (
  file_id TEXT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (file_id, position)
);
-- Images and documents are compressed already.
ALTER TABLE file_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
-- As in 0019: no samples of what people own.
ALTER TABLE file_chunks ALTER COLUMN bytes SET STATISTICS 0;
ALTER TABLE files ALTER COLUMN name SET STATISTICS 0;
ALTER TABLE files ALTER COLUMN sha256 SET STATISTICS 0;
