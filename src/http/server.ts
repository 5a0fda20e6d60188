import type { Server } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import { createServer } from '../platform/node-http.ts';
import { compressAnswers } from './answers/compression.ts';
import { type AllowedOrigins, allowOrigins } from './cross-origin.ts';
import { handleErrors, refuseUnknownRoutes, sendProblem } from './errors/error-handler.ts';
import { answerProtocolCorners, onClientError, rememberRequestId } from './errors/protocol-errors.ts';
import { limitBodies } from './limits/body-deadline.ts';
import { requestContext } from './request-id.ts';
import { cautious } from './response-headers.ts';
import { parseJsonOnly } from './validation/json-body.ts';
import { takeLargeBodies } from './validation/large-bodies.ts';
import { createSerializerCompiler, createValidatorCompiler } from './validation/validation.ts';

export const bodyLimit = 1_048_576;

export type ServerOptions = {
  log: FastifyBaseLogger;
  trustProxy: readonly string[];
  corsOrigins?: AllowedOrigins;
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  /** Of routes that take messages with data. */
  maxMessageBytes?: number;
  /** For the routes that allow it; `requestTimeoutMs` if it is left out. */
  uploadTimeoutMs?: number;
};

/** A bare Fastify with our limits, errors and request ids; it has no routes yet. */
export function createHttpServer({
  log,
  trustProxy,
  corsOrigins = [],
  headersTimeoutMs,
  requestTimeoutMs,
  maxMessageBytes = bodyLimit,
  uploadTimeoutMs = requestTimeoutMs,
}: ServerOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: rememberRequestId,
    requestIdHeader: false,
    // The logger adds the request id to every line that a request causes.
    childLoggerFactory: (logger) => logger,
    // Clients that add the version themselves; nothing else knows of it.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/inference\/v1(?=[/?]|$)/, '/inference'),
    routerOptions: { maxParamLength: 256 },
    clientErrorHandler: (error, socket) => onClientError(error, socket),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handler): Server =>
      createServer(
        {
          maxHeaderSize: 16_384,
          headersTimeout: headersTimeoutMs,
          requestTimeout: uploadTimeoutMs,
          // How often Node looks for clients that are too slow; its default of 30 s is longer than the timeouts.
          connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
          keepAliveTimeout: 72_000,
          // Node would answer a missing Host header itself, without a request id.
          requireHostHeader: false,
          shouldUpgradeCallback: isWebSocketRequest,
        },
        handler,
      ),
  });

  answerProtocolCorners(app.server);
  limitBodies(app.server, requestTimeoutMs);
  app.setValidatorCompiler(createValidatorCompiler());
  app.setSerializerCompiler(createSerializerCompiler());
  handleErrors(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, ...cautious });
    requestContext.run({ requestId: request.id }, done);
  });
  // On a connection with several requests, the end of one may be noticed while another is processed.
  app.addHook('onResponse', (request, _reply, done) => requestContext.run({ requestId: request.id }, done));
  allowOrigins(app, corsOrigins);
  refuseUnknownRoutes(app);
  parseJsonOnly(app, bodyLimit, takeLargeBodies(app, { usual: bodyLimit, most: maxMessageBytes, log }));
  compressAnswers(app);
  return app;
}

/** Node's own answer would have no request id. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    if (headers.host === undefined && raw.httpVersion === '1.1')
      throw new AppError('bad_request', 'The Host header is missing.');
    done();
  });
}

/** Any other upgrade request is treated as an ordinary request. */
const isWebSocketRequest = ({
  headers,
  method,
}: {
  headers: { upgrade?: string | undefined };
  method?: string | undefined;
}) => method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
