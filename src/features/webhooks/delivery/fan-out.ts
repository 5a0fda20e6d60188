import { randomUUID } from 'node:crypto';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { idOfBoth } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import { createFloors } from '../../../platform/work/floors.ts';
import { createWakeLoop } from '../../../platform/work/wake-loop.ts';
import { concerns, wants } from '../event-types.ts';
import type { EventStore, WaitingEvent } from '../events.store.ts';
import type { DeliveryWorker } from './delivery-worker.ts';
import type { EarlySending } from './early-sending.ts';
import type { Claimed, NewDelivery, QueueStore, Result, Subscriber } from './queue.store.ts';
import type { Results } from './results.ts';

type Deps = {
  events: EventStore;
  queue: QueueStore;
  early: EarlySending;
  /** So many transactions wait for answers at the same time; none with 0. */
  mostEarly: number;
  record: Results['recordEarly'];
  worker: Pick<DeliveryWorker, 'room' | 'makeRoom' | 'isQuick' | 'slow' | 'accept' | 'wake' | 'leaseMs'>;
  clock: Clock;
  log: Log;
  count(outcome: string, times: number): void;
  pollMs?: number;
};

/** A flood begins slowly: until an endpoint has answered once, few of its deliveries are claimed as they are written. */
const smallestBatch = 16;
const largestBatch = 512;
/** Sent before they are written, so a crash repeats at most so many in each transaction. */
const largestEarlyBatch = 256;
/** A transaction waits no longer for answers; what has none by then is written as claimed. */
const longestWaitMs = 100;
/** The one queue that all events wait in. */
const waitingEvents = 'events';
const failure = 'events could not be turned into deliveries';

type Taken = { events: readonly WaitingEvent[]; deliveries: readonly NewDelivery[] };

/** The body, exactly: `data` is JSON already. */
export const bodyOf = (event: string, at: number, data: string): string =>
  `{"event":${JSON.stringify(event)},"timestamp":"${iso(at)}","data":${data}}`;

const webhooksOf = (deliveries: readonly NewDelivery[]) => new Set(deliveries.map(({ webhookId }) => webhookId));

function withResults(deliveries: readonly NewDelivery[], results: readonly Result[]): readonly NewDelivery[] {
  if (results.length === 0) return deliveries;
  const verdicts = new Map(results.map(({ verdict }) => [verdict.id, verdict]));
  return deliveries.map((delivery) => {
    const verdict = verdicts.get(delivery.id);
    if (!verdict) return delivery;
    // Written out: spreading two objects took five times as long.
    const { status, attempts, tries, dueAt, statusCode } = verdict;
    return { ...delivery, status, attempts, tries, dueAt, statusCode, claim: null };
  });
}

/**
 * Turns stored events into deliveries, one for each webhook that wants it, and deletes the event in the same
 * transaction. Where the webhook's lane has room they are claimed as they are written: one commit less on the way out.
 * On PostgreSQL those to endpoints that answer at once are sent before, and written once, with their outcome: after a crash
 * their event is still there, and they are sent again under the same id. The embedded engine has one writer, which must not wait for others.
 */
export function createFanOut({
  events: store,
  queue,
  early,
  mostEarly,
  record,
  worker,
  clock,
  log,
  count,
  ...deps
}: Deps) {
  const { pollMs = 1_000 } = deps;
  const floors = createFloors({ enabled: store.leavesDeadEntries });
  const underWay = new Set<Promise<void>>();
  const maySendEarly = mostEarly > 0;
  let batch = smallestBatch;
  /** The last transaction failed. */
  let isCareful = false;

  let lookedAt = Number.NEGATIVE_INFINITY;
  async function isWaiting(): Promise<boolean> {
    lookedAt = performance.now();
    const at = await floors.look((whole) => store.firstWaiting(whole ? 0 : floors.from(waitingEvents)));
    if (at !== undefined) floors.found(waitingEvents, at);
    return at !== undefined;
  }

  /** Those that are sent now carry the claim. */
  function deliveriesFor(
    waiting: readonly WaitingEvent[],
    subscribers: readonly Subscriber[],
    { now, claim }: { now: number; claim: string },
  ): NewDelivery[] {
    const ofWorkspace = Map.groupBy(subscribers, ({ workspace_id }) => workspace_id);
    const parsed = new Map<string, string[]>();
    const rooms = new Map<string, number>();
    return waiting.flatMap((event) =>
      (ofWorkspace.get(event.workspace_id) ?? [])
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
            // Of a transaction that fails after it was sent, the next one makes the same.
            id: idOfBoth('dlv', event.id, id),
            workspaceId: event.workspace_id,
            userId: event.user_id ?? (audience === 'own' ? created_by : null),
            own: audience === 'own' ? 1 : 0,
            webhookId: id,
            event: event.type,
            body: bodyOf(event.type, event.created_at, event.data),
            status: intercepted ? 'intercepted' : 'pending',
            attempts: 0,
            tries: 0,
            dueAt: intercepted ? null : claimed ? now + worker.leaseMs : now,
            claim: claimed ? claim : null,
            statusCode: null,
            createdAt: now,
          };
        }),
    );
  }

  /** Takes events and writes their deliveries, in one transaction. `onTaken` is told before what it sends early is waited for. */
  async function write(limit: number, sendsEarly: boolean, onTaken: (taken: Taken) => void): Promise<boolean> {
    const from = floors.begin(waitingEvents);
    let at = 0;
    let sending: ReturnType<EarlySending['begin']> | undefined;
    let isStored = false;
    try {
      const taken = await queue.transaction(async (tx) => {
        // A try that failed may have sent some; the next one writes first.
        sending?.end(false);
        const isEarly = sendsEarly && !sending;
        at = performance.now();
        const now = clock.now();
        const claim = randomUUID();
        const events = await store.take(tx, limit, from);
        floors.reached(waitingEvents, events.length < limit ? now : (events[0]?.created_at ?? now));
        if (events.length === 0) return { events, deliveries: [] };
        const read = isEarly ? queue.subscribersNow : queue.subscribers;
        const subscribers = await read(tx, [...new Set(events.map(({ workspace_id }) => workspace_id))]);
        const deliveries = deliveriesFor(events, subscribers, { now, claim });
        const [first, later] = isEarly ? parted(deliveries) : [[], deliveries];
        let results: readonly Result[] = [];
        if (first.length > 0) {
          onTaken({ events, deliveries });
          sending = early.begin(claim, first.length);
          dispatch(first, at);
          results = await sending.results(longestWaitMs);
          const answered = new Set(results.map(({ verdict }) => verdict.id));
          for (const id of webhooksOf(first.filter(({ id }) => !answered.has(id)))) worker.slow(id);
        }
        // Locked as late as this: nobody who deletes one of them waits for endpoints.
        const standing =
          isEarly && deliveries.length > 0 ? await queue.hold(tx, [...webhooksOf(deliveries)]) : undefined;
        const isThere = ({ webhookId }: { webhookId: string }) => !standing || standing.has(webhookId);
        const written = withResults(deliveries.filter(isThere), results);
        const told = results.filter(isThere);
        await tx.together(
          async () => written.length > 0 && queue.insert(tx, written),
          async () => told.length > 0 && record(tx, told),
        );
        return { events, deliveries: later.filter(isThere) };
      });
      isStored = true;
      dispatch(taken.deliveries, at);
      onTaken(taken);
      return taken.deliveries.length > 0;
    } finally {
      sending?.end(isStored);
    }
  }

  /** Those to endpoints that answer at once, and the others. */
  function parted(deliveries: readonly NewDelivery[]): [NewDelivery[], NewDelivery[]] {
    const quick = new Set([...webhooksOf(deliveries)].filter(worker.isQuick));
    const isFirst = ({ claim, webhookId }: NewDelivery) => claim !== null && quick.has(webhookId);
    return [deliveries.filter(isFirst), deliveries.filter((delivery) => !isFirst(delivery))];
  }

  /** Whether there may be more. */
  async function fanOutBatch(): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<Taken>();
    let isTaken = false;
    const sendsEarly = !isCareful && underWay.size < mostEarly;
    const writing = write(batch, sendsEarly, (taken) => {
      isTaken = true;
      resolve(taken);
    })
      .then((hasWritten) => {
        if (hasWritten && !sendsEarly) isCareful = false;
      })
      .catch((error) => {
        // What cannot be stored must not be sent again and again: the next ones are written first.
        isCareful = true;
        floors.forget(waitingEvents);
        if (isTaken) log.warn({ err: error }, failure);
        reject(error);
      })
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
    const { events, deliveries } = await promise;
    if (events.length < batch) {
      batch = smallestBatch;
      return false;
    }
    const pending = webhooksOf(deliveries.filter(({ status }) => status === 'pending'));
    await worker.makeRoom(pending, batch, maySendEarly);
    // In a flood they take turns.
    if (maySendEarly && underWay.size >= mostEarly) await Promise.race(underWay);
    batch = Math.min(maySendEarly ? largestEarlyBatch : largestBatch, 4 * batch);
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
    failure,
    pollMs,
    pauseAfterFailureMs: () => pollMs,
    clock,
    log,
  });

  return {
    /** An event has been committed. */
    wake: (): void => void loop.wake(),
    start: (): void => void loop.start(),
    async stop(): Promise<void> {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}
