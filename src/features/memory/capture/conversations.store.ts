import type { Person } from '../../../kernel/person.ts';
import type { Reader, Transaction } from '../../../platform/db/database.ts';
import { personSpeaks } from './own-words.ts';

/** The queries of capture on runs, messages and sessions. It writes none of these tables. */
export const completedRun = (reader: Pick<Reader, 'get'>, { workspaceId, userId }: Person, runId: string) =>
  reader.get<{ input: string; created_at: number; personal_key_id: string | null }>(
    "SELECT input, created_at, personal_key_id FROM runs WHERE id = $1 AND workspace_id = $2 AND user_id = $3 AND status = 'completed'",
    [runId, workspaceId, userId],
  );

const personKinds = [...personSpeaks].map((kind) => `'${kind}'`).join(', ');

/** The person's own messages in a session, oldest first. A message with `meta` was written by a tool or an agent. */
export async function ownMessages(
  reader: Pick<Reader, 'all'>,
  { workspaceId, userId }: Person,
  sessionId: string,
  limit: number,
): Promise<string[]> {
  const rows = await reader.all<{ content: string }>(
    `SELECT m.content FROM messages m JOIN runs r ON r.id = m.run_id
     WHERE m.session_id = $1 AND m.workspace_id = $2 AND m.user_id = $3 AND m.role = 'user' AND m.meta IS NULL AND m.left_at IS NULL
       AND r.kind IN (${personKinds}) ORDER BY m.seq LIMIT $4`,
    [sessionId, workspaceId, userId, limit],
  );
  return rows.map(({ content }) => content);
}

export const agentOfSession = async (
  reader: Pick<Reader, 'get'>,
  { workspaceId, userId }: Person,
  sessionId: string,
): Promise<string | undefined> =>
  (
    await reader.get<{ agent_id: string }>(
      'SELECT agent_id FROM sessions WHERE id = $1 AND workspace_id = $2 AND user_id = $3',
      [sessionId, workspaceId, userId],
    )
  )?.agent_id;

export const lockSession = (tx: Transaction, sessionId: string) =>
  tx.get<{ agent_id: string; status: string; summary: string | null; running_run_id: string | null }>(
    'SELECT agent_id, status, summary, running_run_id FROM sessions WHERE id = $1 FOR UPDATE',
    [sessionId],
  );
