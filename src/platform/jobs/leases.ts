import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { ClaimLost } from './job.ts';
import { type Claim, claimKey, type JobStore } from './job-store.ts';

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

/** The jobs this node holds, renewed together at a third of the lease. */
export function createLeases({ store, clock, log, leaseMs }: Deps) {
  const held = new Set<Lease>();
  let timer: NodeJS.Timeout | undefined;
  let renewing = false;

  function lose(lease: Lease): void {
    held.delete(lease);
    log.warn({ jobId: lease.id }, 'the lease of a running job was lost');
    lease.controller.abort(new ClaimLost(lease.id));
  }

  async function renew(): Promise<void> {
    const leases = [...held].filter(({ ending }) => !ending);
    // Passed over once only: the end may be rolled back. Until then a renewal would wait for its lock, and take a job
    // that has ended for one that was lost.
    for (const lease of held) lease.ending = false;
    if (leases.length === 0) return;
    const renewedAt = performance.now();
    const claims = leases.map(({ id, claim }) => ({ id, claim }));
    const kept = await store.renew(claims, clock.now() + leaseMs);
    for (const lease of leases) {
      if (kept.has(claimKey(lease))) lease.renewedAt = renewedAt;
      else if (held.has(lease) && !lease.ending) lose(lease);
    }
  }

  async function tick(): Promise<void> {
    // The database may be away for so long that another node has taken over.
    for (const lease of held) if (performance.now() - lease.renewedAt >= leaseMs) lose(lease);
    if (renewing) return;
    renewing = true;
    await renew().catch((error) => log.warn({ err: error }, 'leases could not be renewed'));
    renewing = false;
  }

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
    start(): void {
      timer ??= setInterval(tick, leaseMs / 3);
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
