import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { IdempotencyHeaders, idempotentRequest } from '../../http/idempotency/idempotency.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { CreateSwarm, Swarm, SwarmDetails, SwarmQuery, SwarmStarted } from './swarms.schema.ts';
import type { SwarmService } from './swarms.service.ts';

const tags = ['jobs'];
const params = Type.Object({ id: Type.String() });
const reading = { auth: 'member', permission: 'swarms.read' } as const;
const writing = { auth: 'member', permission: 'swarms.write' } as const;

export const swarmRoutes =
  (swarms: SwarmService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/swarms',
      {
        config: { ...writing, largeBody: true },
        schema: {
          operationId: 'createSwarm',
          summary: 'Start a swarm: several agents that work in parallel',
          tags,
          headers: IdempotencyHeaders,
          body: CreateSwarm,
          response: { 202: SwarmStarted, ...problems(404, 409, 422) },
        },
      },
      async (request, reply) => {
        const { answer, replayed } = await swarms.create(
          request.caller,
          request.body,
          request.held,
          idempotentRequest(request),
        );
        if (replayed) reply.header('idempotent-replayed', 'true');
        return reply.code(202).send(answer);
      },
    );

    app.get(
      '/swarms',
      {
        config: reading,
        schema: {
          operationId: 'listSwarms',
          summary: 'List your swarms',
          tags,
          querystring: SwarmQuery,
          response: { 200: PageOf(Swarm, 'SwarmPage') },
        },
      },
      async ({ caller, query }) => swarms.list(caller, query),
    );

    app.get(
      '/swarms/:id',
      {
        config: reading,
        schema: {
          operationId: 'getSwarm',
          summary: 'Get a swarm and the answers of its members',
          tags,
          params,
          response: { 200: SwarmDetails, ...problems(404) },
        },
      },
      async ({ caller, params }) => swarms.get(caller, params.id),
    );

    app.post(
      '/swarms/:id/cancel',
      {
        config: writing,
        schema: {
          operationId: 'cancelSwarm',
          summary: 'Cancel a swarm; answers given so far are kept',
          tags,
          params,
          response: { 200: SwarmDetails, ...problems(404, 409) },
        },
      },
      async ({ caller, params }) => swarms.cancel(caller, params.id),
    );
  };
