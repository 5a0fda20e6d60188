import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { openDatabase } from '../src/platform/db/open.ts';
import { cpuMs, startGateway, startUpstream } from './processes.ts';

/**
 * The cost of a turn with 10 and with 100,000 other sessions of the same person, which must be the same; and in a session
 * whose history grows, where it may grow, because the model is sent the whole history.
 */
const many = Number(process.env.SESSIONS ?? 100_000);
const clients = 16;
const turns = 3_000;

const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
const settings = {
  DATA_DIR: folder,
  OPENAI_COMPATIBLE_BASE_URL: upstream.url,
  DEFAULT_MODEL: 'openai-compatible/bench',
  RATE_LIMIT_USER: '10000000',
  ASSUMED_CONTEXT_WINDOW: '1000000',
};
let gateway = await startGateway(settings);
let pool = new Pool(gateway.url, { connections: clients });

async function call(path: string, body: object, token?: string): Promise<Record<string, string>> {
  const { statusCode, body: answer } = await pool.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${text}`);
  return JSON.parse(text) as Record<string, string>;
}

const credentials = { email: 'bench@example.com', password: 'correct horse battery' };
const { accessToken } = await call('/auth/register', credentials);
const { id: agentId } = await call('/agents', { name: 'Bench' }, accessToken);
const say = (surface: string) =>
  call('/agent/chat', { agentId, message: 'Say forty words, please.', surface }, accessToken);

async function newSessions(label: string): Promise<number> {
  let next = 0;
  const before = cpuMs(gateway.pid);
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < turns) await say(`${label}-${++next}`);
    }),
  );
  return (cpuMs(gateway.pid) - before) / turns;
}

/** Copies one real session with its messages, words and run. */
async function fill(): Promise<void> {
  const database = openDatabase({ databaseUrl: undefined, dataDirectory: folder, poolSize: 1 }, () => undefined);
  const columns = async (table: string) =>
    (await database.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)).map(({ name }) => name);
  const copy = async (table: string, changed: Record<string, string>, where: string) => {
    const names = await columns(table);
    await database.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
       INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => changed[name] ?? `t.${name}`).join(', ')}
       FROM n, ${table} t WHERE ${where}`,
    );
  };
  const session = "(SELECT id FROM sessions WHERE surface = 'model')";
  await copy('sessions', { id: "t.id || 'x' || i", surface: "'copy' || i" }, `t.id = ${session}`);
  await copy('runs', { id: "t.id || 'x' || i", session_id: "t.session_id || 'x' || i" }, `t.session_id = ${session}`);
  await database.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${2 * many})
     INSERT INTO message_words (rowid, scope, words) SELECT 1000000 + i, w.workspace_id, 'say forty words please' FROM n, (SELECT workspace_id FROM sessions LIMIT 1) w`,
  );
  await copy(
    'messages',
    {
      id: "t.id || 'x' || i",
      session_id: "t.session_id || 'x' || i",
      run_id: "t.run_id || 'x' || i",
      search_id: '1000000 + 2 * i - (t.seq % 2)',
    },
    `t.session_id = ${session}`,
  );
  await database.close();
}

await say('model');
await newSessions('warm');
const few = await newSessions('few');
await gateway.stop();
await fill();
gateway = await startGateway(settings);
pool = new Pool(gateway.url, { connections: clients });
await newSessions('warm again');
const full = await newSessions('many');
console.log(
  `beside few sessions ${few.toFixed(2)} ms CPU a turn, beside ${many} more ${full.toFixed(2)}: ${(full / few).toFixed(2)} times`,
);

for (const messages of [2, 100, 200, 400, 800]) {
  const surface = `history-${messages}`;
  for (let n = 0; n < messages / 2; n += 1) await say(surface);
  const before = cpuMs(gateway.pid);
  for (let n = 0; n < 20; n += 1) await say(surface);
  console.log(
    `with about ${messages + 20} messages before it, ${((cpuMs(gateway.pid) - before) / 20).toFixed(2)} ms CPU a turn`,
  );
}

await gateway.stop();
upstream.stop();
rmSync(folder, { recursive: true });
process.exit(0);
