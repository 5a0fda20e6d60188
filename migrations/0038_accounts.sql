-- What a person is called, and since when the address is known to be theirs.
ALTER TABLE users ADD COLUMN name TEXT;
ALTER TABLE users ADD COLUMN email_verified_at BIGINT;

-- Where somebody is signed in, as far as it is known.
ALTER TABLE refresh_families ADD COLUMN user_agent TEXT;
ALTER TABLE refresh_families ADD COLUMN address TEXT;
ALTER TABLE refresh_families ADD COLUMN how TEXT;
ALTER TABLE refresh_families ADD COLUMN used_at BIGINT;

-- What a mail asks to be answered with. Only the digest is kept, and a newer one of its purpose takes the place of the older.
CREATE TABLE account_tokens (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- 'password' sets a new one; 'email' makes `email` the verified address of the account.
  purpose TEXT NOT NULL CHECK (purpose IN ('password', 'email')),
  digest TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, purpose)
);
CREATE INDEX account_tokens_by_expiry ON account_tokens (expires_at);
