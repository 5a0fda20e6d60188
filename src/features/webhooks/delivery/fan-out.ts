import { randomUUID } from 'node:crypto';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import { createFloors } from '../../../platform/work/floors.ts';
import { createWakeLoop } from '../../../platform/work/wake-loop.ts';
import { concerns, wants } from '../event-types.ts';
import type { EventStore, WaitingEvent } from '../events.store.ts';
import type { DeliveryWorker } from './delivery-worker.ts';
import type { Claimed, NewDelivery, QueueStore } from './queue.store.ts';

type Deps = {
  events: EventStore;
  queue: QueueStore;
  worker: Pick<DeliveryWorker, 'room' | 'makeRoom' | 'accept' | 'wake' | 'leaseMs'>;
  clock: Clock;
  log: Log;
  count(outcome: string, times: number): void;
  pollMs?: number;
};

/** A flood begins slowly: until an endpoint has answered once, few of its deliveries are claimed as they are written. */
const smallestBatch = 16;
const largestBatch = 512;
/** The one queue that all events wait in. */
const waitingEvents = 'events';

/** The body, exactly: `data` is JSON already. */
export const bodyOf = (event: string, at: number, data: string): string =>
  `{"event":${JSON.stringify(event)},"timestamp":"${iso(at)}","data":${data}}`;

/**
 * Turns stored events into deliveries, one for each webhook that wants it, and deletes the event in the same
 * transaction. Where the webhook's lane has room they are claimed as they are written: one commit less on the way out.
 */
export function createFanOut({ events: store, queue, worker, clock, log, count, pollMs = 1_000 }: Deps) {
  const floors = createFloors({ enabled: store.leavesDeadEntries });
  let batch = smallestBatch;

  let lookedAt = Number.NEGATIVE_INFINITY;
  async function isWaiting(): Promise<boolean> {
    lookedAt = performance.now();
    const at = await floors.look((whole) => store.firstWaiting(whole ? 0 : floors.from(waitingEvents)));
    if (at !== undefined) floors.found(waitingEvents, at);
    return at !== undefined;
  }

  /** Whether there may be more. */
  async function fanOutBatch(): Promise<boolean> {
    const claim = randomUUID();
    const at = performance.now();
    const now = clock.now();
    const from = floors.begin(waitingEvents);
    const { events, deliveries } = await queue.transaction(async (tx) => {
      const events = await store.take(tx, batch, from);
      const deliveries = events.length === 0 ? [] : await deliveriesFor(events);
      if (deliveries.length > 0) await queue.insert(tx, deliveries);
      return { events, deliveries };

      async function deliveriesFor(waiting: readonly WaitingEvent[]): Promise<NewDelivery[]> {
        const subscribers = Map.groupBy(
          await queue.subscribers(tx, [...new Set(waiting.map(({ workspace_id }) => workspace_id))]),
          ({ workspace_id }) => workspace_id,
        );
        const parsed = new Map<string, string[]>();
        const rooms = new Map<string, number>();
        return waiting.flatMap((event) =>
          (subscribers.get(event.workspace_id) ?? [])
            .filter((webhook) => {
              if (!concerns(webhook, event)) return false;
              const { id, events: names } = webhook;
              const wanted = parsed.get(id) ?? (JSON.parse(names) as string[]);
              parsed.set(id, wanted);
              return wants(wanted, event.type);
            })
            .map(({ id, audience, created_by, test_mode, paused }): NewDelivery => {
              const intercepted = test_mode === 1;
              const room = rooms.get(id) ?? worker.room(id);
              const claimed = !intercepted && paused === 0 && room > 0;
              rooms.set(id, room - 1);
              return {
                id: newId('dlv', now),
                workspaceId: event.workspace_id,
                userId: event.user_id ?? (audience === 'own' ? created_by : null),
                own: audience === 'own' ? 1 : 0,
                webhookId: id,
                event: event.type,
                body: bodyOf(event.type, event.created_at, event.data),
                status: intercepted ? 'intercepted' : 'pending',
                dueAt: intercepted ? null : claimed ? now + worker.leaseMs : now,
                claim: claimed ? claim : null,
                createdAt: now,
              };
            }),
        );
      }
    });
    floors.reached(waitingEvents, events.length < batch ? now : (events[0]?.created_at ?? now));
    dispatch(deliveries, at);
    if (events.length < batch) {
      batch = smallestBatch;
      return false;
    }
    const sent = deliveries.filter(({ status }) => status === 'pending');
    await worker.makeRoom(new Set(sent.map(({ webhookId }) => webhookId)), batch);
    batch = Math.min(largestBatch, 4 * batch);
    return true;
  }

  function dispatch(deliveries: readonly NewDelivery[], at: number): void {
    const intercepted = deliveries.filter(({ status }) => status === 'intercepted').length;
    if (intercepted > 0) count('intercepted', intercepted);
    for (const [webhookId, own] of Map.groupBy(deliveries, (delivery) => delivery.webhookId)) {
      const claimed = own.flatMap(({ id, workspaceId, userId, event, body, claim }): Claimed[] =>
        claim === null ? [] : [{ id, workspaceId, userId, event, body, claim, cause: 'event', attempts: 0, tries: 0 }],
      );
      if (claimed.length > 0) worker.accept(webhookId, claimed, at);
      if (own.some(({ claim, dueAt }) => claim === null && dueAt !== null)) worker.wake(webhookId);
    }
  }

  const loop = createWakeLoop({
    // A poll only reads; a wake-up comes after a commit, so there is something to take. On a busy node every pass is woken:
    // what is below the floor is looked for all the same.
    pass: async (woken) => {
      const hasLooked = performance.now() - lookedAt < pollMs;
      const isThere = woken && hasLooked ? true : (await isWaiting()) || woken;
      return isThere && (await fanOutBatch()) ? 'again' : undefined;
    },
    failure: 'events could not be turned into deliveries',
    pollMs,
    pauseAfterFailureMs: () => pollMs,
    clock,
    log,
  });

  return {
    /** An event has been committed. */
    wake: (): void => void loop.wake(),
    start: (): void => void loop.start(),
    stop: loop.stop,
  };
}
