import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Admission, Admit } from '../agents/index.ts';
import { type Arrival, type Arrive, leaseMs, type StartRequest } from './arrival.ts';
import type { Closing } from './closing.ts';
import { failureOf } from './failure.ts';
import type { OutcomeOf } from './outcomes.ts';
import type { RunStore } from './run.store.ts';
import { ClaimLost } from './run.store.ts';
import { createRunLog, type RunLog } from './run-log.ts';
import { type Outcome, Stopped } from './turn.ts';
import type { TurnStore } from './turns.store.ts';
import type { Worker, WorkOrder } from './worker.ts';

export type Started = { runId: string; sessionId: string; agentId: string; outcome: Promise<Outcome> };

/** A run that came to this node, or that it picked up. Without a claim it still waits for its turn. */
type Live = {
  log: RunLog;
  abort: AbortController;
  claim?: string;
  streams: boolean;
  created: boolean;
  outcome: PromiseWithResolvers<Outcome>;
};

type Deps = {
  arrive: Arrive;
  turns: TurnStore;
  runs: RunStore;
  admit: Admit;
  worker: Worker;
  closing: Closing;
  outcomeOf: OutcomeOf;
  bus: Bus;
  clock: Clock;
  log: Log;
};

/**
 * Every door comes here: a run is admitted, takes its turn in its session, is worked on by a node, and ends. It knows
 * no HTTP. What must outlive the process is in the store; this remembers only what it is working on.
 */
export function createEngine({ arrive, turns, runs, admit, worker, closing, outcomeOf, bus, clock, log }: Deps) {
  const node = randomBytes(9).toString('base64url');
  const live = new Map<string, Live>();
  const working = new Set<Promise<void>>();
  const watchedElsewhere = new Set<string>();
  let stopping = false;

  function enter(runId: string, streams: boolean, startSeq: number, created: boolean): Live {
    const outcome = Promise.withResolvers<Outcome>();
    outcome.promise.catch(() => undefined);
    const entry = { log: createRunLog(startSeq), abort: new AbortController(), streams, created, outcome };
    live.set(runId, entry);
    return entry;
  }

  const settled = async (runId: string): Promise<Outcome | undefined> => outcomeOf(await runs.find(runId));

  async function waitElsewhere(runId: string): Promise<Outcome> {
    bus.publish('watch', runId);
    for (;;) {
      const outcome = await settled(runId);
      if (outcome) return outcome;
      await sleep(500);
    }
  }

  /** Works on it, and leaves nothing behind however that ends. */
  function begin(
    runId: string,
    entry: Live,
    prepare: () => Promise<Pick<WorkOrder, 'run' | 'admission' | 'session' | 'lastSeq'>>,
  ): void {
    const task = (async () => {
      try {
        const order = await prepare();
        const stored = () => {
          if (watchedElsewhere.has(runId)) bus.publish('run', runId);
        };
        entry.outcome.resolve(await worker({ ...order, ...entry, claim: entry.claim ?? '', stored }));
      } catch (error) {
        if (!(error instanceof ClaimLost)) {
          log.error({ err: error, runId }, 'turn could not be finished');
          const run = await runs.find(runId);
          if (run?.claim === entry.claim && run)
            await closing.close(run, { status: 'failed', stopReason: 'error', error: failureOf(error) });
        }
        waitElsewhere(runId).then(entry.outcome.resolve, entry.outcome.reject);
      } finally {
        live.delete(runId);
        entry.log.end();
        if (watchedElsewhere.delete(runId)) bus.publish('run', runId);
      }
    })()
      // The store is away: the lease runs out, and whoever is there then ends the run.
      .catch((error) => log.error({ err: error, runId }, 'run left to its lease'))
      .finally(() => working.delete(task));
    working.add(task);
  }

  async function start(request: StartRequest): Promise<Started> {
    if (stopping) throw new AppError('unavailable', 'The gateway is stopping.', { retryAfterSeconds: 1 });
    const claim = randomBytes(9).toString('base64url');
    const arrival: Arrival = await arrive(request, claim, node);
    const { runId, session, admission, created } = arrival;
    const entry = enter(runId, request.streams, 0, created);
    if (arrival.holds) {
      entry.claim = claim;
      // Handed to another agent between the look and the lock: that one answers.
      const present = async (): Promise<Admission> =>
        arrival.agentId === admission.agent.id ? admission : admit({ ...request.caller, agentId: arrival.agentId });
      begin(runId, entry, async () => ({
        run: arrival.run,
        admission: await present(),
        session,
        lastSeq: arrival.lastSeq,
      }));
    } else entry.log.append('queued', { position: arrival.position });
    return { runId, sessionId: session.id, agentId: arrival.agentId, outcome: entry.outcome.promise };
  }

  /** Begins a run whose turn has come: one that queued here, one that was parked, or one whose node died. */
  async function pickUp(runId: string): Promise<void> {
    if (stopping || live.get(runId)?.claim) return;
    const claim = randomBytes(9).toString('base64url');
    const claimed = await turns.claim(runId, claim, node, clock.now() + leaseMs, clock.now());
    if (!claimed) return yieldToOthers(runId);
    const { run, lastSeq } = claimed;
    // Numbers that an earlier node may have shown and never stored are left out.
    const entry = live.get(runId) ?? enter(runId, true, run.last_seq + run.attempts * 1_000_000, false);
    entry.claim = claim;
    bus.publish('run', runId);
    begin(runId, entry, async () => {
      const session = await turns.findSession(run.workspace_id, run.user_id, run.session_id);
      // Permission is asked again: it may have been taken away while the run waited.
      const admission = await admit({
        userId: run.user_id,
        workspaceId: run.workspace_id,
        agentId: session?.agent_id ?? run.agent_id,
      });
      return { run, admission, session: session ?? { summary: null, summary_seq: 0 }, lastSeq };
    });
  }

  /** It queued here and someone else has begun or ended it: those who wait here look to the store from now on. */
  async function yieldToOthers(runId: string): Promise<void> {
    const entry = live.get(runId);
    if (!entry || entry.claim) return;
    const run = await runs.find(runId);
    if (run?.status === 'queued') return;
    live.delete(runId);
    entry.log.end();
    waitElsewhere(runId).then(entry.outcome.resolve, entry.outcome.reject);
  }

  return {
    start,
    pickUp,
    settled,
    liveLog: (runId: string) => live.get(runId)?.log,
    /** How it ended, or what it waits for; at once when it has, however long ago. */
    outcome: (runId: string): Promise<Outcome> => live.get(runId)?.outcome.promise ?? waitElsewhere(runId),
    queuedHere: () => [...live].filter(([, { claim }]) => !claim).map(([id]) => id),
    abort: (runId: string, reason: Stopped['reason']) => live.get(runId)?.abort.abort(new Stopped(reason)),
    noteWatcher(runId: string): void {
      if (live.has(runId)) watchedElsewhere.add(runId);
    },

    /** Keeps what this node works on, and hears of what was cancelled or taken away meanwhile. */
    async renewLeases(): Promise<void> {
      const rows = await turns.renewLeases(node, clock.now() + leaseMs);
      const forgotten = rows.filter(({ id }) => !live.has(id)).map(({ id }) => id);
      if (forgotten.length > 0) await runs.dropLeases(forgotten);
      for (const { id, claim, cancel_requested } of rows) {
        const entry = live.get(id);
        if (cancel_requested) entry?.abort.abort(new Stopped('cancelled'));
        else if (entry?.claim && entry.claim !== claim) entry.abort.abort(new Stopped('lost'));
      }
    },

    /** Waits for what is under way as long as it may, then ends it with a word to those who watch. */
    async stop(patienceMs: number): Promise<void> {
      stopping = true;
      const allDone = async () => {
        while (working.size > 0) await Promise.allSettled(working);
      };
      await Promise.race([allDone(), sleep(patienceMs, undefined, { ref: false })]);
      for (const { abort } of live.values()) abort.abort(new Stopped('shutdown'));
      await Promise.race([allDone(), sleep(2_000, undefined, { ref: false })]);
    },
    inFlight: () => working.size,
  };
}

export type Engine = ReturnType<typeof createEngine>;
