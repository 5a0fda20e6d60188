import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { compare, shown } from './paired.ts';
import { cpuMs, memoryMb, post, startGateway, startUpstream } from './processes.ts';

/**
 * The cost of a turn: everything stored, real fsync, an instant upstream, a new session for every turn, 16 clients. The
 * upstream alone is printed for comparison. ONLY=key compares a key with a token, ONLY=memory a turn with memory with one without, and stops. CPU milliseconds per turn vary least on a busy machine.
 */
const clients = 16;
const turns = Number(process.env.TURNS ?? 4_000);

type Result = { perSecond: number; cpuPer: number };

async function load(
  pool: Pool,
  count: number,
  path: string,
  request: (n: number) => { headers: Record<string, string>; body: string },
  pid: number,
  method: 'POST' | 'GET' = 'POST',
): Promise<Result> {
  let next = 0;
  const began = performance.now();
  const cpuBefore = cpuMs(pid);
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        next += 1;
        const { headers, body } = request(next);
        const response = await pool.request({
          method,
          path,
          headers: { ...(method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
          ...(method === 'GET' ? {} : { body }),
        });
        const text = await response.body.text();
        if (response.statusCode !== 200 || (path.endsWith('stream') && !text.includes('stream_done')))
          throw new Error(`${response.statusCode} ${text.slice(0, 500)}`);
      }
    }),
  );
  return { perSecond: count / ((performance.now() - began) / 1_000), cpuPer: (cpuMs(pid) - cpuBefore) / count };
}

const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
const database: Record<string, string> = process.env.DATABASE_URL
  ? { DATABASE_URL: process.env.DATABASE_URL }
  : { DATA_DIR: folder };
const settings = {
  ...database,
  OPENAI_COMPATIBLE_BASE_URL: upstream.url,
  DEFAULT_MODEL: 'openai-compatible/bench',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  RATE_LIMIT_USER: '10000000',
};
const first = await startGateway(settings);
await first.stop();
const gateway = await startGateway(settings);

const call = (path: string, body: object, token?: string) => post(gateway.url, path, body, token);
const { accessToken } = await call('/auth/register', {
  email: `bench-${Date.now()}@example.com`,
  password: 'correct horse battery',
});
const { id: agentId } = await call('/agents', { name: 'Bench', systemPrompt: 'You are a benchmark.' }, accessToken);

const direct = new Pool(new URL(upstream.url).origin, { connections: clients });
const through = new Pool(gateway.url, { connections: clients });
const messages = [{ role: 'user', content: 'Say forty words, please.' }];
const run = Date.now();
const turn = (n: number) => ({
  headers: { authorization: `Bearer ${accessToken}` },
  body: JSON.stringify({ agentId, message: 'Say forty words, please.', surface: `s${run}-${n}` }),
});
const bare = (stream: boolean) => () => ({ headers: {}, body: JSON.stringify({ model: 'bench', messages, stream }) });

await load(through, 1_000, '/agent/chat', turn, gateway.pid);

/**
 * The same for a person with about fifty memories: each turn searches them. As before, the first turns are not counted: in them
 * the threads of the search start, and the memories are still being embedded.
 */
async function withMemories(): Promise<typeof turn> {
  const { accessToken: known } = await call('/auth/register', {
    email: `known-${Date.now()}@example.com`,
    password: 'correct horse battery',
  });
  const { id: knownAgent } = await call('/agents', { name: 'Bench', systemPrompt: 'You are a benchmark.' }, known);
  for (let n = 0; n < 50; n += 1)
    await call('/memory/daily', { content: `I keep ${n} bottles of vintage ${n + 1950}.` }, known);
  const recalling = (n: number) => ({
    headers: { authorization: `Bearer ${known}` },
    body: JSON.stringify({
      agentId: knownAgent,
      message: `What of vintage ${1950 + (n % 60)}?`,
      surface: `m${run}-${n}`,
    }),
  });
  await load(through, 400, '/agent/chat', recalling, gateway.pid);
  return recalling;
}

// With a personal key in place of a token: of a whole turn, and of a request that does little else than authenticate.
const { key } = await call('/auth/keys', { name: 'Bench' }, accessToken);
const rounds = Number(process.env.ROUNDS ?? 24);
const count = Math.ceil(turns / 16);
const keyed = (n: number) => ({ ...turn(n), headers: { authorization: `Bearer ${key}` } });
let surface = 5e6;
async function cpuOfTurns(make: typeof turn): Promise<number> {
  const first = surface;
  surface += count;
  return (await load(through, count, '/agent/chat', (n) => make(n + first), gateway.pid)).cpuPer;
}
async function cpuOfRequests(credential: string): Promise<number> {
  const asked = () => ({ headers: { authorization: `Bearer ${credential}` }, body: '' });
  return (await load(through, 8 * count, '/agent/presence', asked, gateway.pid, 'GET')).cpuPer;
}
if (process.env.ONLY === 'memory') {
  const recalling = await withMemories();
  const memoryOfTurn = await compare(
    rounds,
    () => cpuOfTurns(recalling),
    () => cpuOfTurns(turn),
  );
  console.log(`a turn with memory: ${shown(memoryOfTurn)}`);
  process.exit((await gateway.stop()) ?? 0);
}
await cpuOfTurns(keyed);
const keyOfTurn = await compare(
  rounds,
  () => cpuOfTurns(keyed),
  () => cpuOfTurns(turn),
);
const keyOfRequest = await compare(
  rounds,
  () => cpuOfRequests(key ?? ''),
  () => cpuOfRequests(accessToken ?? ''),
);
console.log(`a key in place of a token, a turn:    ${shown(keyOfTurn)}`);
console.log(`a key in place of a token, a request: ${shown(keyOfRequest)}`);
if (process.env.ONLY === 'key') process.exit((await gateway.stop()) ?? 0);

const upstreamTurns = await load(direct, turns, '/v1/chat/completions', bare(false), upstream.pid);
const upstreamStreams = await load(direct, turns / 2, '/v1/chat/completions', bare(true), upstream.pid);
const ours = await load(through, turns, '/agent/chat', (n) => turn(n + 1e6), gateway.pid);
const streams = await load(through, turns / 2, '/agent/chat/stream', (n) => turn(n + 2e6), gateway.pid);

const memory = memoryMb(gateway.pid);

// The same with a webhook: every turn also makes an event, a delivery and a signed POST.
await call('/webhooks', { url: `${new URL(upstream.url).origin}/hook`, events: ['*'] }, accessToken);
const told = await load(through, turns / 2, '/agent/chat', (n) => turn(n + 3e6), gateway.pid);

const recalling = await withMemories();
const remembered = await load(through, Math.max(200, turns / 5), '/agent/chat', (n) => recalling(n + 4e6), gateway.pid);

const line = (name: string, { perSecond, cpuPer }: Result, base: Result) =>
  `${name.padEnd(26)} ${perSecond.toFixed(0).padStart(7)}/s  ${(perSecond / base.perSecond).toFixed(3).padStart(6)} of upstream  ${cpuPer.toFixed(2).padStart(6)} ms CPU each`;
console.log(line('upstream alone, whole', upstreamTurns, upstreamTurns));
console.log(line('gateway, whole turns', ours, upstreamTurns));
console.log(line('gateway, with a webhook', told, upstreamTurns));
console.log(line('gateway, with memory', remembered, upstreamTurns));
console.log(line('upstream alone, 40 chunks', upstreamStreams, upstreamStreams));
console.log(line('gateway, streams', streams, upstreamStreams));
if (process.env.METRICS)
  console.log(
    (await (await fetch(`${gateway.url}/metrics`)).text())
      .split('\n')
      .filter((l) => /heap|external|resident/.test(l) && !l.startsWith('#'))
      .join('\n'),
  );
console.log(`memory after load ${memory} MB, second start ${(gateway.startMs / 1_000).toFixed(2)} s`);

await gateway.stop();
upstream.stop();
await Promise.all([direct.close(), through.close()]);
rmSync(folder, { recursive: true });
process.exit(0);
