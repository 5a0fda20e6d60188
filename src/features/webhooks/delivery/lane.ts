import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Floors } from '../../../platform/work/floors.ts';
import { createQueue } from '../../../platform/work/queue.ts';
import { createPlaces } from '../../../platform/work/registry.ts';
import { inactiveReason } from '../standing.ts';
import type { WebhookStore } from '../webhooks.store.ts';
import type { Claimed, QueueStore, Verdict } from './queue.store.ts';
import type { Results } from './results.ts';
import type { Address, Send, Sent } from './sender.ts';
import type { AddressOf } from './targets.ts';

export type LaneDeps = {
  queue: QueueStore;
  webhooks: WebhookStore;
  results: Results;
  send: Send;
  addressOf: AddressOf;
  clock: Clock;
  log: Log;
  retryDelaysMs: readonly number[];
  leaseMs: number;
  floors: Floors;
  isRunning(): boolean;
  /** A place among all lanes' POSTs; false when there is none, and `wake` is called when there is. */
  enter(lane: Lane): boolean;
  leave(lane: Lane): void;
  onRetry(dueAt: number): void;
  track(work: Promise<void>): void;
};

/** POSTs at once to an endpoint that answered well last time, and to one that did not, or never yet. */
const widest = 32;
const cautious = 2;
/** A node that floods writes 512 at a time in 30 to 130 ms: meanwhile there must be enough to send. */
const largestBatch = 1_536;
/** An endpoint that answers within this time is quick. */
const quickMs = 50;
/** With more to send before it, a delivery may wait for long. */
const mostAhead = 256;
/** Settings are read again after this long, whatever the wake-ups said. */
const settingsFreshMs = 1_000;
const retryReadMs = 500;

type Held = {
  claimed: Claimed;
  /** By `performance.now()`, which goes on while a process is stopped: later, the lease might end under way. */
  sendBefore: number;
};
/** `address` is missing when the secret cannot be decrypted. */
type Target = { url: string; address: Address | undefined };

export type Lane = ReturnType<typeof createLane>;

/** The deliveries of one webhook. Each lane claims and sends its own, so an endpoint that hangs delays no other. */
export function createLane(webhookId: string, deps: LaneDeps) {
  const { queue, webhooks, results, clock, log, retryDelaysMs, leaseMs } = deps;
  const held = createQueue<Held>();
  const underWay = createPlaces<Claimed>();
  /** Set when the gateway stops: deliveries under way were given back, and this lane no longer settles them. */
  let abandoned = false;
  let proven = false;
  let untried = true;
  let quick = false;
  let batch = widest;
  /** There may be due deliveries that are not claimed yet. */
  let more = false;
  let claiming = false;
  let reading = false;
  let target: Target | undefined;
  let targetReadAt = Number.NEGATIVE_INFINITY;
  let claimedAt = 0;
  /** Counts the changes of its settings. */
  let settings = 0;
  /** The last erasure of an account that it knows of. */
  let lastErasure: number | null | undefined;

  const limit = () => (proven ? widest : cautious);
  const deadline = (at: number) => at + leaseMs / 4;

  const unchanged = ({ id, claim, attempts, tries }: Claimed): Verdict => ({
    id,
    claim,
    status: tries > 0 ? 'retrying' : 'pending',
    attempts,
    tries,
    dueAt: clock.now(),
    statusCode: null,
  });
  const settle = (verdict: Verdict) => results.add({ webhookId, verdict });
  const settleAll = (verdictOf: (claimed: Claimed) => Verdict) =>
    Promise.all(held.takeAll().map(({ claimed }) => settle(verdictOf(claimed))));
  const over = (status: 'intercepted' | 'cancelled') => (claimed: Claimed) => ({
    ...unchanged(claimed),
    status,
    dueAt: null,
  });

  /** Deliveries of an erased account are deleted, but those held here would still be sent: all held ones are given back and claimed again. */
  async function forgetHeld(): Promise<void> {
    more = true;
    await settleAll(unchanged);
  }

  async function readTarget(): Promise<void> {
    const readAt = performance.now();
    const settingsThen = settings;
    const row = await webhooks.target(webhookId);
    target = undefined;
    // Changed while they were read: read again.
    if (settingsThen !== settings) return;
    // Checked before every POST, so also for retries from the time when the maker was still in the workspace.
    if (!row || inactiveReason(row)) {
      await settleAll(over('cancelled'));
      return;
    }
    const erasedSince = lastErasure !== undefined && lastErasure !== row.last_erasure;
    lastErasure = row.last_erasure;
    if (erasedSince) await forgetHeld();
    if (row.test_mode === 1) {
      await settleAll(over('intercepted'));
      return;
    }
    targetReadAt = readAt;
    target = { url: row.url, address: undefined };
    try {
      target.address = deps.addressOf(row);
    } catch (error) {
      log.error({ err: error, webhookId }, 'the secret of a webhook cannot be read');
    }
  }

  async function claim(): Promise<void> {
    more = false;
    const now = clock.now();
    claimedAt = performance.now();
    const wanted = Math.max(1, proven ? batch - held.size() : cautious - underWay.size());
    const from = deps.floors.begin(webhookId);
    const { claimed, firstDueAt } = await queue.claim(webhookId, wanted, randomUUID(), now, now + leaseMs, from);
    const full = claimed.length === wanted;
    if (full) more = true;
    deps.floors.reached(webhookId, full ? (firstDueAt ?? now) : now);
    accept(claimed, claimedAt);
  }

  function accept(claimed: readonly Claimed[], at: number): void {
    const sendBefore = deadline(at);
    for (const one of claimed) held.push({ claimed: one, sendBefore });
  }

  function read(): void {
    reading = true;
    deps.track(
      readTarget().then(
        () => {
          reading = false;
          pump();
        },
        (error: unknown) => {
          log.warn({ err: error, webhookId }, 'a webhook could not be read');
          reading = false;
          setTimeout(pump, retryReadMs).unref();
        },
      ),
    );
  }

  function claimMore(): void {
    claiming = true;
    deps.track(
      claim()
        .catch((error: unknown) => log.warn({ err: error, webhookId }, 'deliveries could not be claimed'))
        .finally(() => {
          claiming = false;
          pump();
        }),
    );
  }

  function verdictOn(claimed: Claimed, sent: Sent): Verdict {
    const tries = claimed.tries + 1;
    const delayMs = sent.success ? undefined : retryDelaysMs[tries - 1];
    const status = sent.success ? 'succeeded' : delayMs === undefined ? 'dead' : 'retrying';
    return {
      ...unchanged(claimed),
      status,
      attempts: claimed.attempts + 1,
      tries,
      dueAt: delayMs === undefined ? null : clock.now() + delayMs,
      statusCode: sent.statusCode,
    };
  }

  const unsent = (error: string): Sent => ({
    success: false,
    statusCode: null,
    responseBody: null,
    latencyMs: 0,
    error,
  });
  function failedOnOurSide(error: unknown): Sent {
    log.error({ err: error, webhookId }, 'a delivery failed on our side');
    return unsent('The delivery failed on our side.');
  }

  async function deliver(claimed: Claimed, to: Target): Promise<void> {
    const place = underWay.take(claimed);
    const createdAt = clock.now();
    let sent: Sent;
    try {
      sent = to.address
        ? await deps.send(to.address, claimed.id, claimed.body)
        : unsent('The secret of the webhook cannot be read.');
    } catch (error) {
      sent = failedOnOurSide(error);
    }
    underWay.leave(place);
    proven = sent.success;
    quick = sent.success && sent.latencyMs <= quickMs;
    untried = false;
    deps.leave(lane);
    if (abandoned) return;
    const verdict = verdictOn(claimed, sent);
    const attempt = {
      ...sent,
      id: newId('att', createdAt),
      workspaceId: claimed.workspaceId,
      userId: claimed.userId,
      webhookId,
      deliveryId: claimed.id,
      event: claimed.event,
      url: to.url,
      attempt: claimed.attempts + 1,
      cause: claimed.tries > 0 ? ('retry' as const) : claimed.cause,
      createdAt,
    };
    const stored = results.add({ webhookId, verdict, attempt });
    pump();
    if (verdict.dueAt !== null && (await stored).has(claimed.id)) deps.onRetry(verdict.dueAt);
  }

  function pump(): void {
    if (!deps.isRunning() || reading) return;
    const now = performance.now();
    while (held.size() > 0 && underWay.size() < limit()) {
      if (!target || now - targetReadAt > settingsFreshMs) {
        read();
        return;
      }
      if (!deps.enter(lane)) return;
      const { claimed, sendBefore } = held.shift() as Held;
      if (now > sendBefore) {
        deps.leave(lane);
        batch = widest;
        more = true;
        deps.track(settle(unchanged(claimed)).then(() => undefined));
        continue;
      }
      deps.track(deliver(claimed, target));
    }
    const hasRoom = proven ? held.size() <= batch / 2 : held.size() === 0 && underWay.size() < cautious;
    if (!more || claiming || !hasRoom) return;
    // The last batch was sent quickly, so the next may be larger.
    if (proven && now - claimedAt < 500) batch = Math.min(largestBatch, batch * 2);
    claimMore();
  }

  const lane = {
    webhookId,
    isProven: () => proven,
    /** Its endpoint answers well, or was not tried yet. */
    isPromising: () => proven || untried,
    /** Its endpoint answers well, and at once, also what is sent now. */
    isQuick: () => quick && held.size() <= mostAhead,
    /** Its endpoint answers at once, but too much is to be sent before. */
    isBehind: () => quick && held.size() > mostAhead,
    /** It was waited for too long. */
    slow(): void {
      quick = false;
    },
    /** Idle: the lane can be forgotten. */
    isIdle: () => held.size() === 0 && underWay.size() === 0 && !claiming && !reading && !more,
    wake: pump,
    pull(): void {
      more = true;
      pump();
    },
    /** How many new deliveries may be claimed as they are written; none while older ones wait. */
    room: (): number => (more || claiming || !deps.isRunning() ? 0 : (proven ? largestBatch : cautious) - held.size()),
    accept(claimed: readonly Claimed[], at: number): void {
      accept(claimed, at);
      pump();
    },
    /** Settings changed: held deliveries are sent by the new ones. */
    invalidate(): void {
      target = undefined;
      settings += 1;
    },
    /** An account was erased, and with it deliveries that may be held here. */
    async accountErased(): Promise<void> {
      // Settings are read before the next POST. Deliveries that are just being claimed are recognised by the erasure's number.
      lane.invalidate();
      if (held.size() === 0) return;
      await forgetHeld();
      pump();
    },
    /** Gives back what has not been sent, for another node or the next start. */
    release: async (): Promise<void> => void (await settleAll(unchanged)),
    /** Gives back what has not been answered too. */
    async abandon(): Promise<void> {
      abandoned = true;
      await Promise.all([settleAll(unchanged), ...underWay.all().map((claimed) => settle(unchanged(claimed)))]);
    },
  };
  return lane;
}
