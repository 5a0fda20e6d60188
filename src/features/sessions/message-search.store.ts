import type { Person } from '../../kernel/person.ts';
import type { Database, Engine } from '../../platform/db/database.ts';
import { searchScope } from './messages.store.ts';

/** Characters of one message from which its snippet and score are made. This many take up to 10 ms. */
export const consideredLength = 20_000;
/** Sorts after the id of every message, in any collation. */
export const newestMessage = `msg_${'z'.repeat(26)}`;

/**
 * Newest first, not by the engines' own ranks: they differ, and the rank of FTS5 counts a word in everyone's messages, which is
 * slow and reveals something about them.
 *
 * The scope is part of the index query, so a search never reads the messages of other people. On PostgreSQL the matches are
 * sorted afterwards; otherwise the planner may scan everyone's newest messages.
 */
const sql: Record<Engine, string> = {
  sqlite: `SELECT m.id, m.session_id, m.agent_id, m.role, substr(m.content, 1, ${consideredLength}) AS content, m.created_at
    FROM message_words JOIN messages m ON m.search_id = message_words.rowid
    WHERE message_words MATCH $1 AND message_words.rowid < $4 AND m.workspace_id = $2 AND m.user_id = $3 AND m.left_at IS NULL
    ORDER BY message_words.rowid DESC LIMIT $5`,
  postgres: `WITH found AS MATERIALIZED (
      SELECT message_id FROM message_words WHERE words @@ CAST($1 AS tsquery) AND scope = $6 AND message_id < $4
    ), shown AS (SELECT message_id FROM found ORDER BY message_id DESC LIMIT $5)
    SELECT m.id, m.session_id, m.agent_id, m.role, left(m.content, ${consideredLength}) AS content, m.created_at
    FROM shown JOIN messages m ON m.id = shown.message_id AND m.workspace_id = $2 AND m.user_id = $3
    ORDER BY m.id DESC`,
};

export type FoundMessage = {
  id: string;
  session_id: string;
  agent_id: string;
  role: string;
  content: string;
  created_at: number;
};

type Search = { person: Person; expression: string; before: string; limit: number };

export function createMessageSearchStore(database: Database) {
  /** The row of the message in SQLite's index; for a deleted message, the row after that of the message before it. */
  async function placeInIndex(messageId: string): Promise<number> {
    if (messageId === newestMessage) return Number.MAX_SAFE_INTEGER;
    const row = await database.get<{ id: string; search_id: number }>(
      'SELECT id, search_id FROM messages WHERE id <= $1 AND search_id IS NOT NULL ORDER BY id DESC LIMIT 1',
      [messageId],
    );
    return row ? row.search_id + (row.id === messageId ? 0 : 1) : 0;
  }

  return {
    async search({ person: { workspaceId, userId }, expression, before, limit }: Search): Promise<FoundMessage[]> {
      const shared = [expression, workspaceId, userId];
      if (database.engine === 'sqlite')
        return database.all<FoundMessage>(sql.sqlite, [...shared, await placeInIndex(before), limit]);
      return database.all<FoundMessage>(sql.postgres, [...shared, before, limit, searchScope(workspaceId, userId)]);
    },
  };
}
