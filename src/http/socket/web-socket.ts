import type { IncomingMessage, ServerResponse as Response } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../../kernel/errors.ts';
import { ServerResponse } from '../../platform/node-http.ts';
import { type Caller, keyPrefix } from '../authentication.ts';
import { problems } from '../errors/problem.ts';
import { endConnection, refuseConnection } from '../errors/protocol-errors.ts';
import { cautiousLines } from '../response-headers.ts';
import { Type } from '../validation/type.ts';
import { hasDeparted, type OnDeparted } from './departed.ts';
import { type EndSocket, type FrameHandler, type SocketIdentity, serveSocket } from './socket-connection.ts';

/** The default of `ws` is 100 MiB; a larger frame closes the socket with 1009 before it is in memory. */
const closingFrame = 1_048_576;
const farewellMs = 1_000;
const noLongerAllowed = 4403;
/** The credential has expired or was revoked. */
const credentialEnded = 4401;

type Options = {
  identify(request: FastifyRequest): Promise<SocketIdentity>;
  isAllowedOrigin(origin: string): boolean;
  handlers: Record<string, FrameHandler>;
  onDeparted: OnDeparted;
  /** The limit of open sockets of one person. */
  places: { take(who: string): () => void };
};

/** Browsers cannot set headers: they send the subprotocols `bearer` and the token. */
export function socketToken({ headers }: FastifyRequest): string | undefined {
  const [, token] = /^bearer +([^\s]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token) return token;
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  const at = offered.indexOf('bearer');
  if (at >= 0) return offered[at + 1];
  const key = headers['x-api-key'];
  return headers.authorization === undefined && typeof key === 'string' && key.startsWith(keyPrefix) ? key : undefined;
}

/**
 * The upgrade passes through the framework like any request, so that a refusal is an ordinary error with its request
 * id; only a request to /ws that passed every hook becomes a socket.
 */
export function serveWebSockets(
  app: FastifyInstance,
  { identify, isAllowedOrigin, handlers, onDeparted, places }: Options,
) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: closingFrame,
    // Compression takes four times the CPU of a frame.
    perMessageDeflate: false,
    // Answered below: a client that pings and never reads would fill the memory with pongs.
    autoPong: false,
    handleProtocols: (offered) => (offered.has('bearer') ? 'bearer' : false),
  });
  type Upgrade = { socket: Duplex; head: Buffer; response: Response; detach(): void };
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const requestIds = new WeakMap<IncomingMessage, string>();
  const callers = new WeakMap<WebSocket, Caller>();
  const endings = new WeakMap<WebSocket, EndSocket>();

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0]);
    const end = () => endConnection(socket);
    response.on('finish', end);
    /** From now on the connection is not HTTP. */
    const detach = () => {
      response.off('finish', end);
      response.detachSocket(socket as Parameters<typeof response.detachSocket>[0]);
    };
    upgrades.set(request, { socket, head, response, detach });
    app.routing(request, response);
  });
  sockets.on('headers', (headers, request) =>
    headers.push(`X-Request-ID: ${requestIds.get(request) ?? ''}`, ...cautiousLines),
  );
  sockets.on('wsClientError', (_error, socket, request) =>
    refuseConnection(
      socket,
      new AppError('bad_request', 'The WebSocket handshake is not valid.'),
      requestIds.get(request) ?? '',
    ),
  );

  app.get(
    '/ws',
    {
      config: { auth: 'none' },
      schema: {
        operationId: 'openWebSocket',
        summary: 'Upgrade to a WebSocket',
        description: [
          'Authenticate with `Authorization: Bearer` or with the subprotocols `bearer` and the token.',
          'Send `{"type":"message","agentId","message","surface"}`, `{"type":"cancel","runId"}`,',
          '`{"type":"resume","runId","lastSeq"}` or `{"type":"ping"}`; what comes back are the frames of',
          '`/agent/chat/stream`, `pong`, and an `error` without `runId` for a frame that was refused.',
        ].join(' '),
        tags: ['chat'],
        // Unknown parameters are not refused here: a client without access gets only that error.
        querystring: Type.Object(
          { workspaceId: Type.Optional(Type.String({ maxLength: 100 })) },
          { additionalProperties: true },
        ),
        response: { 101: Type.Null({ description: 'Switching protocols' }), ...problems(401, 403, 426, 429) },
      },
    },
    async (request, reply) => {
      const upgrade = upgrades.get(request.raw);
      if (!upgrade)
        throw new AppError('upgrade_required', 'Open a WebSocket here.', {
          headers: { upgrade: 'websocket', connection: 'Upgrade' },
        });
      const { origin } = request.headers;
      if (origin !== undefined && !isAllowedOrigin(origin))
        throw new AppError('forbidden', 'This origin may not open a socket.');
      const identity = await identify(request);
      // The gateway's own health check is not counted.
      if ('caller' in identity) upgrade.socket.once('close', places.take(identity.caller.userId));
      requestIds.set(request.raw, request.id);
      reply.hijack();
      const { response } = upgrade;
      upgrade.detach();
      response.statusCode = 400;
      sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        response.statusCode = 101;
        if ('caller' in identity) callers.set(socket, identity.caller);
        endings.set(socket, serveSocket(socket, { identity, handlers, requestId: request.id, log: request.log }));
      });
      // For the hooks that count and log requests, the request ends here; the socket stays open.
      response.emit('finish');
      response.emit('close');
    },
  );
  const stopListening = onDeparted((departed) => {
    for (const socket of sockets.clients) {
      const caller = callers.get(socket);
      if (!caller || !hasDeparted(departed, caller)) continue;
      if (caller.key) endings.get(socket)?.(credentialEnded, 'the key is over, or has changed');
      else socket.close(noLongerAllowed, 'no longer allowed in the workspace');
    }
  });
  // Here and not in onClose, which is not called while a socket is open.
  app.addHook('preClose', async () => {
    stopListening();
    const clients = [...sockets.clients];
    const gone = clients.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of clients) endings.get(socket)?.(1001, 'the gateway is stopping');
    await Promise.race([Promise.all(gone), sleep(farewellMs, undefined, { ref: false })]);
    for (const socket of sockets.clients) socket.terminate();
  });
  return { count: () => sockets.clients.size };
}
