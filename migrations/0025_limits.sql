-- Suspended by the operator since then: nothing is served to them and nothing of theirs runs, and nothing is lost.
ALTER TABLE users ADD COLUMN disabled_at BIGINT;
ALTER TABLE workspaces ADD COLUMN disabled_at BIGINT;
-- Few, and asked for by everything that works in the background.
CREATE INDEX workspaces_disabled ON workspaces (id) WHERE disabled_at IS NOT NULL;
CREATE INDEX users_disabled ON users (id) WHERE disabled_at IS NOT NULL;

-- Offered and not yet accepted: until then the person has `role` and nothing more. Those who own today have accepted.
ALTER TABLE workspace_members ADD COLUMN pending_role TEXT;

-- The operator's budget of a person over all workspaces: as workspace_budgets, and taken after it.
CREATE TABLE person_budgets (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  month TEXT NOT NULL,
  spent_nano BIGINT NOT NULL,
  counted_at BIGINT NOT NULL
);
ALTER TABLE budget_reservations ADD COLUMN payer_id TEXT REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX budget_reservations_by_payer ON budget_reservations (payer_id) WHERE payer_id IS NOT NULL;
