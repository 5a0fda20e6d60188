import type { Person } from '../../kernel/person.ts';
import type { Database } from '../../platform/db/database.ts';
import { underSurface } from '../sessions/index.ts';

export const createThreadStore = (database: Database) => ({
  /** The run that has the session which was used last under this surface. */
  runOf: async ({ workspaceId, userId }: Person, surface: string): Promise<string | null> => {
    const found = await database.get<{ runId: string | null }>(
      `SELECT running_run_id AS "runId" FROM sessions
       WHERE ${underSurface(database.engine)} ORDER BY updated_at DESC LIMIT 1`,
      [workspaceId, userId, surface],
    );
    return found?.runId ?? null;
  },
});

export type ThreadStore = ReturnType<typeof createThreadStore>;
