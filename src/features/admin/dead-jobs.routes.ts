import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { DeadJobPage, DeadJobQuery, JobParams } from './dead-jobs.schema.ts';
import type { DeadJobService } from './dead-jobs.service.ts';

const config = { auth: 'apiKey:admin' } as const;
const tags = ['admin'];

export const deadJobRoutes =
  (deadJobs: DeadJobService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/admin/jobs',
      {
        config,
        schema: {
          operationId: 'listDeadJobs',
          summary: 'Background work whose last attempt failed, newest first',
          tags,
          querystring: DeadJobQuery,
          response: { 200: DeadJobPage },
        },
      },
      async ({ query }) => deadJobs.list(query),
    );

    app.post(
      '/admin/jobs/:id/retry',
      {
        config,
        schema: {
          operationId: 'retryDeadJob',
          summary: 'Give a dead job all its attempts again',
          tags,
          params: JobParams,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ apiKeyActor, params }, reply) => {
        await deadJobs.retry(apiKeyActor, params.id);
        return reply.code(204).send(null);
      },
    );

    app.delete(
      '/admin/jobs/:id',
      {
        config,
        schema: {
          operationId: 'dropDeadJob',
          summary: 'Delete a dead job',
          tags,
          params: JobParams,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ apiKeyActor, params }, reply) => {
        await deadJobs.drop(apiKeyActor, params.id);
        return reply.code(204).send(null);
      },
    );
  };
