import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { Health, Readiness } from './health.schema.ts';
import type { HealthService } from './health.service.ts';

const config = { auth: 'none' } as const;
const tags = ['health'];

export const healthRoutes =
  (health: HealthService, metrics: Metrics, mayRead: (ip: string) => boolean): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/health',
      {
        config,
        schema: { operationId: 'getHealth', summary: 'Is it well?', tags, response: { 200: Health, 503: Health } },
      },
      async (_request, reply) => {
        const result = await health.health();
        return reply.code(result.status === 'down' ? 503 : 200).send(result);
      },
    );

    app.get(
      '/readiness',
      {
        config,
        schema: {
          operationId: 'getReadiness',
          summary: 'Does it take requests?',
          tags,
          response: { 200: Readiness, 503: Readiness },
        },
      },
      async (_request, reply) => {
        const result = health.readiness();
        return reply.code(result.status === 'ready' ? 200 : 503).send(result);
      },
    );

    app.get(
      '/metrics',
      {
        config,
        schema: {
          operationId: 'getMetrics',
          summary: 'Prometheus metrics',
          tags,
          response: {
            200: {
              description: 'Prometheus text format',
              content: { 'text/plain': { schema: Type.String(), example: 'gateway_websocket_connections 3\n' } },
            },
            ...problems(403),
          },
        },
      },
      async ({ ip }, reply) => {
        // Open unless METRICS_ALLOW names who may read them.
        if (!mayRead(ip)) throw new AppError('forbidden', 'Metrics are not for this address.');
        return reply
          .type(metrics.contentType)
          .serializer(String)
          .send(await metrics.text());
      },
    );
  };
