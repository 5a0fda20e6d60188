import { type Clock, iso } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ExportedPropagation } from './memory.schema.ts';
import { entryColumns } from './memory.store.ts';
import { type EntryRow, type Tier, tiers } from './memory.ts';
import type { ProfileService } from './profile.service.ts';
import { shownEntry } from './shown.ts';

type Deps = { database: Database; profile: ProfileService; clock: Clock };

const portion = 500;

type PropagationRow = {
  id: string;
  entry_id: string;
  target_id: string;
  from_tier: string;
  to_tier: string;
  reason: string;
  created_at: number;
  reverted_at: number | null;
};

const shownPropagation = (row: PropagationRow): ExportedPropagation => ({
  id: row.id,
  entryId: row.entry_id,
  targetId: row.target_id,
  fromTier: row.from_tier,
  toTier: row.to_tier,
  reason: row.reason,
  createdAt: iso(row.created_at),
  revertedAt: row.reverted_at === null ? null : iso(row.reverted_at),
});

/** Everything of one person in one workspace as JSON, a portion at a time: it may be a hundred thousand entries. */
export function createMemoryExport({ database, profile, clock }: Deps) {
  /** In the order of an index that begins with the person: nobody else's rows are walked through. */
  async function* rowsOf<Row extends { id: string; created_at: number }>(
    { workspaceId, userId }: Person,
    columns: string,
    table: string,
    tier?: Tier,
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
  async function* entriesOf(person: Person) {
    for (const tier of tiers) yield* rowsOf<EntryRow>(person, entryColumns, 'memory_entries', tier);
  }

  async function* list<Row>(portions: AsyncIterable<Row[]>, shown: (row: Row) => object) {
    let separator = '';
    for await (const rows of portions) {
      yield separator + rows.map((row) => JSON.stringify(shown(row))).join(',');
      separator = ',';
    }
  }

  return async function* exportAll(person: Person): AsyncGenerator<string> {
    const { userId, workspaceId } = person;
    const head = { userId, workspaceId, exportedAt: iso(clock.now()), profile: await profile.read(person) };
    yield `${JSON.stringify(head).slice(0, -1)},"entries":[`;
    yield* list(entriesOf(person), shownEntry);
    yield '],"propagations":[';
    const columns = 'id, entry_id, target_id, from_tier, to_tier, reason, created_at, reverted_at';
    yield* list(rowsOf<PropagationRow>(person, columns, 'memory_propagations'), shownPropagation);
    yield ']}';
  };
}

export type MemoryExport = ReturnType<typeof createMemoryExport>;
