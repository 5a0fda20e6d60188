import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { problems } from '../../http/errors/problem.ts';
import { IdempotencyHeaders, idempotentRequest } from '../../http/idempotency/idempotency.ts';
import { Type } from '../../http/validation/type.ts';
import { AwaitingApproval, ChatAnswer, traceFrom } from '../runs/index.ts';
import { AutonomousBatch, AutonomousRun, BatchProgress, BatchStarted, DeferredRun } from './autonomous.schema.ts';
import type { Asker, Autonomous } from './autonomous.service.ts';

const tags = ['jobs'];
const config = { auth: 'apiKey:autonomous' } as const;
const speaking = { ...config, largeBody: true } as const;
const askerOf = ({ apiKeyActor, ip }: FastifyRequest): Asker => ({ apiKey: apiKeyActor, ip });

export const autonomousRoutes =
  (autonomous: Autonomous): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/autonomous/run',
      {
        config: speaking,
        schema: {
          operationId: 'runAutonomously',
          summary: 'Run an agent on behalf of a user',
          tags,
          headers: IdempotencyHeaders,
          body: AutonomousRun,
          response: {
            200: ChatAnswer,
            202: Type.Union([AwaitingApproval, DeferredRun]),
            ...problems(404, 409, 422, 502, 504),
          },
        },
      },
      async (request, reply) => {
        const key = idempotentRequest(request, request.body.userId);
        const answer = await autonomous.run(
          { ...request.body, held: request.held },
          askerOf(request),
          key,
          traceFrom(request.headers.traceparent),
        );
        if (answer.replayed) reply.header('idempotent-replayed', 'true');
        return answer.status === 200 ? reply.code(200).send(answer.body) : reply.code(202).send(answer.body);
      },
    );

    app.post(
      '/autonomous/batch',
      {
        config: speaking,
        schema: {
          operationId: 'runBatch',
          summary: 'Run an agent once for each of many users',
          tags,
          headers: IdempotencyHeaders,
          body: AutonomousBatch,
          response: { 202: BatchStarted, ...problems(404, 409, 422) },
        },
      },
      async (request, reply) => {
        const { answer, replayed } = await autonomous.batch(
          { ...request.body, held: request.held },
          askerOf(request),
          idempotentRequest(request),
        );
        if (replayed) reply.header('idempotent-replayed', 'true');
        return reply.code(202).send(answer);
      },
    );

    app.get(
      '/autonomous/batches/:id',
      {
        config,
        schema: {
          operationId: 'getBatch',
          summary: 'Get the progress of a batch',
          tags,
          params: Type.Object({ id: Type.String() }),
          response: { 200: BatchProgress, ...problems(404) },
        },
      },
      async (request) => autonomous.progress(askerOf(request), request.params.id),
    );
  };
