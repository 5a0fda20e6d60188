import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '../../http/validation/type.ts';
import type { SendPage } from '../console/index.ts';

const html = { content: { 'text/html': { schema: Type.String(), example: '<!doctype html>' } } };

/** The API description as a page of the console. Anyone gets the page; it reads the description with the reader's token. */
export const referenceRoutes =
  (sendPage: SendPage): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/docs',
      {
        config: { auth: 'none' },
        schema: {
          operationId: 'getReference',
          summary: 'This description as a page, to read and to try',
          description: 'The page asks for an account and reads `/openapi.json` with its token.',
          tags: ['health'],
          response: {
            200: { description: 'The page', ...html },
            304: Type.Null({ description: 'As you have it' }),
            503: { description: 'The console is not built yet', ...html },
          },
        },
      },
      async (request, reply) => sendPage(request, reply),
    );
  };
