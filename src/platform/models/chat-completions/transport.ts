import { Readable } from 'node:stream';
import { Agent, type buildConnector, fetch } from 'undici';
import type { PiecedBody } from '../parts/file-slots.ts';
import { connectionFailure, type Headers } from '../provider-failure.ts';
import { createConnector } from './connector.ts';

export type Timeouts = {
  connectMs: number;
  /** Until the first byte of a streamed answer. */
  headersMs: number;
  /** Until the first byte of a whole answer: it comes when the answer is complete. */
  wholeMs: number;
  /** Between two pieces of an answer; a reasoning model may be silent for long. */
  idleMs: number;
};

export const defaultTimeouts: Timeouts = { connectMs: 10_000, headersMs: 120_000, wholeMs: 600_000, idleMs: 300_000 };

/** Far more than any real answer: a broken server must not fill the memory or the disk. */
const maxAnswerBytes = 256 * 1024 * 1024;

export type Exchange = {
  method: 'GET' | 'POST';
  origin: string;
  path: string;
  headers: string[];
  body?: string | PiecedBody;
  signal: AbortSignal;
  headersTimeoutMs: number;
  /**
   * Receives the body of a 200 in chunks and returns true when it needs no more; a promise applies backpressure until
   * it resolves. Without it the body is collected.
   */
  onData?: (chunk: Buffer) => boolean | Promise<boolean>;
};

export type Reply = { status: number; headers: Headers; body: Buffer[] };

export type Transport = ReturnType<typeof createTransport>;

/** The connections to providers, kept open between calls. `connect`: a connector that checks the addresses. */
export function createTransport(timeouts: Timeouts, connect?: buildConnector.connector) {
  // HTTP/1.1, so that a broken connection ends one answer, not all that share it.
  const agent = new Agent({
    allowH2: false,
    connect: createConnector(timeouts.connectMs, connect),
    headersTimeout: timeouts.wholeMs,
    bodyTimeout: timeouts.idleMs,
    keepAliveTimeout: 30_000,
    maxResponseSize: maxAnswerBytes,
  });
  let stopped: Promise<void> | undefined;

  /**
   * The dispatcher is used directly: its handler costs half of what `request` does, measured for 40 chunks.
   * An abort rejects at once, whatever the connection is doing.
   */
  function exchange({ signal, onData, headersTimeoutMs, body, headers, ...options }: Exchange): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const reply: Reply = { status: 0, headers: {}, body: [] };
      let settled = false;
      let cut: ((reason: Error) => void) | undefined;

      const settle = (outcome: () => void) => {
        if (settled) return;
        settled = true;
        signal.removeEventListener('abort', onAbort);
        outcome();
      };
      const fail = (error: unknown) => {
        settle(() => reject(error));
        cut?.(new Error('The exchange was given up.'));
      };
      const onAbort = () => fail(signal.reason);

      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', onAbort);
      const pieced = typeof body === 'object' ? body : undefined;
      agent.dispatch(
        {
          ...options,
          headers: pieced ? [...headers, 'content-length', String(pieced.length)] : headers,
          body: pieced ? Readable.from(pieced.pieces(), { objectMode: false }) : ((body as string | undefined) ?? null),
          headersTimeout: headersTimeoutMs,
        },
        {
          onRequestStart(controller) {
            cut = (reason) => controller.abort(reason);
            if (settled) cut(new Error('The exchange was given up.'));
          },
          onResponseStart(controller, status, headers) {
            reply.status = status;
            reply.headers = headers;
            // Copied: slices would keep the whole first read of 64 KiB until the answer ends.
            controller.rawHeaders = null;
          },
          onResponseData(controller, chunk) {
            if (settled) return;
            if (!onData || reply.status !== 200) {
              reply.body.push(chunk);
              return;
            }
            const goOn = (enough: boolean) => {
              if (enough) settle(() => resolve(reply));
            };
            try {
              const taken = onData(chunk);
              if (typeof taken === 'boolean') return goOn(taken);
              controller.pause();
              taken
                .then((enough) => {
                  goOn(enough);
                  controller.resume();
                })
                .catch(fail);
            } catch (error) {
              fail(error);
            }
          },
          onResponseEnd() {
            settle(() => resolve(reply));
          },
          onResponseError(_controller, error) {
            settle(() => reject(pieced?.failure() ?? connectionFailure(error)));
          },
        },
      );
    });
  }

  return {
    exchange,
    /** The same connections behind the standard interface, for the provider packages. */
    fetch(headersTimeoutMs: number): typeof globalThis.fetch {
      const dispatcher = agent.compose(
        (dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: headersTimeoutMs }, handler),
      );
      const bound: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error', dispatcher });
      return bound as unknown as typeof globalThis.fetch;
    },
    timeouts,
    /** Waits for requests under way. */
    stop(): Promise<void> {
      stopped ??= agent.close();
      return stopped;
    },
  };
}
