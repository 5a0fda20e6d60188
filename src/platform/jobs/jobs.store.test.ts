import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { newTestNodes, type TestNodes } from '../../../test/harness/job-nodes.ts';
import { claimSql, createJobStore } from './jobs.store.ts';

const series = {
  postgres: 'generate_series(1, 100000) AS series(n)',
  sqlite:
    '(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 100000) SELECT n FROM s) AS series',
};

describe.each(engines)('100,000 waiting jobs on %s', (engine) => {
  let nodes: TestNodes;
  beforeAll(async () => {
    nodes = await newTestNodes(engine);
    await nodes.database.run(
      `INSERT INTO jobs (id, queue, payload, run_at, max_attempts, created_at)
       SELECT 'job_' || n, 'q', '{}', n, 5, 0 FROM ${series[engine]}`,
    );
    await nodes.database.run('ANALYZE jobs');
  });
  afterAll(() => nodes.remove());

  const plan = async () => {
    if (engine === 'sqlite') {
      const params = ['q', 50_000, 50, 'c', 1, 0];
      const rows = await nodes.database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${claimSql.sqlite}`, params);
      return rows.map(({ detail }) => detail).join('\n');
    }
    // The plan a connection keeps after it has run the statement a few times, which knows no parameter.
    return nodes.database.transaction(async (tx) => {
      await tx.script('SET LOCAL plan_cache_mode = force_generic_plan');
      await tx.script(`PREPARE claim_jobs (TEXT, BIGINT, BIGINT, TEXT, BIGINT, BIGINT) AS ${claimSql.postgres}`);
      const rows = await tx.all<{ 'QUERY PLAN': string }>("EXPLAIN EXECUTE claim_jobs ('q', 50000, 50, 'c', 1, 0)");
      await tx.script('DEALLOCATE claim_jobs');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  };

  it('are claimed through the index, without looking at the rest', async () => {
    const text = await plan();
    expect(text).toContain('jobs_ready');
    expect(text).not.toMatch(/Seq Scan|SCAN jobs|TEMP B-TREE|Sort/);
  });

  const from = (time: number, ...queues: string[]) => queues.map((queue) => ({ queue, from: time }));

  it('are claimed in the order of their time, none twice, and found to be due', async () => {
    const store = createJobStore(nodes.database);
    const first = await store.claim('q', 50, 'a', 50_000, 60_000);
    const second = await store.claim('q', 50, 'b', 50_000, 60_000);
    expect([...first, ...second].map(({ runAt }) => runAt)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    expect(await store.upcoming(from(0, 'q', 'empty'), 50_000)).toEqual([
      { queue: 'q', at: 101 },
      { queue: 'empty', at: null },
    ]);
    expect(await store.upcoming(from(0, 'q'), 0)).toEqual([{ queue: 'q', at: 1 }]);
    // At 60,000 the leases are over, and the oldest come first again.
    expect((await store.claim('q', 1, 'c', 60_000, 70_000))[0]).toMatchObject({ runAt: 1, attempts: 2 });
    expect(
      await store.finish([
        { id: 'job_1', claim: 'a' },
        { id: 'job_2', claim: 'a' },
      ]),
    ).toEqual(new Set(['job_2 a']));
  });
});
