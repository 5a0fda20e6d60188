import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { MessageSearch } from './message-search.ts';
import {
  Handoff,
  MessageQuery,
  SearchHit,
  SearchQuery,
  Session,
  SessionDetails,
  SessionQuery,
} from './sessions.schema.ts';
import type { SessionService } from './sessions.service.ts';

type Deps = { sessions: SessionService; search: MessageSearch };

const tags = ['sessions'];
const params = Type.Object({ id: Type.String() });
const reading = { auth: 'member', permission: 'sessions.read' } as const;
const writing = { auth: 'member', permission: 'sessions.write' } as const;

export const sessionRoutes =
  ({ sessions, search }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
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
