-- The meaning of an entry: a vector of length 1, as 32-bit floats.
CREATE TABLE memory_vectors (
  entry_id TEXT PRIMARY KEY REFERENCES memory_entries (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  model TEXT NOT NULL,
  dimension BIGINT NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX memory_vectors_by_model ON memory_vectors (model, entry_id);

-- Only the signs of it, a 32nd of the size, side by side for each person: 100,000 are compared in 35 ms. The best few
-- hundred are then compared by their vectors.
CREATE TABLE memory_bits (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  model TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  tier TEXT NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (workspace_id, user_id, model, entry_id)
) WITHOUT ROWID;
CREATE TRIGGER memory_vectors_forget_bits AFTER DELETE ON memory_vectors BEGIN
  DELETE FROM memory_bits
  WHERE workspace_id = old.workspace_id AND user_id = old.user_id AND model = old.model AND entry_id = old.entry_id;
END;
