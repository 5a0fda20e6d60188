import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/** A proxy between a client and its server that can break connections. */
export async function startTcpProxy(target: { host: string; port: number }) {
  const open = new Set<Socket>();
  let state: 'open' | 'frozen' | 'cut' = 'open';

  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => open.delete(client));
    if (state === 'cut') return void client.destroy();
    const upstream = connect(target);
    open.add(upstream);
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => {
      open.delete(upstream);
      client.destroy();
    });
    client.on('close', () => upstream.destroy());
    client.on('data', (chunk) => {
      if (state === 'open') upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (state === 'open') client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Connections stay open, but no data passes. */
    freeze(): void {
      state = 'frozen';
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
