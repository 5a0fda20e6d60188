import { newId } from '../../kernel/ids.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { EventStore } from './events.store.ts';

/** In a workspace without webhooks it costs one index lookup. `wake` is called after the commit. */
export const createPublisher =
  ({ events, wake }: { events: EventStore; wake: () => void }): PublishEvent =>
  async (tx, { workspaceId, userId }, type, data, now) => {
    const event = { id: newId('evt', now), workspaceId, userId, type, data, now };
    if (await events.insertIfHeard(tx, event)) tx.afterCommit(wake);
  };
