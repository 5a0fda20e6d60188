import type { Caller } from '../../../http/authentication.ts';
import {
  errorFrame,
  type Frame,
  type FrameHandler,
  type SocketSession,
} from '../../../http/socket/socket-connection.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { frameOf, lacksContent, type RunIdentity } from '../log/run-events.ts';
import type { Watch } from '../log/watch.ts';
import type { JobService } from './jobs.service.ts';
import type { Sending } from './sending.ts';

type Deps = {
  engine: Engine;
  jobs: JobService;
  watch: Watch;
  sending: Sending;
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

function readResume({ runId, lastSeq = 0 }: Frame) {
  if (!text(runId) || typeof lastSeq !== 'number' || !Number.isSafeInteger(lastSeq) || lastSeq < 0)
    throw new AppError('validation_failed', 'resume takes runId and lastSeq.');
  return { runId: runId as string, lastSeq };
}

/** Chat over a WebSocket: the same runs, the same events, as frames. */
export function createSocketDoor(deps: Deps): Record<string, FrameHandler> {
  const { engine, jobs, watch, sending, countMessage, refresh } = deps;
  /** One agent request per socket at a time. */
  const busy = new WeakSet<SocketSession>();

  async function follow(session: SocketSession, run: RunIdentity, after: number): Promise<void> {
    const produced = () => engine.liveLog(run.runId)?.totalBytes() ?? 0;
    let identity = run;
    for await (const batch of watch(run.runId, after, session.closed, true)) {
      const taken = produced();
      identity = await sending.identify(identity, batch);
      for (const event of batch) {
        const frame = frameOf(event, identity);
        if (lacksContent(event)) await session.sendPieces(sending.spellOut(frame, run.runId));
        else session.sendText(frame);
        if (!(await session.drained(() => produced() - taken))) return;
      }
    }
  }

  /** Decided as the frame arrives, before anything is waited for: the first of two is the one that goes on. */
  async function alone(session: SocketSession, first: () => Promise<void>, work: () => Promise<void>): Promise<void> {
    if (busy.has(session)) {
      await first();
      const why = 'This socket has a request under way. Wait for it, or open another socket.';
      return session.send(errorFrame('request_in_flight', why, 409));
    }
    busy.add(session);
    try {
      await first();
      await work();
    } finally {
      busy.delete(session);
    }
  }

  return {
    message(frame, session) {
      const { caller } = session;
      return alone(
        session,
        () => countMessage(caller.userId),
        async () => {
          const started = await engine.start({ caller, ...readMessage(frame), kind: 'websocket', streams: true });
          await follow(session, started, 0);
        },
      );
    },
    resume(frame, session) {
      const { runId, lastSeq } = readResume(frame);
      return alone(
        session,
        async () => undefined,
        async () => {
          const { session_id, agent_id } = await jobs.own(await refresh(session.caller), runId);
          await follow(session, { runId, sessionId: session_id, agentId: agent_id }, lastSeq);
        },
      );
    },
    async cancel(frame, session) {
      const runId = text(frame.runId);
      if (!runId) throw new AppError('validation_failed', 'cancel takes runId.');
      await jobs.cancel(await refresh(session.caller), runId);
    },
  };
}
