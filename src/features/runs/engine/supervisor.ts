import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { createLeaseRenewer } from '../../../platform/work/lease-renewer.ts';
import { createWakeLoop } from '../../../platform/work/wake-loop.ts';
import type { Closing } from '../ending/closing.ts';
import { failureOf } from '../ending/failure.ts';
import type { RunStore } from '../run.store.ts';
import { mayBeginAgain, type RunRow } from '../run.ts';
import type { Background } from './background.ts';
import type { Engine } from './engine.ts';
import type { LeaseStore } from './leases.store.ts';
import { headStartMs } from './session-queue.store.ts';

const pollMs = 1_000;

type Deps = {
  engine: Engine;
  background: Background;
  leases: LeaseStore;
  runs: RunStore;
  closing: Closing;
  bus: Bus;
  clock: Clock;
  log: Log;
  embedded: boolean;
  leaseMs: number;
  /** How long a shutdown waits for turns under way. */
  drainTimeoutMs: number;
  /** Ends the event streams of this node. */
  endStreams(): void;
};

/** Renews leases, ends or requeues the runs of dead nodes, and begins the runs whose session is free. */
export function createSupervisor(deps: Deps) {
  const { engine, background, leases, runs, closing, bus, clock, log, embedded, leaseMs, drainTimeoutMs, endStreams } =
    deps;
  const unsubscribe: (() => void)[] = [];
  const expected = new Set<NodeJS.Timeout>();
  /** Runs that this node claimed in the store but did not work on, at the last renewal. */
  let forgotten = new Set<string>();

  /** An error with one run must not stop the others. */
  const attempt = (runId: string, work: () => Promise<unknown>) =>
    work().catch((error) => log.warn({ err: error, runId }, 'could not recover a run'));

  async function endAbandoned(run: RunRow): Promise<void> {
    if (run.cancel_requested) {
      await closing.close(run, { status: 'cancelled', stopReason: 'cancelled', error: null }, true);
      return;
    }
    if (mayBeginAgain(run)) {
      if (!(await runs.requeue(run, clock.now()))) return;
      log.warn({ runId: run.id }, 'run of a dead node requeued');
      background.announce();
      return;
    }
    const error = failureOf(new AppError('unavailable', 'The node that worked on this turn stopped.'));
    if (await closing.close(run, { status: 'failed', stopReason: 'error', error }, true))
      log.warn({ runId: run.id }, 'run of a dead node ended');
  }

  async function lookAround(): Promise<undefined> {
    for (const run of await leases.abandoned(clock.now())) await attempt(run.id, () => endAbandoned(run));
    for (const { id } of await leases.due(engine.node, clock.now())) await attempt(id, () => engine.pickUp(id));
    const gone = await leases.noLongerQueued(engine.queuedHere());
    for (const id of gone) await attempt(id, () => engine.yieldToOthers(id));
  }

  const loop = createWakeLoop({ pass: lookAround, failure: 'could not look after runs', pollMs, clock, log });

  const renewer = createLeaseRenewer({
    leaseMs,
    held: engine.held,
    async renew(_held, leaseUntil) {
      const rows = await leases.renew(engine.node, leaseUntil);
      for (const { id, cancel_requested } of rows) if (cancel_requested) engine.abort(id, 'cancelled');
      return rows;
    },
    // The run has ended or belongs to another node: this node can write nothing more of it.
    lost: engine.lose,
    /**
     * A failed write can leave a run that this node claims in the store but does not work on. A run that is just arriving
     * looks the same for a moment, so the claim is dropped only if two renewals in a row find it.
     */
    async renewed(rows) {
      const unknown = rows.filter(({ id }) => !engine.isLive(id));
      for (const row of unknown) if (forgotten.has(row.id)) await leases.drop(row);
      forgotten = new Set(unknown.map(({ id }) => id));
    },
    failure: 'could not renew leases',
    clock,
    log,
  });

  const quietly = (work: Promise<unknown>, what: string) =>
    void work.catch((error) => log.warn({ err: error }, `could not ${what}`));

  return {
    /** This node passed the session to the run. If the run's own node is gone, this node begins it. */
    expect(runId: string): void {
      if (engine.isLive(runId)) return;
      const timer = setTimeout(
        () => {
          expected.delete(timer);
          quietly(engine.pickUp(runId), 'begin a turn');
        },
        embedded ? 0 : headStartMs,
      );
      expected.add(timer);
    },
    async start(): Promise<void> {
      if (loop.isRunning()) return;
      // Not its own claims: sockets are served during startup, and their runs may be under way.
      if (embedded) await leases.dropOthers(engine.node);
      unsubscribe.push(
        // The node at which the run arrived begins it.
        bus.subscribe('turn', (id) => {
          if (engine.isLive(id)) quietly(engine.pickUp(id), 'begin a turn');
        }),
        // A parked run belongs to no node: the first node that receives this begins it.
        bus.subscribe('resume', (id) => quietly(engine.pickUp(id), 'resume a turn')),
        bus.subscribe('run', (id) => {
          if (engine.isLive(id)) quietly(engine.yieldToOthers(id), 'yield a turn');
        }),
        bus.subscribe('cancel', (id) => engine.abort(id, 'cancelled')),
        bus.subscribe('watch', (id) => engine.noteWatcher(id)),
      );
      background.start();
      await loop.start();
      renewer.start();
    },
    async stop(): Promise<void> {
      await background.stop();
      await engine.stop(drainTimeoutMs);
      endStreams();
      renewer.stop();
      for (const timer of expected) clearTimeout(timer);
      for (const off of unsubscribe.splice(0)) off();
      await loop.stop();
    },
  };
}
