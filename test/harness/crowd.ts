import { newId } from '../../src/kernel/ids.ts';
import type { Database } from '../../src/platform/db/database.ts';

/** Creates `size` accounts that are members of one workspace and have none of their own. Returns their ids. */
export async function newCrowd(database: Database, workspaceId: string, size: number): Promise<string[]> {
  const ids = Array.from({ length: size }, () => newId('usr', Date.now()));
  await database.transaction(async (tx) => {
    for (const id of ids) {
      await tx.run(
        "INSERT INTO users (id, email, password_hash, default_workspace_id, created_at) VALUES ($1, $2, '', $3, $4)",
        [id, `${id}@example.com`, newId('ws', Date.now()), Date.now()],
      );
      await tx.run(
        "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'member', $3)",
        [workspaceId, id, Date.now()],
      );
    }
  });
  return ids;
}
