import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEventStream } from '../../../http/event-stream.ts';
import { holdBack, type Opening } from '../engine/held-back.ts';
import { type RunEvent, type RunIdentity, sseOf } from '../log/run-events.ts';
import type { FollowRun } from './follow-run.ts';

type Deps = { followRun: FollowRun; keepAliveMs: number };

/** Another protocol than ours for the events of a run. */
export type Protocol = {
  /** An event in the words of the protocol; an empty text is not sent. */
  spell(event: RunEvent): string;
  /** The stream begins when there is something to say. */
  opening: Omit<Opening, 'timeoutMs'>;
};

/** Runs as server-sent events. */
export function createStreams({ followRun, keepAliveMs }: Deps) {
  const open = new Set<AbortController>();

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
      open.add(stop);
      try {
        if (protocol) reply.raw.once('close', () => stop.abort());
        await sendEventStream<RunEvent>(request, reply, stop, {
          batches: protocol ? await holdBack(batches(), { ...protocol.opening, timeoutMs: keepAliveMs }) : batches(),
          encode: (event) => (protocol ? protocol.spell(event) : encode(event, sseOf)),
          lag,
          keepAliveMs,
        });
      } finally {
        open.delete(stop);
        stop.abort();
      }
    },
    /** For a stop: clients can go on watching on another node. */
    end(): void {
      for (const stop of open) stop.abort();
    },
  };
}

export type StreamRun = ReturnType<typeof createStreams>['streamRun'];
