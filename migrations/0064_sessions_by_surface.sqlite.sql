-- The surface comes before the agent: some doors know no agent.
CREATE UNIQUE INDEX sessions_by_surface ON sessions (workspace_id, user_id, surface, opened_agent_id) WHERE status = 'active';
DROP INDEX sessions_active;
