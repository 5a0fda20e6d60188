import type { Database, SqlValue, Transaction } from '../../platform/db/database.ts';
import { searchVector, searchWords } from '../../platform/db/words/search-words.ts';

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
  /** The assistant's tool calls as JSON; for a tool's result, its call. */
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

/** Marks the system message that holds, as JSON, the conversation before the session. */
export const historyMeta = JSON.stringify({ kind: 'history' });

/** One word for a person in a workspace, in the index and in the query. */
export const searchScope = (workspaceId: string, userId: string): string =>
  `${workspaceId}${userId}`.replace(/[^a-z0-9]/gi, '');

const columns = `id, session_id, workspace_id, user_id, run_id, seq, role, agent_id, content, tool_calls, status, meta,
  prompt_tokens, completion_tokens, created_at`;
const values = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15';

/** Stores a message and indexes it, in the caller's transaction. A tool's result is not searched. */
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

/** Very long messages are stored in parts; this puts them together. */
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

/** The texts of a run, in order. */
export async function textsOfRun(database: Pick<Database, 'all'>, sessionId: string, runId: string): Promise<string[]> {
  const rows = await database.all<Pick<MessageRow, 'id' | 'content' | 'in_parts'>>(
    `SELECT id, content, in_parts FROM messages
     WHERE session_id = $1 AND run_id = $2 AND role = 'assistant' AND content <> '' ORDER BY seq`,
    [sessionId, runId],
  );
  return (await withWholeText(database, rows)).map(({ content }) => content);
}

/**
 * Gives a message its text in parts, inside the database. `parts` is a SELECT of `position` and `text` with parameters from `$2`
 * on. The runs feature provides it, because the text is in its events.
 */
export async function copyParts(
  tx: Transaction,
  messageId: string,
  parts: { sql: string; params: readonly SqlValue[] },
): Promise<void> {
  await tx.run(
    `INSERT INTO message_parts (message_id, position, content)
     SELECT $1, position, text FROM (${parts.sql}) AS parts WHERE text IS NOT NULL`,
    [messageId, ...parts.params],
  );
  await tx.run('UPDATE messages SET in_parts = 1 WHERE id = $1', [messageId]);
}

/** The messages after the session's summary, oldest first. */
export async function readHistory(
  database: Pick<Database, 'all'>,
  sessionId: string,
  afterSeq: number,
): Promise<MessageRow[]> {
  const sql = `SELECT ${messageColumns} FROM messages WHERE session_id = $1 AND seq > $2 ORDER BY seq`;
  return withWholeText(database, await database.all<MessageRow>(sql, [sessionId, afterSeq]));
}
