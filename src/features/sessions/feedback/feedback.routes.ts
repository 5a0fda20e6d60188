import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { PageOf } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import { Feedback, FeedbackQuery, FeedbackRequest } from './feedback.schema.ts';
import type { FeedbackService } from './feedback.service.ts';

const tags = ['sessions'];

export const feedbackRoutes =
  (feedback: FeedbackService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.put(
      '/sessions/:id/messages/:messageId/feedback',
      {
        config: { auth: 'member', permission: 'sessions.write' },
        schema: {
          operationId: 'rateMessage',
          summary: 'Rate an answer',
          tags,
          params: Type.Object({ id: Type.String(), messageId: Type.String() }),
          body: FeedbackRequest,
          response: { 200: Feedback, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }) => feedback.rate(caller, params.id, params.messageId, body),
    );

    app.get(
      '/feedback',
      {
        config: { auth: 'member', permission: 'sessions.read' },
        schema: {
          operationId: 'listFeedback',
          summary: 'List ratings of answers: your own; for owners and admins, everybody’s',
          tags,
          querystring: FeedbackQuery,
          response: { 200: PageOf(Feedback, 'FeedbackPage') },
        },
      },
      async ({ caller, query }) => feedback.list(caller, query),
    );
  };
