import type { Caller } from '../../../http/authentication.ts';
import { type Page, pageOf, pageSize, readCursor } from '../../../http/pagination.ts';
import { permits } from '../../../http/permissions.ts';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import type { Feedback, FeedbackQuery, FeedbackRequest } from './feedback.schema.ts';
import type { FeedbackRow, FeedbackStore } from './feedback.store.ts';

type Deps = { store: FeedbackStore; publish: PublishEvent; clock: Clock };

const shown = (row: FeedbackRow): Feedback => ({
  messageId: row.message_id,
  sessionId: row.session_id,
  agentId: row.agent_id,
  userId: row.user_id,
  rating: row.rating,
  comment: row.comment,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

/** What people say of the answers they got. */
export function createFeedback({ store, publish, clock }: Deps) {
  return {
    /** The event has what a manager may list. */
    rate: (
      { workspaceId, userId }: Caller,
      sessionId: string,
      messageId: string,
      { rating, comment }: FeedbackRequest,
    ): Promise<Feedback> =>
      store.transaction(async (tx) => {
        const person = { workspaceId, userId };
        const message = await store.message(tx, person, sessionId, messageId);
        if (!message) throw notFound(`Message ${messageId}`);
        if (message.role !== 'assistant') throw new AppError('conflict', 'Only answers are rated.');
        const now = clock.now();
        const given = {
          ...person,
          messageId,
          sessionId,
          agentId: message.agent_id,
          rating,
          comment: comment?.trim() || null,
          now,
        };
        const row = await store.put(tx, given);
        const { createdAt, updatedAt, ...data } = shown(row);
        await publish(tx, person, 'message.rated', data, now);
        return shown(row);
      }),

    /** Owners and admins see everybody's of the workspace, without the conversations; others their own. */
    async list(
      { workspaceId, userId, role }: Caller,
      { limit, cursor, agentId, rating }: FeedbackQuery,
    ): Promise<Page<Feedback>> {
      const size = pageSize(limit);
      const ownOf = permits(role, 'feedback.all') ? null : userId;
      const filter = { agentId, rating: rating === undefined ? undefined : Number(rating) };
      const rows = await store.list({ workspaceId, ownOf }, filter, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, message_id }) => ({ at: created_at, id: message_id }), shown);
    },
  };
}

export type FeedbackService = ReturnType<typeof createFeedback>;
