import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** A proxy between one node and the database: it can delay, close every connection, or drop all data. */
export async function startFaultyProxy(target: { host: string; port: number }) {
  const open = new Set<Socket>();
  let state: 'open' | 'cut' | 'swallowing' = 'open';
  let delayMs = 0;

  /** Keeps the order, also when the delay changes meanwhile. */
  function pass(from: Socket, to: Socket): void {
    let lastDue = 0;
    from.on('data', (chunk) => {
      if (state !== 'open') return;
      const now = performance.now();
      const due = Math.max(lastDue, now + delayMs);
      lastDue = due;
      if (due <= now) to.write(chunk);
      else setTimeout(() => to.writable && to.write(chunk), due - now);
    });
    from.on('error', () => from.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
    open.add(from);
  }

  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const upstream = connect(target);
    client.setNoDelay();
    upstream.setNoDelay();
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    delay(timeMs: number): void {
      delayMs = timeMs;
    },
    cut(): void {
      state = 'cut';
      destroyAll();
    },
    /** A black hole: connections stay open, new ones are accepted, and no data passes. */
    swallow(): void {
      state = 'swallowing';
    },
    heal(): void {
      delayMs = 0;
      // Dropped data is not sent again, so these connections are useless.
      if (state !== 'open') destroyAll();
      state = 'open';
    },
    async stop(): Promise<void> {
      state = 'cut';
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
