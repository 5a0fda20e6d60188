import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/** Node's timers are up to 1.5 ms late, which is a third of the usual distance: the last part is waited for turn by turn. */
function later(ms: number, work: () => void): void {
  const at = performance.now() + ms;
  const look = () => (performance.now() < at ? setImmediate(look) : work());
  setTimeout(look, ms - 2);
}

/** A proxy between a client and its server that can break connections, count round trips, and be `awayMs` away from the server. */
export async function startTcpProxy(target: { host: string; port: number }, { awayMs = 0 } = {}) {
  const open = new Set<Socket>();
  let state: 'open' | 'frozen' | 'cut' = 'open';
  /** While data is held: what is to be sent later. */
  let held: (() => void)[] | undefined;
  let trips = 0;

  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => open.delete(client));
    if (state === 'cut') return void client.destroy();
    const upstream = connect(target);
    client.setNoDelay();
    upstream.setNoDelay();
    let isHeard = true;
    open.add(upstream);
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => {
      open.delete(upstream);
      client.destroy();
    });
    client.on('close', () => upstream.destroy());
    client.on('data', (chunk) => {
      if (state !== 'open') return;
      if (isHeard) trips += 1;
      isHeard = false;
      if (held) held.push(() => upstream.write(chunk));
      else if (awayMs === 0) upstream.write(chunk);
      else later(awayMs, () => upstream.write(chunk));
    });
    upstream.on('data', (chunk) => {
      isHeard = true;
      if (held) held.push(() => client.write(chunk));
      else if (state === 'open') client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** How often a client has sent something and waited for the answer. */
    trips: () => trips,
    /** Connections stay open, but no data passes. */
    freeze(): void {
      state = 'frozen';
    },
    /** Data waits, in both directions, until `release`. */
    hold(): void {
      held = [];
    },
    release(): void {
      const sending = held ?? [];
      held = undefined;
      for (const send of sending) send();
    },
    /** Closes every connection, also new ones. */
    cut(): void {
      state = 'cut';
      destroyAll();
    },
    /** Frozen connections are closed, because the data they missed would not be sent again. */
    heal(): void {
      state = 'open';
      destroyAll();
    },
    async stop(): Promise<void> {
      state = 'cut';
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
