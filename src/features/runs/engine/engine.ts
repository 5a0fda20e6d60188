import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestContext } from '../../../http/request-id.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { createRegistry } from '../../../platform/work/registry.ts';
import type { Admission, Admit } from '../../agents/index.ts';
import type { SessionRows } from '../../sessions/index.ts';
import type { Closing } from '../ending/closing.ts';
import { failureOf } from '../ending/failure.ts';
import type { OutcomeOf } from '../ending/outcomes.ts';
import { unseenEvents } from '../log/run-events.ts';
import { createRunLog, type RunLog } from '../log/run-log.ts';
import type { RunNews } from '../log/run-news.ts';
import { RunClaimLost, type RunStore } from '../run.store.ts';
import { isBackground, type RunKind } from '../run.ts';
import { Stopped } from '../turn/stopped.ts';
import type { Outcome } from '../turn/turn.ts';
import { type Arrivals, queuedSeq, type StartRequest } from './arrival.ts';
import type { SessionQueueStore } from './session-queue.store.ts';
import type { Worker, WorkOrder } from './worker.ts';

export type Started = { runId: string; sessionId: string; agentId: string; outcome: Promise<Outcome> };

/** A run that arrived at this node or was claimed by it. Without a claim it is still in the session queue. */
type Live = {
  log: RunLog;
  abort: AbortController;
  claim?: string;
  streams: boolean;
  created: boolean;
  kind: RunKind;
  outcome: PromiseWithResolvers<Outcome>;
};

type Deps = {
  arrivals: Arrivals;
  queue: SessionQueueStore;
  sessions: Pick<SessionRows, 'findState'>;
  runs: RunStore;
  admit: Admit;
  worker: Worker;
  closing: Closing;
  outcomeOf: OutcomeOf;
  newsOf: RunNews;
  bus: Bus;
  clock: Clock;
  log: Log;
  leaseMs: number;
  /** Called when a background run has left this node. */
  madeRoom(): void;
};

const lookEveryMs = 1_000;
/** Node reads the random bytes of 128 of these at a time; reading them for each took eight times as long. */
const token = () => randomUUID();
const stoppingError = (runId?: string) =>
  new AppError('unavailable', 'The gateway is stopping.', {
    retryAfterSeconds: 1,
    ...(runId ? { extra: { runId } } : {}),
  });

const laterError = (runId: string, { message, details }: AppError) =>
  new AppError('unavailable', message, { ...details, extra: { ...details.extra, runId } });

/**
 * Every door starts runs here: a run is admitted, waits in its session queue, is worked on, and ends. The engine knows no
 * HTTP. Lasting state is in the store; in memory are only the runs of this node.
 */
export function createEngine(deps: Deps) {
  const {
    arrivals,
    queue,
    sessions,
    runs,
    admit,
    worker,
    closing,
    outcomeOf,
    newsOf,
    bus,
    clock,
    log,
    leaseMs,
    madeRoom,
  } = deps;
  const node = token();
  const live = createRegistry<string, Live>();
  const working = new Set<Promise<void>>();
  const pickingUp = new Set<string>();
  const watchedElsewhere = new Set<string>();
  let stopping = false;

  function enter(runId: string, startSeq: number, how: Pick<Live, 'streams' | 'created' | 'kind'>): Live {
    const outcome = Promise.withResolvers<Outcome>();
    outcome.promise.catch(() => undefined);
    const entry = { log: createRunLog(startSeq), abort: new AbortController(), ...how, outcome };
    live.set(runId, entry);
    return entry;
  }

  function leave(runId: string, entry: Live): void {
    if (live.get(runId) === entry) live.delete(runId);
    entry.log.end();
    if (watchedElsewhere.delete(runId)) bus.publish('run', runId);
    if (isBackground(entry.kind)) madeRoom();
  }

  async function settled(runId: string): Promise<Outcome | undefined> {
    const run = await runs.find(runId);
    if (!run) throw notFound(`Job ${runId}`);
    return outcomeOf(run);
  }

  async function waitElsewhere(runId: string): Promise<Outcome> {
    for (;;) {
      const outcome = await settled(runId);
      if (outcome) return outcome;
      if (stopping) throw stoppingError(runId);
      await newsOf(runId, lookEveryMs);
    }
  }
  const lookElsewhere = (runId: string, { outcome }: Live): void =>
    void waitElsewhere(runId).then(outcome.resolve, outcome.reject);

  /** If the end cannot be written, the lease runs out and another node ends the run. */
  async function giveUp(runId: string, { claim }: Live, error: unknown): Promise<void> {
    if (error instanceof RunClaimLost) return;
    if (!(error instanceof AppError)) log.error({ err: error, runId }, 'turn could not be finished');
    try {
      const run = await runs.find(runId);
      if (run && run.claim === claim)
        await closing.close(run, { status: 'failed', stopReason: 'error', error: failureOf(error) });
    } catch (cause) {
      log.error({ err: cause, runId }, 'could not end the run; another node will when its lease expires');
    }
  }

  /** The clients that wait for this run, or for one behind it, are told that the answer comes later. The runs go on. */
  function tellOfDelay(runId: string, entry: Live, cause: AppError): void {
    entry.log.holdUp(cause);
    entry.outcome.reject(laterError(runId, cause));
    for (const [id, queued] of live.entries()) if (!queued.claim) queued.outcome.reject(laterError(id, cause));
  }

  /** Works on a claimed run, and removes it from this node however that ends. */
  function begin(
    runId: string,
    entry: Live,
    claim: string,
    requestId: string | null | undefined,
    prepare: () => Promise<Pick<WorkOrder, 'run' | 'admission' | 'session' | 'history'>>,
  ): void {
    async function work(): Promise<void> {
      try {
        const order = await prepare();
        const stored = () => {
          if (watchedElsewhere.has(runId)) bus.publish('run', runId);
        };
        const delayed = (cause: AppError) => tellOfDelay(runId, entry, cause);
        entry.outcome.resolve(await worker({ ...order, ...entry, claim, stored, delayed }));
      } catch (error) {
        await giveUp(runId, entry, error);
        lookElsewhere(runId, entry);
      } finally {
        leave(runId, entry);
      }
    }
    // Log lines of this run name its own request, not the one that woke this node.
    const context = { ...(requestId && { requestId }), runId };
    const task = requestContext.run(context, work).finally(() => working.delete(task));
    working.add(task);
  }

  async function start(request: StartRequest): Promise<Started> {
    if (stopping) throw stoppingError();
    const claim = token();
    let entry: Live | undefined;
    const arrival = await arrivals.arrive(request, {
      claim,
      node,
      // Synchronously after the commit: the run before it may end at once and must find it here.
      arrived({ runId, holds, created }) {
        entry = enter(runId, holds ? 0 : queuedSeq, { streams: request.streams, created, kind: request.kind });
        if (holds) entry.claim = claim;
      },
    });
    const { runId, run, session, admission, agentId, history } = arrival;
    if (!entry) throw new Error('the arrival callback was not called');
    if (arrival.holds)
      begin(runId, entry, claim, requestContext.getStore()?.requestId, async () => {
        // The session was handed over between the admission and the lock: its new agent answers.
        const present: Admission =
          agentId === admission.agent.id
            ? admission
            : await admit({ ...request.caller, agentId, pin: run.pin, keyId: run.personal_key_id });
        return { run, admission: present, session, history };
      });
    return { runId, sessionId: session.id, agentId, outcome: entry.outcome.promise };
  }

  /** Begins a run that holds its session: one that queued here, one that was parked, or one whose node died. */
  async function pickUp(runId: string): Promise<void> {
    if (stopping || live.get(runId)?.claim || pickingUp.has(runId)) return;
    pickingUp.add(runId);
    try {
      const claim = token();
      const run = await queue.claim(runId, claim, node, clock.now() + leaseMs, clock.now());
      if (!run) return await yieldToOthers(runId);
      if (run.cancel_requested) {
        // It was cancelled while no node worked on it.
        await closing.close(run, { status: 'cancelled', stopReason: 'cancelled', error: null });
        return await yieldToOthers(runId);
      }
      // Skips the event numbers that an earlier node may have shown and not stored.
      const shown = run.attempts > 1 ? Math.max(run.last_seq, await runs.lastStoredSeq(runId)) + unseenEvents : 0;
      const waited = live.get(runId);
      if (waited && run.attempts > 1) {
        leave(runId, waited);
        lookElsewhere(runId, waited);
      }
      const how = { streams: true, created: run.turn === 1, kind: run.kind };
      const entry = live.get(runId) ?? enter(runId, shown || run.last_seq, how);
      entry.claim = claim;
      bus.publish('run', runId);
      begin(runId, entry, claim, run.request_id, async () => {
        const { user_id: userId, workspace_id: workspaceId, agent_id: agentId, agent_version: version, pin } = run;
        const { personal_key_id: keyId } = run;
        const session = await sessions.findState({ workspaceId, userId }, run.session_id);
        // Permission is checked again, since it may have been taken away while the run waited. The agent's version stays.
        const admission = await admit({ userId, workspaceId, agentId, version, pin, keyId });
        return { run, admission, session: session ?? { summary: null, summary_seq: 0 } };
      });
    } finally {
      pickingUp.delete(runId);
    }
  }

  /** A run that queued here was begun or ended by another node: clients that wait here are served from the store. */
  async function yieldToOthers(runId: string): Promise<void> {
    const entry = live.get(runId);
    if (!entry || entry.claim) return;
    const run = await runs.find(runId);
    // It was begun here in the meantime.
    if (run?.status === 'queued' || entry.claim || live.get(runId) !== entry) return;
    leave(runId, entry);
    lookElsewhere(runId, entry);
  }

  return {
    node,
    start,
    pickUp,
    yieldToOthers,
    settled,
    /** Throws unless the caller may start this now. */
    mayStart: async (request: Omit<StartRequest, 'message'>): Promise<void> => void (await arrivals.resolve(request)),
    liveLog: (runId: string) => live.get(runId)?.log,
    isLive: (runId: string) => live.has(runId),
    /** Resolves when the run ends or is parked, at once if it already has. */
    outcome: (runId: string): Promise<Outcome> => live.get(runId)?.outcome.promise ?? waitElsewhere(runId),
    /** How many background runs this node works on. */
    inBackground: () => live.entries().filter(([, { claim, kind }]) => claim && isBackground(kind)).length,
    queuedHere: () =>
      live
        .entries()
        .filter(([, { claim }]) => !claim)
        .map(([id]) => id),
    /** The runs that this node works on, with their claims. */
    held: () => live.entries().flatMap(([id, { claim }]) => (claim ? [{ id, claim }] : [])),
    abort: (runId: string, reason: Stopped['reason']) => live.get(runId)?.abort.abort(new Stopped(reason)),
    /** Another node has the run now: the work here stops. */
    lose({ id, claim }: { id: string; claim: string }): void {
      const entry = live.get(id);
      if (entry?.claim === claim) entry.abort.abort(new Stopped('lost'));
    },
    noteWatcher(runId: string): void {
      if (live.has(runId)) watchedElsewhere.add(runId);
    },

    /**
     * Waits for the turns under way until the drain timeout, then ends them with an error event. Queued runs stay in the
     * queue, for another node or the next start.
     */
    async stop(drainTimeoutMs: number): Promise<void> {
      stopping = true;
      for (const [runId, entry] of live.entries()) {
        if (entry.claim) continue;
        leave(runId, entry);
        entry.outcome.reject(stoppingError(runId));
      }
      const allDone = async () => {
        while (working.size > 0) await Promise.allSettled(working);
      };
      await Promise.race([allDone(), sleep(drainTimeoutMs, undefined, { ref: false })]);
      for (const [, { abort }] of live.entries()) abort.abort(new Stopped('shutdown'));
      await Promise.race([allDone(), sleep(2_000, undefined, { ref: false })]);
    },
  };
}

export type Engine = ReturnType<typeof createEngine>;
