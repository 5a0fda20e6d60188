import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEventStream } from '../../../http/event-stream.ts';
import { newest, type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../../http/pagination.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import changes from './changelog.json' with { type: 'json' };
import type { ApiChange } from './changelog.schema.ts';
import type { ChangelogStore } from './changelog.store.ts';

type Deps = { store: ChangelogStore; publish: PublishEvent; clock: Clock; entries?: readonly ApiChange[] };

const positionOf = ({ at, id }: ApiChange) => ({ at: Date.parse(at), id });

/** What changed in the API: the same for everyone, and only ever with a new version of the gateway. */
export function createChangelog({ store, publish, clock, entries = changes as ApiChange[] }: Deps) {
  let stopping = new AbortController();

  /** Everyone with a webhook is told of a deprecation once, however many nodes start with it. */
  const announce = (change: ApiChange) =>
    store.transaction(async (tx) => {
      const now = clock.now();
      if (!(await store.markAnnounced(tx, change.id, now))) return;
      for (const workspaceId of await store.workspacesWithWebhooks(tx))
        await publish(tx, { workspaceId, userId: null }, 'api.deprecated', change, now);
    });

  return {
    list({ limit, cursor }: PageRequest): Page<ApiChange> {
      const size = pageSize(limit);
      const before = readCursor(cursor) ?? newest;
      const rows = entries
        .filter((change) => {
          const { at, id } = positionOf(change);
          return at < before.at || (at === before.at && id < before.id);
        })
        .toReversed();
      return pageOf(rows, size, positionOf, (change) => change);
    },

    /** Oldest first, from after the one named; it stays open, and ends when the gateway stops, perhaps for a new version. */
    stream(request: FastifyRequest, reply: FastifyReply, lastId: string | undefined): Promise<void> {
      const gone = new AbortController();
      const missed = entries.slice(entries.findIndex(({ id }) => id === lastId) + 1);
      const ended = AbortSignal.any([gone.signal, stopping.signal]);
      async function* batches() {
        yield missed;
        if (!ended.aborted) await once(ended, 'abort');
      }
      return sendEventStream<ApiChange>(request, reply, gone, {
        batches: batches(),
        encode: (change) => `id: ${change.id}\nevent: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`,
        lag: () => 0,
        keepAliveMs: 15_000,
      });
    },

    async start(): Promise<void> {
      stopping = new AbortController();
      for (const change of entries) if (change.type === 'api.deprecated') await announce(change);
    },
    async stop(): Promise<void> {
      stopping.abort();
    },
  };
}

export type Changelog = ReturnType<typeof createChangelog>;
