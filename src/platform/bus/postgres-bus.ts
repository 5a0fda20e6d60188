import { randomUUID } from 'node:crypto';
import type { Log } from '../../kernel/log.ts';
import { notify } from '../db/notifications.ts';
import { createBatcher } from '../work/batcher.ts';
import type { Bus } from './bus.ts';
import { createListeners } from './listeners.ts';
import { type Message, pack, unpack } from './packets.ts';
import { createPostgresListener } from './postgres-listener.ts';

type Deps = { url: string; pool: Parameters<typeof notify>[0]; log: Log; heartbeatMs?: number };

const postgresChannel = 'gateway';

/**
 * LISTEN needs a connection of its own; NOTIFY goes through the pool. A commit that notifies takes a lock over the
 * whole server, so messages are never sent in a caller's transaction: one statement sends all that are waiting, and the
 * next follows when it has returned.
 */
export function createPostgresBus({ url, pool, log, heartbeatMs = 30_000 }: Deps): Bus {
  const node = randomUUID();
  const listeners = createListeners(log);
  const reconnects = createListeners(log);
  let running = false;

  const outbox = createBatcher(async (messages: Message[]) => {
    const packets = pack(node, messages, ([channel]) => log.error({ channel }, 'a bus message was too large to send'));
    try {
      await notify(pool, postgresChannel, packets);
    } catch (error) {
      log.warn({ err: error, messages: messages.length }, 'the bus could not send');
    }
  });

  const listener = createPostgresListener({
    url,
    channel: postgresChannel,
    log,
    heartbeatMs,
    onPacket(packet) {
      const { node: sender, messages } = unpack(packet);
      if (sender === node) return;
      for (const [channel, message] of messages) listeners.deliver(channel, message);
    },
    onReconnect: () => reconnects.deliver('', ''),
  });

  return {
    publish(channel, message) {
      listeners.deliver(channel, message);
      if (running) void outbox.add([channel, message]);
    },
    subscribe: listeners.add,
    onReconnect: (action) => reconnects.add('', action),
    async start() {
      running = true;
      await listener.start();
    },
    async stop() {
      running = false;
      await outbox.idle();
      await listener.stop();
    },
  };
}
