import { iso } from '../../../kernel/clock.ts';
import type { Entry } from './memory.schema.ts';
import type { EntryRow } from './memory.ts';

/** An entry as the API shows it. */
export const shownEntry = (row: EntryRow): Entry => ({
  id: row.id,
  tier: row.tier,
  ...(row.day === null ? {} : { date: row.day }),
  ...(row.position === null ? {} : { index: row.position }),
  ...(row.field === null ? {} : { field: row.field }),
  content: row.content,
  source: {
    kind: row.source_kind,
    ...(row.source_session_id === null ? {} : { sessionId: row.source_session_id }),
    ...(row.source_agent_id === null ? {} : { agentId: row.source_agent_id }),
  },
  ...(row.origin_id === null ? {} : { originId: row.origin_id }),
  ...(row.superseded_by === null ? {} : { supersededBy: row.superseded_by }),
  recallCount: row.recall_count,
  lastRecalledAt: row.last_recalled_at === null ? null : iso(row.last_recalled_at),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});
