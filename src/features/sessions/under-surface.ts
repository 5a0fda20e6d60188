import type { Engine } from '../../platform/db/database.ts';

/**
 * The active sessions that a person ($2) has in a workspace ($1) under a surface ($3), by the index `sessions_by_surface`. On
 * PostgreSQL it hides two columns, as this condition does: otherwise an index of all sessions of the person is taken where
 * the statistics say that people have one. That took 4 ms of a turn with 10,000 sessions, in place of 0.03.
 */
export const underSurface = (engine: Engine) =>
  engine === 'postgres'
    ? "COALESCE(workspace_id, '') = $1 AND COALESCE(user_id, '') = $2 AND surface = $3 AND status = 'active'"
    : "workspace_id = $1 AND user_id = $2 AND surface = $3 AND status = 'active'";
