import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { AuditLog } from '../audit/index.ts';
import { createChangelogStore } from './changelog/changelog.store.ts';
import { createChangelog } from './changelog/changelog.ts';
import { createDeliveryService } from './deliveries.service.ts';
import { createDeliveryStore } from './deliveries.store.ts';
import { createDeliveryWorker } from './delivery/delivery-worker.ts';
import { createEarlySending } from './delivery/early-sending.ts';
import { createFanOut } from './delivery/fan-out.ts';
import { createQueueStore } from './delivery/queue.store.ts';
import { createResults } from './delivery/results.ts';
import { createWebhookRetention } from './delivery/retention.store.ts';
import { createSender } from './delivery/sender.ts';
import { createAddressOf } from './delivery/targets.ts';
import { createEventStore } from './events.store.ts';
import { createListeningStore } from './listening/listening.store.ts';
import { createListening } from './listening/listening.ts';
import { createPublisher } from './publish.ts';
import { createWebhookService } from './webhooks.service.ts';
import { createWebhookStore } from './webhooks.store.ts';

type Deps = {
  quotas: Quotas;
  database: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  egress: Egress;
  secrets: SecretBox;
  audit: AuditLog;
  poolSize: number;
  settings: { retryDelaysMs: readonly number[]; timeoutMs: number; disableAfterMs: number | undefined };
  /** How long a stop waits for attempts under way. */
  drainTimeoutMs: number;
};

/** From a stored event to a POST, and everything people see and change about it. */
export function createWebhooks({ database, bus, clock, log, metrics, egress, secrets, audit, ...deps }: Deps) {
  const { retryDelaysMs, timeoutMs, disableAfterMs } = deps.settings;
  const outcomes = metrics.counter('gateway_webhook_deliveries_total', 'Webhook deliveries by what came of them.', [
    'outcome',
  ]);
  const count = (outcome: string, times: number) => outcomes.inc({ outcome }, times);

  // Each has a connection for as long as it waits.
  const mostEarly = database.engine === 'postgres' ? Math.min(2, Math.floor(deps.poolSize / 4)) : 0;

  const events = createEventStore(database);
  const publish = createPublisher({ events, wake: () => fanOut.wake() });
  const store = createWebhookStore(database);
  const queue = createQueueStore(database);
  const addressOf = createAddressOf({ secrets, clock });
  const send = createSender({ egress, clock, timeoutMs });
  const early = createEarlySending();
  const results = createResults({ queue, webhooks: store, early, publish, clock, log, disableAfterMs, count });
  const worker = createDeliveryWorker({
    queue,
    webhooks: store,
    results,
    send,
    addressOf,
    bus,
    clock,
    log,
    retryDelaysMs,
    timeoutMs,
    embedded: database.engine === 'sqlite',
    drainTimeoutMs: deps.drainTimeoutMs,
  });
  const fanOut = createFanOut({
    events,
    queue,
    early,
    mostEarly,
    record: results.recordEarly,
    worker,
    clock,
    log,
    count,
  });
  const webhooks = createWebhookService({ quotas: deps.quotas, store, egress, secrets, audit, bus, clock });
  const deliveries = createDeliveryService({
    store: createDeliveryStore(database),
    queue,
    webhooks,
    send,
    addressOf,
    wake: worker.wake,
    clock,
  });

  const listening = createListening({
    store: createListeningStore(database),
    events,
    webhooks,
    webhookStore: store,
    addressOf,
    bus,
    clock,
  });
  const changelog = createChangelog({ store: createChangelogStore(database), publish, clock });

  return {
    publish,
    webhooks,
    deliveries,
    listening,
    changelog,
    background: {
      async start(): Promise<void> {
        await worker.start();
        fanOut.start();
        await changelog.start();
        listening.start();
      },
      async stop(): Promise<void> {
        listening.stop();
        await changelog.stop();
        await fanOut.stop();
        await worker.stop();
      },
    },
    retention: createWebhookRetention(database),
    erasure: {
      /** Events first: their fan-out must be over before deliveries are locked. */
      async eraseMost(userId: string): Promise<void> {
        await events.eraseMost(userId);
        await queue.eraseMost(userId);
      },
      async eraseMostOfWorkspace(workspaceId: string): Promise<void> {
        await events.eraseMostOfWorkspace(workspaceId);
        await queue.eraseMostOfWorkspace(workspaceId);
      },
      erasePerson: webhooks.erasePerson,
    },
  };
}
