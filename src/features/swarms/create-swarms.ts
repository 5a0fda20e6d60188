import type { Idempotency } from '../../http/idempotency/idempotency.store.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { Recurring } from '../../platform/jobs/recurring.ts';
import type { Background, JobService, MessageReader } from '../runs/index.ts';
import { createSwarmEnd } from './swarm-end.ts';
import { createSwarmService } from './swarms.service.ts';
import { createSwarmStore } from './swarms.store.ts';

type Deps = {
  database: Database;
  background: Background;
  readMessage: MessageReader;
  cancelRun: JobService['cancel'];
  idempotency: Idempotency;
  publish: PublishEvent;
  recurring: Recurring;
  clock: Clock;
};

export function createSwarms({ publish, recurring, ...deps }: Deps) {
  const store = createSwarmStore(deps.database);
  const end = createSwarmEnd({ store, publish });
  const swarms = createSwarmService({ ...deps, store, end });
  recurring.schedule('tend-swarms', '* * * * *', () => swarms.tend());
  return {
    swarms,
    swarmsBefore: store.before,
    /** Called in the transaction that ends a member's run. */
    onRunEnd: end.onRunEnd,
  };
}
