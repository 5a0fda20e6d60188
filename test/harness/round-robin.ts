import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type RoundRobin = Awaited<ReturnType<typeof startRoundRobin>>;

/**
 * A simple proxy: it checks each node's readiness, sends every request to the next ready one, over kept-alive
 * connections, and retries nothing. A failed request is a 502.
 */
export async function startRoundRobin(checkEveryMs: number) {
  const nodes: { url: string; isReady: boolean }[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let stopped = false;

  const server = createServer((incoming, outgoing) => {
    const ready = nodes.filter(({ isReady }) => isReady);
    const node = ready[turn++ % Math.max(1, ready.length)];
    if (!node) return void outgoing.writeHead(502).end('no node is ready');
    const { method, url: path, headers } = incoming;
    const upstream = send(new URL(path ?? '/', node.url), { method, headers, agent }, (answer) => {
      // Headers of the connection to the node are not passed on.
      const { connection: _connection, 'keep-alive': _keepAlive, ...passed } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, passed);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    upstream.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(`${node.url}: ${error.message}`);
    });
    incoming.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function watch(node: (typeof nodes)[number]): Promise<void> {
    while (!stopped && nodes.includes(node)) {
      node.isReady = await fetch(`${node.url}/readiness`).then(
        async (answer) => {
          await answer.text();
          return answer.ok;
        },
        () => false,
      );
      await sleep(checkEveryMs);
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readyNodes: () => nodes.filter(({ isReady }) => isReady).map(({ url }) => url),
    add(url: string): void {
      const node = { url, isReady: false };
      nodes.push(node);
      void watch(node);
    },
    remove(url: string): void {
      const index = nodes.findIndex((node) => node.url === url);
      if (index >= 0) nodes.splice(index, 1);
    },
    async stop(): Promise<void> {
      stopped = true;
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
