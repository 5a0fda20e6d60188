import type { Database, Transaction } from '../../platform/db/database.ts';
import { searchVector, searchWords } from '../../platform/db/search-words.ts';

type MessageRole = 'user' | 'assistant' | 'tool' | 'system';
export type MessageToolCall = { id: string; tool: string; params: unknown };

export type NewMessage = {
  id: string;
  sessionId: string;
  workspaceId: string;
  userId: string;
  runId: string | null;
  seq: number;
  role: MessageRole;
  agentId: string;
  content: string;
  /** The assistant's requests as JSON; for a tool's answer, the request it answers. */
  toolCalls?: string | null;
  status: 'complete' | 'partial';
  meta?: string | null;
  unsearched?: boolean;
  promptTokens?: number | null;
  completionTokens?: number | null;
  now: number;
};

export type MessageRow = {
  id: string;
  run_id: string | null;
  seq: number;
  role: MessageRole;
  agent_id: string;
  content: string;
  /** 1 when `content` is only the beginning. */
  in_parts: number;
  tool_calls: string | null;
  status: 'complete' | 'partial';
  meta: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  created_at: number;
};

/** One word that stands for one person in one workspace, in the index as in the query. */
export const searchScope = (workspaceId: string, userId: string): string =>
  `${workspaceId}${userId}`.replace(/[^a-z0-9]/gi, '');

const columns = `id, session_id, workspace_id, user_id, run_id, seq, role, agent_id, content, tool_calls, status, meta,
  prompt_tokens, completion_tokens, created_at`;
const values = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15';

/** A message and its words, in the caller's transaction. A tool's raw output is kept but not searched. */
export async function insertMessage(tx: Transaction, message: NewMessage): Promise<void> {
  const words = message.role === 'tool' || message.unsearched ? '' : searchWords(message.content);
  const scope = searchScope(message.workspaceId, message.userId);
  const row = [
    message.id,
    message.sessionId,
    message.workspaceId,
    message.userId,
    message.runId,
    message.seq,
    message.role,
    message.agentId,
    message.content,
    message.toolCalls ?? null,
    message.status,
    message.meta ?? null,
    message.promptTokens ?? null,
    message.completionTokens ?? null,
    message.now,
  ];
  if (tx.engine === 'sqlite' && words !== '') {
    await tx.run('INSERT INTO message_words (scope, words) VALUES ($1, $2)', [scope, words]);
    await tx.run(`INSERT INTO messages (${columns}, search_id) VALUES (${values}, last_insert_rowid())`, row);
    return;
  }
  const insert = () => tx.run(`INSERT INTO messages (${columns}) VALUES (${values})`, row);
  if (words === '') return void (await insert());
  await tx.together(insert, () =>
    tx.run('INSERT INTO message_words (message_id, scope, words) VALUES ($1, $2, CAST($3 AS tsvector))', [
      message.id,
      scope,
      searchVector(scope, words),
    ]),
  );
}

export const messageColumns =
  'id, run_id, seq, role, agent_id, content, in_parts, tool_calls, status, meta, prompt_tokens, completion_tokens, created_at';

/** Very long messages are kept in parts: here each gets its whole text. */
export const withWholeText = <Row extends Pick<MessageRow, 'id' | 'content' | 'in_parts'>>(
  database: Pick<Database, 'all'>,
  rows: Row[],
): Promise<Row[]> =>
  Promise.all(
    rows.map(async (row) => {
      if (row.in_parts === 0) return row;
      const parts = await database.all<{ content: string }>(
        'SELECT content FROM message_parts WHERE message_id = $1 ORDER BY position',
        [row.id],
      );
      return { ...row, content: parts.map(({ content }) => content).join('') };
    }),
  );

/** What a model is shown of a session: everything after the summary, oldest first. */
export async function readHistory(
  database: Pick<Database, 'all'>,
  sessionId: string,
  afterSeq: number,
): Promise<MessageRow[]> {
  const sql = `SELECT ${messageColumns} FROM messages WHERE session_id = $1 AND seq > $2 ORDER BY seq`;
  return withWholeText(database, await database.all<MessageRow>(sql, [sessionId, afterSeq]));
}
