import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEventStream } from '../../http/event-stream.ts';
import type { Engine } from './engine.ts';
import { type RunEvent, type RunIdentity, sseOf } from './run-events.ts';
import type { Watch } from './watch.ts';

/** A run as server-sent events. */
export function createStreamRun(engine: Pick<Engine, 'liveLog'>, watch: Watch) {
  return function streamRun(
    request: FastifyRequest,
    reply: FastifyReply,
    run: RunIdentity,
    after: number,
  ): Promise<void> {
    const stop = new AbortController();
    const produced = () => engine.liveLog(run.runId)?.totalBytes() ?? 0;
    let taken = 0;
    async function* batches() {
      for await (const batch of watch(run.runId, after, stop.signal)) {
        taken = produced();
        yield batch;
      }
    }
    return sendEventStream<RunEvent>(request, reply, stop, {
      batches: batches(),
      encode: (event) => sseOf(event, run),
      lag: () => produced() - taken,
    });
  };
}

export type StreamRun = ReturnType<typeof createStreamRun>;
