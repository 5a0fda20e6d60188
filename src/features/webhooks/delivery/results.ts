import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, iso } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import { createBatcher } from '../../../platform/work/batcher.ts';
import type { WebhookStore } from '../webhooks.store.ts';
import type { EarlySending } from './early-sending.ts';
import type { QueueStore, Result } from './queue.store.ts';

type Deps = {
  queue: QueueStore;
  webhooks: WebhookStore;
  early: EarlySending;
  publish: PublishEvent;
  clock: Clock;
  log: Log;
  disableAfterMs: number | undefined;
  count(outcome: string, times: number): void;
};

const mostTries = 3;
/**
 * When more than a few came within this long, the next are gathered for as long: a disk may take 2 ms for a commit, and
 * nothing waits for this one. Otherwise they are stored at once, so that a crash repeats little.
 */
const gatherMs = 20;
const few = 16;

/** What came of deliveries: records, verdicts and the webhook's own health, many in one transaction. */
export function createResults({ queue, webhooks, early, publish, clock, log, disableAfterMs, count }: Deps) {
  async function settleHealth(tx: Transaction, results: readonly Result[]): Promise<void> {
    const byWebhook = Map.groupBy(
      results.filter(({ attempt }) => attempt),
      ({ webhookId }) => webhookId,
    );
    // In one order for all, so that two transactions cannot block each other.
    const inOrder = [...byWebhook].sort(([a], [b]) => (a < b ? -1 : 1));
    await tx.together(
      ...inOrder.map(([webhookId, ofWebhook]) => async () => {
        const lastSuccess = ofWebhook.findLastIndex(({ attempt }) => attempt?.success);
        if (lastSuccess >= 0) await webhooks.succeeded(tx, webhookId);
        const failures = ofWebhook.length - 1 - lastSuccess;
        if (failures > 0) await countFailures(tx, webhookId, failures);
      }),
    );
  }

  async function countFailures(tx: Transaction, webhookId: string, failures: number): Promise<void> {
    const now = clock.now();
    const row = await webhooks.failed(tx, webhookId, failures, now);
    if (!row || row.enabled === 0 || row.failing_since === null || disableAfterMs === undefined) return;
    if (now - row.failing_since < disableAfterMs || !(await webhooks.disable(tx, webhookId, now))) return;
    const data = {
      webhookId,
      url: row.url,
      failingSince: iso(row.failing_since),
      consecutiveFailures: row.consecutive_failures,
    };
    await publish(tx, { workspaceId: row.workspace_id, userId: row.created_by }, 'webhook.disabled', data, now);
    tx.afterCommit(() => log.warn({ webhookId }, 'a webhook was disabled after nothing but failure'));
  }

  /** Everything but the deliveries themselves. */
  async function record(tx: Transaction, results: readonly Result[], settled: ReadonlySet<string>): Promise<void> {
    const attempts = results.flatMap(({ attempt }) => (attempt ? [attempt] : []));
    const sure = attempts.filter(({ deliveryId }) => settled.has(deliveryId));
    if (sure.length > 0) await queue.record(tx, sure, true);
    if (sure.length < attempts.length)
      await queue.record(
        tx,
        attempts.filter((attempt) => !settled.has(attempt.deliveryId)),
        false,
      );
    await settleHealth(tx, results);
  }

  const write = (results: readonly Result[]) =>
    queue.transaction(async (tx) => {
      const settled = await queue.settle(
        tx,
        results.map(({ verdict }) => verdict),
      );
      await record(tx, results, settled);
      return settled;
    });

  function countOutcomes(results: readonly Result[], settled: ReadonlySet<string>): void {
    // A delivery that was only given back has no outcome.
    const over = results.filter(({ verdict, attempt }) => attempt || verdict.dueAt === null);
    const outcomes = Map.groupBy(
      over.filter(({ verdict }) => settled.has(verdict.id)),
      ({ verdict }) => (verdict.status === 'retrying' ? 'failed' : verdict.status),
    );
    for (const [outcome, same] of outcomes) count(outcome, same.length);
  }

  let windowAt = 0;
  let since = 0;
  let before = 0;
  const batcher = createBatcher(
    async (results: Result[]): Promise<Set<string>> => {
      for (let tries = 1; ; tries += 1) {
        try {
          const settled = await write(results);
          countOutcomes(results, settled);
          return settled;
        } catch (error) {
          log.warn({ err: error, deliveries: results.length, tries }, 'the results of deliveries could not be stored');
          // Their leases end, and they are sent again: at least once.
          if (tries === mostTries) return new Set();
          await sleep(250 * tries);
        }
      }
    },
    () => (before + since > few ? gatherMs : 0),
  );

  function addToBatch(result: Result): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (now - windowAt > gatherMs) {
      before = now - windowAt > 2 * gatherMs ? 0 : since;
      since = 0;
      windowAt = now;
    }
    since += 1;
    return batcher.add(result);
  }

  return {
    /** The ids of the deliveries in the same batch whose claims still held. */
    add: (result: Result): Promise<ReadonlySet<string>> => early.add(result, addToBatch),
    /** Of deliveries that this transaction has written with their results. */
    async recordEarly(tx: Transaction, results: readonly Result[]): Promise<void> {
      const settled = new Set(results.map(({ verdict }) => verdict.id));
      await record(tx, results, settled);
      tx.afterCommit(() => countOutcomes(results, settled));
    },
    idle: batcher.idle,
  };
}

export type Results = ReturnType<typeof createResults>;
