import { requestContext } from '../../../http/request-id.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { TakeOne } from '../../../kernel/counted-quota.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { type Admission, type Admit, pinOf } from '../../agents/index.ts';
import { countSession } from '../../costs/index.ts';
import type { SessionRows, SessionState } from '../../sessions/index.ts';
import type { TurnBudget } from '../ending/turn-budget.ts';
import type { RunStore } from '../run.store.ts';
import type { RunKind } from '../run.ts';
import type { Tree } from '../turn/turn-tree.ts';
import { hasChanged, type SessionQueueStore, storeInput } from './session-queue.store.ts';
import { inheritedText } from './tree.ts';
import type { RunToWork } from './worker.ts';

const maximumWaiting = 32;
const longestTitle = 80;
/** The number of the only event of a queued run. */
export const queuedSeq = 1;

export type StartRequest = {
  /** With the personal key that was shown, whose limits hold for the run. */
  caller: { userId: string; workspaceId: string; key?: { id: string } | undefined };
  agentId?: string | undefined;
  sessionId?: string | undefined;
  message: string;
  surface?: string | undefined;
  /** `external: true` from a channel: the message holds text that other people wrote. */
  metadata?: Record<string, unknown> | undefined;
  kind: RunKind;
  streams: boolean;
  parent?: { runId: string; depth: number; tree: Tree } | undefined;
  batchId?: string | undefined;
  /** The accepted version (agents/kept-versions.ts). Without it, the current version at the time of the request. */
  pin?: string | null | undefined;
  /** The run gets a session of its own, which is closed at once. */
  oneOff?: boolean | undefined;
  /** The conversation before the session, for a run that opens one (context.ts). */
  history?: string | undefined;
  /** The client's trace, if the request belongs to one (trace.ts). */
  trace?: string | undefined;
  /** The API key that made the request, as the audit log names it. */
  apiKey?: string | undefined;
  /** Called last in the transaction that admits the run, e.g. for an audit entry. */
  afterwards?: ((tx: Transaction, runId: string) => Promise<void>) | undefined;
  /** Called first in the transaction that admits the run, e.g. to take an idempotency key. */
  alongside?: ((tx: Transaction, runId: string) => Promise<void>) | undefined;
};

export type Arrival = {
  runId: string;
  run: RunToWork;
  session: Pick<SessionState, 'id' | 'summary' | 'summary_seq'>;
  created: boolean;
  admission: Admission;
  /** The session's agent, which may have changed since the admission. */
  agentId: string;
  /** The run holds its session and this node begins it. Otherwise it is queued, and its log has one event that says so. */
  holds: boolean;
};

/** The node that receives the run, and its callback for when the run is stored. Without a claim the run is deferred. */
export type Reception = { claim: string | null; node: string; arrived?(arrival: Arrival): void };

type Deps = {
  queue: SessionQueueStore;
  sessions: SessionRows;
  runs: RunStore;
  admit: Admit;
  budget: TurnBudget;
  /** Closes a session, as a reset does. */
  closeSession(tx: Transaction, person: StartRequest['caller'], id: string): Promise<void>;
  /** Throws if the workspace's quota of sessions is used up. */
  roomForSession: TakeOne;
  clock: Clock;
  leaseMs: number;
};
/** The agent and the session. Without a session one is opened, and the session `left` is closed. */
export type Resolved = { admission: Admission; session: SessionState | undefined; left?: string };

function titleOf(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  if (line.length <= longestTitle) return line;
  const words = line.slice(0, longestTitle - 1).replace(/ \S*$/, '');
  // A single long word is not cut inside a surrogate pair.
  return `${words.replace(/[\ud800-\udbff]$/, '')}…`;
}

const howToGoOn = (sessionId: string) =>
  `Hand the conversation to another agent with POST /sessions/${sessionId}/handoff, or leave sessionId out.`;

const mismatch = ({ id, agent_id }: SessionState, agentId: string): AppError =>
  new AppError('agent_mismatch', `The session is with agent ${agent_id}, not with ${agentId}. ${howToGoOn(id)}`, {
    extra: { sessionId: id, agentId: agent_id },
  });

/** The session's agent was deleted. The message says how to continue the conversation. */
function stranded({ id, agent_id, status }: SessionState): AppError {
  if (status !== 'active') return new AppError('conflict', 'The session is closed.');
  return new AppError(
    'not_found',
    `Agent ${agent_id}, which this conversation is with, was not found: it was deleted. ${howToGoOn(id)}`,
    { extra: { sessionId: id, agentId: agent_id } },
  );
}

/** Turns a request into a stored run with its position in the session queue. When this resolves, the message is on disk. */
export function createArrival(deps: Deps) {
  const { queue, sessions, runs, admit, budget, closeSession, roomForSession, clock, leaseMs } = deps;

  async function resolve(request: StartRequest): Promise<Resolved> {
    const resolved = await look(request);
    if (!resolved.session) await roomForSession(resolved.admission.caller.workspaceId);
    return resolved;
  }

  /** Finds the session and admits its agent, which may not be the agent in the request. */
  async function look({ caller, agentId, sessionId, surface = 'api', oneOff, pin }: StartRequest): Promise<Resolved> {
    const { userId, workspaceId } = caller;
    const admitted = (id: string | undefined) =>
      admit({ userId, workspaceId, agentId: id, pin, keyId: caller.key?.id });
    if (oneOff) return { admission: await admitted(agentId), session: undefined };
    const standard = sessionId === undefined && agentId === undefined ? await admitted(undefined) : undefined;
    const named = agentId ?? standard?.agent.id;
    const session = sessionId
      ? await sessions.findState(caller, sessionId)
      : await sessions.findActive(caller, { agentId: named ?? '', surface });
    // A session that was handed over belongs to its new agent, even if the first agent was deleted.
    const isSessions = session && named !== undefined && (await hadSession(session, named));
    const asked = standard ?? (named === undefined || isSessions ? undefined : await admitted(named));
    if (sessionId && !session) throw notFound(`Session ${sessionId}`);
    if (asked && session && sessionId) throw mismatch(session, asked.agent.id);
    if (asked && (!session || session.agent_id === asked.agent.id)) return { admission: asked, session };
    try {
      return { admission: await admitted(session?.agent_id), session };
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'not_found';
      if (!isGone || !session) throw error;
      // The session was handed to an agent that was deleted: a client that names no session gets a new one.
      if (!sessionId && named !== session.agent_id)
        return { admission: asked ?? (await admitted(named)), session: undefined, left: session.id };
      throw stranded(session);
    }
  }

  /** After a handoff the session is still found by the id of every agent that had it. */
  const hadSession = async ({ id, opened_agent_id, agent_id }: SessionState, agentId: string): Promise<boolean> =>
    agentId === opened_agent_id || agentId === agent_id || (await sessions.wasHandedOnBy(id, agentId));

  async function refusal(tx: Transaction, sessionId: string): Promise<AppError> {
    const session = await sessions.holder(tx, sessionId);
    if (session?.status !== 'active') return new AppError('conflict', 'The session is closed.');
    return new AppError('session_busy', `${maximumWaiting} turns wait in this session already.`, {
      extra: { runId: session.running_run_id },
      retryAfterSeconds: 1,
    });
  }

  /** Counts one more run in the tree. The count is in the root's row, so it holds over all nodes. */
  async function growTree(tx: Transaction, tree: Tree): Promise<void> {
    const found = await queue.growTree(tx, tree.root, tree.maxRuns, tree.maxCostNano);
    if (found === 'grown') return;
    if (found === 'full')
      throw new AppError('forbidden', `The limit of ${tree.maxRuns} runs for one message is reached.`);
    if (found === 'spent')
      throw new AppError('budget_exceeded', 'The runs that this message started have spent their budget.');
    throw new AppError('forbidden', 'The run at the root of the tree was cancelled.');
  }

  async function arrive(request: StartRequest, reception: Reception): Promise<Arrival> {
    for (let tries = 1; ; tries += 1)
      try {
        return await take(request, reception);
      } catch (error) {
        // The session was closed since it was read. A client that named none gets a new one.
        const closed = error instanceof AppError && error.code === 'conflict' && request.sessionId === undefined;
        if (!closed || tries === 3) throw error;
      }
  }

  async function take(request: StartRequest, reception: Reception): Promise<Arrival> {
    const resolved = await resolve(request);
    const runId = newId('run', clock.now());
    return runs.transaction(async (tx) => {
      await request.alongside?.(tx, runId);
      const arrival = await enter(tx, runId, request, resolved, reception);
      await request.afterwards?.(tx, runId);
      return arrival;
    });
  }

  /** Stores the run and its position in the session queue, in the caller's transaction. A refused run writes nothing. */
  async function enter(
    tx: Transaction,
    runId: string,
    request: StartRequest,
    { admission, session: found, left }: Resolved,
    { claim, node, arrived }: Reception,
  ): Promise<Arrival> {
    const { caller, message, kind, surface = 'api' } = request;
    const { userId, workspaceId } = caller;
    const now = clock.now();
    const depth = request.parent ? request.parent.depth + 1 : 0;
    const deferred = claim === null;
    const newcomer = { runId, message };
    const tree = request.parent?.tree;
    if (tree) await growTree(tx, tree);
    // Runs of a batch are checked one by one, when they begin.
    if (deferred && !request.batchId) await budget.mayWait(tx, admission, newcomer);
    if (left) await closeSession(tx, caller, left);
    let session: Arrival['session'] | undefined = found;
    let created = false;
    if (!session) {
      const agentId = admission.agent.id;
      const id = newId('ses', now);
      const place = request.oneOff ? id : surface;
      const opened = { id, workspaceId, userId, agentId, surface: place, title: titleOf(message), now };
      created = await sessions.open(tx, opened);
      if (created && request.history) await sessions.beginWith(tx, opened, request.history);
      session = created
        ? { id: opened.id, summary: null, summary_seq: 0 }
        : await sessions.findActive(caller, { agentId, surface }, tx);
    }
    if (!session)
      throw new AppError('conflict', 'The session was closed at this moment. Send the message again.', {
        retryable: true,
      });
    const answers = pinOf(admission.agent.id, admission.agent.version);
    const taken = await sessions.takePosition(tx, {
      sessionId: session.id,
      runId,
      maximumWaiting,
      begins: !deferred,
      answeredBy: answers,
      now,
    });
    if (!taken) throw await refusal(tx, session.id);
    if (request.oneOff) await sessions.closeOneOff(tx, session.id, surface);
    const hasTurn = taken.running_run_id === runId;
    const metadata = request.metadata ? JSON.stringify(request.metadata) : null;
    const holds = hasTurn && !deferred;
    const answering = taken.agent_id === admission.agent.id;
    const run = {
      id: runId,
      workspace_id: workspaceId,
      user_id: userId,
      session_id: session.id,
      agent_id: taken.agent_id,
      kind,
      depth,
      root_run_id: tree?.root ?? null,
      inherited: tree ? inheritedText(tree) : null,
      input: message,
      attempts: 1,
      active_ms: 0,
      steps: 0,
      prompt_tokens: 0,
      cached_tokens: 0,
      completion_tokens: 0,
      cost_nano: 0,
      parent_run_id: request.parent?.runId ?? null,
      batch_id: request.batchId ?? null,
      trace: request.trace ?? null,
      agent_version: answering ? admission.agent.version : null,
      agent_changed: answering && hasChanged(found?.answered_by ?? null, answers) ? 1 : 0,
      // No client watches when a deferred run begins, so it keeps the current version.
      pin: request.pin ?? (deferred ? answers : null),
      personal_key_id: caller.key?.id ?? null,
      created_at: now,
      started_at: now,
    };
    const inserted = () =>
      queue.insertRun(tx, {
        id: runId,
        workspaceId,
        userId,
        sessionId: session.id,
        agentId: taken.agent_id,
        kind,
        position: taken.turns,
        claim: holds ? claim : null,
        node,
        leaseUntil: now + leaseMs,
        input: message,
        metadata,
        parentRunId: run.parent_run_id,
        trace: run.trace,
        requestId: requestContext.getStore()?.requestId ?? null,
        batchId: run.batch_id,
        depth,
        rootRunId: run.root_run_id,
        inherited: run.inherited,
        lastSeq: hasTurn ? 0 : queuedSeq,
        apiKey: request.apiKey ?? null,
        waitsFor: deferred ? (hasTurn ? 'room' : 'turn') : null,
        agentVersion: run.agent_version,
        agentChanged: run.agent_changed === 1,
        pin: run.pin,
        personalKeyId: run.personal_key_id,
        now,
      });
    await tx.together(
      inserted,
      async () => holds && storeInput(tx, { ...run, metadata }, taken.last_seq, now),
      async () => {
        const fields = JSON.stringify({ position: taken.waiting });
        if (!hasTurn) await runs.insertEvents(tx, runId, [{ seq: queuedSeq, type: 'queued', fields }], now);
      },
      async () => created && countSession(tx, { workspaceId, userId, agentId: admission.agent.id }, now),
    );
    // The budget is locked last. The end of a turn also locks the session before the budget.
    if (!deferred) await budget.enter(tx, admission, newcomer);
    const arrival = { runId, run, session, created, admission, agentId: taken.agent_id, holds };
    if (arrived) tx.afterCommit(() => arrived(arrival));
    return arrival;
  }

  return { arrive, resolve, enter };
}

export type Arrivals = ReturnType<typeof createArrival>;
