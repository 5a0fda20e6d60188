import { newId } from '../../kernel/ids.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { EventStore } from './events.store.ts';

/** In a workspace without webhooks it costs one index lookup. `wake` is called after the commit. */
export const createPublisher =
  ({ events, wake }: { events: EventStore; wake: () => void }): PublishEvent =>
  async (tx, { workspaceId, userId }, type, data, now) => {
    // Asked first: as one conditional INSERT it took 57 µs of every turn on SQLite, and this takes three.
    if (!(await events.hasListener(tx, workspaceId))) return;
    await events.insert(tx, { id: newId('evt', now), workspaceId, userId, type, data: JSON.stringify(data), now });
    tx.afterCommit(wake);
  };
