import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openPlace, type Place } from '../../../test/harness/databases.ts';
import { planOf } from '../../../test/harness/plans.ts';
import type { Database } from '../../platform/db/database.ts';
import { createThreadStore } from '../ag-ui-door/threads.store.ts';
import { createUiChatStore } from '../ui-door/ui-chats.store.ts';
import { createSessionRows } from './session-rows.store.ts';

/** Many people have one session each, so the statistics say so, and one has thousands. */
describe.each(engines)('the active session under a surface, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openPlace>>;
  let place: Place;
  let database: Database;
  const busy = { workspaceId: 'ws_1', userId: 'usr_1' };
  const sessionsOfBusy = 1_000;

  beforeAll(async () => {
    opened = await openPlace(engine);
    ({ place, database } = opened);
    const session = `INSERT INTO sessions (id, workspace_id, user_id, opened_agent_id, agent_id, surface, status, created_at, updated_at)
      VALUES ($1, $2, $3, 'agt_a', 'agt_a', $4, 'active', 1, 1)`;
    await database.transaction(async (tx) => {
      for (let n = 1; n <= 3_000; n += 1) {
        await tx.run("INSERT INTO workspaces (id, name, created_at) VALUES ($1, 'A', 1)", [`ws_${n}`]);
        await tx.run(
          "INSERT INTO users (id, email, name, password_hash, default_workspace_id, created_at) VALUES ($1, $2, 'A', 'x', $3, 1)",
          [`usr_${n}`, `a${n}@example.com`, `ws_${n}`],
        );
        await tx.run(session, [`ses_${n}`, `ws_${n}`, `usr_${n}`, 'api']);
      }
    });
    await database.run('ANALYZE');
    await database.transaction(async (tx) => {
      for (let n = 1; n <= sessionsOfBusy; n += 1)
        await tx.run(session, [`ses_busy_${n}`, busy.workspaceId, busy.userId, `chat-${n}`]);
    });
  });
  afterAll(() => opened.close());

  it('is found', async () => {
    const rows = createSessionRows(database);
    const found = await rows.findActive(busy, { agentId: 'agt_a', surface: 'chat-7' });
    expect(found?.id).toBe('ses_busy_7');
    expect(await rows.findActive(busy, { agentId: 'agt_b', surface: 'chat-7' })).toBeUndefined();
    expect(
      await rows.findActive({ ...busy, userId: 'usr_2' }, { agentId: 'agt_a', surface: 'chat-7' }),
    ).toBeUndefined();
    expect(
      await rows.findActive({ ...busy, workspaceId: 'ws_2' }, { agentId: 'agt_a', surface: 'chat-7' }),
    ).toBeUndefined();
  });

  it('is there once', async () => {
    const { workspaceId, userId } = busy;
    const again = { id: 'ses_again', workspaceId, userId, agentId: 'agt_a', surface: 'chat-7', title: '', now: 2 };
    expect(await database.transaction((tx) => createSessionRows(database).open(tx, again))).toBe(false);
  });

  it('is not looked for among all that the person has, however few others have', async () => {
    const asked: string[] = [];
    const get = async (sql: string) => void asked.push(sql);
    const noting = { get, engine } as unknown as Database;
    await createSessionRows(noting).findActive(busy, { agentId: 'agt_a', surface: 'chat-7' });
    await createThreadStore(noting).runOf(busy, 'chat-7');
    await createUiChatStore(noting).bySurface(busy, 'chat-7', undefined);
    expect(asked).toHaveLength(3);
    for (const sql of asked) expect(await planOf(place, database, sql)).toContain('sessions_by_surface');
  });
});
