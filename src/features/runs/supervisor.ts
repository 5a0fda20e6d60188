import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { leaseMs } from './arrival.ts';
import type { Closing } from './closing.ts';
import type { Engine } from './engine.ts';
import { failureOf } from './failure.ts';
import type { RunStore } from './run.store.ts';
import { backgroundKinds } from './run.ts';
import type { TurnStore } from './turns.store.ts';

const lookEveryMs = 1_000;
const mostAttempts = 3;

type Deps = {
  engine: Engine;
  turns: TurnStore;
  runs: RunStore;
  closing: Closing;
  bus: Bus;
  clock: Clock;
  log: Log;
  embedded: boolean;
  patienceMs: number;
};

/** Sees to it that no run is left lying: leases are renewed, the dead are ended or begun again, the next one starts. */
export function createSupervisor({ engine, turns, runs, closing, bus, clock, log, embedded, patienceMs }: Deps) {
  const unsubscribe: (() => void)[] = [];
  let timers: NodeJS.Timeout[] = [];
  let looking: Promise<void> | undefined;

  async function lookAround(): Promise<void> {
    const now = clock.now();
    for (const run of await turns.abandoned(now)) {
      const again = (backgroundKinds as readonly string[]).includes(run.kind) && run.attempts < mostAttempts;
      if (again) {
        if (await runs.transaction((tx) => runs.requeue(tx, run, now, now)))
          log.warn({ runId: run.id }, 'run of a dead node goes on');
      } else {
        const error = failureOf(new AppError('unavailable', 'The node that worked on this turn stopped.'));
        if (await closing.close(run, { status: 'failed', stopReason: 'error', error }, true))
          log.warn({ runId: run.id }, 'run of a dead node ended');
      }
    }
    for (const { id } of await turns.handedOver(now)) await engine.pickUp(id);
    for (const id of engine.queuedHere()) await engine.pickUp(id);
  }

  const look = (): Promise<void> => {
    looking ??= lookAround()
      .catch((error) => log.warn({ err: error }, 'could not look after runs'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };

  return {
    async start(): Promise<void> {
      if (timers.length > 0) return;
      if (embedded) await runs.dropAllLeases();
      unsubscribe.push(
        bus.subscribe('turn', (runId) => {
          // Whoever it came to begins it; one that was parked came to nobody, and whoever hears first may.
          if (engine.liveLog(runId))
            void engine.pickUp(runId).catch((error) => log.warn({ err: error, runId }, 'could not begin a turn'));
        }),
        bus.subscribe(
          'resume',
          (runId) => void engine.pickUp(runId).catch((error) => log.warn({ err: error, runId }, 'could not resume')),
        ),
        bus.subscribe('cancel', (runId) => engine.abort(runId, 'cancelled')),
        bus.subscribe('watch', (runId) => engine.noteWatcher(runId)),
      );
      await look();
      timers = [
        setInterval(() => void look(), lookEveryMs),
        setInterval(
          () => void engine.renewLeases().catch((error) => log.warn({ err: error }, 'could not renew leases')),
          leaseMs / 3,
        ),
      ];
    },
    async stop(): Promise<void> {
      await engine.stop(patienceMs);
      for (const timer of timers) clearInterval(timer);
      timers = [];
      for (const off of unsubscribe.splice(0)) off();
      await looking;
    },
    look,
  };
}
