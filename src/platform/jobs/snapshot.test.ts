import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newTestNodes, type TestNode, type TestNodes } from '../../../test/harness/job-nodes.ts';
import type { Database } from '../db/database.ts';
import type { NewJob } from './job.ts';
import { claimSql } from './jobs.store.ts';

const until = (condition: () => unknown) =>
  vi.waitFor(async () => expect(await condition()).toBeTruthy(), { timeout: 40_000, interval: 10 });

/** Counts the pages that a claim would read, and claims nothing. */
async function pagesOfClaim(database: Database, from: number): Promise<number> {
  const undo = new Error('undo');
  let text = '';
  await database
    .transaction(async (tx) => {
      const now = Date.now();
      const rows = await tx.all<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${claimSql.postgres}`, [
        ...['busy', now, 10, 'c', now, from],
      ]);
      text = rows.map((row) => row['QUERY PLAN']).join('\n');
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(text) ?? [];
  return Number(hit) + Number(read);
}

describe('jobs beside a long snapshot, such as a dump on postgres', () => {
  let nodes: TestNodes;
  let dump: pg.Client;
  beforeAll(async () => {
    nodes = await newTestNodes('postgres');
    dump = new pg.Client(nodes.url);
    await dump.connect();
  });
  afterEach(() => nodes.clear());
  afterAll(async () => {
    await dump.end();
    await nodes.remove();
  });
  const enqueue = ({ database, jobs }: TestNode, job: NewJob) => database.transaction((tx) => jobs.enqueue(tx, job));

  it('are claimed without walking through all that are done', async () => {
    await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await dump.query('SELECT count(*) FROM jobs');
    const node = await nodes.add({ pollMs: 100 });
    const claims: number[] = [];
    const run: Database['run'] = async (sql, params) => {
      if (sql === claimSql.postgres && params?.[0] === 'busy') claims.push(Number(params[5]));
      return node.database.run(sql, params) as never;
    };
    const watched = await nodes.add({ database: { ...node.database, run }, pollMs: 100 });
    let ran = 0;
    watched.jobs.handle('busy', async () => {
      ran += 1;
    });
    watched.jobs.start();
    // Done long ago, as seen by the clock; the snapshot still keeps them.
    await nodes.database.transaction(async (tx) => {
      await tx.run(
        `INSERT INTO jobs (id, queue, payload, run_at, max_attempts, created_at)
         SELECT 'job_old' || n, 'busy', '1', $1::bigint - 60000 + n, 5, 0 FROM generate_series(1, 20000) AS n`,
        [Date.now()],
      );
      await tx.run("DELETE FROM jobs WHERE queue = 'busy'");
    });
    await enqueue(watched, { queue: 'busy', payload: 1 });
    await until(() => ran === 1);
    await enqueue(watched, { queue: 'busy', payload: 1 });
    await until(() => ran === 2);
    const whole = await pagesOfClaim(nodes.database, 0);
    const floored = await pagesOfClaim(nodes.database, claims.at(-1) ?? 0);
    expect(whole).toBeGreaterThan(200);
    expect(floored).toBeLessThan(40);

    // Due long ago, or never woken for: found by a poll, though the queue never rests.
    let busy = true;
    const load = (async () => {
      while (busy) await enqueue(watched, { queue: 'busy', payload: 1 });
    })();
    const late: unknown[] = [];
    watched.jobs.handle('late', async ({ payload }) => void late.push(payload));
    await nodes.database.run(
      "INSERT INTO jobs (id, queue, payload, run_at, max_attempts, created_at) VALUES ('job_late', 'busy', '2', 5, 1, 0)",
    );
    await until(async () => (await nodes.count("id = 'job_late'")) === 0);
    await enqueue(watched, { queue: 'late', payload: 3, runAt: 7 });
    await until(() => late.length === 1);
    busy = false;
    await load;
    await dump.query('ROLLBACK');
  });
});
