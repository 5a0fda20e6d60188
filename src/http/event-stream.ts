import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const keepAliveMs = 15_000;
/** How far a reader may fall behind what there is to read, before it is cut off; it can resume. */
const largestLag = 1_048_576;

type Source<Item> = {
  batches: AsyncIterable<Item[]>;
  encode(item: Item): string;
  /** Bytes that came into being since the reader took its last batch. */
  lag(): number;
};

/** True when the client reads again, false when it is gone or too far behind. */
function drained(response: ServerResponse, lag: () => number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (lag() > largestLag) done(false);
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

/** Server-sent events, pulled one batch at a time: what a client does not read is never put in its queue. */
export async function sendEventStream<Item>(
  { id }: FastifyRequest,
  reply: FastifyReply,
  stop: AbortController,
  source: Source<Item>,
): Promise<void> {
  const response = reply.raw;
  reply.hijack();
  response.on('close', () => stop.abort());
  response.on('error', () => stop.abort());
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': id,
  });
  const keepAlive = setInterval(() => {
    // Not into a full queue: whoever does not read needs no reminder.
    if (!response.writableNeedDrain) response.write(': keep-alive\n\n');
  }, keepAliveMs);
  try {
    for await (const batch of source.batches) {
      if (stop.signal.aborted) return;
      if (response.write(batch.map(source.encode).join('')) || (await drained(response, source.lag))) continue;
      response.destroy();
      return;
    }
    response.end();
  } finally {
    clearInterval(keepAlive);
    if (!response.writableEnded) response.destroy();
  }
}
