-- Who was asked by mail to join a workspace. Only the digest of the token is kept, and the row goes when it is used. An address
-- has one invitation to a workspace: a newer one takes the place of the older.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  invited_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX invitations_by_address ON invitations (workspace_id, email);
CREATE INDEX invitations_by_workspace ON invitations (workspace_id, created_at, id);
-- Erasing a person finds those to their address, and those they sent.
CREATE INDEX invitations_by_email ON invitations (email);
CREATE INDEX invitations_by_inviter ON invitations (invited_by);
CREATE INDEX invitations_by_expiry ON invitations (expires_at);
