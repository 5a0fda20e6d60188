import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '../../http/validation/type.ts';

const addresses = { console: '/console', docs: '/docs', description: '/openapi.json', health: '/health' };

const Address = (example: string) => Type.String({ examples: [example] });
const Entrance = Type.Object(
  {
    name: Type.String({ examples: ['Agent Gateway'] }),
    version: Type.String({ examples: ['0.1.0'] }),
    console: Address(addresses.console),
    docs: Address(addresses.docs),
    description: Address(addresses.description),
    health: Address(addresses.health),
  },
  { title: 'Entrance', description: 'Where to go from here, as paths of this gateway.' },
);

/** Browsers name HTML; programs ask for anything. */
const isBrowser = (accepted = '') => /\btext\/html\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);

/** Who knows only the address of the gateway finds the rest from here. */
export const entranceRoutes =
  (version: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/',
      {
        config: { auth: 'none' },
        schema: {
          operationId: 'getEntrance',
          summary: 'Where the console, the reference and the description are',
          description: 'A browser is led to the console.',
          tags: ['health'],
          response: { 200: Entrance, 302: Type.Null({ description: 'To the console' }) },
        },
      },
      async ({ headers }, reply) => {
        reply.raw.appendHeader('vary', 'Accept');
        if (isBrowser(headers.accept)) return reply.code(302).header('location', addresses.console).send(null);
        return reply.send({ name: 'Agent Gateway', version, ...addresses });
      },
    );
  };
