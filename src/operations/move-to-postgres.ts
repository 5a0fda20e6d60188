import { migrationLock } from '../platform/db/migrate.ts';
import { openPostgres } from '../platform/db/postgres.ts';
import { CannotMove, openSource } from './embedded-source.ts';
import {
  copyTable,
  createTables,
  digestTable,
  emptyTables,
  readColumns,
  readReferences,
  requireEmpty,
} from './postgres-target.ts';
import type { TableDigest } from './row-digest.ts';
import { planTables } from './table-plan.ts';

export type MovedTable = { table: string; sent: TableDigest; stored: TableDigest; isSame: boolean };

type Move = { dataDirectory: string; databaseUrl: string; onTable(table: MovedTable): void };

/**
 * Copies everything from the embedded database to an empty PostgreSQL and compares both sides, in one transaction on
 * the target: after any failure or crash the target is empty, and after success all rows were compared. The source is
 * only read. Nodes that start on the target meanwhile wait for the lock of the migrations.
 */
export async function moveToPostgres({ dataDirectory, databaseUrl, onTable }: Move): Promise<MovedTable[]> {
  const source = openSource(dataDirectory);
  const target = openPostgres({ url: databaseUrl, poolSize: 1, onIdleError: () => undefined });
  try {
    await source.requireThisVersion();
    const moved = await target.transaction(async (tx) => {
      await tx.script('SET LOCAL statement_timeout = 0');
      await tx.get(`SELECT pg_advisory_xact_lock(${migrationLock})`);
      await requireEmpty(tx);
      await createTables(tx, Date.now());
      const plan = planTables(source.tables(), await readColumns(tx), await readReferences(tx));
      await emptyTables(tx, plan);
      const tables: MovedTable[] = [];
      for (const planned of plan) {
        const sent = await copyTable(tx, source, planned);
        const stored = await digestTable(tx, planned);
        const isSame = sent.rows === stored.rows && sent.checksum === stored.checksum;
        const table = { table: planned.table, sent, stored, isSame };
        onTable(table);
        tables.push(table);
      }
      const different = tables.filter(({ isSame }) => !isSame).map(({ table }) => table);
      if (different.length > 0)
        throw new CannotMove(`What PostgreSQL stored is not what was sent: ${different.join(', ')}. Nothing was kept.`);
      await tx.script(
        `COMMENT ON TABLE schema_migrations IS 'moved here complete from an embedded database, ${new Date().toISOString()}'`,
      );
      return tables;
    });
    // Otherwise the planner has no statistics of the new rows for a minute.
    await target.run('ANALYZE').catch(() => undefined);
    return moved;
  } finally {
    await target.close();
    source.close();
  }
}
