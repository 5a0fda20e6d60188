import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import { createWakeLoop } from '../../platform/work/wake-loop.ts';
import { settleUsage } from './usage-additions.store.ts';

type Deps = { database: Database; clock: Clock; log: Log };

const everyMs = 1_000;
const failure = 'usage was not added up by day; it is counted nevertheless';

/**
 * Adds up usage about once a second, on every node: also what a killed node left. Where there is none, it is one read of an empty
 * table.
 */
export function createUsageSettling({ database, clock, log }: Deps) {
  const loop = createWakeLoop({
    pass: async () => void (await settleUsage(database)),
    failure,
    pollMs: everyMs,
    clock,
    log,
  });
  return {
    /** Not awaited: nothing depends on it. */
    start: () => void loop.start(),
    /** Once more for what the last turns wrote, so that a stopped gateway has it all by day. */
    async stop(): Promise<void> {
      if (!loop.isRunning()) return;
      await loop.stop();
      await settleUsage(database).catch((error: unknown) => log.warn({ err: error }, failure));
    },
  };
}
