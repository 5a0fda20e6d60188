import type { Reader } from '../../../platform/db/database.ts';
import type { RunKind } from '../run.ts';

export type ContentRow = { role: string; content: string; tool_calls: string | null; meta: string | null };

/** The kinds of the runs of a session. */
export async function kindsIn(reader: Reader, sessionId: string): Promise<RunKind[]> {
  const rows = await reader.all<{ kind: RunKind }>('SELECT DISTINCT kind FROM runs WHERE session_id = $1', [sessionId]);
  return rows.map(({ kind }) => kind);
}

/** Tool results, markers and marked messages. Only results of `memory_search` come with their text; others may be large. */
export const messagesThatMayBringIn = (reader: Reader, sessionId: string): Promise<ContentRow[]> =>
  reader.all<ContentRow>(
    `SELECT role, tool_calls, meta, CASE WHEN tool_calls LIKE '%memory_search%' THEN content ELSE '' END AS content
     FROM messages WHERE session_id = $1 AND (role IN ('tool', 'system') OR (role = 'user' AND meta IS NOT NULL))`,
    [sessionId],
  );

/** The run that spawned this one, if one did; its session is null when it was deleted for its age. */
export const parentOf = (
  reader: Reader,
  runId: string,
): Promise<{ id: string; session_id: string | null } | undefined> =>
  reader.get(
    `SELECT r.parent_run_id AS id, p.session_id FROM runs r LEFT JOIN runs p ON p.id = r.parent_run_id
     WHERE r.id = $1 AND r.parent_run_id IS NOT NULL`,
    [runId],
  );
