import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type FrameCode, isRetryable, isRetryableCode } from '../../kernel/retryable.ts';
import type { Caller } from '../authentication.ts';
import { statusOf } from '../errors/problem.ts';
import { requestContext } from '../request-id.ts';
import { holdsNul } from '../validation/read-json.ts';

const largestFrame = 65_536;
const tokenExpired = 4401;
const pingEveryMs = 30_000;
/** The most bytes that may wait for a slow client; beyond it the socket is closed, and the client can resume. */
const largestBacklog = 1_048_576;
/** Frames of one socket that are handled at the same time. */
const mostFramesInHand = 32;
const longestTimerMs = 2 ** 31 - 1;
/** How long a socket that is to be closed waits for the first frame of an answer. */
const usualAnswerMs = 10_000;

export type Frame = Record<string, unknown> & { type: string };
export type SocketSession = {
  caller: Caller;
  send(frame: Frame): void;
  /** A frame as JSON text. */
  sendText(frame: string): void;
  /** One frame that is too large to be held in memory at once. */
  sendPieces(pieces: AsyncIterable<string>): Promise<void>;
  /**
   * Waits until the client has read; false if it disconnected, or was closed for being too far behind (`lag` bytes).
   */
  drained(lag: () => number): Promise<boolean>;
  /** Aborted when the socket is closed. */
  closed: AbortSignal;
};
/** `answered`: the client has a frame of the answer, so the socket may be closed before the handler is done. */
export type FrameHandler = (frame: Frame, session: SocketSession, answered: () => void) => void | Promise<void>;

/** The other side: a caller until the token expires, or the gateway's own health check. */
export type SocketIdentity = { caller: Caller; expiresAtMs: number } | { probe: true };

type Options = {
  identity: SocketIdentity;
  handlers: Record<string, FrameHandler>;
  requestId: string;
  log: Log;
  answerMs?: number;
};

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

/** The frame, or an error frame. Never throws. */
function readFrame(data: Buffer, isBinary: boolean): { frame: Frame } | { refusal: Frame } {
  const refuse = (code: ErrorCode | FrameCode, message: string) => ({ refusal: errorFrame(code, message, 400) });
  if (isBinary) return refuse('bad_frame', 'Frames are JSON text.');
  if (data.length > largestFrame) return refuse('frame_too_large', `A frame holds at most ${largestFrame} bytes.`);
  try {
    const value = JSON.parse(data.toString('utf8')) as Frame | null;
    // PostgreSQL cannot store NUL; HTTP bodies with it are refused too.
    if (data.includes('\\u0000') && holdsNul(value))
      return refuse('validation_failed', 'Text must not contain the NUL character.');
    if (typeof value === 'object' && !Array.isArray(value) && typeof value?.type === 'string') return { frame: value };
  } catch {
    // Not JSON, or nested too deep.
  }
  return refuse('bad_frame', 'Send a JSON object with a "type".');
}

/** The sending side. Answers to the client's own frames are counted separately from frames of a run. */
function createOutlet(socket: WebSocket) {
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  /** Bytes of unread answers. Text of a run does not count, because a long text is no reason to close the socket. */
  let unread = 0;
  /** Frames that wait until all pieces of a large frame are sent. */
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
    /** A ping carries up to 125 bytes, and its pong as many. */
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
        // A partly sent frame cannot be completed.
        socket.terminate();
        throw error;
      } finally {
        held = undefined;
      }
    },
  };
}

/** Ends the socket when the token expires, and when the client no longer answers pings. */
function keepWatch(socket: WebSocket, identity: SocketIdentity, end: EndSocket): void {
  let alive = true;
  let expiry: NodeJS.Timeout | undefined;
  const heartbeat = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, pingEveryMs);
  function closeAt(timeMs: number): void {
    const leftMs = timeMs - Date.now();
    if (leftMs <= 0) end(tokenExpired, 'token expired');
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

export type EndSocket = (code: number, reason: string) => void;

/**
 * Closes the socket as soon as every frame that was taken has an answer, or at least its first frame. A client whose message got
 * none may therefore send it again on another socket. If an answer takes too long, the socket is cut off without a code, which
 * promises nothing.
 */
function createEnding(socket: WebSocket, answerMs: number) {
  let unanswered = 0;
  let ending: { code: number; reason: string } | undefined;
  let limit: NodeJS.Timeout | undefined;
  socket.on('close', () => clearTimeout(limit));
  const closeIfAnswered = () => {
    if (ending && unanswered === 0) socket.close(ending.code, ending.reason);
  };
  return {
    isEnding: () => ending !== undefined,
    /** Counts a frame until the returned function is called. */
    take(): () => void {
      let isOpen = true;
      unanswered += 1;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        unanswered -= 1;
        closeIfAnswered();
      };
    },
    end(code: number, reason: string): void {
      if (ending) return;
      ending = { code, reason };
      limit = setTimeout(() => socket.terminate(), answerMs);
      closeIfAnswered();
    },
  };
}

/** Serves one open socket until it closes. Returns what ends it. */
export function serveSocket(
  socket: WebSocket,
  { identity, handlers, requestId, log, answerMs = usualAnswerMs }: Options,
): EndSocket {
  const { pong, ...outlet } = createOutlet(socket);
  const closed = new AbortController();
  const session: SocketSession | undefined =
    'caller' in identity ? { caller: identity.caller, closed: closed.signal, ...outlet } : undefined;
  const { isEnding, take, end } = createEnding(socket, answerMs);
  keepWatch(socket, identity, end);
  socket.on('ping', pong);
  // `ws` closes with the right code by itself; destroying the socket here would lose it.
  socket.on('error', () => undefined);
  socket.on('close', () => closed.abort());

  let inHand = 0;
  async function handle(handler: FrameHandler, frame: Frame, from: SocketSession): Promise<void> {
    inHand += 1;
    const answered = take();
    try {
      await handler(frame, from, answered);
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'frame failed');
      const internal = 'internal' satisfies ErrorCode;
      outlet.send(
        errorFrameOf(error instanceof AppError ? error : new AppError(internal, 'Something went wrong on our side.')),
      );
    } finally {
      inHand -= 1;
      answered();
    }
  }

  socket.on('message', (data: Buffer, isBinary) => {
    // After our close frame, a client may send until it has sent its own.
    if (socket.readyState !== WebSocket.OPEN || isEnding()) return;
    const read = readFrame(data, isBinary);
    if ('refusal' in read) return outlet.send(read.refusal);
    const { frame } = read;
    if (frame.type === 'ping') return outlet.send({ type: 'pong' });
    const handler = Object.hasOwn(handlers, frame.type) ? handlers[frame.type] : undefined;
    if (!handler || !session)
      outlet.send(errorFrame('unknown_type', `There is no frame type "${frame.type.slice(0, 50)}".`, 400));
    else if (inHand >= mostFramesInHand)
      outlet.send(errorFrame('rate_limited', 'Too many frames at once. Wait for the answers.', 429));
    // Every log line for a frame has the id of the request that opened the socket.
    else requestContext.run({ requestId }, () => void handle(handler, frame, session));
  });
  return end;
}
