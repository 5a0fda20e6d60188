import type { Person } from '../../../kernel/person.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { within } from '../branches/branches.store.ts';
import type { Stretch } from '../branches/tree.ts';
import { type MessageRow, messageColumns, withWholeText } from '../messages.store.ts';

/** What a copy takes over from its session. */
type Copied = Person & {
  id: string;
  from: string;
  messages: number;
  summarySeq: number;
  lastMessageAt: number;
  now: number;
};

export function createCopyStore(database: Database) {
  return {
    transaction: database.transaction,

    /** After `after`, oldest first. */
    async messagesAfter(sessionId: string, after: number, limit: number): Promise<MessageRow[]> {
      const sql = `SELECT ${messageColumns} FROM messages WHERE session_id = $1 AND seq > $2 AND left_at IS NULL ORDER BY seq LIMIT $3`;
      return withWholeText(database, await database.all<MessageRow>(sql, [sessionId, after, limit]));
    },

    /** Along a path, oldest first. */
    messagesOn: (tx: Transaction, sessionId: string, path: readonly Stretch[], limit: number) =>
      tx.all<MessageRow>(
        `SELECT ${messageColumns} FROM messages WHERE session_id = $1 AND (${within(path, 3)}) ORDER BY seq LIMIT $2`,
        [sessionId, limit, ...path.flat()],
      ),

    /** Whether another run wrote its questions, from what it had read. */
    async isSpawned(tx: Transaction, sessionId: string): Promise<boolean> {
      const sql = "SELECT id FROM runs WHERE session_id = $1 AND kind = 'spawn' LIMIT 1";
      return (await tx.get(sql, [sessionId])) !== undefined;
    },

    /** It is found by its id only: another session has the surface. */
    insert: (tx: Transaction, { id, from, workspaceId, userId, messages, summarySeq, lastMessageAt, now }: Copied) =>
      tx.run(
        `INSERT INTO sessions (id, workspace_id, user_id, opened_agent_id, agent_id, surface, title, status, metadata, message_count,
           last_seq, summary, summary_seq, answered_by, created_at, updated_at, last_message_at)
         SELECT $1, workspace_id, user_id, opened_agent_id, agent_id, $1, title, 'active', metadata, $5, $5,
           CASE WHEN $6 > 0 THEN summary END, $6, answered_by, $8, $8, $7
         FROM sessions WHERE id = $2 AND workspace_id = $3 AND user_id = $4`,
        [id, from, workspaceId, userId, messages, summarySeq, lastMessageAt, now],
      ),

    /** The text of a very long message. */
    async copyText(tx: Transaction, fromId: string, toId: string): Promise<void> {
      await tx.run(
        `INSERT INTO message_parts (message_id, position, content)
         SELECT $2, position, content FROM message_parts WHERE message_id = $1`,
        [fromId, toId],
      );
      await tx.run('UPDATE messages SET in_parts = 1 WHERE id = $1', [toId]);
    },
  };
}

export type CopyStore = ReturnType<typeof createCopyStore>;
