import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { post, startGateway } from './processes.ts';

/**
 * Two connections share a pool at 50 turns a second. One dies and comes back: no turn may fail, the 99th percentile may rise
 * by 50 ms after the first second, and the connection takes part again within 5 s. DEAD=refuse (default), error or hang.
 */
const perSecond = Number(process.env.RATE ?? 50);
const [quietS, deadS, afterS] = [8, Number(process.env.DEAD_SECONDS ?? 12), 8];
const dead = process.env.DEAD ?? 'refuse';

const answer = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'Here I am.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 20, completion_tokens: 4 },
});

async function startUpstream() {
  let server: Server | undefined;
  let port = 0;
  let ill = false;
  const calls: number[] = [];
  const begin = async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.method === 'POST' && !ill) calls.push(performance.now());
        if (ill && dead === 'hang') return;
        response.writeHead(ill ? 500 : 200, { 'content-type': 'application/json' });
        response.end(request.method === 'GET' ? '{"data":[{"id":"bench"}]}' : answer);
      });
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const end = () => {
    server?.closeAllConnections();
    server?.close();
  };
  await begin();
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    async setDead(isDead: boolean) {
      if (dead !== 'refuse') ill = isDead;
      else if (isDead) end();
      else await begin();
    },
    stop: end,
  };
}

const upstreams = [await startUpstream(), await startUpstream()] as const;
const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
const connections = upstreams.map(({ url }, index) => ({
  name: `upstream-${index}`,
  kind: 'openai-compatible',
  baseUrl: url,
  pool: 'both',
  timeoutMs: 2_000,
}));
const gateway = await startGateway({
  DATA_DIR: folder,
  MODEL_CONNECTIONS: JSON.stringify(connections),
  DEFAULT_MODEL: 'both/bench',
  RATE_LIMIT_USER: '10000000',
});
const { accessToken } = await post(gateway.url, '/auth/register', {
  email: `bench-${Date.now()}@example.com`,
  password: 'correct horse battery',
});
const { id: agentId } = await post(gateway.url, '/agents', { name: 'Bench' }, accessToken);
const pool = new Pool(gateway.url, { connections: 64 });

type Turn = { atMs: number; ms: number; failed: boolean };
const turns: Turn[] = [];
const started = performance.now();
const since = () => performance.now() - started;

async function turn(n: number): Promise<void> {
  const atMs = since();
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/agent/chat',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ agentId, message: 'Are you there?', surface: `s${n}` }),
  });
  await body.text();
  turns.push({ atMs, ms: since() - atMs, failed: statusCode !== 200 });
}

const total = (quietS + deadS + afterS) * perSecond;
const pending: Promise<void>[] = [];
let diedMs = 0;
let recoveredMs = 0;
for (let n = 0; n < total; n += 1) {
  const dueMs = (n * 1_000) / perSecond;
  if (dueMs > since()) await sleep(dueMs - since());
  if (diedMs === 0 && dueMs >= quietS * 1_000) {
    diedMs = since();
    await upstreams[1].setDead(true);
  }
  if (recoveredMs === 0 && dueMs >= (quietS + deadS) * 1_000) {
    await upstreams[1].setDead(false);
    recoveredMs = since();
  }
  pending.push(turn(n));
}
await Promise.all(pending);

const percentile = (times: number[], share: number) =>
  times.sort((one, other) => one - other)[Math.floor(times.length * share)]?.toFixed(1) ?? '-';
const show = (what: string, from: number, until: number) => {
  const some = turns.filter(({ atMs }) => atMs >= from && atMs < until).map(({ ms }) => ms);
  console.log(`${what}: ${some.length} turns, p50 ${percentile(some, 0.5)} ms, p99 ${percentile(some, 0.99)} ms`);
};
show('both well', 2_000, diedMs);
show('the first second without one', diedMs, diedMs + 1_000);
show('afterwards', diedMs + 1_000, recoveredMs);
show('both well again', recoveredMs, Number.POSITIVE_INFINITY);
const back = upstreams[1].calls.map((at) => at - started).find((at) => at > recoveredMs);
console.log(`failed turns: ${turns.filter(({ failed }) => failed).length} of ${turns.length}`);
console.log(`back ${back === undefined ? 'never' : `${Math.round(back - recoveredMs)} ms`} after its recovery`);
await gateway.stop();
for (const { stop } of upstreams) stop();
await pool.destroy();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
