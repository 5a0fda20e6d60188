import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { type BenchGateway, cpuMs, post, startGateway, startUpstream } from './processes.ts';

/**
 * `PROCESSES` processes behind one port beside one process, in turns: turns per CPU second of all processes of the gateway,
 * and turns per second. More turns per second need cores that the database, the model and the clients do not use. Where there are too
 * few, SHARE=0.12 gives each process of the gateway that part of a core, by a control group of the kernel (version 1, as root).
 */
const count = process.env.PROCESSES ?? '2';
const rounds = Number(process.env.ROUNDS ?? 7);
const turns = Number(process.env.TURNS ?? 600);
const warmUp = Number(process.env.WARM ?? 8);
const clients = Number(process.env.CLIENTS ?? 32);
const share = Number(process.env.SHARE ?? 0);
const groups: string[] = [];

type Side = { name: string; gateway: BenchGateway; pids: number[]; token: string; agentId: string };
type Figures = { cpu: number; perSecond: number };

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const server = await startPostgres({ durable: true });
const upstream = await startUpstream();
const admin = new pg.Client(server.url('postgres'));
await admin.connect();

async function start(name: string, settings: Record<string, string>): Promise<Side> {
  await admin.query(`CREATE DATABASE ${name}`);
  const gateway = await startGateway({
    DATABASE_URL: server.url(name),
    OPENAI_COMPATIBLE_BASE_URL: upstream.url,
    DEFAULT_MODEL: 'openai-compatible/bench',
    RATE_LIMIT_USER: '10000000',
    ...settings,
  });
  const pids = [gateway.pid, ...childrenOf(gateway.pid)];
  // Other benches keep a gateway on one core.
  for (const pid of pids)
    execFileSync('taskset', ['-a', '-p', '-c', `0-${availableParallelism() - 1}`, String(pid)], { stdio: 'ignore' });
  const person = { email: 'bench@example.com', password: 'correct horse battery' };
  const { accessToken: token = '' } = await post(gateway.url, '/auth/register', person);
  const { id: agentId = '' } = await post(gateway.url, '/agents', { name: 'Bench', systemPrompt: 'Be brief.' }, token);
  return { name, gateway, pids, token, agentId };
}

/** The kernel stops a process that has had its part of 10 ms until the next 10 ms. */
function limit(pid: number): void {
  const group = `/sys/fs/cgroup/cpu/bench-${pid}`;
  mkdirSync(group);
  groups.push(group);
  writeFileSync(`${group}/cpu.cfs_period_us`, '10000');
  writeFileSync(`${group}/cpu.cfs_quota_us`, String(Math.round(share * 10_000)));
  writeFileSync(`${group}/cgroup.procs`, String(pid));
}

let surface = 0;
async function load({ gateway, pids, token, agentId }: Side): Promise<Figures> {
  const spent = () => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
  const [cpu, began] = [spent(), performance.now()];
  let left = turns;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      surface += 1;
      const body = { agentId, message: 'Say forty words, please.', surface: `s${surface}` };
      await post(gateway.url, '/agent/chat', body, token);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { cpu: (spent() - cpu) / turns, perSecond: turns / ((performance.now() - began) / 1_000) };
}

const sides = [await start('one', {}), await start('several', { PROCESSES: count })];
const figures = new Map<Side, Figures[]>(sides.map((side) => [side, []]));
// V8 compiles what is called often during the first thousands of turns of each process, so several processes need as many each.
for (let warm = 0; warm < warmUp; warm += 1)
  for (const side of sides)
    for (let process = 1; process < side.pids.length || process === 1; process += 1) await load(side);
if (share > 0) for (const { pids } of sides) for (const pid of pids) limit(pid);
for (let round = 0; round < rounds; round += 1)
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) figures.get(side)?.push(await load(side));

const [one, several] = sides.map((side) => ({
  cpu: median((figures.get(side) ?? []).map(({ cpu }) => cpu)),
  perSecond: median((figures.get(side) ?? []).map(({ perSecond }) => perSecond)),
})) as [Figures, Figures];
console.log(`one process: ${one.cpu.toFixed(2)} ms CPU a turn, ${one.perSecond.toFixed(0)} turns/s`);
console.log(`${count} processes: ${several.cpu.toFixed(2)} ms CPU a turn, ${several.perSecond.toFixed(0)} turns/s`);
console.log(
  `turns per CPU second ${(one.cpu / several.cpu).toFixed(2)} of one process's, ` +
    `turns per second ${(several.perSecond / one.perSecond).toFixed(2)}, on ${availableParallelism()} cores${share > 0 ? `, ${share} of one for each process` : ''}`,
);
for (const { gateway } of sides) await gateway.stop();
await admin.end();
upstream.stop();
await server.stop();
for (const group of groups) rmdirSync(group);
process.exit(0);
