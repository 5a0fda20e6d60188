import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEventStream } from '../../http/event-stream.ts';
import type { Engine } from './engine.ts';
import type { RunStore } from './run.store.ts';
import { lacksContent, type RunEvent, type RunIdentity, sseOf } from './run-events.ts';
import type { Watch } from './watch.ts';

type Deps = {
  engine: Pick<Engine, 'liveLog'>;
  watch: Watch;
  store: Pick<RunStore, 'allEvents'>;
  keepAliveMs: number;
};

/** Runs as server-sent events. */
export function createStreams({ engine, watch, store, keepAliveMs }: Deps) {
  const open = new Set<AbortController>();

  /** The `stream_done` of a very long answer, with the answer read and sent bit by bit: it is never whole in memory. */
  async function* longDone(event: RunEvent, run: RunIdentity): AsyncGenerator<string> {
    const text = sseOf(event, run);
    yield `${text.slice(0, text.lastIndexOf('}'))},"content":"`;
    for await (const { type, fields } of store.allEvents(run.runId))
      if (type === 'stream_chunk') yield JSON.stringify((JSON.parse(fields) as { delta: string }).delta).slice(1, -1);
    yield '"}\n\n';
  }

  return {
    async streamRun(request: FastifyRequest, reply: FastifyReply, run: RunIdentity, after: number): Promise<void> {
      const stop = new AbortController();
      const produced = () => engine.liveLog(run.runId)?.totalBytes() ?? 0;
      let taken = 0;
      async function* batches() {
        for await (const batch of watch(run.runId, after, stop.signal, true)) {
          taken = produced();
          yield batch;
        }
      }
      open.add(stop);
      try {
        await sendEventStream<RunEvent>(request, reply, stop, {
          batches: batches(),
          encode: (event) => (lacksContent(event) ? longDone(event, run) : sseOf(event, run)),
          lag: () => produced() - taken,
          keepAliveMs,
        });
      } finally {
        open.delete(stop);
      }
    },
    /** For a stop: who still watches can go on watching elsewhere. */
    end(): void {
      for (const stop of open) stop.abort();
    },
  };
}

export type StreamRun = ReturnType<typeof createStreams>['streamRun'];
