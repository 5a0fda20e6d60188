import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { cpuMs, memoryMb, pin, post, startGateway, startUpstream } from './processes.ts';

/**
 * CPU of a turn and of a stream beside a whole turn of Portkey's gateway, which stores nothing: both on this Node, on the same
 * core, with the same upstream, in alternating rounds. (Streams of Portkey 1.15.2 fail on Node 24.) Installs `@portkey-ai/gateway` with npm in a temporary folder, or uses
 * PORTKEY=folder, where it is installed. ROUNDS, WARM (rounds before them) and TURNS (in a round) change the size.
 */
const clients = 16;
const rounds = Number(process.env.ROUNDS ?? 9);
const warmUp = Number(process.env.WARM ?? 4);
const turns = Number(process.env.TURNS ?? 400);
const folder = mkdtempSync(join(tmpdir(), 'gateway-portkey-'));

type Subject = { pid: number; pool: Pool; request(stream: boolean): { path: string; headers: object; body: string } };

function installed(): string {
  if (process.env.PORTKEY) return process.env.PORTKEY;
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const arguments_ = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '@portkey-ai/gateway'];
  execFileSync('npm', arguments_, { cwd: folder, stdio: 'ignore' });
  return folder;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

async function startPortkey(): Promise<{ url: string; pid: number; stop(): void }> {
  const port = await freePort();
  const main = join(installed(), 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const child = spawn(process.execPath, ['--max-semi-space-size=16', main, `--port=${port}`, '--headless'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: 'ignore',
  });
  pin(child, 0);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return { url, pid: child.pid ?? 0, stop: () => child.kill() };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Portkey does not answer.');
}

/** CPU milliseconds of each. */
async function load({ pid, pool, request }: Subject, stream: boolean): Promise<number> {
  let next = 0;
  const before = cpuMs(pid);
  const client = async () => {
    for (; next < turns; ) {
      next += 1;
      const { path, headers, body } = request(stream);
      const all = { 'content-type': 'application/json', ...headers };
      const response = await pool.request({ method: 'POST', path, headers: all, body });
      const text = await response.body.text();
      if (response.statusCode !== 200 || !text.includes('word39')) throw new Error(`${response.statusCode} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (cpuMs(pid) - before) / turns;
}

const upstream = await startUpstream();
const gateway = await startGateway({
  DATA_DIR: join(folder, 'data'),
  OPENAI_COMPATIBLE_BASE_URL: upstream.url,
  DEFAULT_MODEL: 'openai-compatible/bench',
  RATE_LIMIT_USER: '10000000',
});
const portkey = await startPortkey();
const credentials = { email: 'bench@example.com', password: 'correct horse battery' };
const { accessToken } = await post(gateway.url, '/auth/register', credentials);
const { id: agentId } = await post(gateway.url, '/agents', { name: 'Bench', systemPrompt: 'Be short.' }, accessToken);
const message = 'Say forty words, please.';
let surfaces = 0;
function newSurface(): string {
  surfaces += 1;
  return `s${surfaces}`;
}
const ours: Subject = {
  pid: gateway.pid,
  pool: new Pool(gateway.url, { connections: clients }),
  request: (stream) => ({
    path: stream ? '/agent/chat/stream' : '/agent/chat',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ agentId, message, surface: newSurface() }),
  }),
};
const theirs: Subject = {
  pid: portkey.pid,
  pool: new Pool(portkey.url, { connections: clients }),
  request: () => ({
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer x', 'x-portkey-provider': 'openai', 'x-portkey-custom-host': upstream.url },
    body: JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: message }] }),
  }),
};

const kinds = [
  { subject: ours, stream: false },
  { subject: theirs, stream: false },
  { subject: ours, stream: true },
].map((kind) => ({ ...kind, spent: [] as number[] }));
// The first rounds warm both up.
for (let round = -warmUp; round < rounds; round += 1)
  for (const { subject, stream, spent } of round % 2 === 0 ? kinds : kinds.toReversed()) {
    const each = await load(subject, stream);
    if (round >= 0) spent.push(each);
  }
const [turn = 0, theirTurn = 0, streamed = 0] = kinds.map(
  ({ spent }) => spent.sort((one, other) => one - other)[rounds >> 1] ?? 0,
);
const line = (name: string, each: number) =>
  console.log(`${name.padEnd(26)} ${each.toFixed(2)} ms CPU, ${(each / theirTurn).toFixed(2)} of Portkey's turn`);
line("Portkey's turn, not stored", theirTurn);
line('a turn, everything stored', turn);
line('a stream of 40 chunks', streamed);
console.log(`memory after it            ${memoryMb(gateway.pid)} MB, Portkey ${memoryMb(portkey.pid)} MB`);
await gateway.stop();
portkey.stop();
upstream.stop();
await Promise.all([ours.pool.close(), theirs.pool.close()]);
rmSync(folder, { recursive: true });
process.exit(0);
