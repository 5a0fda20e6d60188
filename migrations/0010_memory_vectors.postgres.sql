-- The meaning of an entry: a vector of length 1. In the row itself where it fits, not beside it.
CREATE TABLE memory_vectors (
  entry_id TEXT PRIMARY KEY REFERENCES memory_entries (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  dimension BIGINT NOT NULL,
  vector REAL[] NOT NULL
);
ALTER TABLE memory_vectors ALTER COLUMN vector SET STORAGE MAIN;
CREATE INDEX memory_vectors_by_model ON memory_vectors (model, entry_id);

-- Only the signs of it, a 32nd of the size. The best few hundred are then compared by their vectors.
CREATE TABLE memory_bits (
  entry_id TEXT PRIMARY KEY REFERENCES memory_vectors (entry_id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  model TEXT NOT NULL,
  tier TEXT NOT NULL,
  bits BIT VARYING NOT NULL
);
CREATE INDEX memory_bits_by_person ON memory_bits (workspace_id, user_id, model);
