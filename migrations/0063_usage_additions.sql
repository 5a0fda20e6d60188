-- What turns add to usage_daily, until it is added up there about once a second. To add to the row of the day took PostgreSQL 84 µs,
-- an insert here 36, and turns of one person with one agent waited for each other's lock on that row. There is no key, no index and no
-- reference, because each would be paid for in every turn; the rows of a workspace that is gone are dropped when they are added up.
CREATE TABLE usage_additions (
  workspace_id TEXT NOT NULL,
  day TEXT NOT NULL,
  user_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  sessions BIGINT NOT NULL DEFAULT 0,
  runs BIGINT NOT NULL DEFAULT 0,
  requests BIGINT NOT NULL DEFAULT 0,
  prompt_tokens BIGINT NOT NULL DEFAULT 0,
  cached_tokens BIGINT NOT NULL DEFAULT 0,
  completion_tokens BIGINT NOT NULL DEFAULT 0,
  cost_nano BIGINT NOT NULL DEFAULT 0,
  messages BIGINT NOT NULL DEFAULT 0,
  unpriced BIGINT NOT NULL DEFAULT 0,
  estimated BIGINT NOT NULL DEFAULT 0
);

-- All usage by day, exact at any moment. It has several rows for one day, person, agent and model: what reads it adds up.
CREATE VIEW usage_days (workspace_id, day, user_id, agent_id, provider, model, sessions, runs, requests, prompt_tokens,
  cached_tokens, completion_tokens, cost_nano, messages, unpriced, estimated) AS
SELECT workspace_id, day, user_id, agent_id, provider, model, sessions, runs, requests, prompt_tokens, cached_tokens,
  completion_tokens, cost_nano, messages, unpriced, estimated FROM usage_daily
UNION ALL
SELECT workspace_id, day, user_id, agent_id, provider, model, sessions, runs, requests, prompt_tokens, cached_tokens,
  completion_tokens, cost_nano, messages, unpriced, estimated FROM usage_additions;
