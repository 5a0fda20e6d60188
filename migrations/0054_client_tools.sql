-- Tools that a run's client brings and runs itself. `awaits_client` is 1 while a parked run waits for their results and for no approval; its
-- status is then 'awaiting_approval', as of every parked run.
ALTER TABLE runs ADD COLUMN awaits_client BIGINT NOT NULL DEFAULT 0;

CREATE TABLE client_tool_calls (
  -- The id of the tool call, made by the gateway: no other call has it.
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  -- Its place among the calls of its step.
  position BIGINT NOT NULL,
  tool TEXT NOT NULL,
  params TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'answered', 'expired')),
  -- What the client brought, until the run has taken it; `digest` is kept to recognise the same result.
  result TEXT,
  is_error BIGINT NOT NULL DEFAULT 0,
  digest TEXT,
  -- The number of the event that told of the call, and the tokens that the run had used by then (JSON).
  seq BIGINT NOT NULL,
  usage TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  resolved_at BIGINT
);
CREATE INDEX client_tool_calls_of_run ON client_tool_calls (run_id);
