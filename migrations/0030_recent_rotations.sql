-- Which refresh tokens had been rotated a moment before the nightly deletion took them: shown again at once they are a
-- client that lost its answer, not a thief.
CREATE TABLE recent_rotations (
  digest TEXT PRIMARY KEY,
  family_id TEXT NOT NULL REFERENCES refresh_families (id) ON DELETE CASCADE,
  rotated_at BIGINT NOT NULL
);
CREATE INDEX recent_rotations_by_family ON recent_rotations (family_id);

-- The request that started the run, for its log lines, whichever node goes on with it.
ALTER TABLE runs ADD COLUMN request_id TEXT;
