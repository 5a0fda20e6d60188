import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import { createBatcher } from '../work/batcher.ts';
import { type Claim, claimKey } from '../work/claim.ts';
import type { FailedJob, JobStore } from './jobs.store.ts';
import type { Lease } from './leases.ts';

const retryMs = 250;

export type Outcomes = ReturnType<typeof createOutcomes>;

/** Writes how jobs ended: those that end together in one statement, and again while the database is away. */
export function createOutcomes({ store, log }: { store: JobStore; log: Log }) {
  const finished = createBatcher((claims: Claim[]) => store.finish(claims));
  const failed = createBatcher((jobs: FailedJob[]) => store.fail(jobs));

  /**
   * False when the claim was lost. Tried once even after the signal: a node that slept past its lease may find that
   * nobody took over. A job whose end cannot be written within its lease runs again.
   */
  async function insist(lease: Lease, write: () => Promise<boolean>): Promise<boolean> {
    do {
      lease.ending = true;
      try {
        return await write();
      } catch (error) {
        log.warn({ err: error, jobId: lease.id }, 'the end of a job could not be written');
        await sleep(retryMs);
      }
    } while (!lease.controller.signal.aborted);
    return false;
  }

  return {
    finish: (lease: Lease) =>
      insist(lease, async () => {
        const { id, claim } = lease;
        return (await finished.add({ id, claim })).has(claimKey(lease));
      }),
    fail: (lease: Lease, failure: Omit<FailedJob, 'id' | 'claim'>) =>
      insist(lease, async () => {
        const { id, claim } = lease;
        return (await failed.add({ id, claim, ...failure })).has(id);
      }),
  };
}
