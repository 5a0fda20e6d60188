import type { Log } from '../../../kernel/log.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Recurring } from '../../../platform/jobs/recurring.ts';
import type { PropagationStore } from './propagation.store.ts';
import type { Propagation } from './propagation.ts';

type Deps = {
  database: Database;
  jobs: Jobs;
  recurring: Recurring;
  propagations: PropagationStore;
  propagation: Pick<Propagation, 'propagate'>;
  log: Log;
};

const queue = 'memory-propagation';
const peopleAtOnce = 20;

/**
 * Propagates the memory of all people once a night. A job handles a few people and enqueues a job for the next ones.
 */
export function propagateNightly({ database, jobs, recurring, propagations, propagation, log }: Deps): void {
  recurring.schedule('propagate-memory', '30 4 * * *', async ({ payload: { due } }) => {
    const first: Person = { workspaceId: '', userId: '' };
    await database.transaction((tx) => jobs.enqueue(tx, { queue, payload: first, dedupeKey: `${queue}:${due}` }));
  });

  async function handful(job: Job<Person>): Promise<void> {
    let last = job.payload;
    for (let done = 0; done < peopleAtOnce; done += 1) {
      job.signal.throwIfAborted();
      const next = await propagations.nextPerson(last);
      if (!next) return;
      last = { workspaceId: next.workspace_id, userId: next.user_id };
      await propagation
        .propagate(last)
        .catch((error) => log.error({ err: error, workspaceId: last.workspaceId }, 'memory was not propagated'));
    }
    await database.transaction(async (tx) => {
      await job.complete(tx);
      await jobs.enqueue(tx, { queue, payload: last });
    });
  }
  jobs.handle(queue, handful, { concurrency: 1 });
}
