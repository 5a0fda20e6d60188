import type { Log } from '../../kernel/log.ts';
import type { Bus } from './bus.ts';
import { createListeners } from './listeners.ts';

/** For the embedded database, which has one process: nothing can be missed, so nothing ever reconnects. */
export function createLocalBus({ log }: { log: Log }): Bus {
  const listeners = createListeners(log);
  return {
    publish: listeners.deliver,
    subscribe: listeners.add,
    onReconnect: () => () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
  };
}
