import type { FastifyInstance } from 'fastify';
import { AppError } from '../kernel/errors.ts';

type State = () => 'starting' | 'ready' | 'draining';

/** Counts what is under way, so that a stop can wait for it. */
export function trackRequests(app: FastifyInstance, state: State) {
  let inFlight = 0;
  app.addHook('onRequest', async (_request, reply) => {
    inFlight += 1;
    // 'close' comes whether the answer was sent or the client went away.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
  });
  // Served all the same, but the client's next request should find another node.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (state() === 'draining') reply.header('connection', 'close');
    done(null, payload);
  });
  return { inFlight: () => inFlight };
}

/** All but `openPaths` have to wait until the gateway is ready. */
export function refuseUntilReady(app: FastifyInstance, state: State, openPaths: ReadonlySet<string>): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (state() === 'starting' && !openPaths.has(routeOptions.url ?? ''))
      throw new AppError('unavailable', 'The gateway is starting.', { retryAfterSeconds: 1 });
  });
}
