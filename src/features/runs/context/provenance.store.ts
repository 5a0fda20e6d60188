import type { Reader } from '../../../platform/db/database.ts';
import type { RunKind } from '../run.ts';

export type ContentRow = {
  role: string;
  content: string;
  parts: string | null;
  tool_calls: string | null;
  meta: string | null;
};

/** The kinds of the runs of a session. */
export async function kindsIn(reader: Reader, sessionId: string): Promise<RunKind[]> {
  const rows = await reader.all<{ kind: RunKind }>('SELECT DISTINCT kind FROM runs WHERE session_id = $1', [sessionId]);
  return rows.map(({ kind }) => kind);
}

/** Whether an agent with documents has answered in the session: it may have read passages in any turn. */
export const readsDocuments = async (reader: Reader, sessionId: string): Promise<boolean> =>
  (await reader.get(
    `SELECT r.id FROM runs r JOIN agents a ON a.id = r.agent_id
     WHERE r.session_id = $1 AND a.body LIKE '%"knowledge":["%' LIMIT 1`,
    [sessionId],
  )) !== undefined ||
  (await reader.get(
    `SELECT id FROM messages WHERE session_id = $1 AND role = 'assistant' AND meta LIKE '{"citations":[%' LIMIT 1`,
    [sessionId],
  )) !== undefined;

/** Tool results, markers, marked messages and messages with files. Only results of `memory_search` come with their text; others may be large. */
export const messagesThatMayBringIn = (reader: Reader, sessionId: string): Promise<ContentRow[]> =>
  reader.all<ContentRow>(
    `SELECT role, parts, tool_calls, meta, CASE WHEN tool_calls LIKE '%memory_search%' THEN content ELSE '' END AS content
     FROM messages WHERE session_id = $1 AND (role IN ('tool', 'system') OR (role = 'user' AND (meta IS NOT NULL OR parts IS NOT NULL)))`,
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
