import type { FastifyInstance } from 'fastify';

/** One line for each request, without query, headers and bodies: they may contain secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0];
    // Load balancers probe every second or two, on every node.
    request.log[path === '/readiness' ? 'debug' : 'info'](
      {
        method: request.method,
        path,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 100) / 100,
        ip: request.ip,
        userId: request.caller?.userId,
      },
      'request',
    );
    done();
  });
}
