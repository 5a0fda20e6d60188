import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../http/authentication.ts';
import { sendEventStream } from '../../http/event-stream.ts';
import type { Engine, FollowRun, JobService, RunEvent } from '../runs/index.ts';
import type { RunAgentInput } from './ag-ui.schema.ts';
import type { Shown } from './ag-ui-door.service.ts';
import { type Asked, createAgUiEvents } from './ag-ui-events.ts';

type Deps = {
  engine: Pick<Engine, 'outcome'>;
  jobs: Pick<JobService, 'get' | 'cancel'>;
  followRun: FollowRun;
  untilStopped(): AbortSignal;
  keepAliveMs: number;
};

const waiting: ReadonlySet<RunEvent['type']> = new Set(['approval_required', 'client_tools_required']);

/** A run as AG-UI's events, until it ends or waits for its client. */
export function createAgUiStream({ engine, jobs, followRun, untilStopped, keepAliveMs }: Deps) {
  return async function stream(
    { request, reply, gone }: { request: FastifyRequest; reply: FastifyReply; gone: AbortSignal },
    caller: Caller,
    { threadId, runId }: RunAgentInput,
    { run, after, waits }: Shown,
  ): Promise<void> {
    const stop = new AbortController();
    const stopped = untilStopped();
    const { batches, lag } = followRun(run, after, AbortSignal.any([stop.signal, stopped]));
    const events = createAgUiEvents({ threadId, runId }, run, after);
    let isOver = false;
    // Clients stop a run by closing its stream. It may have ended at this moment; then there is nothing to cancel.
    const cancel = () => void (isOver || jobs.cancel(caller, run.runId).catch(() => undefined));

    /** What the run waits for, once a decision or a result can be taken; undefined if it does not wait. */
    async function pause(asked: readonly Asked[]): Promise<string | undefined> {
      const outcome = await engine.outcome(run.runId);
      if (outcome.kind === 'ended') return undefined;
      isOver = true;
      if (outcome.kind === 'parked') return events.interrupted(asked.length > 0 ? asked : [outcome.approval]);
      return events.handedOver(outcome.client.calls.map(({ toolCallId }) => toolCallId));
    }

    async function* spelled(): AsyncGenerator<string[]> {
      yield [events.start()];
      const first = waits ? await pause([]) : undefined;
      if (first !== undefined) return yield [first];
      const asked: Asked[] = [];
      for await (const batch of batches()) {
        for (const { type, fields } of batch) if (type === 'approval_required') asked.push(JSON.parse(fields) as Asked);
        isOver = batch.some(({ type }) => type === 'stream_done' || type === 'error');
        const text = batch.map(events.spell).join('');
        if (text !== '') yield [text];
        const paused = batch.some(({ type }) => waiting.has(type)) ? await pause(asked) : undefined;
        if (paused !== undefined) return yield [paused];
      }
      if (stopped.aborted && !isOver) {
        isOver = true;
        yield [
          events.failed(`The gateway is stopping. What becomes of the run is at /jobs/${run.runId}.`, 'unavailable'),
        ];
      }
    }

    if (gone.aborted) cancel();
    gone.addEventListener('abort', cancel);
    reply.raw.setHeader('x-run-id', run.runId).setHeader('x-session-id', run.sessionId);
    await sendEventStream<string>(request, reply, stop, {
      batches: spelled(),
      encode: (text) => text,
      lag,
      keepAliveMs,
    });
  };
}

export type AgUiStreamer = ReturnType<typeof createAgUiStream>;
