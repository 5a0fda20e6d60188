import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { cpuMs, post, startGateway, startUpstream } from './processes.ts';

/**
 * The cost of capture by rules: the same turns with and without a message to capture, until everything is written and
 * embedded. Recall is off (`recallLimit` 0), so the difference is the writing. SQLite only.
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

type Spent = { main: number; busiest: number; all: number };

/** CPU of the main thread, of the busiest other thread (it embeds), and of all threads with libuv's and the collector's. */
function threadsMs(): Spent {
  const spentMs = (tid: string) =>
    Number(readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  const others = readdirSync(`/proc/${pid}/task`).filter((tid) => tid !== String(pid));
  return { main: spentMs(String(pid)), busiest: Math.max(0, ...others.map(spentMs)), all: cpuMs(pid) };
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
let sent = 0;
async function load(
  count: number,
  request: (someone: Someone) => { agentId: string; message: string },
): Promise<Spent> {
  const before = threadsMs();
  let left = count;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1;
        sent += 1;
        const someone = everyone[sent % people] as Someone;
        const response = await pool.request({
          method: 'POST',
          path: '/agent/chat',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${someone.token}` },
          body: JSON.stringify({ ...request(someone), surface: `s${sent}` }),
        });
        const text = await response.body.text();
        if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text.slice(0, 500)}`);
      }
    }),
  );
  await idle();
  const after = threadsMs();
  const each = (key: keyof Spent) => (after[key] - before[key]) / count;
  return { main: each('main'), busiest: each('busiest'), all: each('all') };
}

const kinds = {
  'states nothing': ({ writing }: Someone) => ({ agentId: writing, message: 'Hello there!' }),
  'states something, capture off': ({ off }: Someone) => ({ agentId: off, message: `I like tea number ${sent}` }),
  'states something, captured': ({ writing }: Someone) => ({
    agentId: writing,
    message: `I like tea number ${sent}`,
  }),
};
for (const request of Object.values(kinds)) await load(400, request);

/** Alternates between the two, because the machine's speed varies. */
const rounds = Math.ceil(turns / 100);
const spent = new Map<string, Spent[]>();
for (let round = 0; round < rounds; round += 1)
  for (const [name, request] of Object.entries(kinds))
    spent.set(name, [...(spent.get(name) ?? []), await load(100, request)]);
for (const [name, rows] of spent) {
  const median = (key: keyof Spent) =>
    (rows.map((row) => row[key]).toSorted((one, other) => one - other)[rows.length >> 1] ?? 0).toFixed(2).padStart(6);
  console.log(
    `${name.padEnd(30)} main thread ${median('main')}  busiest other ${median('busiest')}  all ${median('all')} ms CPU each`,
  );
}
console.log('entries', JSON.stringify(database.prepare('SELECT count(*) AS entries FROM memory_entries').get()));

database.close();
await pool.close();
await gateway.stop();
upstream.stop();
rmSync(folder, { recursive: true });
process.exit(0);
