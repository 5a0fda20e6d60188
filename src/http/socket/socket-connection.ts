import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type FrameCode, isRetryable, isRetryableCode } from '../../kernel/retryable.ts';
import type { Caller } from '../authentication.ts';
import { statusOf } from '../errors/problem.ts';
import { requestContext } from '../request-id.ts';
import { holdsNul } from '../validation/json-body.ts';

const largestFrame = 65_536;
const tokenExpired = 4401;
const pingEveryMs = 30_000;
/** What may wait for a slow reader; past it the socket is cut, and the client can resume. */
const largestBacklog = 1_048_576;
/** Frames of one socket that are being dealt with at the same time. */
const mostFramesInHand = 32;
const longestTimerMs = 2 ** 31 - 1;

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

type Options = { identity: SocketIdentity; handlers: Record<string, FrameHandler>; requestId: string; log: Log };

export const errorFrame = (
  code: ErrorCode | FrameCode,
  message: string,
  status: number,
  retryable = isRetryableCode(code),
): Frame => ({
  type: 'error',
  code,
  message,
  status,
  retryable,
});

const errorFrameOf = (error: AppError): Frame =>
  errorFrame(error.code, error.message, statusOf[error.kind], isRetryable(error));

/** The frame, or what is wrong with it. Whatever a client sends, this does not throw. */
function readFrame(data: Buffer, isBinary: boolean): { frame: Frame } | { refusal: Frame } {
  const refuse = (code: ErrorCode | FrameCode, message: string) => ({ refusal: errorFrame(code, message, 400) });
  if (isBinary) return refuse('bad_frame', 'Frames are JSON text.');
  if (data.length > largestFrame) return refuse('frame_too_large', `A frame holds at most ${largestFrame} bytes.`);
  try {
    const value = JSON.parse(data.toString('utf8')) as Frame | null;
    // PostgreSQL cannot store it; over HTTP it is refused as well.
    if (data.includes('\\u0000') && holdsNul(value))
      return refuse('validation_failed', 'Text must not contain the NUL character.');
    if (typeof value === 'object' && !Array.isArray(value) && typeof value?.type === 'string') return { frame: value };
  } catch {
    // No JSON, or nested so deep that it cannot be looked through.
  }
  return refuse('bad_frame', 'Send a JSON object with a "type".');
}

/** What goes out. Answers to the client's own frames are told apart from what a run sends. */
function createOutlet(socket: WebSocket) {
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  /** Bytes of answers that wait to be read. A long text of a run under way is no reason to cut anybody. */
  let unread = 0;
  /** What must not come between the pieces of a frame. */
  let held: (() => void)[] | undefined;

  function answer(bytes: number, say: (sent: () => void) => void): void {
    if (!isOpen()) return;
    if (unread > largestBacklog) socket.terminate();
    else {
      unread += bytes;
      say(() => {
        unread -= bytes;
      });
    }
  }

  async function drained(lag: () => number): Promise<boolean> {
    while (isOpen() && socket.bufferedAmount > largestFrame) {
      if (lag() > largestBacklog) socket.terminate();
      await sleep(20);
    }
    return isOpen();
  }

  return {
    drained,
    send(frame: Frame): void {
      const text = JSON.stringify(frame);
      answer(text.length, (sent) => {
        const say = () => socket.send(text, sent);
        if (held) held.push(say);
        else say();
      });
    },
    /** A ping carries up to 125 bytes, and its pong as much. */
    pong: (data: Buffer) => answer(data.length + 6, (sent) => socket.pong(data, false, sent)),
    sendText(frame: string): void {
      if (isOpen()) socket.send(frame);
    },
    async sendPieces(pieces: AsyncIterable<string>): Promise<void> {
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
    },
  };
}

/** Closes the socket when the token is over, and when nobody is there any more. */
function keepWatch(socket: WebSocket, identity: SocketIdentity): void {
  let alive = true;
  let expiry: NodeJS.Timeout | undefined;
  const heartbeat = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, pingEveryMs);
  function closeAt(timeMs: number): void {
    const leftMs = timeMs - Date.now();
    if (leftMs <= 0) socket.close(tokenExpired, 'token expired');
    else expiry = setTimeout(closeAt, Math.min(leftMs, longestTimerMs), timeMs);
  }
  if ('caller' in identity) closeAt(identity.expiresAtMs);
  socket.on('pong', () => {
    alive = true;
  });
  socket.on('close', () => {
    clearInterval(heartbeat);
    clearTimeout(expiry);
  });
}

/** One open socket, to its end. */
export function serveSocket(socket: WebSocket, { identity, handlers, requestId, log }: Options): void {
  const { pong, ...outlet } = createOutlet(socket);
  const closed = new AbortController();
  const session: SocketSession | undefined =
    'caller' in identity ? { caller: identity.caller, closed: closed.signal, ...outlet } : undefined;
  keepWatch(socket, identity);
  socket.on('ping', pong);
  // `ws` closes by itself, with the code that says why; to destroy the socket here would swallow that.
  socket.on('error', () => undefined);
  socket.on('close', () => closed.abort());

  let inHand = 0;
  async function handle(handler: FrameHandler, frame: Frame, from: SocketSession): Promise<void> {
    inHand += 1;
    try {
      await handler(frame, from);
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'frame failed');
      const internal = 'internal' satisfies ErrorCode;
      outlet.send(
        errorFrameOf(error instanceof AppError ? error : new AppError(internal, 'Something went wrong on our side.')),
      );
    } finally {
      inHand -= 1;
    }
  }

  socket.on('message', (data: Buffer, isBinary) => {
    // After our farewell, a client may go on sending until it has said its own.
    if (socket.readyState !== WebSocket.OPEN) return;
    const read = readFrame(data, isBinary);
    if ('refusal' in read) return outlet.send(read.refusal);
    const { frame } = read;
    if (frame.type === 'ping') return outlet.send({ type: 'pong' });
    const handler = Object.hasOwn(handlers, frame.type) ? handlers[frame.type] : undefined;
    if (!handler || !session)
      outlet.send(errorFrame('unknown_type', `There is no frame type "${frame.type.slice(0, 50)}".`, 400));
    else if (inHand >= mostFramesInHand)
      outlet.send(errorFrame('rate_limited', 'Too many frames at once. Wait for the answers.', 429));
    // Every line written for it names the request that opened the socket.
    else requestContext.run({ requestId }, () => void handle(handler, frame, session));
  });
}
