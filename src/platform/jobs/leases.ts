import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type Claim, claimKey } from '../work/claim.ts';
import { createLeaseRenewer } from '../work/lease-renewer.ts';
import { JobClaimLost } from './job.ts';
import type { JobStore } from './jobs.store.ts';

export type Leases = ReturnType<typeof createLeases>;

export type Lease = Claim & {
  controller: AbortController;
  /** By `performance.now()`, before the statement was sent: wall clocks jump. */
  renewedAt: number;
  /** Its end is being written; the next renewal leaves the row alone. */
  ending: boolean;
  /** A transaction of the handler has committed its end. */
  completed: boolean;
};

type Deps = { store: JobStore; clock: Clock; log: Log; leaseMs: number };

/** The leases of the jobs that run on this node. */
export function createLeases({ store, clock, log, leaseMs }: Deps) {
  const held = new Set<Lease>();

  function lose(lease: Lease): void {
    held.delete(lease);
    log.warn({ jobId: lease.id }, 'the lease of a running job was lost');
    lease.controller.abort(new JobClaimLost(lease.id));
  }

  const renewer = createLeaseRenewer<Lease>({
    leaseMs,
    held() {
      const leases = [...held].filter(({ ending }) => !ending);
      // Left out once only: the end may be rolled back. Until then a renewal would wait for its lock, and take a job
      // that has ended for one that was lost.
      for (const lease of held) lease.ending = false;
      return leases;
    },
    async renew(leases, leaseUntil) {
      if (leases.length === 0) return [];
      const renewedAt = performance.now();
      const claims = leases.map(({ id, claim }) => ({ id, claim }));
      const kept = await store.renew(claims, leaseUntil);
      const keys = new Set(kept.map(claimKey));
      for (const lease of leases) if (keys.has(claimKey(lease))) lease.renewedAt = renewedAt;
      return kept;
    },
    lost(lease) {
      if (held.has(lease) && !lease.ending) lose(lease);
    },
    // The database may be away for so long that another node has taken over.
    expire() {
      for (const lease of held) if (performance.now() - lease.renewedAt >= leaseMs) lose(lease);
    },
    failure: 'leases could not be renewed',
    clock,
    log,
  });

  return {
    hold({ id, claim }: Claim, renewedAt: number): Lease {
      const controller = new AbortController();
      const lease: Lease = { id, claim, controller, renewedAt, ending: false, completed: false };
      held.add(lease);
      return lease;
    },
    release(lease: Lease): void {
      held.delete(lease);
    },
    start: renewer.start,
    stop: renewer.stop,
  };
}
