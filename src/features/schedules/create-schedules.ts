import { type Clock, dayMs } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Acceptance, Admit } from '../agents/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { createFire } from './fire.ts';
import { createFiringStore } from './firings.store.ts';
import type { ScheduleHandler, ScheduleKind } from './schedule.ts';
import { createScheduler } from './scheduler.ts';
import { createScheduleService, type ScheduleFiles } from './schedules.service.ts';
import { createScheduleStore } from './schedules.store.ts';
import { createSettle } from './settle.ts';

type Deps = {
  quotas: Quotas;
  database: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  audit: AuditLog;
  admit: Admit;
  acceptance: Acceptance;
  defer: Parameters<typeof createFire>[0]['defer'];
  handlers: Record<ScheduleKind, ScheduleHandler>;
  files: ScheduleFiles;
  /** The timeout of one fetch. */
  fetchTimeoutMs: number;
};

/** What heartbeats and cron schedules share. */
export function createSchedules(deps: Deps) {
  const { quotas, database, bus, clock, log, audit, admit, acceptance, defer, handlers, fetchTimeoutMs } = deps;
  const store = createScheduleStore(database);
  const firings = createFiringStore(database);
  const scheduler = createScheduler({
    store: firings,
    fire: createFire({ store: firings, handlers, defer, admit, clock, log }),
    settle: createSettle({ store: firings, clock }),
    bus,
    clock,
    log,
    embedded: database.engine === 'sqlite',
    // Fetching takes up to the timeout once, parsing a feed as long again.
    leaseMs: 2 * fetchTimeoutMs + 40_000,
  });
  return {
    serviceOf: createScheduleService({
      quotas,
      store,
      scheduler,
      admit,
      acceptance,
      audit,
      bus,
      clock,
      files: deps.files,
    }),
    background: { start: scheduler.start, stop: scheduler.stop },
    /** When a person changes an agent, the new version is accepted for that person's own schedules. */
    acceptOwnChange: store.acceptNext,
    /** Deletes the schedules of an erased person: they contain the person's messages, and have no other owner. */
    erasePerson: async (tx: Transaction, userId: string): Promise<void> => void (await store.deleteOf(tx, userId)),
    /** Firings are kept for 30 days; firings that found nothing for 7. */
    forgetOldRuns: () => firings.forgetBefore(clock.now() - 30 * dayMs, clock.now() - 7 * dayMs),
  };
}
