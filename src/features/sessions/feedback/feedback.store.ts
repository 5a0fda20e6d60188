import { newest, type Position } from '../../../http/pagination.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database, SqlValue, Transaction } from '../../../platform/db/database.ts';
import type { MessageRole } from '../messages.store.ts';

export type FeedbackRow = {
  message_id: string;
  session_id: string;
  workspace_id: string;
  user_id: string;
  agent_id: string;
  rating: number;
  comment: string | null;
  created_at: number;
  updated_at: number;
};

const columns = 'message_id, session_id, workspace_id, user_id, agent_id, rating, comment, created_at, updated_at';

type Given = Person & {
  messageId: string;
  sessionId: string;
  agentId: string;
  rating: number;
  comment: string | null;
  now: number;
};

export function createFeedbackStore(database: Database) {
  return {
    transaction: database.transaction,

    message: (tx: Transaction, { workspaceId, userId }: Person, sessionId: string, messageId: string) =>
      tx.get<{ role: MessageRole; agent_id: string }>(
        `SELECT role, agent_id FROM messages
         WHERE id = $1 AND session_id = $2 AND workspace_id = $3 AND user_id = $4`,
        [messageId, sessionId, workspaceId, userId],
      ),

    async put(tx: Transaction, given: Given): Promise<FeedbackRow> {
      const { messageId, sessionId, workspaceId, userId, agentId, rating, comment, now } = given;
      const { rows } = await tx.run<FeedbackRow>(
        `INSERT INTO message_feedback (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         ON CONFLICT (message_id) DO UPDATE SET rating = excluded.rating, comment = excluded.comment, updated_at = excluded.updated_at
         RETURNING ${columns}`,
        [messageId, sessionId, workspaceId, userId, agentId, rating, comment, now],
      );
      return rows[0] as FeedbackRow;
    },

    /** Newest first; of one person, unless `ownOf` is null. */
    list(
      { workspaceId, ownOf }: { workspaceId: string; ownOf: string | null },
      filter: { agentId?: string | undefined; rating?: number | undefined },
      limit: number,
      { at, id }: Position = newest,
    ) {
      const params: SqlValue[] = [workspaceId, at, id, limit];
      let where = '';
      const equal = { user_id: ownOf ?? undefined, agent_id: filter.agentId, rating: filter.rating };
      for (const [column, value] of Object.entries(equal)) {
        if (value === undefined) continue;
        params.push(value);
        where += ` AND ${column} = $${params.length}`;
      }
      return database.all<FeedbackRow>(
        `SELECT ${columns} FROM message_feedback WHERE workspace_id = $1 AND (created_at, message_id) < ($2, $3)${where}
         ORDER BY created_at DESC, message_id DESC LIMIT $4`,
        params,
      );
    },
  };
}

export type FeedbackStore = ReturnType<typeof createFeedbackStore>;
