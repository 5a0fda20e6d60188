import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WebSocket, WebSocketServer } from 'ws';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import type { Caller } from './authentication.ts';
import { holdsNul } from './json-body.ts';
import { problems, statusOf } from './problem.ts';
import { endConnection, refuseConnection } from './protocol-errors.ts';
import { Type } from './type.ts';

const largestFrame = 65_536;
/** `ws` takes 100 MiB unless told; past this it closes with 1009 before the frame is in memory. */
const closingFrame = 1_048_576;
const tokenExpired = 4401;
const pingEveryMs = 30_000;
/** What may wait for a slow reader; past it the socket is cut, and the client can resume. */
const largestBacklog = 1_048_576;
/** Frames of one socket that are being dealt with at the same time. */
const mostFramesInHand = 32;
const longestTimerMs = 2 ** 31 - 1;
const farewellMs = 1_000;

export type Frame = Record<string, unknown> & { type: string };
export type SocketSession = {
  caller: Caller;
  send(frame: Frame): void;
  /** JSON that is encoded already. */
  sendText(frame: string): void;
  /** One frame that is too large to be held at once. */
  sendPieces(pieces: AsyncIterable<string>): Promise<void>;
  /** Waits until the client has read; false when it is gone, or so far behind (`lag` bytes) that it was cut off. */
  drained(lag: () => number): Promise<boolean>;
  /** Aborted when the socket is gone. */
  closed: AbortSignal;
};
export type FrameHandler = (frame: Frame, session: SocketSession) => void | Promise<void>;

/** Who is on the other end: a caller until the token expires, or the gateway's own health check. */
export type SocketIdentity = { caller: Caller; expiresAtMs: number } | { probe: true };

type Options = {
  identify(request: FastifyRequest): Promise<SocketIdentity>;
  isOwnOrigin(origin: string): boolean;
  handlers: Record<string, FrameHandler>;
};

export const errorFrame = (code: string, message: string, status: number, retryable = false): Frame => ({
  type: 'error',
  code,
  message,
  status,
  retryable,
});

const errorFrameOf = ({ code, kind, message }: AppError): Frame =>
  errorFrame(code, message, statusOf[kind], kind === 'limited' || kind === 'unavailable');

/** Browsers cannot set headers: they offer the subprotocols `bearer` and the token. */
export function socketToken({ headers }: FastifyRequest): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(/ +/);
  if (scheme?.toLowerCase() === 'bearer' && token) return token;
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  const at = offered.indexOf('bearer');
  return at >= 0 ? offered[at + 1] : undefined;
}

/**
 * The upgrade goes through the framework like any request, so that a refusal is an ordinary problem document with
 * its request id; only a request to /ws that passed every hook becomes a socket.
 */
export function serveWebSockets(app: FastifyInstance, { identify, isOwnOrigin, handlers }: Options) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: closingFrame,
    // Costs four times the CPU of a frame.
    perMessageDeflate: false,
    // Answered below: whoever pings and never reads would fill our memory with pongs.
    autoPong: false,
    handleProtocols: (offered) => (offered.has('bearer') ? 'bearer' : false),
  });
  type Upgrade = { socket: Duplex; head: Buffer; response: ServerResponse; detach(): void };
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const requestIds = new WeakMap<IncomingMessage, string>();

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0]);
    const end = () => endConnection(socket);
    response.on('finish', end);
    /** The connection is no longer HTTP's. */
    const detach = () => {
      response.off('finish', end);
      response.detachSocket(socket as Parameters<typeof response.detachSocket>[0]);
    };
    upgrades.set(request, { socket, head, response, detach });
    app.routing(request, response);
  });
  sockets.on('headers', (headers, request) => headers.push(`X-Request-ID: ${requestIds.get(request) ?? ''}`));
  sockets.on('wsClientError', (_error, socket, request) =>
    refuseConnection(
      socket,
      new AppError('bad_request', 'The WebSocket handshake is not valid.'),
      requestIds.get(request) ?? '',
    ),
  );

  function serve(socket: WebSocket, identity: SocketIdentity, log: FastifyRequest['log']): void {
    let alive = true;
    const closed = new AbortController();
    /** Answers that wait to be read, apart from what a run sends: a long one under way is no reason to cut anybody. */
    let unread = 0;
    function answer(bytes: number, say: (sent: () => void) => void): void {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (unread > largestBacklog) socket.terminate();
      else {
        unread += bytes;
        say(() => {
          unread -= bytes;
        });
      }
    }
    /** What must not come between the pieces of a frame. */
    let held: (() => void)[] | undefined;
    function send(frame: Frame): void {
      const text = JSON.stringify(frame);
      answer(text.length, (sent) => {
        const say = () => socket.send(text, sent);
        if (held) held.push(say);
        else say();
      });
    }
    async function sendPieces(pieces: AsyncIterable<string>): Promise<void> {
      held = [];
      try {
        for await (const piece of pieces) {
          socket.send(piece, { fin: false });
          if (!(await drained(() => 0))) return;
        }
        socket.send('', { fin: true });
        for (const say of held) say();
      } catch (error) {
        // Half a frame cannot be taken back.
        socket.terminate();
        throw error;
      } finally {
        held = undefined;
      }
    }
    async function drained(lag: () => number): Promise<boolean> {
      while (socket.readyState === WebSocket.OPEN && socket.bufferedAmount > largestFrame) {
        if (lag() > largestBacklog) socket.terminate();
        await sleep(20);
      }
      return socket.readyState === WebSocket.OPEN;
    }
    const session: SocketSession | undefined =
      'caller' in identity
        ? {
            caller: identity.caller,
            send,
            sendText(frame) {
              if (socket.readyState === WebSocket.OPEN) socket.send(frame);
            },
            sendPieces,
            drained,
            closed: closed.signal,
          }
        : undefined;
    const heartbeat = setInterval(() => {
      if (!alive) return socket.terminate();
      alive = false;
      socket.ping();
    }, pingEveryMs);
    let expiry: NodeJS.Timeout | undefined;
    function closeAt(timeMs: number): void {
      const leftMs = timeMs - Date.now();
      if (leftMs <= 0) socket.close(tokenExpired, 'token expired');
      else expiry = setTimeout(closeAt, Math.min(leftMs, longestTimerMs), timeMs);
    }
    if ('caller' in identity) closeAt(identity.expiresAtMs);
    // A ping carries up to 125 bytes, and its pong as much.
    socket.on('ping', (data: Buffer) => answer(data.length + 6, (sent) => socket.pong(data, false, sent)));
    socket.on('pong', () => {
      alive = true;
    });
    // `ws` closes by itself, with the code that says why; to destroy the socket here would swallow that.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(heartbeat);
      clearTimeout(expiry);
      closed.abort();
    });
    let inHand = 0;
    socket.on('message', async (data: Buffer, isBinary) => {
      // After our farewell, a client may go on sending until it has said its own.
      if (socket.readyState !== WebSocket.OPEN) return;
      const refuse = (code: string, message: string) => send(errorFrame(code, message, 400));
      if (isBinary) return refuse('bad_frame', 'Frames are JSON text.');
      if (data.length > largestFrame) return refuse('frame_too_large', `A frame holds at most ${largestFrame} bytes.`);
      const frame = parseFrame(data);
      if (!frame) return refuse('bad_frame', 'Send a JSON object with a "type".');
      // PostgreSQL cannot store it; over HTTP it is refused as well.
      if (data.includes('\\u0000') && holdsNul(frame))
        return refuse('validation_failed', 'Text must not contain the NUL character.');
      if (frame.type === 'ping') return send({ type: 'pong' });
      const handler = Object.hasOwn(handlers, frame.type) ? handlers[frame.type] : undefined;
      if (!handler || !session) return refuse('unknown_type', `There is no frame type "${frame.type.slice(0, 50)}".`);
      if (inHand >= mostFramesInHand)
        return send(errorFrame('rate_limited', 'Too many frames at once. Wait for the answers.', 429, true));
      inHand += 1;
      try {
        await handler(frame, session);
      } catch (error) {
        if (!(error instanceof AppError)) log.error({ err: error }, 'frame failed');
        send(
          errorFrameOf(
            error instanceof AppError
              ? error
              : new AppError('internal' satisfies ErrorCode, 'Something went wrong on our side.'),
          ),
        );
      } finally {
        inHand -= 1;
      }
    });
  }

  app.get(
    '/ws',
    {
      config: { auth: 'none' },
      schema: {
        operationId: 'openWebSocket',
        summary: 'Upgrade to a WebSocket',
        description: 'Authenticate with `Authorization: Bearer` or with the subprotocols `bearer` and the token.',
        tags: ['chat'],
        querystring: Type.Object({ workspaceId: Type.Optional(Type.String({ maxLength: 100 })) }),
        response: { 101: Type.Null({ description: 'Switching protocols' }), ...problems(401, 403, 426) },
      },
    },
    async (request, reply) => {
      const upgrade = upgrades.get(request.raw);
      if (!upgrade)
        throw new AppError('upgrade_required', 'Open a WebSocket here.', {
          headers: { upgrade: 'websocket', connection: 'Upgrade' },
        });
      const { origin } = request.headers;
      if (origin !== undefined && !isOwnOrigin(origin))
        throw new AppError('forbidden', 'This origin may not open a socket.');
      const identity = await identify(request);
      requestIds.set(request.raw, request.id);
      reply.hijack();
      const { response } = upgrade;
      upgrade.detach();
      response.statusCode = 400;
      sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        response.statusCode = 101;
        serve(socket, identity, request.log);
      });
      // The request ends here, for those who count and log requests; the socket lives on.
      response.emit('finish');
      response.emit('close');
    },
  );
  // Here and not in onClose: the server is not closed, and onClose not called, while a socket is open.
  app.addHook('preClose', async () => {
    const clients = [...sockets.clients];
    const gone = clients.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of clients) socket.close(1001, 'the gateway is stopping');
    await Promise.race([Promise.all(gone), sleep(farewellMs, undefined, { ref: false })]);
    for (const socket of sockets.clients) socket.terminate();
  });
  return { count: () => sockets.clients.size };
}

function parseFrame(data: Buffer): Frame | undefined {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return typeof (value as Frame).type === 'string' ? (value as Frame) : undefined;
  } catch {
    return undefined;
  }
}
