-- Whose webhook it is, and what it is told: what its maker's own runs cause, or, where an owner or admin made it, what
-- happens in the workspace. It is told only while that person is in the workspace and, for the second, still one of these.
-- NULL: that person's account is gone.
ALTER TABLE webhooks ADD COLUMN created_by TEXT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE webhooks ADD COLUMN audience TEXT NOT NULL DEFAULT 'workspace' CHECK (audience IN ('own', 'workspace'));
CREATE INDEX webhooks_of_user ON webhooks (created_by) WHERE created_by IS NOT NULL;

-- Nobody wrote down who made the ones that are there: they go on as the workspace's first owner's.
UPDATE webhooks SET created_by = (
  SELECT m.user_id FROM workspace_members m WHERE m.workspace_id = webhooks.workspace_id AND m.role = 'owner'
  ORDER BY m.created_at, m.user_id LIMIT 1
);

-- A member's own test mode: it intercepts what would go to their own webhooks.
ALTER TABLE workspace_members ADD COLUMN webhook_test_mode INTEGER NOT NULL DEFAULT 0;
