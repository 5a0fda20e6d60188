import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../platform/metrics.ts';

/** The route's pattern, never the path: an id in a label would identify a tenant and create a series for each. */
export function measureRequests(app: FastifyInstance, { httpDuration }: Metrics): void {
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    httpDuration.observe(
      { method, route: routeOptions.url ?? 'none', status: `${Math.floor(reply.statusCode / 100)}xx` },
      reply.elapsedTime / 1_000,
    );
    done();
  });
}
