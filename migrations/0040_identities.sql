-- Who somebody is at an identity provider. An issuer never gives a subject to another person.
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The workspace that the person is a member of because the provider said so; NULL once somebody else decided it.
  given_workspace_id TEXT,
  used_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_by_person ON identities (user_id);

-- Digests of the states of sign-ins that came back: each comes back once.
CREATE TABLE spent_sign_ins (
  digest TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX spent_sign_ins_by_expiry ON spent_sign_ins (expires_at);
