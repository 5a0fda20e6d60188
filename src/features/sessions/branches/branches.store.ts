import type { Database, Reader, SqlValue, Transaction } from '../../../platform/db/database.ts';
import { leftScope, type MessageRole, type MessageRow } from '../messages.store.ts';
import type { Branch, Stretch } from './tree.ts';

export type PlacedMessage = {
  id: string;
  seq: number;
  role: MessageRole;
  run_id: string | null;
  left_at: number | null;
};

const placed = 'id, seq, role, run_id, left_at';
const numbers = (values: readonly SqlValue[], from: number) => values.map((_, index) => `$${from + index}`).join(', ');

/** A condition on `seq`, with parameters from `$from` on. */
export const within = (path: readonly Stretch[], from: number): string =>
  path.map((_, index) => `seq BETWEEN $${from + index * 2} AND $${from + index * 2 + 1}`).join(' OR ');

/** The branches of sessions, and which of their messages are on the chosen path. */
export function createBranchStore(database: Database) {
  /** PostgreSQL's words have a scope that no search has; SQLite's search reads the messages anyway. */
  async function moveWords(tx: Transaction, ids: readonly string[], left: boolean): Promise<void> {
    if (tx.engine === 'sqlite' || ids.length === 0) return;
    const scope = left ? `'${leftScope('')}' || scope` : `substr(scope, ${leftScope('').length + 1})`;
    await tx.run(
      `UPDATE message_words SET scope = ${scope} WHERE message_id IN (SELECT json_array_elements_text(CAST($1 AS json)))
         AND scope ${left ? 'NOT LIKE' : 'LIKE'} '${leftScope('%')}'`,
      [JSON.stringify(ids)],
    );
  }

  return {
    transaction: database.transaction,

    async list(sessionId: string, reader: Pick<Reader, 'all'> = database): Promise<Branch[]> {
      const rows = await reader.all<{ first_seq: number; after_seq: number }>(
        'SELECT first_seq, after_seq FROM message_branches WHERE session_id = $1',
        [sessionId],
      );
      return rows.map(({ first_seq, after_seq }) => ({ first: first_seq, after: after_seq }));
    },

    async put(tx: Transaction, sessionId: string, { first, after }: Branch): Promise<void> {
      await tx.run(
        `INSERT INTO message_branches (session_id, first_seq, after_seq) VALUES ($1, $2, $3)
         ON CONFLICT (session_id, first_seq) DO UPDATE SET after_seq = excluded.after_seq`,
        [sessionId, first, after],
      );
    },

    find: (sessionId: string, messageId: string, reader: Pick<Reader, 'get'> = database) =>
      reader.get<PlacedMessage>(`SELECT ${placed} FROM messages WHERE id = $1 AND session_id = $2`, [
        messageId,
        sessionId,
      ]),

    at: (sessionId: string, seqs: readonly number[], reader: Pick<Reader, 'all'> = database) =>
      reader.all<PlacedMessage>(
        `SELECT ${placed} FROM messages WHERE session_id = $1 AND seq IN (${numbers(seqs, 2)}) ORDER BY seq`,
        [sessionId, ...seqs],
      ),

    /** The last text of each of these runs. */
    async answersOf(sessionId: string, runIds: readonly string[]): Promise<Map<string, PlacedMessage>> {
      if (runIds.length === 0) return new Map();
      const rows = await database.all<PlacedMessage>(
        `SELECT ${placed} FROM messages WHERE session_id = $1 AND role = 'assistant' AND run_id IN (${numbers(runIds, 2)})
         ORDER BY seq`,
        [sessionId, ...runIds],
      );
      return new Map(rows.map((row) => [row.run_id ?? '', row]));
    },

    /** The question that a message on the chosen path is, or answers; the last one without a message. */
    question: (sessionId: string, upTo: number) =>
      database.get<PlacedMessage & Pick<MessageRow, 'content' | 'parts' | 'meta'>>(
        `SELECT ${placed}, content, parts, meta FROM messages
         WHERE session_id = $1 AND seq <= $2 AND role = 'user' AND left_at IS NULL ORDER BY seq DESC LIMIT 1`,
        [sessionId, upTo],
      ),

    /** What the run wrote beside the chosen path. */
    written: (tx: Transaction, sessionId: string, runId: string) =>
      tx.get<{ first: number | null; last: number | null }>(
        'SELECT min(seq) AS first, max(seq) AS last FROM messages WHERE session_id = $1 AND run_id = $2 AND left_at = 0',
        [sessionId, runId],
      ),

    /** The end of the chosen path, apart from what a run wrote. */
    async lastChosen(tx: Transaction, sessionId: string, withoutRun: string): Promise<number> {
      const row = await tx.get<{ seq: number }>(
        `SELECT seq FROM messages WHERE session_id = $1 AND left_at IS NULL AND COALESCE(run_id, '') <> $2
         ORDER BY seq DESC LIMIT 1`,
        [sessionId, withoutRun],
      );
      return row?.seq ?? 0;
    },

    place: (tx: Transaction, sessionId: string) =>
      tx.get<{ last_seq: number }>('SELECT last_seq FROM sessions WHERE id = $1 FOR UPDATE', [sessionId]),

    /** Chooses a path; what was left and what joined it. */
    async choose(tx: Transaction, sessionId: string, path: readonly Stretch[], now: number) {
      const bounds = path.flat();
      const { rows: left } = await tx.run<PlacedMessage>(
        `UPDATE messages SET left_at = $2 WHERE session_id = $1 AND left_at IS NULL AND NOT (${within(path, 3)}) RETURNING ${placed}`,
        [sessionId, now, ...bounds],
      );
      const { rows: joined } = await tx.run<PlacedMessage>(
        `UPDATE messages SET left_at = NULL WHERE session_id = $1 AND left_at IS NOT NULL AND (${within(path, 2)}) RETURNING ${placed}`,
        [sessionId, ...bounds],
      );
      const ids = (rows: readonly PlacedMessage[]) => rows.map(({ id }) => id);
      await moveWords(tx, ids(left), true);
      await moveWords(tx, ids(joined), false);
      return { left, joined };
    },

    /** More or fewer messages are shown. A summary that covers a changed message is of no use. */
    changed: (tx: Transaction, sessionId: string, more: number, first: number, now: number) =>
      tx.run(
        `UPDATE sessions SET message_count = message_count + $2, updated_at = $4,
           summary = CASE WHEN summary_seq >= $3 THEN NULL ELSE summary END,
           summary_seq = CASE WHEN summary_seq >= $3 THEN 0 ELSE summary_seq END
         WHERE id = $1`,
        [sessionId, more, first, now],
      ),
  };
}

export type BranchStore = ReturnType<typeof createBranchStore>;
