import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { startFaultyProxy } from '../test/faults/proxy.ts';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { type BenchGateway, cpuMs, post, startGateway, startUpstream } from './processes.ts';

/**
 * Turns per second of one node and of two on one PostgreSQL, and the CPU of each process; the sum shows whether the machine
 * is full. The second half puts NETWORK_MS (5) between nodes and database and gives each node few connections, so that
 * neither the machine nor the database is the limit: there two nodes must do twice the work of one.
 */
const seconds = Number(process.env.SECONDS ?? 8);
const networkMs = Number(process.env.NETWORK_MS ?? 5);
const clientsPerNode = 16;

const server = await startPostgres({ durable: true });
const direct = new URL(server.url('postgres'));
const proxy = await startFaultyProxy({ host: direct.hostname, port: Number(direct.port) });
const far = new URL(direct);
far.port = String(proxy.port);
const upstream = await startUpstream();

const processes = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));
const read = (pid: string, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};
/** The postmaster is found by its port; each connection is a child process of it. */
const postmaster = processes().find((pid) => {
  const line = read(pid, 'cmdline').split('\0');
  return line[0]?.endsWith('postgres') && line[line.indexOf('-p') + 1] === direct.port;
});

function postgresCpuMs(): number {
  const own = processes().filter(
    (pid) => pid === postmaster || read(pid, 'stat').split(') ')[1]?.split(' ')[1] === postmaster,
  );
  return own.reduce((sum, pid) => {
    try {
      return sum + cpuMs(Number(pid));
    } catch {
      return sum;
    }
  }, 0);
}

const start = (url: URL, poolSize: string) =>
  startGateway({
    DATABASE_URL: url.href,
    DATABASE_POOL_SIZE: poolSize,
    OPENAI_COMPATIBLE_BASE_URL: upstream.url,
    DEFAULT_MODEL: 'openai-compatible/bench',
    RATE_LIMIT_USER: '100000000',
    JWT_ACCESS_EXPIRES: '12h',
  });

let surface = 0;
async function drive(nodes: readonly BenchGateway[], label: string): Promise<number> {
  const [first] = nodes as [BenchGateway];
  const email = `n${Date.now()}@example.com`;
  const { accessToken } = await post(first.url, '/auth/register', { email, password: 'correct horse battery' });
  const { id: agentId } = await post(first.url, '/agents', { name: 'Bench' }, accessToken);
  let turns = 0;
  let over = false;
  const client = async (pool: Pool) => {
    while (!over) {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/agent/chat',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ agentId, message: 'Say forty words, please.', surface: `s${++surface}` }),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${statusCode} ${text}`);
      turns += 1;
    }
  };
  const pools = nodes.map(({ url }) => new Pool(url, { connections: clientsPerNode }));
  const clients = pools.flatMap((pool) => Array.from({ length: clientsPerNode }, () => client(pool)));
  await sleep(3_000);
  const used = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + cpuMs(pid), 0),
    postgres: postgresCpuMs(),
    load: process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000 + cpuMs(upstream.pid),
  });
  const [before, turnsBefore, began] = [used(), turns, performance.now()];
  await sleep(seconds * 1_000);
  const [after, elapsedMs] = [used(), performance.now() - began];
  const rate = ((turns - turnsBefore) / elapsedMs) * 1_000;
  over = true;
  await Promise.all(clients);
  await Promise.all(pools.map((pool) => pool.close()));
  const cores = (name: keyof typeof before) => ((after[name] - before[name]) / elapsedMs).toFixed(2);
  console.log(
    `${label.padEnd(34)} ${rate.toFixed(0).padStart(5)} turns/s   cores: nodes ${cores('nodes')}, PostgreSQL ${cores('postgres')}, ` +
      `load and model ${cores('load')}, of ${availableParallelism()}`,
  );
  return rate;
}

async function compare(name: string, url: URL, poolSize: string): Promise<void> {
  const one = await start(url, poolSize);
  const single = await drive([one], `${name}, one node`);
  const two = await start(url, poolSize);
  const both = await drive([one, two], `${name}, two nodes`);
  console.log(`${name}: two nodes serve ${(both / single).toFixed(2)} times what one does`);
  await Promise.all([one.stop(), two.stop()]);
}

await compare('database beside them', direct, '10');
proxy.delay(networkMs);
await compare(`database ${networkMs} ms away`, far, '4');
upstream.stop();
await proxy.stop();
await server.stop();
process.exit(0);
