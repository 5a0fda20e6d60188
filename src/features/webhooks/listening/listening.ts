import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../http/authentication.ts';
import { sendEventStream } from '../../../http/event-stream.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { idAt, idNumber } from '../../../kernel/ids.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { settingsChannel } from '../delivery/delivery-worker.ts';
import { deliveryHeaders } from '../delivery/sender.ts';
import type { AddressOf } from '../delivery/targets.ts';
import type { EventStore } from '../events.store.ts';
import { type Reach, reachOf } from '../reach.ts';
import type { WebhookService } from '../webhooks.service.ts';
import type { WebhookStore } from '../webhooks.store.ts';
import type { WebhookCopy } from './listening.schema.ts';
import type { ListeningStore } from './listening.store.ts';

type Deps = {
  store: ListeningStore;
  events: Pick<EventStore, 'firstWaiting'>;
  webhooks: Pick<WebhookService, 'found'>;
  webhookStore: Pick<WebhookStore, 'find'>;
  addressOf: AddressOf;
  bus: Bus;
  clock: Clock;
};

/** Streams poll the database: few are open, and so delivering costs nothing more. */
const pauseMs = 300;
/** How often the webhook itself is read while nothing comes; a change of settings ends the stream at once. */
const lookMs = 5_000;
/** A node commits a delivery at most this long after it made its id. */
const latestMs = 10_000;
/** Events that wait longer for their fan-out hold nothing back: what is read again for them is bounded. */
const longestWaitMs = 120_000;
/** After a lost connection a client gets the deliveries of at most this time. */
const longestGapMs = 3_600_000;
const batchSize = 100;
/** The first thing sent: deliveries made from now on will come. */
const greeting = ': listening\n\n';

/** Deliveries after `beginning` are copied, but for those that were seen. */
type Start = { waitingSince: number; beginning: string; seen: Set<string> };

const later = (one: string, other: string) => (one > other ? one : other);

const timeOf = (id: string): number =>
  /^dlv_[0-9a-hjkmnp-tv-z]{26}$/.test(id) ? Number(idNumber(id) >> 80n) : Number.POSITIVE_INFINITY;

/** Copies of the deliveries of a webhook from any node, of those that fail too. */
export function createListening({ store, events, webhooks, webhookStore, addressOf, bus, clock }: Deps) {
  let stopping = new AbortController();

  /** The time of the oldest event, of those from a time on, whose deliveries are not written yet; without one, now. */
  async function sinceWhenEventsWait(from = 0): Promise<number> {
    const now = clock.now();
    return Math.min(now, (await events.firstWaiting(Math.max(from, now - longestWaitMs))) ?? now);
  }

  async function allAfter(reach: Reach, webhookId: string, beginning: string): Promise<string[]> {
    const all: string[] = [];
    for (let after = beginning; ; ) {
      const ids = await store.idsAfter(reach, webhookId, after, batchSize);
      all.push(...ids);
      if (ids.length < batchSize) return all;
      after = ids.at(-1) as string;
    }
  }

  async function startAfter(reach: Reach, webhookId: string, last: string | undefined): Promise<Start> {
    const waitingSince = await sinceWhenEventsWait();
    if (last === undefined) {
      const beginning = idAt('dlv', waitingSince - latestMs);
      return { waitingSince, beginning, seen: new Set(await allAfter(reach, webhookId, beginning)) };
    }
    const beginning = Math.min(timeOf(last), waitingSince) - latestMs;
    return {
      waitingSince,
      beginning: idAt('dlv', Math.max(beginning, clock.now() - longestGapMs)),
      seen: new Set([last]),
    };
  }

  /** Batches of copies. A webhook that is gone, or no longer the caller's, ends them. */
  async function* copies(caller: Caller, webhookId: string, start: Start, ended: AbortSignal) {
    const reach = reachOf(caller);
    let { waitingSince, seen, beginning } = start;
    let after = beginning;
    let lookedAt = Number.NEGATIVE_INFINITY;
    while (!ended.aborted) {
      seen = new Set([...seen].filter((id) => id > after));
      for (let isFull = true; isFull && !ended.aborted; ) {
        const ids = await store.idsAfter(reach, webhookId, after, batchSize);
        isFull = ids.length === batchSize;
        after = ids.at(-1) ?? after;
        const fresh = ids.filter((id) => !seen.has(id));
        if (fresh.length === 0 && performance.now() - lookedAt < lookMs) continue;
        lookedAt = performance.now();
        const webhook = await webhookStore.find(reach, webhookId);
        if (!webhook) return;
        const { keys } = addressOf(webhook);
        const batch: WebhookCopy[] = [];
        for (const id of fresh) {
          seen.add(id);
          const copied = await store.copyOf(reach, id);
          if (!copied) continue;
          const { event, body } = copied;
          batch.push({ deliveryId: id, event, headers: deliveryHeaders(keys, id, clock.now(), body), body });
        }
        if (batch.length > 0) yield batch;
      }
      // Those of other nodes may be committed later than greater ids, and those of events that wait are as old as their events.
      beginning = later(beginning, idAt('dlv', waitingSince - latestMs));
      after = beginning;
      waitingSince = await sinceWhenEventsWait(waitingSince - latestMs);
      await sleep(pauseMs, undefined, { signal: ended }).catch(() => undefined);
    }
  }

  return {
    /** `last` is the id of the last delivery that the client has seen. */
    async listen(
      caller: Caller,
      webhookId: string,
      last: string | undefined,
      request: FastifyRequest,
      reply: FastifyReply,
      gone: AbortSignal,
    ): Promise<void> {
      await webhooks.found(caller, webhookId);
      const left = new AbortController();
      const end = () => left.abort();
      // Roles may have changed. The client connects again with its last id, and its rights are checked anew.
      const unsubscribe = bus.subscribe(settingsChannel, (id) => {
        if (id === caller.workspaceId || id === caller.userId) end();
      });
      const missed = bus.onReconnect(end);
      const ended = AbortSignal.any([gone, left.signal, stopping.signal]);
      try {
        // Read before the greeting is sent, because a client may cause a delivery as soon as it has the greeting.
        const start = await startAfter(reachOf(caller), webhookId, last);
        async function* batches(): AsyncGenerator<(WebhookCopy | typeof greeting)[]> {
          yield [greeting];
          yield* copies(caller, webhookId, start, ended);
        }
        await sendEventStream<WebhookCopy | typeof greeting>(request, reply, left, {
          batches: batches(),
          encode: (copy) =>
            typeof copy === 'string'
              ? copy
              : `id: ${copy.deliveryId}\nevent: ${copy.event}\ndata: ${JSON.stringify(copy)}\n\n`,
          lag: () => 0,
        });
      } finally {
        unsubscribe();
        missed();
      }
    },
    start(): void {
      stopping = new AbortController();
    },
    stop(): void {
      stopping.abort();
    },
  };
}

export type Listening = ReturnType<typeof createListening>;
