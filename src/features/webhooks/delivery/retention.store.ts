import { deleteById, listedIds } from '../../../platform/db/by-age.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Portion } from '../../../platform/work/cleaning.ts';

type DeadPlace = { workspaceId: string; id: string };
type Table = 'deliveries' | 'webhook_attempts';
/** What leads the index by which the table's workspaces are found. */
const leading = { deliveries: 'webhook_id', webhook_attempts: 'workspace_id' } as const;
const deletions: Record<Table, string> = {
  deliveries: 'DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE webhook_id = $1 LIMIT $2)',
  webhook_attempts:
    'DELETE FROM webhook_attempts WHERE id IN (SELECT id FROM webhook_attempts WHERE workspace_id = $1 LIMIT $2)',
};

/** What is kept of deliveries and attempts for a while only. */
export function createWebhookRetention(database: Database) {
  return {
    attemptsBefore: (before: number) => deleteById(database, { table: 'webhook_attempts', prefix: 'att', before }),
    deliveriesBefore: (before: number) =>
      deleteById(database, { table: 'deliveries', prefix: 'dlv', before, due: 't.due_at IS NULL' }),

    /** Dead letters, by the index that holds nothing else. */
    deadLettersBefore:
      (before: number) =>
      async (after: DeadPlace | undefined, limit: number): Promise<Portion<DeadPlace>> => {
        const rows = await database.all<DeadPlace & { created_at: number }>(
          `SELECT workspace_id AS "workspaceId", id, created_at FROM deliveries
           WHERE status = 'dead' AND (workspace_id, id) > ($1, $2) ORDER BY workspace_id, id LIMIT $3`,
          [after?.workspaceId ?? '', after?.id ?? '', limit],
        );
        const due = rows.filter(({ created_at }) => created_at < before).map(({ id }) => id);
        const next = rows.length === limit ? rows.at(-1) : undefined;
        if (due.length === 0) return { deleted: 0, next };
        const { changes } = await database.run(
          `DELETE FROM deliveries WHERE id ${listedIds[database.engine]} AND status = 'dead'`,
          [JSON.stringify(due)],
        );
        return { deleted: changes, next };
      },

    /**
     * Left on PostgreSQL by nodes of an earlier version, which did not lock the workspace they wrote for. A step of the index
     * finds the next webhook or workspace, whatever it has of rows.
     */
    orphansIn:
      (table: Table) =>
      async (after: string | undefined, limit: number): Promise<Portion<string>> => {
        const column = leading[table];
        const keys = await database.all<{ key: string; orphaned: number }>(
          `WITH RECURSIVE keys (key, place) AS (
             SELECT min(t.${column}), 1 FROM ${table} t WHERE t.${column} > $1
             UNION ALL
             SELECT (SELECT min(t.${column}) FROM ${table} t WHERE t.${column} > keys.key), place + 1
               FROM keys WHERE keys.key IS NOT NULL AND place < $2
           )
           SELECT key, CASE WHEN EXISTS (SELECT 1 FROM ${table} t JOIN workspaces w ON w.id = t.workspace_id
             WHERE t.${column} = keys.key) THEN 0 ELSE 1 END AS orphaned
           FROM keys WHERE key IS NOT NULL ORDER BY key`,
          [after ?? '', limit],
        );
        const orphan = keys.find(({ orphaned }) => orphaned === 1);
        if (!orphan) return { deleted: 0, next: keys.length === limit ? keys.at(-1)?.key : undefined };
        const { changes } = await database.run(deletions[table], [orphan.key, limit]);
        return { deleted: changes, next: changes === limit ? (after ?? '') : orphan.key };
      },
  };
}
