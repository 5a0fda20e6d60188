import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { AttemptRow, DeliveryRow, DeliveryStore } from './deliveries.store.ts';
import { bodyOf } from './delivery/fan-out.ts';
import type { QueueStore } from './delivery/queue.store.ts';
import type { Send } from './delivery/sender.ts';
import type { AddressOf } from './delivery/targets.ts';
import { reachOf } from './reach.ts';
import { inactiveReason } from './standing.ts';
import type {
  Delivery,
  DispatchRecord,
  InterceptedDispatch,
  Payload,
  Replay,
  ReplayRequest,
  WebhookTest,
} from './webhooks.schema.ts';
import type { WebhookService } from './webhooks.service.ts';
import type { MadeWebhook } from './webhooks.store.ts';

type Deps = {
  store: DeliveryStore;
  queue: Pick<QueueStore, 'record'>;
  webhooks: Pick<WebhookService, 'found' | 'target'>;
  send: Send;
  addressOf: AddressOf;
  /** There is something to send to this webhook now. */
  wake(webhookId: string): void;
  clock: Clock;
};

const testEvent = 'webhook.test';
/** Deliveries that are over for good, or were never meant to be kept. */
const final = new Set(['intercepted', 'cancelled']);

const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.due_at === null || row.claim !== null ? null : iso(row.due_at),
  lastStatusCode: row.last_status_code,
  createdAt: iso(row.created_at),
});
const interceptedOf = (row: DeliveryRow): InterceptedDispatch => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: row.event,
  payload: JSON.parse(row.body) as Payload,
  createdAt: iso(row.created_at),
});
const recordOf = (row: AttemptRow): DispatchRecord => ({
  id: row.id,
  webhookId: row.webhook_id,
  deliveryId: row.delivery_id,
  eventType: row.event,
  url: row.url,
  attempt: row.attempt,
  trigger: row.cause,
  payload: JSON.parse(row.body) as Payload,
  statusCode: row.status_code,
  responseBody: row.response_body,
  latencyMs: row.latency_ms,
  error: row.error,
  createdAt: iso(row.created_at),
});

const position = ({ created_at, id }: { created_at: number; id: string }) => ({ at: created_at, id });

/** What was sent, what was not, and sending it again. */
export function createDeliveryService({ store, queue, webhooks, send, addressOf, wake, clock }: Deps) {
  function testDelivery({ userId }: Caller, { id, workspace_id, audience, created_by }: MadeWebhook): DeliveryRow {
    const now = clock.now();
    const own = audience === 'own';
    return {
      id: newId('dlv', now),
      workspace_id,
      user_id: own ? created_by : userId,
      own: own ? 1 : 0,
      webhook_id: id,
      event: testEvent,
      body: bodyOf(testEvent, now, JSON.stringify({ webhookId: id, message: 'This is a test.' })),
      status: 'intercepted',
      cause: 'test',
      attempts: 0,
      tries: 0,
      due_at: null,
      claim: null,
      last_status_code: null,
      created_at: now,
    };
  }

  async function foundActive(caller: Caller, webhookId: string): Promise<MadeWebhook> {
    const webhook = await webhooks.found(caller, webhookId);
    if (inactiveReason(webhook))
      throw new AppError(
        'conflict',
        'Nothing is sent to this webhook: who made it has left, lost the role it takes, or is suspended.',
      );
    return webhook;
  }

  return {
    async ofWebhook(caller: Caller, webhookId: string, { limit, cursor }: PageRequest): Promise<Page<Delivery>> {
      await webhooks.found(caller, webhookId);
      const size = pageSize(limit);
      const rows = await store.ofWebhook(reachOf(caller), webhookId, size + 1, readCursor(cursor));
      return pageOf(rows, size, position, deliveryOf);
    },

    async deadLetters(caller: Caller, { limit, cursor }: PageRequest): Promise<Page<Delivery>> {
      const size = pageSize(limit);
      const rows = await store.dead(reachOf(caller), size + 1, readCursor(cursor));
      return pageOf(rows, size, position, deliveryOf);
    },

    async intercepted(caller: Caller, { limit, cursor }: PageRequest): Promise<Page<InterceptedDispatch>> {
      const size = pageSize(limit);
      const rows = await store.intercepted(reachOf(caller), size + 1, readCursor(cursor));
      return pageOf(rows, size, position, interceptedOf);
    },
    clearIntercepted: (caller: Caller) => store.clearIntercepted(reachOf(caller)),

    async records(
      caller: Caller,
      { limit, cursor, eventType }: PageRequest & { eventType?: string },
    ): Promise<Page<DispatchRecord>> {
      const size = pageSize(limit);
      const rows = await store.attempts(reachOf(caller), eventType, size + 1, readCursor(cursor));
      return pageOf(rows, size, position, recordOf);
    },
    async record(caller: Caller, id: string): Promise<DispatchRecord> {
      const row = await store.attempt(reachOf(caller), id);
      if (!row) throw notFound(`Dispatch record ${id}`);
      return recordOf(row);
    },

    /** Now, once, never retried; stored together with what came of it. */
    async test(caller: Caller, webhookId: string): Promise<WebhookTest> {
      const webhook = await foundActive(caller, webhookId);
      const delivery = testDelivery(caller, webhook);
      const { id: deliveryId } = delivery;
      if ((await webhooks.target(webhookId))?.test_mode === 1) {
        await store.transaction((tx) => store.insertFinal(tx, delivery));
        return { deliveryId, statusCode: null, latencyMs: 0, success: false, error: null, intercepted: true };
      }
      const { success, statusCode, responseBody, latencyMs, error } = await send(
        addressOf(webhook),
        deliveryId,
        delivery.body,
      );
      await store.transaction(async (tx) => {
        const status = success ? 'succeeded' : 'dead';
        await store.insertFinal(tx, { ...delivery, status, attempts: 1, last_status_code: statusCode });
        const createdAt = delivery.created_at;
        const attempt = {
          id: newId('att', createdAt),
          workspaceId: delivery.workspace_id,
          userId: delivery.user_id,
          webhookId,
          deliveryId,
          event: delivery.event,
          url: webhook.url,
          attempt: 1,
          cause: 'test' as const,
        };
        await queue.record(tx, [{ ...attempt, statusCode, responseBody, latencyMs, error, createdAt }], true);
      });
      return { deliveryId, statusCode, latencyMs, success, error };
    },

    /** The same delivery once more, with a new round of retries; receivers know it by its id. */
    async redeliver(caller: Caller, id: string): Promise<Delivery> {
      const delivery = await store.find(reachOf(caller), id);
      if (!delivery) throw notFound(`Delivery ${id}`);
      const what = delivery.cause === 'test' ? 'a test' : delivery.status;
      if (what === 'a test' || final.has(what))
        throw new AppError('conflict', `A delivery that is ${what} cannot be sent again.`);
      await foundActive(caller, delivery.webhook_id);
      const now = clock.now();
      const underWay = delivery.claim !== null && (delivery.due_at ?? 0) > now;
      if (underWay || !(await store.sendAgain(delivery, now)))
        throw new AppError('conflict', 'The delivery is being sent at this moment.');
      wake(delivery.webhook_id);
      return deliveryOf({ ...delivery, status: 'pending', due_at: now, claim: null });
    },

    async replay(caller: Caller, { webhookId, since, dryRun = false }: ReplayRequest): Promise<Replay> {
      if (webhookId !== undefined) await webhooks.found(caller, webhookId);
      const which = { ...reachOf(caller), webhookId, since: since === undefined ? 0 : Date.parse(since) };
      if (dryRun) return { count: await store.countDead(which), dryRun };
      const sent = await store.transaction(async (tx) => {
        const ids = await store.replayDead(tx, which, clock.now());
        tx.afterCommit(() => new Set(ids).forEach(wake));
        return ids.length;
      });
      return { count: sent, dryRun };
    },
  };
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;
