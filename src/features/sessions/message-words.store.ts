import type { Database } from '../../platform/db/database.ts';
import { wordsForSqlite } from '../../platform/db/words/search-words.ts';
import { searchScope } from './messages.store.ts';

/** What one transaction indexes, in which no other is written: 2 ms of short messages, or one long message. */
const mostMessages = 128;
const mostBytes = 64_000;

type Unindexed = { search_id: number; workspace_id: string; user_id: string; content: string };

/** SQLite's index of the words of messages. They are written in the order of their numbers, so every message above the last one in the index still lacks its words. */
export function createMessageWordsStore(database: Database) {
  const lastIndexed = '(SELECT COALESCE((SELECT rowid FROM message_words ORDER BY rowid DESC LIMIT 1), 0))';

  return {
    /** The numbers of the newest message and of the newest one with its words. */
    async state(): Promise<{ newest: number; indexed: number }> {
      const row = await database.get<{ newest: number; indexed: number }>(
        `SELECT (SELECT COALESCE(MAX(search_id), 0) FROM messages WHERE search_id IS NOT NULL) AS newest, ${lastIndexed} AS indexed`,
      );
      return row ?? { newest: 0, indexed: 0 };
    },

    /** The words of the next messages. Gives the number of the last one; 0 if there was none. */
    indexSome: (): Promise<number> =>
      database.transaction(async (tx) => {
        const next = await tx.all<{ search_id: number; bytes: number }>(
          `SELECT search_id, octet_length(content) AS bytes FROM messages WHERE search_id > ${lastIndexed} ORDER BY search_id LIMIT $1`,
          [mostMessages],
        );
        const [first] = next;
        if (!first) return 0;
        let last = first;
        let { bytes } = first;
        for (const message of next.slice(1)) {
          bytes += message.bytes;
          if (bytes > mostBytes) break;
          last = message;
        }
        const messages = await tx.all<Unindexed>(
          'SELECT search_id, workspace_id, user_id, content FROM messages WHERE search_id BETWEEN $1 AND $2 ORDER BY search_id',
          [first.search_id, last.search_id],
        );
        // No INSERT … SELECT: FTS5 writes out what it has gathered whenever a savepoint begins, and that begins one.
        await tx.runEach(
          'INSERT INTO message_words (rowid, scope, words) VALUES ($1, $2, $3)',
          messages.map((message) => [
            message.search_id,
            searchScope(message.workspace_id, message.user_id),
            wordsForSqlite(message.content),
          ]),
        );
        return last.search_id;
      }),
  };
}
