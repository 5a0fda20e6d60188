import type { Database } from '../../../platform/db/database.ts';
import { ownDeliveries } from '../conditions.store.ts';
import type { Reach } from '../reach.ts';

export type Copied = { id: string; event: string; body: string };

/** Reads deliveries and never changes one. The order of ids is the order of time. */
export function createListeningStore(database: Database) {
  return {
    async idsAfter({ workspaceId, ownOf }: Reach, webhookId: string, after: string, limit: number): Promise<string[]> {
      const rows = await database.all<{ id: string }>(
        `SELECT id FROM deliveries WHERE webhook_id = $1 AND workspace_id = $2 AND id > $3 AND ${ownDeliveries('$5')}
         ORDER BY id LIMIT $4`,
        [webhookId, workspaceId, after, limit, ownOf],
      );
      return rows.map(({ id }) => id);
    },
    copyOf: ({ workspaceId }: Reach, id: string) =>
      database.get<Copied>('SELECT id, event, body FROM deliveries WHERE workspace_id = $1 AND id = $2', [
        workspaceId,
        id,
      ]),
  };
}

export type ListeningStore = ReturnType<typeof createListeningStore>;
