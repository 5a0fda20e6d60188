import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { startTcpProxy } from '../test/harness/tcp-proxy.ts';
import { type BenchGateway, cpuMs, post, startGateway, startUpstream } from './processes.ts';

/**
 * A turn on PostgreSQL: CPU of the gateway and of the server, log, round trips, and what a turn takes longer with the database
 * 5 ms away. BEFORE=<another checkout> measures that one in the same minutes, in turns with this one.
 */
const rounds = Number(process.env.ROUNDS ?? 7);
const turns = Number(process.env.TURNS ?? 400);
const warmUp = Number(process.env.WARM ?? 12);
const clients = 16;
const awayMs = 5;

type Side = { name: string; gateway: BenchGateway; far: BenchGateway; token: string; agentId: string };
type Figures = { gateway: number; server: number; log: number; perSecond: number };

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const server = await startPostgres({ durable: true });
const upstream = await startUpstream();
const admin = new pg.Client(server.url('postgres'));
await admin.connect();

const target = { host: '127.0.0.1', port: Number(new URL(server.url('postgres')).port) };
const proxy = await startTcpProxy(target, { awayMs });
const proxyUrl = Object.assign(new URL(server.url('postgres')), { port: String(proxy.port) }).href;

async function start(name: string, checkout: string): Promise<Side> {
  await admin.query(`CREATE DATABASE ${name}`);
  const settings = (port: string) => ({
    DATABASE_URL: Object.assign(new URL(server.url(name)), { port }).href,
    OPENAI_COMPATIBLE_BASE_URL: upstream.url,
    DEFAULT_MODEL: 'openai-compatible/bench',
    RATE_LIMIT_USER: '10000000',
  });
  const main = resolve(checkout, 'src/main.ts');
  const gateway = await startGateway(settings(new URL(server.url(name)).port), main);
  const person = { email: 'bench@example.com', password: 'correct horse battery' };
  const { accessToken: token = '' } = await post(gateway.url, '/auth/register', person);
  const { id: agentId = '' } = await post(gateway.url, '/agents', { name: 'Bench', systemPrompt: 'Be brief.' }, token);
  const far = await startGateway(settings(String(proxy.port)), main);
  return { name, gateway, far, token, agentId };
}

let surface = 0;
const turn = ({ token, agentId }: Side, { url }: BenchGateway) => {
  surface += 1;
  return post(url, '/agent/chat', { agentId, message: 'Say forty words, please.', surface: `s${surface}` }, token);
};

async function serverCpu(): Promise<Map<number, number>> {
  const { rows } = await admin.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  // One that was cleaning up may be gone by now.
  return new Map(rows.flatMap(({ pid }) => (existsSync(`/proc/${pid}`) ? [[pid, cpuMs(pid)]] : [])));
}
const written = async () =>
  Number((await admin.query("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS at")).rows[0].at) / 1_024;

async function manyTurns(side: Side, gateway: BenchGateway): Promise<void> {
  let left = turns;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await turn(side, gateway);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function load(side: Side): Promise<Figures> {
  const [before, log, cpu, began] = [await serverCpu(), await written(), cpuMs(side.gateway.pid), performance.now()];
  await manyTurns(side, side.gateway);
  const perSecond = turns / ((performance.now() - began) / 1_000);
  const gateway = (cpuMs(side.gateway.pid) - cpu) / turns;
  let spent = 0;
  for (const [pid, ms] of await serverCpu()) spent += ms - (before.get(pid) ?? 0);
  return { gateway, server: spent / turns, log: ((await written()) - log) / turns, perSecond };
}

async function wait(side: Side, gateway: BenchGateway): Promise<number> {
  const began = performance.now();
  await turn(side, gateway);
  return performance.now() - began;
}

/** What the proxy itself adds is not the distance. */
async function tripMs(): Promise<number> {
  const [near, far] = [new pg.Client(server.url('postgres')), new pg.Client(proxyUrl)];
  await Promise.all([near.connect(), far.connect()]);
  const times = { near: [] as number[], far: [] as number[] };
  for (let n = 0; n < 100; n += 1)
    for (const [name, client] of [['near', near] as const, ['far', far] as const]) {
      const began = performance.now();
      await client.query('SELECT 1');
      times[name].push(performance.now() - began);
    }
  await Promise.all([near.end(), far.end()]);
  return median(times.far) - median(times.near);
}

const sides = [await start('now', '.')];
if (process.env.BEFORE) sides.unshift(await start('before', process.env.BEFORE));
const figures = new Map<Side, Figures[]>(sides.map((side) => [side, []]));
// V8 compiles what is called often during the first thousands; WARM (rounds of that) changes the number.
for (let round = 0; round < warmUp; round += 1)
  for (const side of sides) {
    await load(side);
    await manyTurns(side, side.far);
  }
for (let round = 0; round < rounds; round += 1)
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) figures.get(side)?.push(await load(side));

const waits = new Map(
  sides.map((side) => [side, { near: [] as number[], far: [] as number[], trips: [] as number[] }]),
);
for (let n = 0; n < 120; n += 1)
  for (const side of n % 2 === 0 ? sides : sides.toReversed()) {
    const near = await wait(side, side.gateway);
    const earlier = proxy.trips();
    const far = await wait(side, side.far);
    // The first ones prepare their statements.
    if (n < 20) continue;
    const of = waits.get(side);
    of?.near.push(near);
    of?.far.push(far);
    of?.trips.push(proxy.trips() - earlier);
  }

console.log('| | gateway | server | log | turns/s | round trips | longer with the database 5 ms away |');
console.log('|---|---|---|---|---|---|---|');
for (const [side, { near, far, trips }] of waits) {
  const all = figures.get(side) ?? [];
  const at = (key: keyof Figures) => median(all.map((one) => one[key]));
  console.log(
    `| ${side.name} | ${at('gateway').toFixed(2)} ms | ${at('server').toFixed(2)} ms | ${at('log').toFixed(1)} KB | ${at('perSecond').toFixed(0)} | ${Math.min(...trips)} | ${(median(far) - median(near)).toFixed(1)} ms |`,
  );
}
console.log(`One trip through the proxy takes ${(await tripMs()).toFixed(2)} ms longer than without it.`);
for (const { gateway, far } of sides) await Promise.all([gateway.stop(), far.stop()]);
await admin.end();
upstream.stop();
await proxy.stop();
await server.stop();
process.exit(0);
