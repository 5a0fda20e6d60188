import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startGateway, type TestGateway } from './harness/gateway.ts';
import { type PostgresServer, startPostgres } from './harness/postgres-server.ts';

const clients = 24;
const loadMs = 4_000;

let server: PostgresServer;
let nodes: TestGateway[];
let ada: Person;
beforeAll(async () => {
  server = await startPostgres({ maxConnections: 20 });
  const place = { settings: { DATABASE_URL: server.url('postgres') }, remove: async () => undefined };
  const settings = { DATABASE_POOL_SIZE: '20', RATE_LIMIT_USER: '100000' };
  nodes = [await startGateway('postgres', { place, settings }), await startGateway('postgres', { place, settings })];
  ada = await (nodes[0] as TestGateway).person();
});
afterAll(async () => {
  for (const node of nodes ?? []) await node.stop();
  await server?.stop();
});

it('no request fails when each of two nodes may use all connections of the server', async () => {
  const statuses = new Map<number, number>();
  const until = performance.now() + loadMs;
  const client = async (number: number): Promise<void> => {
    const node = nodes[number % nodes.length] as TestGateway;
    for (let round = 0; performance.now() < until; round += 1) {
      const { status } =
        round % 3 === 0
          ? await node.call('POST', '/agents', { token: ada.accessToken, body: { name: `${number}-${round}` } })
          : await node.call('GET', '/sessions', { token: ada.accessToken });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect((await node.call('GET', '/readiness')).status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(0);
});
