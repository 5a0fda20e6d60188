import { type Page, pageSize } from '../../http/pagination.ts';
import { iso } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database, Engine } from '../../platform/db/database.ts';
import { parseSearch, type SearchTerm, searchExpression, searchWords } from '../../platform/db/search-words.ts';
import { searchScope } from './messages.store.ts';
import type { SearchHit } from './sessions.schema.ts';
import type { Person } from './sessions.store.ts';

const snippetLength = 160;

/** The scope is part of the question to the index, so one person's search never touches another's messages. */
const sql: Record<Engine, string> = {
  sqlite: `SELECT m.id, m.session_id, m.agent_id, m.role, m.content, m.created_at, -bm25(message_words, 0, 1) AS score
    FROM message_words JOIN messages m ON m.search_id = message_words.rowid
    WHERE message_words MATCH $1 AND m.workspace_id = $2 AND m.user_id = $3
    ORDER BY score DESC, m.id DESC LIMIT $4 OFFSET $5`,
  postgres: `SELECT m.id, m.session_id, m.agent_id, m.role, m.content, m.created_at, ts_rank(w.words, to_tsquery('simple', $1)) AS score
    FROM message_words w JOIN messages m ON m.id = w.message_id
    WHERE w.words @@ to_tsquery('simple', $1) AND w.scope = $6 AND m.workspace_id = $2 AND m.user_id = $3
    ORDER BY score DESC, m.id DESC LIMIT $4 OFFSET $5`,
};

type Row = {
  id: string;
  session_id: string;
  agent_id: string;
  role: string;
  content: string;
  created_at: number;
  score: number;
};

/** The neighbourhood of the first word found. */
function snippet(content: string, terms: readonly SearchTerm[]): string {
  const wanted = terms.filter(({ excluded }) => !excluded).flatMap(({ phrase }) => phrase);
  const lower = content.toLowerCase();
  const places = wanted.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  const from = Math.max(0, at - snippetLength / 2);
  const text = content
    .slice(from, from + snippetLength)
    .replace(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${text}${from + snippetLength < content.length ? '…' : ''}`;
}

/** By rank there is no key to page by, so the cursor is how many were shown. */
function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const match = /^after\.(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!match) throw new AppError('validation_failed', 'The cursor is not one of ours.');
  return Number(match[1]);
}

export function createMessageSearch(database: Database) {
  return async (
    { workspaceId, userId }: Person,
    question: string,
    limit: number | undefined,
    cursor: string | undefined,
  ): Promise<Page<SearchHit>> => {
    const size = pageSize(limit);
    const offset = readOffset(cursor);
    const terms = parseSearch(question);
    const expression = searchExpression(database.engine, terms);
    if (expression === undefined) return { data: [], nextCursor: null };
    const scope = searchScope(workspaceId, userId);
    const rows =
      database.engine === 'sqlite'
        ? await database.all<Row>(sql.sqlite, [
            `scope : "${searchWords(scope)}" AND words : (${expression})`,
            workspaceId,
            userId,
            size + 1,
            offset,
          ])
        : await database.all<Row>(sql.postgres, [expression, workspaceId, userId, size + 1, offset, scope]);
    return {
      data: rows.slice(0, size).map((row) => ({
        sessionId: row.session_id,
        messageId: row.id,
        agentId: row.agent_id,
        role: row.role,
        snippet: snippet(row.content, terms),
        score: Math.round(row.score * 1e6) / 1e6,
        createdAt: iso(row.created_at),
      })),
      nextCursor: rows.length > size ? Buffer.from(`after.${offset + size}`).toString('base64url') : null,
    };
  };
}

export type MessageSearch = ReturnType<typeof createMessageSearch>;
