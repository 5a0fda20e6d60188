import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { Attempt } from '../../platform/models/asking/ask.ts';
import { hourMs } from './attempts.ts';
import type { ConnectionStore } from './connections.store.ts';

type Deps = {
  store: Pick<ConnectionStore, 'transaction' | 'keyRefused' | 'keyWorks'>;
  publish: PublishEvent;
  clock: Clock;
  log: Log;
};

const minuteMs = hourMs / 60;
const mostKnown = 10_000;

/**
 * Tells the managers of a workspace that a key is refused: in the list of connections, and as an event, at most once an
 * hour a connection. Of the operator's connections the log tells.
 */
export function createRefusedKeys({ store, publish, clock, log }: Deps) {
  /** When this node last noted that a key was refused. */
  const noted = new Map<string, number>();
  const work = new Set<Promise<void>>();

  async function report(workspaceId: string, id: string): Promise<void> {
    await store.transaction(async (tx) => {
      const now = clock.now();
      const due = await store.keyRefused(tx, id, now, now - hourMs);
      if (!due) return;
      tx.afterCommit(() =>
        log.warn({ workspaceId, connection: id }, 'a provider of models refuses the key of a workspace'),
      );
      const data = { providerId: id, name: due.name, kind: due.kind };
      await publish(tx, { workspaceId, userId: null }, 'provider.key_refused', data, now);
    });
  }

  function inBackground(task: Promise<unknown>, what: string): void {
    const done: Promise<void> = task
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, what))
      .finally(() => work.delete(done));
    work.add(done);
  }

  return {
    /** Some node saw that the key was refused. */
    know: (id: string): void => void noted.set(id, Number.NEGATIVE_INFINITY),

    observe({ candidate, reason }: Attempt, workspaceId: string | undefined): void {
      const { id, name, own } = candidate.connection;
      if (reason === undefined && noted.size > 0 && noted.delete(id) && own && workspaceId !== undefined)
        inBackground(store.keyWorks(workspaceId, id), 'that a key works again was not stored');
      if (reason !== 'key_refused') return;
      const now = clock.now();
      // Many calls may fail at once; of the operator's, every hour is often enough for the log.
      if (now - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < (own ? minuteMs : hourMs)) return;
      if (noted.size >= mostKnown) noted.clear();
      noted.set(id, now);
      if (!own) log.warn({ connection: name }, 'a provider of models refuses the key of the operator');
      else if (workspaceId !== undefined) inBackground(report(workspaceId, id), 'a refused key was not reported');
    },
    stop: async (): Promise<void> => void (await Promise.all(work)),
  };
}
