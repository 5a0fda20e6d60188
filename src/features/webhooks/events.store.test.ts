import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openPlace } from '../../../test/harness/databases.ts';
import { newId } from '../../kernel/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import { createEventStore, takeSql } from './events.store.ts';

const backlog = 20_000;

/** Statistics are missing, as they are where an empty table fills within seconds. */
describe.each(engines)(`${backlog} events that wait, on %s`, (engine) => {
  let opened: Awaited<ReturnType<typeof openPlace>>;
  let database: Database;
  const ids = Array.from({ length: backlog }, (_, n) => newId('evt', 1_700_000_000_000 + n));
  beforeAll(async () => {
    opened = await openPlace(engine);
    ({ database } = opened);
    await database.transaction(async (tx) => {
      await tx.run("INSERT INTO workspaces (id, name, created_at) VALUES ('ws_a', 'A', 1)");
      for (const [n, id] of ids.entries())
        await tx.run(
          "INSERT INTO events (id, workspace_id, type, data, created_at) VALUES ($1, 'ws_a', 'agent.completed', $2, $3)",
          [id, JSON.stringify({ text: 'x'.repeat(200) }), 1_700_000_000_000 + n],
        );
    });
  });
  afterAll(() => opened.close());

  it('a portion is found by the primary key, and the rest is neither read nor sorted', async () => {
    const explain = { sqlite: 'EXPLAIN QUERY PLAN', postgres: 'EXPLAIN' }[engine];
    const rows = await database.all<Record<string, string>>(`${explain} ${takeSql[engine]}`, [512, 'evt_0']);
    const plan = rows.map((row) => row['QUERY PLAN'] ?? row.detail).join('\n');
    expect(plan).toMatch(/events_pkey|sqlite_autoindex_events_1/);
    expect(plan).not.toMatch(/Sort|Seq Scan|SCAN events|TEMP B-TREE/);
  });

  it('are taken in the order in which they were made, from a time on', async () => {
    const store = createEventStore(database);
    const taken = await database.transaction((tx) => store.take(tx, 3, 0));
    expect(taken.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(await store.firstWaiting(0)).toBe(1_700_000_000_003);
    const later = await database.transaction((tx) => store.take(tx, 2, 1_700_000_000_100));
    expect(later.map(({ id }) => id)).toEqual(ids.slice(100, 102));
  });
});
