import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../../http/pagination.ts';
import { iso } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { RecallCounts } from '../recall/recall-counts.ts';
import type { Judgement, PropagationReport, Propagation as Shown } from './propagation.schema.ts';
import type { PropagationRow, PropagationStore } from './propagation.store.ts';
import type { Propagation } from './propagation.ts';
import type { Judged } from './propagation-gates.ts';

type Deps = { propagation: Propagation; propagations: PropagationStore; counts: Pick<RecallCounts, 'flush'> };

const mostSkipped = 200;

const judgement = ({ entry, toTier, fact, reason, gates }: Judged, id?: string): Judgement => ({
  ...(id ? { id } : {}),
  entryId: entry.id,
  fromTier: entry.tier,
  toTier,
  ...(toTier === 'profile' && fact?.field ? { field: fact.field.name } : {}),
  content: entry.content,
  reason,
  gates,
});

const shown = (row: PropagationRow & { content: string }): Shown => ({
  id: row.id,
  entryId: row.entry_id,
  targetId: row.target_id,
  fromTier: row.from_tier,
  toTier: row.to_tier,
  content: row.content,
  reason: row.reason,
  createdAt: iso(row.created_at),
  revertedAt: row.reverted_at === null ? null : iso(row.reverted_at),
});

/** Propagation for the API. */
export function createPropagationService({ propagation, propagations, counts }: Deps) {
  return {
    async propagate(person: Person, dryRun: boolean): Promise<PropagationReport> {
      await counts.flush();
      const { promoted, skipped } = await propagation.propagate(person, { dryRun });
      return {
        dryRun,
        propagations: promoted.map(({ id, judged }) => judgement(judged, id)),
        skipped: skipped.slice(0, mostSkipped).map((judged) => judgement(judged)),
      };
    },
    async list(person: Person, { limit, cursor }: PageRequest): Promise<Page<Shown>> {
      const size = pageSize(limit);
      const rows = await propagations.list(person, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },
    async revert(person: Person, id: string): Promise<Shown> {
      const { row, content } = await propagation.revert(person, id);
      return shown({ ...row, content });
    },
  };
}

export type PropagationService = ReturnType<typeof createPropagationService>;
