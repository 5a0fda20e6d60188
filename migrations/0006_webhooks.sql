-- Who wants to be told. Secrets are sealed (platform/secret-box.ts); the previous one signs too until its time is up.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  -- A JSON array, as it was given.
  events TEXT NOT NULL,
  description TEXT,
  secret TEXT,
  previous_secret TEXT,
  previous_secret_until BIGINT,
  enabled INTEGER NOT NULL,
  consecutive_failures BIGINT NOT NULL DEFAULT 0,
  failing_since BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id, created_at, id);
-- What every event asks: is there anyone to tell?
CREATE INDEX webhooks_enabled ON webhooks (workspace_id) WHERE enabled = 1;

ALTER TABLE workspaces ADD COLUMN webhook_test_mode INTEGER NOT NULL DEFAULT 0;

-- An event waits until its deliveries have been written, in the transaction that takes the mark away.
ALTER TABLE events ADD COLUMN waiting INTEGER NOT NULL DEFAULT 1;
CREATE INDEX events_waiting ON events (id) WHERE waiting = 1;

-- One event on its way to one webhook. Ids begin with their time: lists and pruning go by id.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- No reference: what was sent outlives the webhook in the inspector.
  webhook_id TEXT NOT NULL,
  event TEXT NOT NULL,
  -- The exact text that is sent and signed.
  body TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'retrying', 'succeeded', 'dead', 'intercepted', 'cancelled')),
  -- What began this round of tries.
  cause TEXT NOT NULL CHECK (cause IN ('event', 'test', 'manual')),
  -- POSTs in all, and in this round: the place in the retry schedule.
  attempts INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  -- When it may next be claimed; NULL when it is over. A claim moves this to the end of its lease, so what is under way
  -- is not due, and what its worker lost becomes due by itself. Every write of a worker is fenced by its claim.
  due_at BIGINT,
  claim TEXT,
  last_status_code INTEGER,
  created_at BIGINT NOT NULL
);
CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_dead ON deliveries (workspace_id, id) WHERE status = 'dead';
CREATE INDEX deliveries_intercepted ON deliveries (workspace_id, id) WHERE status = 'intercepted';

-- The inspector's records: one for each POST.
CREATE TABLE webhook_attempts (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  webhook_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  event TEXT NOT NULL,
  url TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  cause TEXT NOT NULL CHECK (cause IN ('event', 'retry', 'test', 'manual')),
  status_code INTEGER,
  response_body TEXT,
  latency_ms BIGINT NOT NULL,
  error TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX webhook_attempts_by_workspace ON webhook_attempts (workspace_id, id);
CREATE INDEX webhook_attempts_by_event ON webhook_attempts (workspace_id, event, id);

-- Changes of the API that every workspace has been told of.
CREATE TABLE announced_changes (
  id TEXT PRIMARY KEY,
  announced_at BIGINT NOT NULL
);
