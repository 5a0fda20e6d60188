import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type Claim, claimKey } from './claim.ts';

type Options<Held extends Claim, Row extends Claim> = {
  leaseMs: number;
  /** The claims of this node, read before the statement that renews them. */
  held(): readonly Held[];
  /** Returns the rows whose claims still hold. */
  renew(held: readonly Held[], leaseUntil: number): Promise<readonly Row[]>;
  /** The claim was lost: another node may have the row now, or the work has ended. */
  lost?(held: Held): void;
  /** After every renewal. */
  renewed?(rows: readonly Row[]): Promise<void>;
  /** Called at every tick, even while a renewal hangs: work whose lease was not renewed in time must be given up. */
  expire?(): void;
  /** The log line for a failed renewal. */
  failure: string;
  clock: Clock;
  log: Log;
};

/** Renews leases at a third of their time, so that two renewals may fail before a lease ends. One renewal at a time. */
export function createLeaseRenewer<Held extends Claim, Row extends Claim = Claim>(options: Options<Held, Row>) {
  const { leaseMs, clock, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let renewing = false;

  async function renew(): Promise<void> {
    const held = options.held();
    const rows = await options.renew(held, clock.now() + leaseMs);
    const kept = new Set(rows.map(claimKey));
    for (const one of held) if (!kept.has(claimKey(one))) options.lost?.(one);
    await options.renewed?.(rows);
  }

  async function tick(): Promise<void> {
    options.expire?.();
    if (renewing) return;
    renewing = true;
    await renew().catch((error: unknown) => log.warn({ err: error }, options.failure));
    renewing = false;
  }

  return {
    /** Both may be called twice. */
    start(): void {
      timer ??= setInterval(() => void tick(), leaseMs / 3);
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
