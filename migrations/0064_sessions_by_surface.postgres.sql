-- A person's active session is looked for in every turn. Where PostgreSQL believed that a person or a workspace has one session, it took
-- `sessions_of_user` or `sessions_by_user`, which are as cheap then, and read all sessions of that person: 4 ms of a turn with 10,000 of them.
-- The columns are hidden here, and in the statement, so that no other index fits. The surface comes before the agent: some doors know no agent.
CREATE UNIQUE INDEX sessions_by_surface ON sessions (COALESCE(workspace_id, ''), COALESCE(user_id, ''), surface, opened_agent_id)
  WHERE status = 'active';
