import type { FastifyInstance } from 'fastify';

/** Counts requests under way, so that a stop can wait for them, and asks clients to leave a node that is not ready. */
export function trackRequests(app: FastifyInstance, isReady: () => boolean) {
  let inFlight = 0;
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight += 1;
    // 'close' comes when the answer was sent and when the client disconnected.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    done();
  });
  // The request is answered, but the next one of the client should go to another node.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!isReady()) reply.header('connection', 'close');
    done(null, payload);
  });
  return { inFlight: () => inFlight };
}
