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
import { reachOf } from '../reach.ts';
import type { WebhookService } from '../webhooks.service.ts';
import type { WebhookStore } from '../webhooks.store.ts';
import type { WebhookCopy } from './listening.schema.ts';
import type { ListeningStore } from './listening.store.ts';

type Deps = {
  store: ListeningStore;
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
/** After a lost connection a client gets the deliveries of at most this time. */
const longestGapMs = 3_600_000;
const batchSize = 100;
/** The first thing sent: deliveries made from now on will come. */
const greeting = ': listening\n\n';

const later = (one: string, other: string) => (one > other ? one : other);

/** Where to go on after the last delivery that a client has seen: earlier ids may have been committed after it was sent. */
const beginningAfter = (last: string): string =>
  /^dlv_[0-9a-hjkmnp-tv-z]{26}$/.test(last) ? idAt('dlv', Number(idNumber(last) >> 80n) - latestMs) : last;

/** Copies of the deliveries of a webhook from any node, of those that fail too. */
export function createListening({ store, webhooks, webhookStore, addressOf, bus, clock }: Deps) {
  let stopping = new AbortController();

  /** Batches of copies. A webhook that is gone, or no longer the caller's, ends them. */
  async function* copies(caller: Caller, webhookId: string, last: string | undefined, ended: AbortSignal) {
    const reach = reachOf(caller);
    const oldest = idAt('dlv', clock.now() - longestGapMs);
    const beginning = last === undefined ? idAt('dlv', clock.now()) : later(beginningAfter(last), oldest);
    let seen = new Set(last === undefined ? [] : [last]);
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
      // Those of other nodes may be committed later than greater ids.
      after = later(beginning, idAt('dlv', clock.now() - latestMs));
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
      async function* batches(): AsyncGenerator<(WebhookCopy | typeof greeting)[]> {
        yield [greeting];
        yield* copies(caller, webhookId, last, ended);
      }
      try {
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
