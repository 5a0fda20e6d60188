import type { RunFrame } from './api.ts';
import { ConnectionLost } from './errors.ts';

/** What browsers, Node 22 and `ws` have in common. */
export type SocketLike = {
  readonly readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void;
};
export type OpenSocket = (address: string, protocols: string[]) => SocketLike;

/** An `error` without `runId`: the gateway refused a frame of ours. */
type Refusal = { type: 'error'; code: string; message: string; status: number; retryable: boolean };
type Incoming = RunFrame | Refusal;

/** Why a socket closed; 4401 when its token had expired. */
export class SocketClosed extends ConnectionLost {
  readonly closeCode: number;

  constructor(closeCode: number, reason: string) {
    super(reason || `The socket closed (${closeCode}).`);
    this.closeCode = closeCode;
  }
}

export type Link = {
  isOpen(): boolean;
  send(frame: object): void;
  /** The next frame of a run, or a refusal; throws SocketClosed when nothing more can come. */
  take(signal?: AbortSignal | undefined): Promise<Incoming>;
  close(): void;
};

function readFrame(data: unknown): Incoming | { type: 'pong' } | undefined {
  try {
    return JSON.parse(String(data)) as Incoming | { type: 'pong' };
  } catch {
    return undefined;
  }
}

type Timing = { pingMs: number; pongMs: number };

/** One socket. It sends a ping when it is quiet, and is closed when no answer comes. */
export function openLink(
  openSocket: OpenSocket,
  address: string,
  token: string,
  { pingMs, pongMs }: Timing,
): Promise<Link> {
  const socket = openSocket(address, ['bearer', token]);
  const waiting: Incoming[] = [];
  let ended: SocketClosed | undefined;
  let wake = () => {};
  let quiet: ReturnType<typeof setTimeout> | undefined;

  function end(why: SocketClosed): void {
    ended ??= why;
    clearTimeout(quiet);
    wake();
  }
  function expectNews(): void {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      socket.send('{"type":"ping"}');
      quiet = setTimeout(() => {
        // A normal close would wait for the other side, which is gone.
        end(new SocketClosed(1006, 'The gateway does not answer.'));
        socket.close();
      }, pongMs);
    }, pingMs);
  }

  const link: Link = {
    isOpen: () => ended === undefined,
    send: (frame) => socket.send(JSON.stringify(frame)),
    async take(signal) {
      const onAbort = () => wake();
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        for (;;) {
          signal?.throwIfAborted();
          const next = waiting.shift();
          if (next) return next;
          if (ended) throw ended;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    close() {
      end(new SocketClosed(1000, 'The conversation was closed.'));
      socket.close(1000);
    },
  };

  return new Promise((resolve, reject) => {
    quiet = setTimeout(() => {
      reject(new ConnectionLost('The socket did not open in time.'));
      socket.close();
    }, pongMs);
    socket.addEventListener('open', () => {
      expectNews();
      resolve(link);
    });
    socket.addEventListener('message', ({ data }) => {
      if (ended) return;
      expectNews();
      const frame = readFrame(data);
      if (!frame) {
        end(new SocketClosed(1007, 'What came was not JSON.'));
        socket.close();
        return;
      }
      if (frame.type === 'pong') return;
      waiting.push(frame);
      wake();
    });
    socket.addEventListener('error', () => {
      clearTimeout(quiet);
      reject(new ConnectionLost('The socket could not be opened.'));
    });
    socket.addEventListener('close', ({ code, reason }) => {
      end(new SocketClosed(code, reason));
      reject(ended);
    });
  });
}
