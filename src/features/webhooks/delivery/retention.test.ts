import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { quickPerson } from '../../../../test/harness/people.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createCleaning } from '../../../platform/work/cleaning.ts';
import { createWebhookRetention } from './retention.store.ts';

const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} } as never;
const rows = 20_000;

/** Only PostgreSQL has them: a trigger stands there for the reference of deliveries to their workspace. */
describe('deliveries of workspaces that are gone, on postgres', () => {
  let gateway: TestGateway;
  let database: Database;
  beforeAll(async () => {
    gateway = await startGateway('postgres');
    database = gateway.gateway.database;
    const { workspaceId } = await quickPerson(gateway, 'ada');
    for (const [workspace, webhook, count] of [
      [workspaceId, 'wh_kept', rows],
      ['ws_gone', 'wh_a_gone', 2_500],
      ['ws_gone_too', 'wh_z_gone', 10],
    ] as const) {
      await database.run(
        `INSERT INTO deliveries (id, workspace_id, webhook_id, event, body, status, cause, attempts, tries, created_at)
         SELECT 'dlv_' || $2 || n, $1, $2, 'agent.completed', '{}', 'succeeded', 'event', 1, 1, 1 FROM generate_series(1, $3::int) AS n`,
        [workspace, webhook, count],
      );
      await database.run(
        `INSERT INTO webhook_attempts (id, workspace_id, webhook_id, delivery_id, event, url, attempt, cause, latency_ms, created_at)
         SELECT 'att_' || $2 || n, $1, $2, 'dlv_' || $2 || n, 'agent.completed', 'http://x/', 1, 'event', 1, 1 FROM generate_series(1, $3::int) AS n`,
        [workspace, webhook, count],
      );
    }
    await database.run('ANALYZE deliveries');
    await database.run('ANALYZE webhook_attempts');
  });
  afterAll(() => gateway.stop());

  const count = async (table: string) =>
    Number((await database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n);

  it.each(['deliveries', 'webhook_attempts'] as const)('%s are deleted, and the others are not read', async (table) => {
    const looks: { sql: string; params: readonly unknown[] }[] = [];
    const all: Database['all'] = async (sql, params = []) => {
      looks.push({ sql, params });
      return database.all(sql, params) as never;
    };
    const retention = createWebhookRetention({ ...database, all });
    const cleaned = await createCleaning({ log: quiet }).clean(table, retention.orphansIn(table));
    expect(cleaned).toMatchObject({ deleted: 2_510, finished: true });
    expect(await count(table)).toBe(rows);
    const [last] = looks.slice(-1);
    const plan = await database.all<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS) ${last?.sql}`,
      (last?.params ?? []) as never,
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    const [, pages = '0'] = /Buffers: shared hit=(\d+)/.exec(text) ?? [];
    expect(Number(pages)).toBeGreaterThan(0);
    // The table has hundreds.
    expect(Number(pages), text).toBeLessThan(100);
  });
});
