import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamHeaders } from './response-headers.ts';

const usualKeepAliveMs = 15_000;
/** How many bytes a client may be behind before it is disconnected; it can resume. */
const largestLag = 1_048_576;
/** A client that reads nothing for this long is disconnected. */
const longestStallMs = 120_000;
const pieceLength = 16_384;

type Source<Item> = {
  batches: AsyncIterable<Item[]>;
  /** Text, or its pieces if it is too large to be held in memory at once. */
  encode(item: Item): string | AsyncIterable<string>;
  /** Bytes that were produced since the reader took its last batch. */
  lag(): number;
  /** How often a comment is sent so that proxies keep a quiet stream open; 15 s by default. */
  keepAliveMs?: number;
};

/** True when the client reads again, false when it disconnected or is too far behind. */
function drained(response: ServerResponse, lag: () => number): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve(false);
    const since = performance.now();
    const timer = setInterval(() => {
      if (lag() > largestLag || performance.now() - since > longestStallMs) done(false);
    }, 250);
    const onDrain = () => done(true);
    const onClose = () => done(false);
    function done(goesOn: boolean) {
      clearInterval(timer);
      response.off('drain', onDrain);
      response.off('close', onClose);
      resolve(goesOn);
    }
    response.once('drain', onDrain);
    response.once('close', onClose);
  });
}

async function* piecesOf<Item>({ batches, encode }: Source<Item>): AsyncGenerator<string> {
  for await (const batch of batches) {
    let text = '';
    for (const item of batch) {
      const encoded = encode(item);
      if (typeof encoded === 'string') text += encoded;
      else {
        if (text !== '') yield text;
        text = '';
        yield* encoded;
      }
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
  }
}

/** Made once: `abort()` without a reason makes an exception with a stack, three times in every stream. */
export const streamIsOver = new Error('The stream is over.');

/** Server-sent events, pulled one batch at a time: events are not queued for a client that does not read. */
export async function sendEventStream<Item>(
  { id, method }: FastifyRequest,
  reply: FastifyReply,
  stop: AbortController,
  source: Source<Item>,
): Promise<void> {
  const response = reply.raw;
  reply.hijack();
  response.on('close', () => stop.abort(streamIsOver));
  response.on('error', () => stop.abort(streamIsOver));
  response.writeHead(200, {
    ...streamHeaders,
    'x-request-id': id,
  });
  // A HEAD request does not wait for the end of the stream.
  if (method === 'HEAD') {
    response.end();
    return;
  }
  // The first event may take long, and the client waits for the headers. An event that is ready is sent with them.
  setImmediate(() => response.flushHeaders());
  let betweenEvents = true;
  const keepAlive = setInterval(() => {
    // Not if the buffer is full, and not in the middle of an event.
    if (betweenEvents && !response.writableNeedDrain) response.write(': keep-alive\n\n');
  }, source.keepAliveMs ?? usualKeepAliveMs);
  try {
    for await (const piece of piecesOf(source)) {
      if (stop.signal.aborted) break;
      betweenEvents = piece.endsWith('\n\n');
      if (response.write(piece) || (await drained(response, source.lag))) continue;
      response.destroy();
      return;
    }
    if (!response.destroyed) response.end();
  } finally {
    clearInterval(keepAlive);
    if (!response.writableEnded) response.destroy();
  }
}
