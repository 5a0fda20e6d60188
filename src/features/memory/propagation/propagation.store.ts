import { newest, type Position } from '../../../http/pagination.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database, Reader, Transaction } from '../../../platform/db/database.ts';
import { entryColumns } from '../entries/memory.store.ts';
import type { EntryRow, Tier } from '../entries/memory.ts';
import type { Candidate } from './propagation-gates.ts';

export type PropagationRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  entry_id: string;
  target_id: string;
  from_tier: Tier;
  to_tier: Tier;
  reason: string;
  undo: string;
  created_at: number;
  reverted_at: number | null;
};

/** Older entries are not judged again; a recalled entry counts as new. */
const mostCandidates = 500;
const mostNotes = 500;

export function createPropagationStore(database: Database) {
  const inScope = 'workspace_id = $1 AND user_id = $2';
  return {
    candidates: ({ workspaceId, userId }: Person) =>
      database.all<Candidate>(
        `SELECT ${entryColumns},
           (SELECT count(*) FROM memory_recalls r WHERE r.entry_id = e.id) AS questions,
           (SELECT max(p.reverted_at) FROM memory_propagations p WHERE p.entry_id = e.id) AS reverted_at
         FROM memory_entries e WHERE ${inScope} AND tier = 'daily' AND superseded_by IS NULL
         ORDER BY COALESCE(last_recalled_at, created_at) DESC, id DESC LIMIT ${mostCandidates}`,
        [workspaceId, userId],
      ),
    /** Promoted notes, which a later promotion may contradict. Notes that the person wrote are left alone. */
    promotedNotes: ({ workspaceId, userId }: Person) =>
      database.all<EntryRow>(
        `SELECT ${entryColumns} FROM memory_entries WHERE ${inScope} AND tier = 'strategic' AND superseded_by IS NULL
         AND origin_id IS NOT NULL ORDER BY created_at DESC LIMIT ${mostNotes}`,
        [workspaceId, userId],
      ),
    /** The entries that this one superseded. */
    supersededBy: (tx: Transaction, { workspaceId, userId }: Person, id: string) =>
      tx.all<EntryRow>(`SELECT ${entryColumns} FROM memory_entries WHERE ${inScope} AND superseded_by = $3`, [
        workspaceId,
        userId,
        id,
      ]),

    async insert(tx: Transaction, row: Omit<PropagationRow, 'reverted_at'>): Promise<void> {
      await tx.run(
        `INSERT INTO memory_propagations (id, workspace_id, user_id, entry_id, target_id, from_tier, to_tier, reason, undo, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          row.id,
          row.workspace_id,
          row.user_id,
          row.entry_id,
          row.target_id,
          row.from_tier,
          row.to_tier,
          row.reason,
          row.undo,
          row.created_at,
        ],
      );
    },
    find: ({ workspaceId, userId }: Person, id: string, reader: Pick<Reader, 'get'> = database) =>
      reader.get<PropagationRow>(`SELECT * FROM memory_propagations WHERE ${inScope} AND id = $3`, [
        workspaceId,
        userId,
        id,
      ]),
    async markReverted(tx: Transaction, { workspaceId, userId }: Person, id: string, now: number): Promise<void> {
      await tx.run(`UPDATE memory_propagations SET reverted_at = $4 WHERE ${inScope} AND id = $3`, [
        workspaceId,
        userId,
        id,
        now,
      ]);
    },
    list: ({ workspaceId, userId }: Person, limit: number, { at, id }: Position = newest) =>
      database.all<PropagationRow & { content: string }>(
        `SELECT p.*, e.content FROM memory_propagations p JOIN memory_entries e ON e.id = p.entry_id
         WHERE p.workspace_id = $1 AND p.user_id = $2 AND (p.created_at, p.id) < ($3, $4)
         ORDER BY p.created_at DESC, p.id DESC LIMIT $5`,
        [workspaceId, userId, at, id, limit],
      ),

    /** The next person, in the order of workspaces and users, who has daily entries. */
    nextPerson: ({ workspaceId, userId }: Person) =>
      database.get<{ workspace_id: string; user_id: string }>(
        `SELECT workspace_id, user_id FROM memory_entries WHERE (workspace_id, user_id) > ($1, $2) AND tier = 'daily'
         ORDER BY workspace_id, user_id LIMIT 1`,
        [workspaceId, userId],
      ),
  };
}

export type PropagationStore = ReturnType<typeof createPropagationStore>;
