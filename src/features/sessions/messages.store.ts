import type { Database, SqlValue, Transaction } from '../../platform/db/database.ts';
import { searchVectorBytes, searchWords } from '../../platform/db/words/search-words.ts';

export type MessageRole = 'user' | 'assistant' | 'tool' | 'system';
export type MessageToolCall = { id: string; tool: string; params: unknown };

export type NewMessage = {
  id: string;
  sessionId: string;
  workspaceId: string;
  userId: string;
  runId: string | null;
  /** Null for the session's last number, which the transaction has raised. */
  seq: number | null;
  role: MessageRole;
  agentId: string;
  content: string;
  /** What it holds besides text (kernel/parts.ts), as JSON. */
  parts?: string | null;
  /** The assistant's tool calls as JSON; for a tool's result, its call. */
  toolCalls?: string | null;
  status: 'complete' | 'partial';
  meta?: string | null;
  unsearched?: boolean;
  /** Beside the chosen path, and not searched while it is there. */
  beside?: boolean | undefined;
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
  parts: string | null;
  tool_calls: string | null;
  status: 'complete' | 'partial';
  meta: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  created_at: number;
};

/** What the model's input is made of: of a long history the other columns were a third of the reading. */
export type HistoryRow = Omit<MessageRow, 'agent_id' | 'status' | 'prompt_tokens' | 'completion_tokens' | 'created_at'>;

/** A message as it is read back. */
export const storedMessage = (message: NewMessage & { seq: number }): MessageRow => ({
  id: message.id,
  run_id: message.runId,
  seq: message.seq,
  role: message.role,
  agent_id: message.agentId,
  content: message.content,
  in_parts: 0,
  parts: message.parts ?? null,
  tool_calls: message.toolCalls ?? null,
  status: message.status,
  meta: message.meta ?? null,
  prompt_tokens: message.promptTokens ?? null,
  completion_tokens: message.completionTokens ?? null,
  created_at: message.now,
});

/** Marks the system message that holds, as JSON, the conversation before the session. */
export const historyMeta = JSON.stringify({ kind: 'history' });

/** One word for a person in a workspace, in the index and in the query. */
export const searchScope = (workspaceId: string, userId: string): string =>
  `${workspaceId}${userId}`.replace(/[^a-z0-9]/gi, '');

/** On PostgreSQL the words of messages that were left have this scope, which no search has. */
export const leftScope = (scope: string): string => `left-${scope}`;

const columns = `id, session_id, workspace_id, user_id, run_id, seq, role, agent_id, content, tool_calls, status, meta,
  prompt_tokens, completion_tokens, created_at, parts, left_at`;
/** Numbers in the order of storing: what SQLite's index lacks is above the last one that it has. */
const newSearchId = '(SELECT COALESCE(MAX(search_id), 0) + 1 FROM messages WHERE search_id IS NOT NULL)';
// Texts that are put together once: a new one is hashed for every message, 0.7 % of a turn.
function insertsWith(seq: string) {
  const values = `$1, $2, $3, $4, $5, ${seq}, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17`;
  const plain = `INSERT INTO messages (${columns}) VALUES (${values})`;
  return {
    plain,
    searched: `INSERT INTO messages (${columns}, search_id) VALUES (${values}, ${newSearchId})`,
    /** PostgreSQL's: one statement instead of two, for the server's sake. */
    withWords: `WITH searched AS (INSERT INTO message_words (message_id, scope, words) VALUES ($1, $18, CAST($19 AS tsvector)))
  ${plain}`,
  };
}
const numbered = insertsWith('$6');
/** The session's last number, which the same transaction has raised. */
const unnumbered = insertsWith('COALESCE(CAST($6 AS BIGINT), (SELECT last_seq FROM sessions WHERE id = $2))');

/**
 * Stores a message in the caller's transaction. PostgreSQL indexes its words with it; on SQLite `message-words.ts` does so within a
 * second, or before the next search. A tool's result is not searched.
 */
export async function insertMessage(tx: Transaction, message: NewMessage): Promise<void> {
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
    message.parts ?? null,
    message.beside ? 0 : null,
  ];
  const isSearched = message.content !== '' && message.role !== 'tool' && !message.unsearched;
  const insert = message.seq === null ? unnumbered : numbered;
  if (tx.engine === 'sqlite') return void (await tx.run(isSearched ? insert.searched : insert.plain, row));
  const words = isSearched ? searchWords(message.content) : '';
  if (words === '') return void (await tx.run(insert.plain, row));
  const scope = searchScope(message.workspaceId, message.userId);
  await tx.run(insert.withWords, [...row, message.beside ? leftScope(scope) : scope, searchVectorBytes(scope, words)]);
}

export const messageColumns =
  'id, run_id, seq, role, agent_id, content, in_parts, parts, tool_calls, status, meta, prompt_tokens, completion_tokens, created_at';

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

/**
 * The messages of the chosen path after the session's summary, oldest first. For a run that answers again: those that its own
 * messages follow, and its own.
 */
export async function readHistory(
  database: Pick<Database, 'all'>,
  sessionId: string,
  afterSeq: number,
  beside?: { after: number; runId: string } | undefined,
): Promise<HistoryRow[]> {
  const path = beside ? '((left_at IS NULL AND seq <= $3) OR run_id = $4)' : onChosenPath;
  const params = [sessionId, afterSeq, ...(beside ? [beside.after, beside.runId] : [])];
  return withWholeText(database, await database.all<HistoryRow>(historySql(path), params));
}

const onChosenPath = 'left_at IS NULL';
const historyColumns = 'id, run_id, seq, role, content, in_parts, parts, tool_calls, meta';
const historySql = (path: string) =>
  `SELECT ${historyColumns} FROM messages WHERE session_id = $1 AND seq > $2 AND ${path} ORDER BY seq`;

/** The same in one statement; undefined if a message of it is in parts. */
export async function readShortHistory(
  reader: Pick<Database, 'all'>,
  sessionId: string,
  afterSeq: number,
): Promise<HistoryRow[] | undefined> {
  const rows = await reader.all<HistoryRow>(historySql(onChosenPath), [sessionId, afterSeq]);
  return rows.every(({ in_parts }) => in_parts === 0) ? rows : undefined;
}
