import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { compose, type Gateway } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/platform/db/database.ts';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { post, startUpstream } from './processes.ts';
import { days, fill, fillAudit, turnsADay } from './year-data.ts';

/**
 * A year of data in the shape that turns leave it in, written straight into the tables: TURNS (100) a day, five in a
 * session, a tool call in every third, a webhook's delivery for each of the last 30 days, ten audit entries. Then all that is
 * older than 90 days is deleted at once, beside turns, and what each took is printed, and what a day and a million turns take.
 */
const keptDays = 90;
const quietMs = Number(process.env.QUIET_MS ?? 20_000);
async function sizes(database: Database): Promise<Map<string, number>> {
  const rows =
    database.engine === 'postgres'
      ? await database.all<{ name: string; bytes: number }>(
          "SELECT relname AS name, CAST(pg_total_relation_size(oid) AS BIGINT) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
        )
      : await database.all<{ name: string; bytes: number }>(
          `SELECT COALESCE(m.tbl_name, s.name) AS name, sum(s.pgsize) AS bytes FROM dbstat s LEFT JOIN sqlite_master m ON m.name = s.name GROUP BY 1`,
        );
  const bytes = new Map<string, number>();
  for (const row of rows) {
    const name = row.name.startsWith('message_words') ? 'message_words' : row.name;
    bytes.set(name, (bytes.get(name) ?? 0) + Number(row.bytes));
  }
  return bytes;
}

const megabytes = (bytes: Map<string, number>) =>
  `${([...bytes.values()].reduce((sum, size) => sum + size, 0) / 1e6).toFixed(0)} MB`;
const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]?.toFixed(1) ?? '';

/** Turns by four clients until told to stop; their latencies in ms. */
async function turnsUntil(url: string, token: string, agentId: string, over: () => boolean): Promise<number[]> {
  const took: number[] = [];
  const client = async (name: string) => {
    for (let n = 0; !over(); n += 1) {
      const began = performance.now();
      await post(
        url,
        '/agent/chat',
        { agentId, message: 'Say forty words, please.', surface: `${name}-${n}-${began}` },
        token,
      );
      took.push(performance.now() - began);
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(client));
  return took;
}

async function year(place: Record<string, string>): Promise<void> {
  const upstream = await startUpstream();
  const figures = new Map<string, { deleted: number; workMs: number; longestMs: number }>();
  const log = pino(
    { level: 'info' },
    {
      write(line: string) {
        const entry = JSON.parse(line) as {
          msg: string;
          name: string;
          deleted: number;
          workMs: number;
          longestMs: number;
        };
        if (entry.msg === 'deleted what is too old') figures.set(entry.name, entry);
      },
    },
  );
  const kept = `${keptDays}d`;
  const config = readConfig({
    JWT_SECRET: 'x'.repeat(32),
    GATEWAY_ENCRYPTION_KEY: 'y'.repeat(32),
    PORT: '0',
    OPENAI_COMPATIBLE_BASE_URL: upstream.url,
    DEFAULT_MODEL: 'openai-compatible/bench',
    RATE_LIMIT_USER: '10000000',
    ...Object.fromEntries(
      ['SESSIONS', 'RUNS', 'USAGE', 'AUDIT', 'APPROVALS'].map((name) => [`RETENTION_${name}`, kept]),
    ),
    ...place,
  });
  const gateway: Gateway = compose(config, { log });
  await gateway.start();
  const url = `http://${gateway.listeningOn()}`;
  const { database } = gateway;
  const empty = await sizes(database);
  await fillAudit(database, config, Date.now());
  const { accessToken = '' } = await post(url, '/auth/register', {
    email: 'bench@example.com',
    password: 'correct horse battery',
  });
  const { id: agentId = '' } = await post(url, '/agents', { name: 'Bench' }, accessToken);
  const me = await database.get<{ id: string; default_workspace_id: string }>(
    'SELECT id, default_workspace_id FROM users',
  );
  const owner = { workspaceId: me?.default_workspace_id ?? '', userId: me?.id ?? '', agentId };
  const began = performance.now();
  await fill(database, owner, Date.now());
  if (database.engine === 'postgres') await database.run('ANALYZE');
  console.error(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  const full = await sizes(database);

  const quietTurns = () => {
    const until = performance.now() + quietMs;
    return turnsUntil(url, accessToken, agentId, () => performance.now() > until);
  };
  await quietTurns(); // warm
  const before = await quietTurns();
  await database.run("UPDATE recurring_jobs SET next_run_at = 0 WHERE name LIKE 'clean-%'");
  let over = false;
  const cleaned = (async () => {
    const started = performance.now();
    await gateway.recurring.wake();
    const busy = () => database.get("SELECT id FROM jobs WHERE queue LIKE 'recurring:clean-%' LIMIT 1");
    do await new Promise((resolve) => setTimeout(resolve, 500));
    while (await busy());
    over = true;
    return performance.now() - started;
  })();
  const beside = await turnsUntil(url, accessToken, agentId, () => over);
  const tookMs = await cleaned;
  const after = await quietTurns();
  if (database.engine === 'postgres') await database.run('VACUUM');
  const cleanedSizes = await sizes(database);

  const goneDays = Math.max(1, days - keptDays);
  console.log(`\n### ${database.engine}: ${days} days of ${turnsADay} turns\n`);
  console.log('| table | KB a day here | bytes a turn | GB a day at 1,000,000 turns |\n|---|---|---|---|');
  const keptTables: Record<string, number> = { run_events: 8, deliveries: 30, webhook_attempts: 30 };
  for (const [table, bytes] of [...full].sort((a, b) => b[1] - a[1])) {
    const aDay = (bytes - (empty.get(table) ?? 0)) / (keptTables[table] ?? days);
    if (aDay < 100) continue;
    console.log(
      `| \`${table}\` | ${(aDay / 1_024).toFixed(1)} | ${(aDay / turnsADay).toFixed(0)} | ${(((aDay / turnsADay) * 1e6) / 1e9).toFixed(2)} |`,
    );
  }
  console.log(
    '\n| cleaned | rows | work | longest portion | ms of work for a day of 1,000,000 turns |\n|---|---|---|---|---|',
  );
  for (const [name, { deleted, workMs, longestMs }] of figures)
    console.log(
      `| ${name} | ${deleted} | ${workMs.toFixed(0)} ms | ${longestMs.toFixed(0)} ms | ${((workMs / goneDays / turnsADay) * 1e6).toFixed(0)} |`,
    );
  console.log(
    `\n${megabytes(full)} before, ${megabytes(cleanedSizes)} after; ${(tookMs / 1_000).toFixed(0)} s, pauses included.`,
  );
  console.log('\n| turns | number | p50 | p95 | p99 |\n|---|---|---|---|---|');
  for (const [when, took] of Object.entries({ before, beside, after }))
    console.log(
      `| ${when} | ${took.length} | ${[0.5, 0.95, 0.99].map((share) => `${percentile(took, share)} ms`).join(' | ')} |`,
    );
  await gateway.stop();
  upstream.stop();
}

if (process.argv.includes('postgres')) {
  const server = await startPostgres({ durable: true });
  await year({ DATABASE_URL: server.url('postgres') });
  await server.stop();
} else {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-year-'));
  await year({ DATA_DIR: folder });
  rmSync(folder, { recursive: true });
}
process.exit(0);
