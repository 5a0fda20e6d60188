import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Branches } from './branches/branches.ts';
import type { ExportSession } from './copies/export.ts';
import type { Fork as ForkSession } from './copies/fork.ts';
import { feedbackRoutes } from './feedback/feedback.routes.ts';
import type { FeedbackService } from './feedback/feedback.service.ts';
import type { MessageSearch } from './message-search.ts';
import {
  ExportQuery,
  Fork,
  Handoff,
  MessageQuery,
  SearchHit,
  SearchQuery,
  Session,
  SessionChange,
  SessionDetails,
  SessionExport,
  SessionQuery,
} from './sessions.schema.ts';
import type { SessionService } from './sessions.service.ts';

type Deps = {
  sessions: SessionService;
  search: MessageSearch;
  fork: ForkSession;
  exportSession: ExportSession;
  feedback: FeedbackService;
  branches: Pick<Branches, 'chooseMessage'>;
};

const tags = ['sessions'];
const markdownExample = '# What is 17 * 23?\n\n## Person, 2026-01-05T09:00:00.000Z\n\nWhat is 17 * 23?\n';
const params = Type.Object({ id: Type.String() });
const reading = { auth: 'member', permission: 'sessions.read' } as const;
const writing = { auth: 'member', permission: 'sessions.write' } as const;

export const sessionRoutes =
  ({ sessions, search, fork, exportSession, feedback, branches }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    await feedbackRoutes(feedback)(app, {});

    app.get(
      '/sessions',
      {
        config: reading,
        schema: {
          operationId: 'listSessions',
          summary: 'List your conversations',
          tags,
          querystring: SessionQuery,
          response: { 200: PageOf(Session, 'SessionPage') },
        },
      },
      async ({ caller, query }) => sessions.list(caller, query),
    );

    app.get(
      '/sessions/search/messages',
      {
        config: reading,
        schema: {
          operationId: 'searchMessages',
          summary: 'Search all your messages',
          tags,
          querystring: SearchQuery,
          response: { 200: PageOf(SearchHit, 'SearchHitPage') },
        },
      },
      async ({ caller, query }) => {
        const question = query.q ?? query.query;
        if (question === undefined) throw invalidField('q', 'is required');
        return search(caller, question, query.limit, query.cursor);
      },
    );

    app.get(
      '/sessions/:id',
      {
        config: reading,
        schema: {
          operationId: 'getSession',
          summary: 'Get a conversation and its messages',
          tags,
          params,
          querystring: MessageQuery,
          response: { 200: SessionDetails, ...problems(404) },
        },
      },
      async ({ caller, params, query }) => sessions.get(caller, params.id, query.limit, query.before),
    );

    app.patch(
      '/sessions/:id',
      {
        config: writing,
        schema: {
          operationId: 'changeSession',
          summary: 'Change the title, the pin or the metadata of a conversation',
          tags,
          params,
          body: SessionChange,
          response: { 200: Session, ...problems(404) },
        },
      },
      async ({ caller, params, body }) => sessions.change(caller, params.id, body),
    );

    app.post(
      '/sessions/:id/fork',
      {
        config: writing,
        schema: {
          operationId: 'forkSession',
          summary: 'Copy a conversation up to a message into a new session',
          tags,
          params,
          body: Fork,
          response: { 201: Session, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }, reply) => reply.code(201).send(await fork(caller, params.id, body.messageId)),
    );

    app.get(
      '/sessions/:id/export',
      {
        config: reading,
        schema: {
          operationId: 'exportSession',
          summary: 'Export a conversation as Markdown or JSON',
          tags,
          params,
          querystring: ExportQuery,
          response: {
            200: {
              description: 'The conversation as it is shown, oldest message first.',
              content: {
                'text/markdown': { schema: Type.String(), example: markdownExample },
                'application/json': { schema: SessionExport },
              },
            },
            ...problems(404),
          },
        },
      },
      async ({ caller, params, query: { format = 'markdown' } }, reply) => {
        const text = await exportSession(caller, params.id, format);
        const [ending, type] = format === 'json' ? ['json', 'application/json'] : ['md', 'text/markdown'];
        return (
          reply
            .header('content-disposition', `attachment; filename="conversation.${ending}"`)
            .type(`${type}; charset=utf-8`)
            // Streamed in portions, without the serializer of the schema.
            .send(Readable.from(text, { objectMode: false }) as never)
        );
      },
    );

    app.put(
      '/sessions/:id/messages/:messageId/chosen',
      {
        config: writing,
        schema: {
          operationId: 'chooseMessage',
          summary: 'Make an answer or a question the history again',
          tags,
          params: Type.Object({ id: Type.String(), messageId: Type.String() }),
          response: { 200: SessionDetails, ...problems(404, 409) },
        },
      },
      async ({ caller, params: { id, messageId } }) => {
        await branches.chooseMessage(caller, id, messageId);
        return sessions.get(caller, id, undefined);
      },
    );

    app.delete(
      '/sessions/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteSession',
          summary: 'Delete a conversation for good',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await sessions.delete(caller, params.id);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/sessions/:id/handoff',
      {
        config: writing,
        schema: {
          operationId: 'handOffSession',
          summary: 'Hand the conversation to another agent',
          tags,
          params,
          body: Handoff,
          response: { 200: Session, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }) => sessions.handoff(caller, params.id, body.agentId, body.reason),
    );
  };
