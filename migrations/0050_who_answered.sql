-- The connection and model that gave a run's last answer, as `connection/model`; NULL while there is none.
ALTER TABLE runs ADD COLUMN model TEXT;
-- 1 if that answer was kept from an earlier run.
ALTER TABLE runs ADD COLUMN cached BIGINT NOT NULL DEFAULT 0;

-- Answers that may be given again to the same person for the same request. `id` is a digest of the person, the agent and the request.
CREATE TABLE answer_cache (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- Who gave it, as `connection/model`.
  model TEXT NOT NULL,
  answer TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX answer_cache_of_workspace ON answer_cache (workspace_id);
CREATE INDEX answer_cache_of_person ON answer_cache (user_id);
CREATE INDEX answer_cache_of_agent ON answer_cache (agent_id);
CREATE INDEX answer_cache_of_session ON answer_cache (session_id);
CREATE INDEX answer_cache_by_age ON answer_cache (expires_at);
