import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEventStream } from '../../http/event-stream.ts';
import { AppError, type ErrorCode, errorCatalogue } from '../../kernel/errors.ts';
import { type Engine, type FollowRun, holdBack, type RunError, type RunEvent } from '../runs/index.ts';
import { createUiChunks, done } from './ui-chunks.ts';
import type { Shown } from './ui-door.service.ts';

type Deps = {
  engine: Pick<Engine, 'settled'>;
  followRun: FollowRun;
  untilStopped(): AbortSignal;
  keepAliveMs: number;
};

const waiting: ReadonlySet<RunEvent['type']> = new Set(['approval_required', 'client_tools_required']);
const silent: ReadonlySet<RunEvent['type']> = new Set(['session_resolved', 'error']);
const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** A run as the AI SDK's UI message stream. */
export function createUiStream({ engine, followRun, untilStopped, keepAliveMs }: Deps) {
  /** Until the run waits for the page. */
  async function* upToWait(runId: string, batches: AsyncIterable<RunEvent[]>): AsyncGenerator<RunEvent[], void, void> {
    for await (const batch of batches) {
      yield batch;
      const last = batch.at(-1);
      if (!last || !waiting.has(last.type)) continue;
      const outcome = await engine.settled(runId);
      if (outcome && outcome.kind !== 'ended') return;
    }
  }

  return async function stream(
    request: FastifyRequest,
    reply: FastifyReply,
    { run, after, waits }: Shown,
    whenGone?: () => void,
  ): Promise<void> {
    const stop = new AbortController();
    reply.raw.once('close', () => stop.abort());
    const stopped = untilStopped();
    const { batches, lag } = followRun(run, 0, AbortSignal.any([stop.signal, stopped]));
    const chunks = createUiChunks(run);
    const opening = {
      says: ({ seq, type }: RunEvent) => seq > after && !silent.has(type),
      failure({ seq, type, fields }: RunEvent) {
        if (type !== 'error' || seq <= after) return undefined;
        const { code, message, retryAfterSeconds } = JSON.parse(fields) as RunError;
        const { runId, sessionId } = run;
        return new AppError(isCode(code) ? code : 'internal', message, {
          extra: { runId, sessionId },
          ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        });
      },
      timeoutMs: keepAliveMs,
    };
    const events = waits ? none() : await holdBack(upToWait(run.runId, batches()), opening);

    async function* spelled(): AsyncGenerator<string[]> {
      yield [chunks.start()];
      for await (const batch of events) {
        let text = '';
        for (const event of batch) {
          const chunk = chunks.spell(event);
          if (event.seq > after) text += chunk;
        }
        if (text !== '') yield [text];
      }
      // A stream that is cut off by the node's end is resumed at another one.
      if (stop.signal.aborted || stopped.aborted) return;
      yield [chunks.pause() + done];
    }

    if (whenGone) reply.raw.once('close', () => reply.raw.writableFinished || whenGone());
    reply.raw.setHeader('x-vercel-ai-ui-message-stream', 'v1').setHeader('x-run-id', run.runId);
    reply.raw.setHeader('x-session-id', run.sessionId);
    await sendEventStream<string>(request, reply, stop, {
      batches: spelled(),
      encode: (text) => text,
      lag,
      keepAliveMs,
    });
  };
}

async function* none(): AsyncGenerator<RunEvent[], void, void> {
  // The run waits for more answers than came.
}

export type UiStreamer = ReturnType<typeof createUiStream>;
