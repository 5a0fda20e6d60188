import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { compose, type Gateway } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { createAuditLog, createSealer } from '../src/features/audit/index.ts';
import { searchScope } from '../src/features/sessions/index.ts';
import { dayMs } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import type { Database, SqlValue } from '../src/platform/db/database.ts';
import { searchVector } from '../src/platform/db/words/search-words.ts';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { post, startUpstream } from './processes.ts';

/**
 * A year of data in the shape that turns leave it in, written straight into the tables: TURNS (100) a day, five in a
 * session, a tool call in every third, a webhook's delivery for each of the last 30 days, ten audit entries. Then all that is
 * older than 90 days is deleted at once, beside turns, and what each took is printed, and what a day and a million turns take.
 */
const turnsADay = Number(process.env.TURNS ?? 100);
const days = Number(process.env.DAYS ?? 365);
const keptDays = 90;
const quietMs = Number(process.env.QUIET_MS ?? 20_000);
const words =
  'say forty words please and then some more of them until there are enough for an answer of the usual length';

type Rows = Record<string, { columns: string; rows: SqlValue[][] }>;
type Owner = { workspaceId: string; userId: string; agentId: string };

function rowsOfDay(
  engine: Database['engine'],
  { workspaceId, userId, agentId }: Owner,
  from: number,
  recent: boolean,
): Rows {
  const tables: Rows = {
    sessions: {
      columns:
        'id, workspace_id, user_id, opened_agent_id, agent_id, surface, title, status, message_count, created_at, updated_at, last_message_at, turns, last_seq',
      rows: [],
    },
    messages: {
      columns: `id, session_id, workspace_id, user_id, run_id, seq, role, agent_id, content, status, created_at${engine === 'sqlite' ? ', search_id' : ''}`,
      rows: [],
    },
    message_words: { columns: engine === 'sqlite' ? 'rowid, scope, words' : 'message_id, scope, words', rows: [] },
    runs: {
      columns:
        'id, workspace_id, user_id, session_id, agent_id, kind, status, turn, input, content, trace, stop_reason, created_at, started_at, finished_at',
      rows: [],
    },
    tool_calls: {
      columns: 'run_id, id, step, position, tool, params, status, result, is_error, duration_ms',
      rows: [],
    },
    run_events: { columns: 'run_id, last_seq, events, created_at', rows: [] },
    usage_records: {
      columns:
        'id, workspace_id, user_id, agent_id, run_id, provider, model, prompt_tokens, cached_tokens, completion_tokens, estimated, cost_nano, created_at',
      rows: [],
    },
    approvals: {
      columns:
        'id, workspace_id, user_id, run_id, session_id, agent_id, tool_call_id, tool, params, status, created_at, expires_at',
      rows: [],
    },
    deliveries: {
      columns: 'id, workspace_id, webhook_id, event, body, status, cause, attempts, tries, created_at, user_id',
      rows: [],
    },
    webhook_attempts: {
      columns:
        'id, workspace_id, webhook_id, delivery_id, event, url, attempt, cause, status_code, latency_ms, created_at, user_id',
      rows: [],
    },
  };
  const add = (table: string, ...row: SqlValue[]) => tables[table]?.rows.push(row);
  const scope = searchScope(workspaceId, userId);
  let session = '';
  for (let turn = 0; turn < turnsADay; turn += 1) {
    const at = from + Math.floor((turn * dayMs) / turnsADay);
    if (turn % 5 === 0) {
      session = newId('ses', at);
      const last = at + Math.floor((4 * dayMs) / turnsADay);
      add(
        'sessions',
        session,
        workspaceId,
        userId,
        agentId,
        agentId,
        `s${session}`,
        'Bench',
        'active',
        10,
        at,
        last,
        last,
        5,
        10,
      );
    }
    const run = newId('run', at);
    for (const [place, role] of ['user', 'assistant'].entries()) {
      const id = newId('msg', at);
      const seq = (turn % 5) * 2 + place + 1;
      searchId += 1;
      add(
        'message_words',
        ...(engine === 'sqlite' ? [searchId, scope, words] : [id, scope, searchVector(scope, words)]),
      );
      add(
        'messages',
        id,
        session,
        workspaceId,
        userId,
        run,
        seq,
        role,
        agentId,
        place ? words.repeat(3) : words,
        'complete',
        at,
        ...(engine === 'sqlite' ? [searchId] : []),
      );
    }
    add(
      'runs',
      run,
      workspaceId,
      userId,
      session,
      agentId,
      'chat',
      'completed',
      (turn % 5) + 1,
      words,
      words.repeat(3),
      't'.repeat(400),
      'completed',
      at,
      at,
      at + 1_000,
    );
    if (turn % 3 === 0) {
      add(
        'tool_calls',
        run,
        'call_1',
        1,
        0,
        'http_fetch',
        '{"url":"https://example.com/"}',
        'done',
        words.repeat(5),
        0,
        120,
      );
      if (turn % 30 === 0)
        add(
          'approvals',
          newId('apr', at),
          workspaceId,
          userId,
          run,
          session,
          agentId,
          'call_1',
          'http_fetch',
          '{}',
          'approved',
          at,
          at,
        );
    }
    if (from > Date.now() - 8 * dayMs) add('run_events', run, 3, words.repeat(6), at);
    add(
      'usage_records',
      newId('evt', at),
      workspaceId,
      userId,
      agentId,
      run,
      'local',
      'assistant',
      100,
      0,
      40,
      0,
      0,
      at,
    );
    if (!recent) continue;
    const delivery = newId('dlv', at);
    add(
      'deliveries',
      delivery,
      workspaceId,
      'wh_bench',
      'agent.completed',
      words.repeat(3),
      'succeeded',
      'event',
      1,
      1,
      at,
      userId,
    );
    add(
      'webhook_attempts',
      newId('att', at),
      workspaceId,
      'wh_bench',
      delivery,
      'agent.completed',
      'https://example.com/',
      1,
      'event',
      200,
      12,
      at,
      userId,
    );
  }
  return tables;
}
let searchId = 1_000_000;

async function fill(database: Database, owner: Owner, now: number): Promise<void> {
  for (let day = days; day >= 1; day -= 1)
    await database.transaction(async (tx) => {
      for (const [table, { columns, rows }] of Object.entries(
        rowsOfDay(database.engine, owner, now - day * dayMs, day <= 30),
      )) {
        const width = columns.split(',').length;
        const casts = table === 'message_words' && database.engine === 'postgres' ? ['', '', '::tsvector'] : [];
        const perStatement = Math.floor(900 / width);
        for (let from = 0; from < rows.length; from += perStatement) {
          const some = rows.slice(from, from + perStatement);
          const values = some.map(
            (_, row) =>
              `(${Array.from({ length: width }, (__, column) => `$${row * width + column + 1}${casts[column] ?? ''}`).join(', ')})`,
          );
          await tx.run(`INSERT INTO ${table} (${columns}) VALUES ${values.join(', ')}`, some.flat());
        }
      }
    });
}

/** Ten a day, chained and sealed as the gateway does it. */
async function fillAudit(database: Database, secrets: Parameters<typeof createSealer>[0], now: number): Promise<void> {
  let at = 0;
  const audit = createAuditLog({
    clock: { now: () => at },
    sealer: createSealer(secrets),
    context: () => ({ requestId: 'req_bench' }),
  });
  for (let entry = 0; entry < days * 10; entry += 1) {
    at = now - days * dayMs + Math.floor((entry * dayMs) / 10);
    await database.transaction((tx) =>
      audit.append(tx, {
        actor: 'bootstrap',
        action: 'workspace.settings',
        target: 'ws_bench',
        outcome: 'success',
        detail: { name: ['Before', 'After'] },
        ip: '192.0.2.1',
      }),
    );
  }
}

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
