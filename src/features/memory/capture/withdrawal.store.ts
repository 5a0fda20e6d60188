import type { Person } from '../../../kernel/person.ts';
import type { Reader, Transaction } from '../../../platform/db/database.ts';
import { entryColumns } from '../entries/memory.store.ts';
import type { EntryRow } from '../entries/memory.ts';

const idsOf = (ids: readonly string[], from: number) => ids.map((_, index) => `$${from + index}`).join(', ');
/** Parameters of one statement. */
const portion = 200;

/** Entries that were captured from questions of these runs in the session, with what they were promoted to. */
export async function capturedFrom(
  tx: Transaction,
  { workspaceId, userId }: Person,
  sessionId: string,
  runIds: readonly string[],
): Promise<EntryRow[]> {
  const found: EntryRow[] = [];
  for (let from = 0; from < runIds.length; from += portion) {
    const some = runIds.slice(from, from + portion);
    const rows = await tx.all<EntryRow>(
      `SELECT ${entryColumns} FROM memory_entries WHERE source_run_id IN (${idsOf(some, 4)})
         AND workspace_id = $1 AND user_id = $2 AND source_session_id = $3`,
      [workspaceId, userId, sessionId, ...some],
    );
    found.push(...rows);
  }
  return found;
}

export const supersededBy = (tx: Transaction, { workspaceId, userId }: Person, id: string) =>
  tx.all<EntryRow>(
    `SELECT ${entryColumns} FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND superseded_by = $3`,
    [workspaceId, userId, id],
  );

/** What one entry superseded is superseded by another one. */
export const supersedeInstead = (tx: Transaction, { workspaceId, userId }: Person, id: string, by: string) =>
  tx.run(
    'UPDATE memory_entries SET superseded_by = $4 WHERE workspace_id = $1 AND user_id = $2 AND superseded_by = $3',
    [workspaceId, userId, id, by],
  );

/** Without what it superseded. */
export const removeOne = (tx: Transaction, { workspaceId, userId }: Person, id: string) =>
  tx.run('DELETE FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND id = $3', [workspaceId, userId, id]);

/** Whether the question of the run is no longer part of its conversation. */
export async function wasLeft(
  reader: Pick<Reader, 'get'>,
  { sessionId, runId }: { sessionId: string; runId: string },
): Promise<boolean> {
  const sql = "SELECT id FROM messages WHERE session_id = $1 AND run_id = $2 AND role = 'user' AND left_at IS NOT NULL";
  return (await reader.get(sql, [sessionId, runId])) !== undefined;
}

/** Runs that ended with an answer, with their agents. */
export const answeredRuns = async (
  tx: Transaction,
  { workspaceId, userId }: Person,
  runIds: readonly string[],
): Promise<{ id: string; kind: string; agent_id: string }[]> =>
  runIds.length === 0
    ? []
    : tx.all(
        `SELECT id, kind, agent_id FROM runs WHERE id IN (${idsOf(runIds, 3)}) AND workspace_id = $1 AND user_id = $2
           AND status = 'completed'`,
        [workspaceId, userId, ...runIds],
      );
