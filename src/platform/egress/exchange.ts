import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { EgressError } from './egress-error.ts';
import type { HeaderMap } from './headers.ts';

type Question = { method?: string; headers?: HeaderMap; body?: string | Uint8Array };
export type Answer = { status: number; headers: HeaderMap; body: Buffer; truncated: boolean };
/** A URL in the parts that a request needs: taking them from a `URL` each time took a microsecond. */
export type Place = { href: string; origin: string; path: string };
type Cut = (reason: Error) => void;
/** Cancellation by the caller: its reason, and the function that ends the request under way. */
export type Ending = { reason: Error | undefined; cut: Cut | undefined };

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function plainHeaders(headers: Record<string, string | string[] | undefined>): HeaderMap {
  const plain: HeaderMap = {};
  for (const name in headers) {
    const value = headers[name];
    plain[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return plain;
}

/** As the list that undici reads: an object with one header more would be a copy. */
function sentHeaders(headers: HeaderMap): string[] {
  const list = headers['user-agent'] === undefined ? ['user-agent', 'agent-gateway'] : [];
  for (const name in headers) list.push(name, headers[name] as string);
  return list;
}

/**
 * One request and its answer, of which `maxBytes` are read. The dispatcher is used directly: with a stream for each
 * answer, a webhook delivery took a third more CPU.
 */
export function exchange(
  agent: Dispatcher,
  { origin, path }: Place,
  { method = 'GET', headers = {}, body }: Question,
  maxBytes: number,
  ending: Ending,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let settled = false;
    let decoder: Transform | undefined;
    let abort: Cut | undefined;
    let status = 0;
    let received: HeaderMap = {};

    const fail = (error: unknown) => {
      if (settled) return;
      settled = true;
      reject(error);
      decoder?.destroy();
      abort?.(error instanceof Error ? error : new Error('given up'));
    };
    const done = () => {
      if (settled) return;
      settled = true;
      const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      resolve({ status, headers: received, body: whole.subarray(0, maxBytes), truncated: size > maxBytes });
    };
    const take = (chunk: Buffer) => {
      if (settled) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) return;
      done();
      decoder?.destroy();
      abort?.(new Error('enough'));
    };

    if (ending.reason) return fail(ending.reason);
    ending.cut = fail;
    agent.dispatch(
      {
        origin,
        path,
        method: method as Dispatcher.HttpMethod,
        headers: sentHeaders(headers),
        body: body ?? null,
        // The caller's time limit is for the whole request. Undici's own, five minutes each, would end it before a longer one, and take two timers.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart(controller) {
          abort = (reason) => controller.abort(reason);
          if (settled) abort(new Error('given up'));
        },
        onResponseStart(_controller, statusCode, raw) {
          // An informational answer, such as 103.
          if (statusCode < 200) return;
          status = statusCode;
          received = plainHeaders(raw);
          const encoding = method === 'HEAD' ? undefined : received['content-encoding'];
          decoder = encoding === undefined ? undefined : decoders[encoding.trim().toLowerCase()]?.();
          decoder
            ?.on('data', take)
            .on('end', done)
            .on('error', (error) => fail(new EgressError('unreachable', 'The answer cannot be read.', error)));
        },
        onResponseData(controller, chunk) {
          if (!decoder) return take(chunk);
          if (settled || decoder.write(chunk)) return;
          controller.pause();
          decoder.once('drain', () => controller.resume());
        },
        onResponseEnd() {
          if (decoder) decoder.end();
          else done();
        },
        onResponseError(_controller, error) {
          fail(error);
        },
      },
    );
  });
}
