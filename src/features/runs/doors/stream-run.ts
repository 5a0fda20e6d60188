import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEventStream, streamIsOver } from '../../../http/event-stream.ts';
import { createPlaces } from '../../../platform/work/registry.ts';
import { holdBack, type Opening } from '../engine/held-back.ts';
import { type RunEvent, type RunIdentity, sseOf } from '../log/run-events.ts';
import type { FollowRun } from './follow-run.ts';

type Deps = { followRun: FollowRun; keepAliveMs: number };

/** Encodes the events of a run in another protocol. */
export type Protocol = {
  /** An event in that protocol, or the pieces of it. An empty text is not sent. */
  spell(event: RunEvent): string | AsyncIterable<string>;
  /** Headers are sent with the first text of the answer. */
  opening: Omit<Opening, 'timeoutMs'>;
  /** Whether the stream ends with this event, though the run goes on. */
  isLast?(event: RunEvent): boolean;
};

async function* upTo(
  batches: AsyncIterable<RunEvent[]>,
  isLast: (event: RunEvent) => boolean,
): AsyncGenerator<RunEvent[], void, void> {
  for await (const batch of batches) {
    const last = batch.findIndex(isLast);
    yield last === -1 ? batch : batch.slice(0, last + 1);
    if (last !== -1) return;
  }
}

/** Runs as server-sent events. */
export function createStreams({ followRun, keepAliveMs }: Deps) {
  const open = createPlaces<AbortController>();

  return {
    async streamRun(
      request: FastifyRequest,
      reply: FastifyReply,
      run: RunIdentity,
      after: number,
      protocol?: Protocol,
    ): Promise<void> {
      const stop = new AbortController();
      const { batches, encode, lag } = followRun(run, after, stop.signal);
      const place = open.take(stop);
      try {
        if (protocol) reply.raw.once('close', () => stop.abort(streamIsOver));
        await sendEventStream<RunEvent>(request, reply, stop, {
          batches: protocol
            ? await holdBack(protocol.isLast ? upTo(batches(), protocol.isLast) : batches(), {
                ...protocol.opening,
                timeoutMs: keepAliveMs,
              })
            : batches(),
          encode: (event) => (protocol ? protocol.spell(event) : encode(event, sseOf)),
          lag,
          keepAliveMs,
        });
      } finally {
        open.leave(place);
        stop.abort(streamIsOver);
      }
    },
    /** At shutdown: clients reconnect to another node. */
    end(): void {
      for (const stop of open.all()) stop.abort();
    },
  };
}

export type StreamRun = ReturnType<typeof createStreams>['streamRun'];
