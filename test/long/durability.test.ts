import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/db/open.ts';
import { faultInAuditChain } from '../harness/audit-chain.ts';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { engines, newPlace, type Place } from '../harness/databases.ts';
import { apiKey } from '../harness/gateway.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres-server.ts';

/** DURABILITY_ROUNDS=5 for the full test. */
const rounds = Number(process.env.DURABILITY_ROUNDS ?? 2);
const clients = 16;
const writesPerRound = 1_000;
const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };

describe.each(engines)('acknowledged writes on %s', (engine) => {
  let server: PostgresServer | undefined;
  let place: Place;
  beforeAll(async () => {
    if (engine === 'sqlite') place = await newPlace(engine);
    else {
      // Its own server with fsync on, because it is killed.
      server = await startPostgres({ durable: true });
      const stop = server.stop;
      place = { settings: { DATABASE_URL: server.url('postgres') }, remove: () => stop() };
    }
  });
  afterAll(() => place.remove());

  const start = () => startChildGateway({ ...place.settings, LOG_LEVEL: 'info' });

  /** Creates keys until the gateway is killed; resolves as soon as enough were acknowledged. */
  function write({ url }: ChildGateway, round: number, acknowledged: Map<string, string>) {
    // Costs a third of fetch; the machine also runs the gateway and the database.
    const pool = new Pool(url, { connections: clients });
    let count = 0;
    let enough: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const client = async (number: number) => {
      for (let n = 0; ; n += 1) {
        const name = `round ${round} client ${number} key ${n}`;
        try {
          const body = JSON.stringify({ name, scopes: ['diagnostics'] });
          const answer = await pool.request({ path: '/admin/api-keys', method: 'POST', headers, body });
          const created = (await answer.body.json()) as { id: string };
          if (answer.statusCode !== 201) return;
          acknowledged.set(created.id, name);
        } catch {
          return;
        }
        count += 1;
        if (count === writesPerRound) enough();
      }
    };
    const ended = Promise.all(Array.from({ length: clients }, (_, number) => client(number))).then(() =>
      pool.destroy(),
    );
    return { reached: Promise.race([reached, ended]), ended, count: () => count };
  }

  async function listed({ url }: ChildGateway): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor ? `&cursor=${cursor}` : '';
      const answer = await fetch(`${url}/admin/api-keys?limit=200${query}`, { headers });
      const page = (await answer.json()) as { data: { id: string; name: string }[]; nextCursor: string | null };
      for (const { id, name } of page.data) found.set(id, name);
      cursor = page.nextCursor;
    }
    return found;
  }

  it('survive repeated kill -9 completely', { timeout: 300_000 }, async () => {
    const acknowledged = new Map<string, string>();
    let gateway = await start();
    for (let round = 1; round <= rounds; round += 1) {
      const writing = write(gateway, round, acknowledged);
      await writing.reached;
      const killsServer = server !== undefined && round % 2 === 0;
      const began = performance.now();
      await Promise.all([gateway.end('SIGKILL'), killsServer ? server?.kill() : undefined]);
      await writing.ended;
      if (killsServer) await server?.start();
      gateway = await start();
      const restartMs = Math.round(performance.now() - began);
      const found = await listed(gateway);
      const lost = [...acknowledged].filter(([id, name]) => found.get(id) !== name);
      process.stdout.write(
        `durability on ${engine}, round ${round}: killed ${killsServer ? 'gateway and server' : 'gateway'} after ` +
          `${writing.count()} acknowledged writes; ${acknowledged.size} acknowledged in all, ${found.size} found, ` +
          `${lost.length} lost; ready again after ${restartMs} ms\n`,
      );
      expect(writing.count()).toBeGreaterThanOrEqual(writesPerRound);
      expect(lost).toEqual([]);
      // A write under way may be stored without an acknowledgement; at most one for each client and round.
      expect(found.size - acknowledged.size).toBeLessThanOrEqual(clients * round);
    }
    expect(await gateway.end('SIGTERM')).toEqual({ code: 0, signal: null });

    // A key and its audit entry are one transaction: both exist or neither.
    const database = openDatabase(
      { databaseUrl: place.settings.DATABASE_URL, dataDirectory: place.settings.DATA_DIR ?? '', poolSize: 2 },
      () => undefined,
    );
    const ids = async (sql: string) => (await database.all<{ id: string }>(sql)).map(({ id }) => id).sort();
    const keys = await ids('SELECT id FROM api_keys');
    expect(await ids("SELECT target AS id FROM audit_log WHERE action = 'api_key.create'")).toEqual(keys);
    expect(await faultInAuditChain(database)).toBeUndefined();
    await database.close();
  });
});
