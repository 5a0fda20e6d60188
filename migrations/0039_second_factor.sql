-- A second factor: one-time codes by time (TOTP). The secret is encrypted; without `confirmed_at` it is not asked for yet.
CREATE TABLE second_factors (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  confirmed_at BIGINT,
  -- The time step of the last code that was taken: it and all before it work no more.
  last_step BIGINT NOT NULL DEFAULT 0,
  -- Since the last right one, over all attempts to sign in.
  wrong_codes BIGINT NOT NULL DEFAULT 0,
  locked_until BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL
);

-- Each stands in for a code once; one that was used is deleted. Digests only.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, digest)
);

-- Whoever has shown the password and still owes the code.
CREATE TABLE mfa_challenges (
  digest TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  wrong_codes BIGINT NOT NULL DEFAULT 0,
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX mfa_challenges_by_user ON mfa_challenges (user_id);
CREATE INDEX mfa_challenges_by_expiry ON mfa_challenges (expires_at);
