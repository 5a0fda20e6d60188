import { requestContext } from '../../../http/request-id.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { TakeOne } from '../../../kernel/counted-quota.ts';
import { AppError, invalidField, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { filesIn, namesOfFiles, type Part, storedParts } from '../../../kernel/parts.ts';
import type { Reader, Transaction } from '../../../platform/db/database.ts';
import { type Admission, type Admit, pinOf, type ResponseFormat } from '../../agents/index.ts';
import { countSession } from '../../costs/index.ts';
import {
  type HistoryRow,
  readShortHistory,
  SessionChanged,
  type SessionRows,
  type SessionState,
} from '../../sessions/index.ts';
import type { Again } from '../again/again.ts';
import { refuseShadows } from '../client-tools/own-names.ts';
import type { TurnBudget } from '../ending/turn-budget.ts';
import type { RunStore } from '../run.store.ts';
import { type AskedFor, askedForIn, type RunKind } from '../run.ts';
import type { RunFiles } from '../run-files.ts';
import { mismatch, stranded } from '../session-refusals.ts';
import { titleOf } from '../session-title.ts';
import { broughtBy, hasChanged, type SessionQueueStore, storeInput } from './session-queue.store.ts';
import { inheritedText } from './tree.ts';
import type { Tree } from './turn-tree.ts';
import type { RunToWork } from './worker.ts';

const maximumWaiting = 32;
/** The number of the only event of a queued run. */
export const queuedSeq = 1;

export type StartRequest = AskedFor & {
  /** With the personal key that was shown, whose limits hold for the run. */
  caller: { userId: string; workspaceId: string; key?: { id: string } | undefined };
  agentId?: string | undefined;
  sessionId?: string | undefined;
  /** Its text; may be empty if there are parts. */
  message: string;
  /** What the message holds besides text: the caller's own files. */
  parts?: readonly Part[] | undefined;
  surface?: string | undefined;
  /** `external: true` from a channel: the message holds text that other people wrote. */
  metadata?: Record<string, unknown> | undefined;
  kind: RunKind;
  /** Of a run that answers again in its session. */
  again?: Again | undefined;
  streams: boolean;
  parent?: { runId: string; depth: number; tree: Tree } | undefined;
  batchId?: string | undefined;
  /** The accepted version (agents/kept-versions.ts). Without it, the current version at the time of the request. */
  pin?: string | null | undefined;
  /** The run gets a session of its own, which is closed at once. */
  oneOff?: boolean | undefined;
  /** The conversation before the session, for a run that opens one (context.ts). */
  history?: string | undefined;
  /** The files that it holds. */
  historyFiles?: readonly string[] | undefined;
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
  /** What the model is shown first, if it was read with the arrival. */
  history?: readonly HistoryRow[] | undefined;
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
  /** Why a schema of answers cannot be used; undefined when it can. */
  unusableSchema(workspaceId: string, schema: Record<string, unknown>): Promise<string | undefined>;
  /** The names of a skill's tools. */
  toolsOfSkill(id: string): readonly string[];
  /** The session refers to these files of the person from now on. Throws if one of them is gone. */
  holdFiles: RunFiles['hold'];
  clock: Clock;
  leaseMs: number;
};
/** The agent and the session. Without a session one is opened, and the session `left` is closed. */
export type Resolved = { admission: Admission; session: SessionState | undefined; left?: string };

/** Begins at once, in a session that is free or new, and nothing else is stored with it or depends on what is. */
const isPlain = (request: StartRequest, { admission, session, left }: Resolved, { claim }: Reception): boolean =>
  claim !== null &&
  (!session || (session.status === 'active' && session.running_run_id === null)) &&
  !admission.freePurse &&
  !(left || request.parent || request.again || request.oneOff || request.history || request.parts) &&
  !(request.alongside || request.afterwards || request.historyFiles);

/** Turns a request into a stored run with its position in the session queue. When this resolves, the message is on disk. */
export function createArrival(deps: Deps) {
  const {
    queue,
    sessions,
    runs,
    admit,
    budget,
    closeSession,
    roomForSession,
    unusableSchema,
    toolsOfSkill,
    holdFiles,
    clock,
    leaseMs,
  } = deps;
  /** The formats of requests under way: all runs of a batch have the same one. */
  const usable = new WeakSet<object>();

  async function resolve(request: Omit<StartRequest, 'message'>): Promise<Resolved> {
    const resolved = await look(request);
    if (!resolved.session) await roomForSession(resolved.admission.caller.workspaceId);
    if (request.clientTools) refuseShadows(request.clientTools, resolved.admission.agent, toolsOfSkill);
    if (request.responseFormat) await requireUsable(resolved.admission.caller.workspaceId, request.responseFormat);
    return resolved;
  }

  async function requireUsable(workspaceId: string, format: ResponseFormat): Promise<void> {
    if (usable.has(format)) return;
    const problem = await unusableSchema(workspaceId, format.schema);
    if (problem) throw invalidField('responseFormat.schema', problem);
    usable.add(format);
  }

  /** Finds the session and admits its agent, which may not be the agent in the request. */
  async function look(request: Omit<StartRequest, 'message'>): Promise<Resolved> {
    const { caller, agentId, sessionId, surface = 'api', oneOff, pin } = request;
    const { userId, workspaceId } = caller;
    const admitNow = (id: string | undefined, reader?: Reader) =>
      admit({ userId, workspaceId, agentId: id, pin, keyId: caller.key?.id }, reader);
    let early: Promise<Admission> | undefined;
    const admitted = (id: string | undefined) => (early && id === agentId ? early : admitNow(id));
    if (oneOff) return { admission: await admitted(agentId), session: undefined };
    const standard = sessionId === undefined && agentId === undefined ? await admitted(undefined) : undefined;
    const named = agentId ?? standard?.agent.id;
    const session = await runs.readTogether((reader) => {
      // Most sessions are with the agent that is named: it is admitted in the same round trip.
      if (agentId !== undefined) early = admitNow(agentId, reader);
      early?.catch(() => undefined);
      return sessionId
        ? sessions.findState(caller, sessionId, reader)
        : sessions.findActive(caller, { agentId: named ?? '', surface }, reader);
    });
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
    if (isPlain(request, resolved, reception))
      try {
        return await runs.transaction((tx) => enter(tx, runId, request, resolved, reception, true));
      } catch (error) {
        if (!(error instanceof SessionChanged)) throw error;
      }
    return runs.transaction(async (tx) => {
      await request.alongside?.(tx, runId);
      const arrival = await enter(tx, runId, request, resolved, reception);
      await request.afterwards?.(tx, runId);
      return arrival;
    });
  }

  /**
   * Stores the run and its position in the session queue, in the caller's transaction. A refused run writes nothing. A plain one is
   * stored by one group of statements, the last of the transaction.
   */
  async function enter(
    tx: Transaction,
    runId: string,
    request: StartRequest,
    { admission, session: found, left }: Resolved,
    { claim, node, arrived }: Reception,
    plain = false,
  ): Promise<Arrival> {
    const { caller, message, parts, kind, surface = 'api' } = request;
    const { userId, workspaceId } = caller;
    const now = clock.now();
    const depth = request.parent ? request.parent.depth + 1 : 0;
    const deferred = claim === null;
    const newcomer = { runId, message, parts };
    const again = request.again ? JSON.stringify(request.again) : null;
    const tree = request.parent?.tree;
    if (tree) await growTree(tx, tree);
    // Runs of a batch are checked one by one, when they begin.
    if (deferred && !request.batchId) await budget.mayWait(tx, admission, newcomer);
    if (left) await closeSession(tx, caller, left);
    const answers = pinOf(admission.agent.id, admission.agent.version);
    const position = { runId, brings: broughtBy({ again }), answeredBy: answers, now };
    const id = newId('ses', now);
    const opened = {
      id,
      workspaceId,
      userId,
      agentId: admission.agent.id,
      surface: request.oneOff ? id : surface,
      title: found ? '' : titleOf(message || namesOfFiles(parts)),
      now,
    };
    const asRead = plain ? sessions.takeAsRead(tx, found ?? opened, position) : undefined;
    let session: Arrival['session'] | undefined = found;
    let created = false;
    if (!session) {
      created = asRead !== undefined || (await sessions.open(tx, opened));
      if (created && request.history) await sessions.beginWith(tx, opened, request.history);
      session = created
        ? { id: opened.id, summary: null, summary_seq: 0 }
        : await sessions.findActive(caller, { agentId: opened.agentId, surface }, tx);
    }
    if (!session)
      throw new AppError('conflict', 'The session was closed at this moment. Send the message again.', {
        retryable: true,
      });
    const { id: sessionId, summary_seq: summarySeq } = session;
    const taken =
      asRead?.taken ?? (await sessions.takePosition(tx, { ...position, sessionId, maximumWaiting, begins: !deferred }));
    if (!taken) throw await refusal(tx, sessionId);
    if (request.oneOff) await sessions.closeOneOff(tx, sessionId, surface);
    const hasTurn = taken.running_run_id === runId;
    const metadata = request.metadata ? JSON.stringify(request.metadata) : null;
    const holds = hasTurn && !deferred;
    const answering = taken.agent_id === admission.agent.id;
    const run = {
      id: runId,
      workspace_id: workspaceId,
      user_id: userId,
      session_id: sessionId,
      agent_id: taken.agent_id,
      kind,
      depth,
      root_run_id: tree?.root ?? null,
      inherited: tree ? inheritedText(tree) : null,
      input: message,
      asked_for: askedForIn(request),
      again,
      parts: parts ? storedParts(parts) : null,
      attempts: 1,
      active_ms: 0,
      steps: 0,
      prompt_tokens: 0,
      cached_tokens: 0,
      completion_tokens: 0,
      reasoning_tokens: 0,
      cost_nano: 0,
      model: null,
      cached: 0,
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
        sessionId,
        agentId: taken.agent_id,
        kind,
        position: taken.turns,
        claim: holds ? claim : null,
        node,
        leaseUntil: now + leaseMs,
        input: message,
        askedFor: run.asked_for,
        again,
        parts: run.parts,
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
    let history: Arrival['history'];
    await (asRead ? tx.last : tx.together)(
      async () => asRead?.write(),
      inserted,
      async () => {
        const said = holds ? await storeInput(tx, { ...run, metadata }, taken.last_seq, now) : undefined;
        if (asRead && created && said) history = [said];
      },
      async () => {
        const fields = JSON.stringify({ position: taken.waiting });
        if (!hasTurn) await runs.insertEvents(tx, runId, [{ seq: queuedSeq, type: 'queued', fields }], now);
      },
      async () => created && countSession(tx, { workspaceId, userId, agentId: admission.agent.id }, now),
      async () => {
        if (asRead && !created) history = await readShortHistory(tx, sessionId, summarySeq);
      },
    );
    const held = [...filesIn(parts), ...((created && request.historyFiles) || [])];
    if (held.length > 0) await holdFiles(tx, caller, [...new Set(held)], { sessionId });
    // The budget is locked last. The end of a turn also locks the session before the budget.
    if (!deferred) await budget.enter(tx, admission, newcomer);
    const arrival = { runId, run, session, created, admission, agentId: taken.agent_id, holds, history };
    if (arrived) tx.afterCommit(() => arrived(arrival));
    return arrival;
  }

  return { arrive, resolve, enter };
}

export type Arrivals = ReturnType<typeof createArrival>;
