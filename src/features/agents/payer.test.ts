import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openPlace, type Place } from '../../../test/harness/databases.ts';
import { planOf } from '../../../test/harness/plans.ts';
import type { Database } from '../../platform/db/database.ts';
import { createAdmissionStore } from './admission.store.ts';

/** One workspace has thousands of members, and so have the statistics. */
describe.each(engines)('who pays for a turn of a sender, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openPlace>>;
  let place: Place;
  let database: Database;

  beforeAll(async () => {
    opened = await openPlace(engine);
    ({ place, database } = opened);
    await database.transaction(async (tx) => {
      await tx.run("INSERT INTO workspaces (id, name, created_at) VALUES ('ws_1', 'A', 1)");
      const user = `INSERT INTO users (id, email, name, password_hash, default_workspace_id, created_at, kind)
        VALUES ($1, $2, 'A', 'x', 'ws_1', 1, $3)`;
      const member =
        "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ('ws_1', $1, $2, $3)";
      for (let n = 1; n <= 3_000; n += 1) {
        await tx.run(user, [`usr_${n}`, `a${n}@example.com`, 'person']);
        // The later of two owners comes first by its id.
        await tx.run(member, [`usr_${n}`, n === 1_500 || n === 2_000 ? 'owner' : 'member', 10_000 - n]);
      }
      await tx.run(user, ['usr_sender', 'sender@example.com', 'sender']);
    });
    await database.run('ANALYZE');
  });
  afterAll(() => opened.close());

  it('is the first owner, and not looked for among all members', async () => {
    const asked: string[] = [];
    const steady = <Row>(sql: string, params: Parameters<Database['steady']>[1]) => {
      asked.push(sql);
      return database.steady<Row>(sql, params);
    };
    const read = { userId: 'usr_sender', workspaceId: 'ws_1', agentId: undefined };
    const row = await createAdmissionStore(database).read(read, { steady });
    expect(row).toMatchObject({ workspace_id: 'ws_1', payer: 'usr_2000' });
    expect(await planOf(place, database, asked[0] ?? '')).toContain('workspace_owners');
  });
});
