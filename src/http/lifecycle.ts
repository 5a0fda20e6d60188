import type { FastifyInstance } from 'fastify';
import { AppError } from '../kernel/errors.ts';

/** Counts what is under way, so that a stop can wait for it; refuses all but `openPaths` until the gateway is ready. */
export function trackRequests(
  app: FastifyInstance,
  state: () => 'starting' | 'ready' | 'draining',
  openPaths: ReadonlySet<string>,
) {
  let inFlight = 0;
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    inFlight += 1;
    // 'close' comes whether the answer was sent or the client went away.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    if (state() === 'starting' && !openPaths.has(routeOptions.url ?? ''))
      throw new AppError('unavailable', 'The gateway is starting.', { retryAfterSeconds: 1 });
  });
  // Served all the same, but the client's next request should find another node.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (state() === 'draining') reply.header('connection', 'close');
    done(null, payload);
  });
  return { inFlight: () => inFlight };
}
