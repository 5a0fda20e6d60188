import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { compose, type Gateway } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { newId } from '../src/kernel/ids.ts';
import type { Database } from '../src/platform/db/database.ts';
import { startFakeModel } from '../test/harness/fake-model.ts';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { post } from './processes.ts';

/**
 * Three measurements of PostgreSQL. `hot`: the share of HOT updates of runs before and after migration 0045 (indexes, fill
 * factor), for instant turns and for slow ones with two tool calls. `snapshot`: how long claims take while a dump holds a
 * snapshot, from the start of the index and from the floor. `deliveries`: what HOT updates of deliveries would gain.
 */
const what = (process.argv[2] ?? 'hot') as 'hot' | 'snapshot' | 'deliveries';
const clients = 16;
const turns = Number(process.env.TURNS ?? 320);
/** The lease of a run is 15 s, and renewed every 5. */
const slowMs = 6_000;

const asBefore = [
  'ALTER TABLE runs SET (fillfactor = 100)',
  "CREATE INDEX runs_working ON runs (lease_until) WHERE status = 'running'",
  'DROP INDEX runs_waiting_for_node',
  "CREATE INDEX runs_handed_over ON runs (lease_until) WHERE status = 'queued'",
];

async function started(url: string, model: string): Promise<{ gateway: Gateway; base: string; token: string }> {
  const config = readConfig({
    JWT_SECRET: 'x'.repeat(32),
    GATEWAY_ENCRYPTION_KEY: 'y'.repeat(32),
    PORT: '0',
    OPENAI_COMPATIBLE_BASE_URL: model,
    DEFAULT_MODEL: 'openai-compatible/bench',
    RATE_LIMIT_USER: '10000000',
    DATABASE_URL: url,
  });
  const gateway = compose(config, { log: pino({ level: 'silent' }) });
  await gateway.start();
  const base = `http://${gateway.listeningOn()}`;
  const { accessToken: token = '' } = await post(base, '/auth/register', {
    email: 'bench@example.com',
    password: 'correct horse battery',
  });
  return { gateway, base, token };
}

type Counts = { updates: number; hot: number; wal: number };
async function countsOf(database: Database): Promise<Counts> {
  await sleep(1_500); // statistics are reported with a delay
  const row = await database.get<Counts>(
    `SELECT n_tup_upd AS updates, n_tup_hot_upd AS hot, CAST(pg_current_wal_lsn() - '0/0'::pg_lsn AS BIGINT) AS wal
     FROM pg_stat_user_tables WHERE relname = 'runs'`,
  );
  return { updates: Number(row?.updates), hot: Number(row?.hot), wal: Number(row?.wal) };
}

async function hot(): Promise<void> {
  console.log('| turns | schema | updates of `runs` a turn | HOT | log a turn |\n|---|---|---|---|---|');
  for (const slow of [false, true])
    for (const schema of ['before', 'after'] as const) {
      const server = await startPostgres();
      const model = await startFakeModel();
      const { gateway, base, token } = await started(server.url('postgres'), model.url);
      if (schema === 'before') for (const sql of asBefore) await gateway.database.run(sql);
      const { id: agentId = '' } = await post(base, '/agents', { name: 'Bench', tools: ['calculator'] }, token);
      const call = { name: 'calculator', arguments: { expression: '1+1' } };
      model.reply(({ body }) => {
        const results = body.messages?.filter(({ role }) => role === 'tool').length ?? 0;
        return slow && results < 2
          ? { toolCalls: [call], delayMs: slowMs }
          : { text: 'Done.', delayMs: slow ? slowMs : 0 };
      });
      const began = await countsOf(gateway.database);
      let left = turns;
      const client = async () => {
        while (left > 0) {
          left -= 1;
          await post(base, '/agent/chat', { agentId, message: 'Please.', surface: `s${left}` }, token);
        }
      };
      await Promise.all(Array.from({ length: slow ? 8 * clients : clients }, client));
      const ended = await countsOf(gateway.database);
      const updates = ended.updates - began.updates;
      console.log(
        `| ${slow ? 'of 18 s with two tool calls' : 'instant'} | ${schema} | ${(updates / turns).toFixed(1)} | ${ended.hot - began.hot} of ${updates} (${(((ended.hot - began.hot) / updates) * 100).toFixed(0)} %) | ${((ended.wal - began.wal) / turns / 1_024).toFixed(1)} KB |`,
      );
      await gateway.stop();
      await model.stop();
      await server.stop();
    }
}

async function snapshot(): Promise<void> {
  const server = await startPostgres();
  const model = await startFakeModel();
  const { gateway } = await started(server.url('postgres'), model.url);
  const { database, jobs } = gateway;
  let ran = 0;
  jobs.handle('bench', async () => {
    ran += 1;
  });
  const dump = new pg.Client(server.url('postgres'));
  await dump.connect();
  console.log(
    '| done since the dump began | a job from enqueue to its end, p50 | p99 | a claim from the front of the index |\n|---|---|---|---|',
  );
  for (const done of [0, 20_000, 100_000]) {
    if (done === 20_000) {
      await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await dump.query('SELECT count(*) FROM jobs');
    }
    if (done > 0)
      await database.transaction(async (tx) => {
        await tx.run(
          `INSERT INTO jobs (id, queue, payload, run_at, max_attempts, created_at)
           SELECT 'job_' || $2 || '_' || n, 'bench', '1', $1::bigint - 60000 + n / 10, 5, 0 FROM generate_series(1, $2::int) AS n`,
          [Date.now(), done],
        );
        await tx.run("DELETE FROM jobs WHERE queue = 'bench'");
      });
    const took: number[] = [];
    for (let n = 0; n < 300; n += 1) {
      const before = ran;
      const began = performance.now();
      await database.transaction((tx) => jobs.enqueue(tx, { queue: 'bench', payload: n }));
      while (ran === before) await new Promise((resolve) => setImmediate(resolve));
      took.push(performance.now() - began);
      await sleep(5);
    }
    const began = performance.now();
    await database.all(
      "SELECT id FROM jobs WHERE queue = 'bench' AND state = 'ready' AND run_at <= $1 ORDER BY run_at LIMIT 10",
      [Date.now()],
    );
    const front = performance.now() - began;
    const sorted = took.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
    console.log(`| ${done} | ${at(0.5)} ms | ${at(0.99)} ms | ${front.toFixed(1)} ms |`);
  }
  await dump.end();
  await gateway.stop();
  await model.stop();
  await server.stop();
}

/** 20,000 deliveries, written and settled a hundred at a time: as they are, and with their queue in a table of its own. */
async function deliveries(): Promise<void> {
  console.log('| queue | HOT updates | log a delivery | stored a delivery |\n|---|---|---|---|');
  for (const split of [false, true]) {
    const server = await startPostgres();
    const model = await startFakeModel();
    const { gateway } = await started(server.url('postgres'), model.url);
    const { database } = gateway;
    if (split)
      for (const sql of [
        'DROP INDEX deliveries_due',
        'DROP INDEX deliveries_dead',
        'DROP INDEX deliveries_intercepted',
        'ALTER TABLE deliveries SET (fillfactor = 85)',
        'CREATE TABLE delivery_queue (id TEXT PRIMARY KEY, webhook_id TEXT NOT NULL, due_at BIGINT NOT NULL, claim TEXT)',
        'CREATE INDEX delivery_queue_due ON delivery_queue (webhook_id, due_at)',
      ])
        await database.run(sql);
    const wal = async () =>
      Number(
        (await database.get<{ at: number }>("SELECT CAST(pg_current_wal_lsn() - '0/0'::pg_lsn AS BIGINT) AS at"))?.at,
      );
    const owner = await database.get<{ id: string; user_id: string }>(
      'SELECT w.id, u.id AS user_id FROM workspaces w, users u',
    );
    await database.run('CHECKPOINT');
    const began = await wal();
    const [rows, some] = [20_000, 100];
    for (let from = 0; from < rows; from += some) {
      const now = Date.now();
      const ids = Array.from({ length: some }, () => newId('dlv', now));
      const list = ids.map((id) => `('${id}')`).join(', ');
      await database.transaction(async (tx) => {
        await tx.run(
          `INSERT INTO deliveries (id, workspace_id, user_id, webhook_id, event, body, status, cause, attempts, tries, created_at, due_at, claim)
           SELECT id, $1, $2, 'wh_bench', 'agent.completed', repeat('x', 400), 'pending', 'event', 0, 0, $3::bigint,
             ${split ? 'NULL, NULL' : "$3::bigint + 20000, 'claim'"} FROM (VALUES ${list}) AS given(id)`,
          [owner?.id ?? '', owner?.user_id ?? '', now],
        );
        if (split)
          await tx.run(
            `INSERT INTO delivery_queue SELECT id, 'wh_bench', $1, 'claim' FROM (VALUES ${list}) AS given(id)`,
            [now + 20_000],
          );
      });
      await database.transaction(async (tx) => {
        await tx.run(
          `UPDATE deliveries AS d SET status = 'succeeded', attempts = 1, tries = 1, due_at = NULL, claim = NULL, last_status_code = 200
           FROM (VALUES ${list}) AS given(id) WHERE d.id = given.id`,
        );
        if (split)
          await tx.run(`DELETE FROM delivery_queue AS q USING (VALUES ${list}) AS given(id) WHERE q.id = given.id`);
      });
    }
    const log = (await wal()) - began;
    await sleep(1_500);
    const counted = await database.get<{ hot: number; bytes: number }>(
      `SELECT n_tup_hot_upd AS hot, CAST(pg_total_relation_size('deliveries') ${split ? "+ pg_total_relation_size('delivery_queue')" : ''} AS BIGINT) AS bytes
       FROM pg_stat_user_tables WHERE relname = 'deliveries'`,
    );
    console.log(
      `| ${split ? 'a table of its own' : 'in deliveries'} | ${counted?.hot} of ${rows} | ${(log / rows).toFixed(0)} bytes | ${(Number(counted?.bytes) / rows).toFixed(0)} bytes |`,
    );
    await gateway.stop();
    await model.stop();
    await server.stop();
  }
}

await { hot, snapshot, deliveries }[what]?.();
process.exit(0);
