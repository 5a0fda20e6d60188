import type { Clock } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Admission, Admit } from '../agents/index.ts';
import type { RunStore } from './run.store.ts';
import type { RunKind, SessionRow } from './run.ts';
import type { TurnStore } from './turns.store.ts';
import type { RunToWork } from './worker.ts';

/** A worker that says nothing for this long is taken for dead. */
export const leaseMs = 15_000;
const maximumWaiting = 32;
const longestTitle = 80;

export type StartRequest = {
  caller: { userId: string; workspaceId: string };
  agentId?: string | undefined;
  sessionId?: string | undefined;
  message: string;
  surface?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  kind: RunKind;
  streams: boolean;
  parent?: { runId: string; depth: number } | undefined;
  batchId?: string | undefined;
  /** Runs in the transaction that admits the run; takes an idempotency key, for one. */
  alongside?: ((tx: Transaction, runId: string) => Promise<void>) | undefined;
};

export type Arrival = {
  runId: string;
  run: RunToWork;
  session: Pick<SessionRow, 'id' | 'summary' | 'summary_seq'>;
  created: boolean;
  admission: Admission;
  /** The session's agent, which may have changed since it was admitted. */
  agentId: string;
  holds: boolean;
  position: number;
  lastSeq: number;
};

type Deps = { turns: TurnStore; runs: RunStore; admit: Admit; clock: Clock };

function titleOf(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle - 1).replace(/ \S*$/, '')}…`;
}

/** From a knock to a stored run with its place in the session: when this resolves, the message is on disk. */
export function createArrival({ turns, runs, admit, clock }: Deps) {
  /** The agent that will answer is the session's, which may not be the one that was asked for. */
  async function resolve({ caller, agentId, sessionId, surface = 'api' }: StartRequest) {
    const { userId, workspaceId } = caller;
    const asked =
      agentId !== undefined || sessionId === undefined ? await admit({ userId, workspaceId, agentId }) : undefined;
    const session = sessionId
      ? await turns.findSession(workspaceId, userId, sessionId)
      : asked && (await turns.activeSession(workspaceId, userId, asked.agent.id, surface));
    if (sessionId && !session) throw notFound(`Session ${sessionId}`);
    if (asked && (!session || session.agent_id === asked.agent.id)) return { admission: asked, session };
    return { admission: await admit({ userId, workspaceId, agentId: session?.agent_id }), session };
  }

  async function refusal(tx: Transaction, sessionId: string): Promise<AppError> {
    const session = await tx.get<{ status: string; running_run_id: string | null }>(
      'SELECT status, running_run_id FROM sessions WHERE id = $1',
      [sessionId],
    );
    if (session?.status !== 'active') return new AppError('conflict', 'The session is closed.');
    return new AppError('session_busy', `${maximumWaiting} turns wait in this session already.`, {
      extra: { runId: session.running_run_id },
      retryAfterSeconds: 1,
    });
  }

  return async function arrive(request: StartRequest, claim: string, node: string): Promise<Arrival> {
    const { caller, message, kind, surface = 'api' } = request;
    const { userId, workspaceId } = caller;
    const { admission, session: found } = await resolve(request);
    const runId = newId('run');
    const now = clock.now();
    const depth = request.parent ? request.parent.depth + 1 : 0;

    return runs.transaction(async (tx) => {
      await request.alongside?.(tx, runId);
      let session: Arrival['session'] | undefined = found;
      let created = false;
      if (!session) {
        const opened = {
          id: newId('ses', now),
          workspaceId,
          userId,
          agentId: admission.agent.id,
          surface,
          title: titleOf(message),
          now,
        };
        created = await turns.openSession(tx, opened);
        session = created
          ? { id: opened.id, summary: null, summary_seq: 0 }
          : await turns.activeSession(workspaceId, userId, admission.agent.id, surface, tx);
      }
      if (!session) throw new AppError('conflict', 'The session was closed at this moment. Send the message again.');
      const taken = await turns.takeTurn(tx, session.id, runId, maximumWaiting, now);
      if (!taken) throw await refusal(tx, session.id);
      const holds = taken.running_run_id === runId;
      const run = {
        id: runId,
        workspaceId,
        userId,
        agentId: taken.agent_id,
        kind,
        input: message,
        metadata: request.metadata ? JSON.stringify(request.metadata) : null,
        parentRunId: request.parent?.runId ?? null,
        batchId: request.batchId ?? null,
        depth,
        claim,
        node,
        leaseUntil: now + leaseMs,
        now,
      };
      await turns.insertRun(tx, run, session.id, taken.turns, holds, taken.last_seq);
      return {
        runId,
        run: {
          id: runId,
          workspace_id: workspaceId,
          user_id: userId,
          session_id: session.id,
          kind,
          depth,
          input: message,
          active_ms: 0,
          steps: 0,
          prompt_tokens: 0,
          cached_tokens: 0,
          completion_tokens: 0,
          cost_nano: 0,
        },
        session,
        created,
        admission,
        agentId: taken.agent_id,
        holds,
        position: taken.waiting,
        lastSeq: taken.last_seq,
      };
    });
  };
}

export type Arrive = ReturnType<typeof createArrival>;
