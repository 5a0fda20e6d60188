import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chargeTo } from '../src/features/costs/index.ts';
import { createUsageTotals } from '../src/features/costs/usage-totals.store.ts';
import { dayMs, systemClock, utcDay } from '../src/kernel/clock.ts';
import type { Database } from '../src/platform/db/database.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { startGateway } from './processes.ts';

/**
 * How long it takes to read the costs of a year over HTTP, in a large workspace: 2,000 people, 2 agents, 365 days, ten
 * million model calls as rollups, and a smaller ledger of today made of real rows.
 */
const users = Number(process.env.USERS ?? 2_000);
const days = 365;
const callsPerRow = 7;
const charges = Number(process.env.CHARGES ?? 20_000);
const rounds = 15;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

async function fill(database: Database, workspaceId: string, userId: string, agentIds: string[]): Promise<void> {
  const today = Date.now();
  for (let ago = days - 1; ago >= 0; ago -= 1)
    await database.transaction((tx) =>
      tx.script(`
        WITH RECURSIVE u (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM u WHERE n < ${users - 1}),
          a (id) AS (VALUES ${agentIds.map((id) => `('${id}')`).join(', ')})
        INSERT INTO usage_daily (workspace_id, day, user_id, agent_id, provider, model, sessions, runs, requests,
          prompt_tokens, cached_tokens, completion_tokens, cost_nano)
        SELECT '${workspaceId}', '${utcDay(today - ago * dayMs)}', 'usr_bench' || u.n, a.id, 'openai', 'gpt-5-mini', 1,
          ${callsPerRow}, ${callsPerRow}, 900, 100, 200, 123457 FROM u, a`),
    );
  const usage = { promptTokens: 100, cachedTokens: 10, completionTokens: 5, estimated: false };
  const charge = { provider: 'openai', model: 'gpt-5-mini', usage, costNano: 37, price: '{}' };
  for (let done = 0; done < charges; done += 1_000)
    await database.transaction(async (tx) => {
      for (let n = 0; n < 1_000; n += 1)
        await chargeTo(
          tx,
          { workspaceId, userId, agentId: agentIds[n % 2] ?? '' },
          {
            runId: null,
            charges: [charge],
            runs: 1,
            now: today,
          },
        );
    });
}

async function measure(name: string, place: Record<string, string>): Promise<void> {
  const settings = { ...place, RATE_LIMIT_USER: '10000000' };
  const setup = await startGateway(settings);
  async function post<Answer>(path: string, body: object, token?: string): Promise<Answer> {
    const response = await fetch(`${setup.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  }
  const credentials = { email: `bench-${Date.now()}@example.com`, password: 'correct horse battery' };
  const { accessToken } = await post<{ accessToken: string }>('/auth/register', credentials);
  type Agent = { id: string; workspaceId: string };
  const agents = [
    await post<Agent>('/agents', { name: 'One' }, accessToken),
    await post<Agent>('/agents', { name: 'Two' }, accessToken),
  ];
  const workspaceId = agents[0]?.workspaceId ?? '';
  await setup.stop();

  const database = openDatabase(
    { databaseUrl: place.DATABASE_URL, dataDirectory: place.DATA_DIR ?? '', poolSize: 2 },
    () => undefined,
  );
  const owner = await database.get<{ id: string }>('SELECT id FROM users');
  await fill(
    database,
    workspaceId,
    owner?.id ?? '',
    agents.map(({ id }) => id),
  );
  const held: number[] = [];
  const timed: Database = {
    ...database,
    async transaction(work) {
      const began = performance.now();
      const result = await database.transaction(work);
      held.push(performance.now() - began);
      return result;
    },
  };
  await createUsageTotals(timed, systemClock).foldAll();
  await database.close();

  const gateway = await startGateway(settings);
  const read = async (path: string) => {
    const began = performance.now();
    const response = await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
    const body = (await response.json()) as { data?: { requests: number }[]; requests?: number };
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return {
      tookMs: performance.now() - began,
      requests: body.requests ?? sum((body.data ?? []).map((row) => row.requests)),
    };
  };
  held.sort((a, b) => a - b);
  console.log(
    `${name}: days added up in ${held.length} transactions, median ${held[Math.floor(held.length / 2)]?.toFixed(0)} ms, the longest ${held.at(-1)?.toFixed(0)} ms`,
  );
  const from = utcDay(Date.now() - (days - 1) * dayMs);
  const paths = [
    '/costs?days=365',
    ...['day', 'agent', 'model', 'user'].map((by) => `/costs/breakdown?from=${from}&groupBy=${by}`),
  ];
  for (const path of paths) {
    const answers = [];
    for (let round = 0; round < rounds; round += 1) answers.push(await read(path));
    const times = answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    console.log(
      `${name}: ${path.replace(/from=[^&]*&/, '').padEnd(32)} ${(answers[0]?.requests ?? 0).toLocaleString('en')} calls, ` +
        `fastest ${times[0]?.toFixed(1)} ms, median ${times[Math.floor(rounds / 2)]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`,
    );
  }
  await gateway.stop();
}

const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
await measure('sqlite', { DATA_DIR: folder });
rmSync(folder, { recursive: true });
const server = await startPostgres();
await measure('postgres', { DATABASE_URL: server.url('postgres') });
await server.stop();
process.exit(0);
