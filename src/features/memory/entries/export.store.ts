import type { Person } from '../../../kernel/person.ts';
import type { Database } from '../../../platform/db/database.ts';
import { entryColumns } from './memory.store.ts';
import { type EntryRow, type Tier, tiers } from './memory.ts';

const portion = 500;

export type ExportedPropagationRow = {
  id: string;
  entry_id: string;
  target_id: string;
  from_tier: string;
  to_tier: string;
  reason: string;
  created_at: number;
  reverted_at: number | null;
};
const propagationColumns = 'id, entry_id, target_id, from_tier, to_tier, reason, created_at, reverted_at';

/** All rows of one person, in portions: there may be a hundred thousand entries. */
export function createExportStore(database: Pick<Database, 'all'>) {
  /** In the order of an index that begins with the person, so that rows of other people are not read. */
  async function* rowsOf<Row extends { id: string; created_at: number }>(
    { workspaceId, userId }: Person,
    { columns, table, tier }: { columns: string; table: string; tier?: Tier },
  ) {
    let at = 0;
    let after = '';
    for (;;) {
      const rows: Row[] = await database.all<Row>(
        `SELECT ${columns} FROM ${table} WHERE workspace_id = $1 AND user_id = $2 ${tier ? 'AND tier = $5' : ''}
           AND (created_at, id) > ($3, $4) ORDER BY created_at, id LIMIT ${portion}`,
        [workspaceId, userId, at, after, ...(tier ? [tier] : [])],
      );
      if (rows.length > 0) yield rows;
      if (rows.length < portion) return;
      ({ created_at: at, id: after } = rows.at(-1) as Row);
    }
  }

  return {
    async *entries(person: Person) {
      for (const tier of tiers)
        yield* rowsOf<EntryRow>(person, { columns: entryColumns, table: 'memory_entries', tier });
    },
    propagations: (person: Person) =>
      rowsOf<ExportedPropagationRow>(person, { columns: propagationColumns, table: 'memory_propagations' }),
  };
}

export type ExportStore = ReturnType<typeof createExportStore>;
