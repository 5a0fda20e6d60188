import type { Caller } from '../../../http/authentication.ts';
import { errorFrame, type FrameHandler, type SocketSession } from '../../../http/socket/socket-connection.ts';
import { createValueReader } from '../../../http/validation/read-value.ts';
import type { Engine } from '../engine/engine.ts';
import { frameOf, type RunIdentity } from '../log/run-events.ts';
import type { FollowRun } from './follow-run.ts';
import type { JobService } from './jobs.service.ts';
import type { MessageReader } from './message-reader.ts';
import { CancelFrame, MessageFrame, ResumeFrame } from './runs.schema.ts';

type Deps = {
  engine: Engine;
  jobs: JobService;
  followRun: FollowRun;
  readMessage: MessageReader;
  /** The user's rate limit over all sockets and nodes. Throws when it is exceeded. */
  countMessage(userId: string): Promise<void>;
  /** Reads the caller again at each frame, so a permission that was taken away ends with the next frame. */
  refresh(caller: Caller): Promise<Caller>;
};

const readFrame = createValueReader(MessageFrame);
const readResume = createValueReader(ResumeFrame);
const readCancel = createValueReader(CancelFrame);

/** Chat over a WebSocket: the same runs and events as over HTTP, as frames. */
export function createSocketDoor(deps: Deps): Record<string, FrameHandler> {
  const { engine, jobs, followRun, readMessage, countMessage, refresh } = deps;
  /** One agent request per socket at a time. */
  const busy = new WeakSet<SocketSession>();

  async function follow(session: SocketSession, run: RunIdentity, after: number, answered: () => void): Promise<void> {
    const { batches, encode, lag } = followRun(run, after, session.closed);
    for await (const batch of batches())
      for (const event of batch) {
        const frame = encode(event, frameOf);
        if (typeof frame === 'string') session.sendText(frame);
        else await session.sendPieces(frame);
        answered();
        if (!(await session.drained(lag))) return;
      }
  }

  /** Decided synchronously when the frame arrives: of two frames, the first one is accepted. */
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
    message(frame, session, answered) {
      const { caller } = session;
      return alone(
        session,
        () => countMessage(caller.userId),
        async () => {
          // Admission reads what a person may; what their key may is read here, and counted.
          const present = caller.key ? await refresh(caller) : caller;
          const { message, ...asked } = readFrame(frame);
          const request = { caller: present, ...asked, kind: 'websocket', streams: true } as const;
          const mayStart = () => engine.mayStart(request);
          const said =
            typeof message === 'string'
              ? { message }
              : await readMessage(present, { message }, { withoutData: true, mayStart });
          const started = await engine.start({ ...request, ...said });
          await follow(session, started, 0, answered);
        },
      );
    },
    resume(frame, session, answered) {
      // Resuming twice does no harm.
      answered();
      const { runId, lastSeq = 0 } = readResume(frame);
      return alone(
        session,
        async () => undefined,
        async () => {
          const { session_id, agent_id } = await jobs.own(await refresh(session.caller), runId);
          await follow(session, { runId, sessionId: session_id, agentId: agent_id }, lastSeq, answered);
        },
      );
    },
    async cancel(frame, session) {
      const { runId } = readCancel(frame);
      await jobs.cancel(await refresh(session.caller), runId);
    },
  };
}
