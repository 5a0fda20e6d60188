import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { cpuMs, post, startGateway, startUpstream } from './processes.ts';

/**
 * What it costs that a turn's message states something that is captured by rules: the same turns with and without, until
 * everything is written and embedded. Nobody recalls (`recallLimit` 0), so the difference is what is written. SQLite only.
 */
const clients = 16;
const turns = Number(process.env.TURNS ?? 800);
const people = Number(process.env.PEOPLE ?? 8);
const known = Number(process.env.KNOWN ?? 0);

const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
const settings = {
  DATA_DIR: folder,
  OPENAI_COMPATIBLE_BASE_URL: upstream.url,
  DEFAULT_MODEL: 'openai-compatible/bench',
  RATE_LIMIT_USER: '10000000',
};
await (await startGateway(settings)).stop();
const gateway = await startGateway(settings);
const { pid } = gateway;
const database = new DatabaseSync(join(folder, 'gateway.db'), { readOnly: true, timeout: 5_000 });

const call = (path: string, body: object, token?: string) => post(gateway.url, path, body, token);

/** Of the thread that answers, and of all others: libuv's, those that embed and search, the collector's. */
function threadsMs(): { main: number; embedding: number; all: number } {
  const ticks = (tid: string) => {
    const fields = readFileSync(`/proc/${pid}/task/${tid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  const others = readdirSync(`/proc/${pid}/task`)
    .filter((tid) => tid !== String(pid))
    .map((tid) => ({ tid, ms: ticks(tid) }));
  return { main: ticks(String(pid)), embedding: Math.max(0, ...others.map(({ ms }) => ms)), all: cpuMs(pid) };
}

const waiting = `SELECT (SELECT count(*) FROM jobs WHERE queue LIKE 'memory-%' AND state <> 'done') +
  (SELECT count(*) FROM memory_unembedded) AS count`;
async function idle(): Promise<void> {
  while (Number((database.prepare(waiting).get() as { count: number }).count) > 0) await sleep(20);
}

type Someone = { token: string; writing: string; off: string };
const everyone: Someone[] = [];
for (let n = 0; n < people; n += 1) {
  const { accessToken: token = '' } = await call('/auth/register', {
    email: `p${n}@example.com`,
    password: 'correct horse battery',
  });
  const agent = async (autoCapture: string) => {
    const policy = { name: autoCapture, recallLimit: 0, tiers: ['daily'], autoCapture, propagate: false };
    const { id: memoryProfileId } = await call('/memory-profiles', policy, token);
    const { id = '' } = await call(
      '/agents',
      { name: 'Bench', systemPrompt: 'You are a benchmark.', memoryProfileId },
      token,
    );
    return id;
  };
  everyone.push({ token, writing: await agent('rules'), off: await agent('off') });
  for (let m = 0; m < known; m += 1) await call('/memory/daily', { content: `I own book ${m}.` }, token);
}
await idle();

const pool = new Pool(gateway.url, { connections: clients });
let surface = 0;
async function load(
  name: string,
  count: number,
  request: (n: number, someone: Someone) => { agentId: string; message: string },
) {
  let next = 0;
  const before = threadsMs();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        next += 1;
        const someone = everyone[next % people] as Someone;
        const response = await pool.request({
          method: 'POST',
          path: '/agent/chat',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${someone.token}` },
          body: JSON.stringify({ ...request(next, someone), surface: `s${++surface}` }),
        });
        const text = await response.body.text();
        if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text.slice(0, 500)}`);
      }
    }),
  );
  const answered = threadsMs();
  await idle();
  const after = threadsMs();
  const each = (from: number, to: number) => ((to - from) / count).toFixed(2).padStart(6);
  console.log(
    `${name.padEnd(34)} main thread ${each(before.main, after.main)}  busiest other ${each(before.embedding, after.embedding)}  all ${each(before.all, after.all)} ms CPU each (all, when answered ${each(before.all, answered.all)})`,
  );
}

await load('warm-up', 600, (_, { writing }) => ({ agentId: writing, message: 'Hello there!' }));
await load('states nothing', turns, (_, { writing }) => ({ agentId: writing, message: 'Hello there!' }));
await load('states something, capture off', turns, (n, { off }) => ({
  agentId: off,
  message: `I like tea number ${n}`,
}));
await load('states something, captured', turns, (n, { writing }) => ({
  agentId: writing,
  message: `I like tea number ${n}`,
}));
await load('states nothing', turns, (_, { writing }) => ({ agentId: writing, message: 'Hello there!' }));
console.log('entries', JSON.stringify(database.prepare('SELECT count(*) AS entries FROM memory_entries').get()));

database.close();
await pool.close();
await gateway.stop();
upstream.stop();
rmSync(folder, { recursive: true });
process.exit(0);
