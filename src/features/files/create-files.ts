import type { Clock } from '../../kernel/clock.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Database, Engine } from '../../platform/db/database.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createAtMost } from '../../platform/work/at-most.ts';
import { createChunkStore } from './chunks.store.ts';
import { createFetching } from './fetched.ts';
import { createFileService } from './files.service.ts';
import { createFileStore } from './files.store.ts';
import { createIntake } from './intake.ts';
import { createRemoval } from './removal.ts';
import { createRowPlaces } from './row-places.ts';

type Deps = {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  quotas: Quotas;
  egress: Pick<Egress, 'fetch'>;
  maxFileBytes: number;
};

/**
 * Writes of bytes at a time. The embedded engine's commit blocks the event loop: one row takes 1 ms, and every thirtieth some
 * 10 ms more; eight rows at once took no less time for each, and the longest of them 240 ms. A pause after each lets others in.
 */
const createWriting = (engine: Engine) =>
  createAtMost(engine === 'sqlite' ? 1 : 2, { restMs: (tookMs) => Math.min(tookMs, 5) });
const fetchTimeoutMs = 30_000;

export function createFiles({ database, clock, jobs, quotas, egress, maxFileBytes }: Deps) {
  const store = createFileStore(database);
  const chunks = createChunkStore(database);
  const writing = createWriting(database.engine);
  const removal = createRemoval({ store, chunks, jobs, writing });
  const takePlace = createRowPlaces();
  const intake = createIntake({
    store,
    chunks,
    clock,
    quotas,
    maxFileBytes,
    writing,
    takePlace,
    remove: removal.remove,
  });
  const open = createFetching({ egress, maxBytes: maxFileBytes, timeoutMs: fetchTimeoutMs });
  return { service: createFileService({ store, chunks, intake, open, removal, maxFileBytes }), removal };
}
