import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PageOf } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import { WebhookPageQuery } from '../webhooks.schema.ts';
import { ApiChange } from './changelog.schema.ts';
import type { Changelog } from './changelog.ts';

const config = { auth: 'user', keys: true } as const;
const tags = ['webhooks'];

export const changelogRoutes =
  (changelog: Changelog): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/changelog',
      {
        config,
        schema: {
          operationId: 'listApiChanges',
          summary: 'List the changes of this API, newest first',
          tags,
          querystring: WebhookPageQuery,
          response: { 200: PageOf(ApiChange, 'ApiChangePage') },
        },
      },
      async ({ query }) => changelog.list(query),
    );

    app.get(
      '/changelog/stream',
      {
        config,
        schema: {
          operationId: 'streamApiChanges',
          summary: 'Changes of this API as server-sent events, from the beginning or from Last-Event-ID on',
          tags,
          headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 200 })) }),
          response: {
            200: {
              description: 'Server-sent events; the stream stays open',
              content: {
                'text/event-stream': {
                  schema: Type.String({ contentMediaType: 'text/event-stream', contentSchema: ApiChange }),
                  example:
                    'id: chg_0002\nevent: api.added\ndata: {"id":"chg_0002","at":"2026-01-31T09:30:00.000Z","type":"api.added","title":"Webhooks","description":"Told of what happens.","endpoints":["/webhooks"]}\n\n',
                },
              },
            },
          },
        },
      },
      async (request, reply) => changelog.stream(request, reply, request.headers['last-event-id']),
    );
  };
