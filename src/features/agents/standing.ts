/** What of a workspace's rules, and of those of the workspace the agent belongs to, decides which models may be used. */
type Rules = {
  providers: string | null;
  models: string | null;
  agent_providers: string | null;
  agent_models: string | null;
};

/** A run's standing when it was admitted: as long as it reads the same, nothing was taken away since. */
export const standingOf = ({ providers, models, agent_providers, agent_models }: Rules): string =>
  [providers, models, agent_providers, agent_models].map((rule) => rule ?? '-').join(' ');

/**
 * The same of a row of `runs`, as part of a statement that is made anyway; NULL where the person, the membership, the agent
 * or the grant is gone. A condition added to admission must be added here too.
 */
export const standingOfRun = `(SELECT COALESCE(w.allowed_providers, '-') || ' ' || COALESCE(w.allowed_models, '-') || ' ' ||
    COALESCE(o.allowed_providers, '-') || ' ' || COALESCE(o.allowed_models, '-')
  FROM users u JOIN workspaces w ON w.id = runs.workspace_id JOIN agents a ON a.id = runs.agent_id
  JOIN workspaces o ON o.id = a.workspace_id
  WHERE u.id = runs.user_id AND u.disabled_at IS NULL AND w.disabled_at IS NULL AND o.disabled_at IS NULL
    AND (a.workspace_id = w.id OR EXISTS (SELECT 1 FROM agent_grants g WHERE g.agent_id = a.id AND g.workspace_id = w.id))
    AND ((u.kind = 'sender' AND u.default_workspace_id = w.id)
      OR EXISTS (SELECT 1 FROM workspace_members m WHERE m.workspace_id = w.id AND m.user_id = u.id)))`;
