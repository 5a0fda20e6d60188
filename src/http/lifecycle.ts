import type { FastifyInstance } from 'fastify';

/** Counts what is under way, so that a stop can wait for it, and sends clients away from a node that is not ready. */
export function trackRequests(app: FastifyInstance, isReady: () => boolean) {
  let inFlight = 0;
  app.addHook('onRequest', async (_request, reply) => {
    inFlight += 1;
    // 'close' comes whether the answer was sent or the client went away.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
  });
  // Answered all the same, but the client's next request should find another node.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!isReady()) reply.header('connection', 'close');
    done(null, payload);
  });
  return { inFlight: () => inFlight };
}
