import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEventStream } from '../../../http/event-stream.ts';
import type { Engine } from '../engine/engine.ts';
import { holdBack, type Opening } from '../engine/held-back.ts';
import { lacksContent, type RunEvent, type RunIdentity, sseOf } from '../log/run-events.ts';
import type { Watch } from '../log/watch.ts';
import type { Sending } from './sending.ts';

type Deps = {
  engine: Pick<Engine, 'liveLog'>;
  watch: Watch;
  sending: Sending;
  keepAliveMs: number;
};

/** Runs as server-sent events. */
export function createStreams({ engine, watch, sending, keepAliveMs }: Deps) {
  const open = new Set<AbortController>();

  return {
    /**
     * `spell` writes the events in the words of another protocol; what it leaves empty is not sent. With an `opening` the
     * stream begins when there is something to say.
     */
    async streamRun(
      request: FastifyRequest,
      reply: FastifyReply,
      run: RunIdentity,
      after: number,
      spell?: (event: RunEvent) => string,
      opening?: Omit<Opening, 'timeoutMs'>,
    ): Promise<void> {
      const stop = new AbortController();
      const produced = () => engine.liveLog(run.runId)?.totalBytes() ?? 0;
      let taken = 0;
      let identity = run;
      async function* batches() {
        for await (const batch of watch(run.runId, after, stop.signal, true)) {
          taken = produced();
          identity = await sending.identify(identity, batch);
          yield batch;
        }
      }
      open.add(stop);
      try {
        if (opening) reply.raw.once('close', () => stop.abort());
        await sendEventStream<RunEvent>(request, reply, stop, {
          batches: opening ? await holdBack(batches(), { ...opening, timeoutMs: keepAliveMs }) : batches(),
          encode(event) {
            if (spell) return spell(event);
            const text = sseOf(event, identity);
            return lacksContent(event) ? sending.spellOut(text, run.runId) : text;
          },
          lag: () => produced() - taken,
          keepAliveMs,
        });
      } finally {
        open.delete(stop);
        stop.abort();
      }
    },
    /** For a stop: who still watches can go on watching elsewhere. */
    end(): void {
      for (const stop of open) stop.abort();
    },
  };
}

export type StreamRun = ReturnType<typeof createStreams>['streamRun'];
