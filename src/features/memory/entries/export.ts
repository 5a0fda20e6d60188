import { type Clock, iso } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { ExportedPropagationRow, ExportStore } from './export.store.ts';
import type { ExportedPropagation } from './memory.schema.ts';
import type { ProfileService } from './profile.service.ts';
import { shownEntry } from './shown.ts';

type Deps = { store: ExportStore; profile: ProfileService; clock: Clock };

const shownPropagation = (row: ExportedPropagationRow): ExportedPropagation => ({
  id: row.id,
  entryId: row.entry_id,
  targetId: row.target_id,
  fromTier: row.from_tier,
  toTier: row.to_tier,
  reason: row.reason,
  createdAt: iso(row.created_at),
  revertedAt: row.reverted_at === null ? null : iso(row.reverted_at),
});

/** Everything of one person in one workspace as JSON, in portions. */
export function createMemoryExport({ store, profile, clock }: Deps) {
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
    yield* list(store.entries(person), shownEntry);
    yield '],"propagations":[';
    yield* list(store.propagations(person), shownPropagation);
    yield ']}';
  };
}

export type MemoryExport = ReturnType<typeof createMemoryExport>;
