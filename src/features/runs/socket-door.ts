import type { Caller } from '../../http/authentication.ts';
import { errorFrame, type Frame, type FrameHandler, type SocketSession } from '../../http/web-socket.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Engine } from './engine.ts';
import type { JobService } from './jobs.service.ts';
import { frameOf, type RunIdentity } from './run-events.ts';
import type { Watch } from './watch.ts';

type Deps = {
  engine: Engine;
  jobs: JobService;
  watch: Watch;
  /** Counts one message of the user's, over all sockets and nodes; throws when there were too many. */
  countMessage(userId: string): Promise<void>;
  /** Who the user is now: what was taken away since the socket opened holds from this frame on. */
  refresh(caller: Caller): Promise<Caller>;
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function readMessage({ agentId, message, surface, sessionId }: Frame) {
  if (typeof message !== 'string' || message.trim() === '')
    throw new AppError('validation_failed', 'message: is required.');
  for (const [name, value] of Object.entries({ agentId, surface, sessionId }))
    if (value !== undefined && (text(value)?.length ?? 101) > 100)
      throw new AppError('validation_failed', `${name}: must be text of at most 100 characters.`);
  return { agentId: text(agentId), message, surface: text(surface), sessionId: text(sessionId) };
}

/** Chat over a WebSocket: the same runs, the same events, as frames. */
export function createSocketDoor({ engine, jobs, watch, countMessage, refresh }: Deps): Record<string, FrameHandler> {
  /** One agent request per socket at a time. */
  const busy = new WeakSet<SocketSession>();

  async function follow(session: SocketSession, run: RunIdentity, after: number): Promise<void> {
    const stop = new AbortController();
    session.onClose(() => stop.abort());
    const produced = () => engine.liveLog(run.runId)?.totalBytes() ?? 0;
    for await (const batch of watch(run.runId, after, stop.signal)) {
      const taken = produced();
      for (const event of batch) session.sendText(frameOf(event, run));
      if (!(await session.drained(() => produced() - taken))) return;
    }
  }

  async function alone(session: SocketSession, work: () => Promise<void>): Promise<void> {
    if (busy.has(session)) {
      session.send(
        errorFrame(
          'request_in_flight',
          'This socket has a request under way. Wait for it, or open another socket.',
          409,
        ),
      );
      return;
    }
    busy.add(session);
    try {
      await work();
    } finally {
      busy.delete(session);
    }
  }

  return {
    async message(frame, session) {
      await countMessage(session.caller.userId);
      await alone(session, async () => {
        const started = await engine.start({
          caller: session.caller,
          ...readMessage(frame),
          kind: 'websocket',
          streams: true,
        });
        await follow(session, started, 0);
      });
    },
    async resume(frame, session) {
      const runId = text(frame.runId);
      const lastSeq = frame.lastSeq ?? 0;
      if (!runId || typeof lastSeq !== 'number' || !Number.isSafeInteger(lastSeq) || lastSeq < 0)
        throw new AppError('validation_failed', 'resume takes runId and lastSeq.');
      const run = await jobs.own(await refresh(session.caller), runId);
      await alone(session, () => follow(session, { runId, sessionId: run.session_id, agentId: run.agent_id }, lastSeq));
    },
    async cancel(frame, session) {
      const runId = text(frame.runId);
      if (!runId) throw new AppError('validation_failed', 'cancel takes runId.');
      await jobs.cancel(await refresh(session.caller), runId);
    },
  };
}
