import type { Log } from '../../kernel/log.ts';

/** Listeners by channel. Each is called in a task of its own: its error reaches neither the publisher nor another listener. */
export function createListeners(log: Log) {
  const channels = new Map<string, Set<(message: string) => void>>();

  return {
    add(channel: string, listener: (message: string) => void): () => void {
      // A wrapper of its own, so that one function subscribed twice is two subscriptions.
      const entry = (message: string) => listener(message);
      const entries = channels.get(channel) ?? new Set();
      channels.set(channel, entries.add(entry));
      return () => {
        entries.delete(entry);
        if (entries.size === 0 && channels.get(channel) === entries) channels.delete(channel);
      };
    },
    deliver(channel: string, message: string): void {
      for (const entry of channels.get(channel) ?? []) {
        Promise.resolve(message)
          .then(entry)
          .catch((error: unknown) => log.error({ err: error, channel }, 'a bus listener failed'));
      }
    },
  };
}
