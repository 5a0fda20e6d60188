import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { faultInAuditChain } from '../../../test/harness/audit-chain.ts';
import { engines } from '../../../test/harness/databases.ts';
import { apiKey, type Person, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { ownPassword, quickPerson } from '../../../test/harness/people.ts';
import type { Database } from '../../platform/db/database.ts';
import { passwordRounds } from './passwords/password-queue.ts';

const tablesOf = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table'",
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
};

/** Every table that mentions one of the texts anywhere. */
async function tablesWith(database: Database, texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await database.all<{ name: string }>(tablesOf[database.engine])) {
    const content = JSON.stringify(await database.all(`SELECT * FROM ${name}`)).toLowerCase();
    if (texts.some((text) => content.includes(text.toLowerCase()))) found.push(name);
  }
  return found.sort();
}

describe.each(engines)('erasing an account on %s', (engine) => {
  let gateway: TestGateway;
  let database: Database;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    // A login is to be under way while the account is erased.
    gateway = await startGateway(engine, { passwordRounds });
    database = gateway.gateway.database;
    [ada, bob] = await Promise.all([gateway.person('ada@example.com'), gateway.person('bob@example.com')]);
  });
  afterAll(() => gateway.stop());

  async function newWorkspace(id: string, members: Record<string, string>): Promise<void> {
    await database.run("INSERT INTO workspaces (id, name, created_at) VALUES ($1, 'Team', 0)", [id]);
    for (const [userId, role] of Object.entries(members))
      await database.run(
        'INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, 0)',
        [id, userId, role],
      );
  }
  const erase = ({ accessToken }: Person) =>
    gateway.call('DELETE', '/auth/me', { token: accessToken, body: ownPassword });
  const login = ({ email, password }: Person) => gateway.call('POST', '/auth/login', { body: { email, password } });
  const workspaces = async () =>
    (await database.all<{ id: string }>('SELECT id FROM workspaces ORDER BY id')).map(({ id }) => id);

  it('is refused to the last owner of a workspace with other members, and changes nothing', async () => {
    await newWorkspace('ws_last', { [ada.id]: 'owner', [bob.id]: 'admin' });
    await newWorkspace('ws_both', { [ada.id]: 'owner', [bob.id]: 'owner' });
    await newWorkspace('ws_bobs', { [ada.id]: 'member', [bob.id]: 'owner' });
    await newWorkspace('ws_alone', { [ada.id]: 'owner' });
    await newWorkspace('ws_left', { [ada.id]: 'member' });
    const before = await workspaces();
    const refused = await erase(ada);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', workspaceIds: ['ws_last'] } });
    expect(await workspaces()).toEqual(before);
    expect((await gateway.call('GET', '/auth/me', { token: ada.accessToken })).status).toBe(200);
  });

  it('needs the password once more: an access token alone is not enough', async () => {
    const erasing = (body?: object) => gateway.call('DELETE', '/auth/me', { token: ada.accessToken, body });
    expect(await erasing()).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await erasing({})).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const wrong = await erasing({ currentPassword: 'a wrong password' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect((await gateway.call('GET', '/auth/me', { token: ada.accessToken })).status).toBe(200);
  });

  it('ends every way in at once and leaves no trace of the person', async () => {
    // Something of hers in every table that can hold it.
    await gateway.call('POST', '/auth/login', { body: { email: ada.email, password: 'a wrong password' } });
    await gateway.call('POST', '/auth/refresh', { body: { refreshToken: ada.refreshToken } });
    await gateway.call('POST', '/auth/logout', { token: ada.accessToken });
    const traces = [ada.id, ada.email];
    expect(await tablesWith(database, traces)).toEqual(
      expect.arrayContaining(['audit_log', 'refresh_families', 'users', 'workspace_members']),
    );
    await database.run("UPDATE workspace_members SET role = 'owner' WHERE workspace_id = 'ws_last' AND user_id = $1", [
      bob.id,
    ]);

    const { status, text } = await erase(ada);
    expect({ status, text }).toEqual({ status: 204, text: '' });

    for (const [method, path] of [
      ['GET', '/auth/me'],
      ['POST', '/auth/logout'],
      ['DELETE', '/auth/me'],
      ['GET', '/openapi.json'],
    ] as const)
      expect(await gateway.call(method, path, { token: ada.accessToken })).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
    const refreshed = await gateway.call('POST', '/auth/refresh', { body: { refreshToken: ada.refreshToken } });
    expect(refreshed.status).toBe(401);
    expect(await login(ada)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(await tablesWith(database, [...traces, ada.workspaceId, 'ws_alone', 'ws_left'])).toEqual([]);
  });

  it('leaves what is shared to the others', async () => {
    expect(await workspaces()).toEqual([bob.workspaceId, 'ws_bobs', 'ws_both', 'ws_last'].sort());
    const members = 'SELECT count(*) AS n FROM workspace_members WHERE user_id = $1';
    expect(await database.get(members, [bob.id])).toEqual({ n: 4 });
    expect((await gateway.call('GET', '/auth/me', { token: bob.accessToken })).body.email).toBe(bob.email);
  });

  it('keeps the audit chain whole, and says that an account was erased', async () => {
    expect(await faultInAuditChain(database)).toBeUndefined();
    const actions = await database.all<{ action: string; erased: number }>(
      'SELECT action, CASE WHEN salt IS NULL THEN 1 ELSE 0 END AS erased FROM audit_log ORDER BY seq',
    );
    expect(actions).toContainEqual({ action: 'auth.register', erased: 1 });
    expect(actions).toContainEqual({ action: 'auth.logout', erased: 1 });
    expect(actions).toContainEqual({ action: 'auth.erase', erased: 0 });
    expect(actions.filter(({ action }) => action === 'auth.register').length).toBe(2);
  });

  it('gives the email free; nothing of a login under way or of a logout comes back', async () => {
    const again = await gateway.person(ada.email);
    expect(again.id).not.toBe(ada.id);
    expect((await gateway.call('GET', '/auth/me', { token: ada.accessToken })).status).toBe(401);
    // The comparison of the password takes longer than the erasure.
    const logins = [login(again), login({ ...again, password: 'a wrong password' })];
    await new Promise((resolve) => setTimeout(resolve, 50));
    const logout = () => gateway.call('POST', '/auth/logout', { token: again.accessToken });
    const logouts = [logout(), logout()];
    // By the operator, who needs no password: its comparison would wait for those of the logins.
    const erased = gateway.call('DELETE', `/admin/users/${again.id}`, { headers: { 'x-api-key': apiKey } });
    logouts.push(...Array.from({ length: 10 }, logout));
    expect((await erased).status).toBe(204);
    const answers = await Promise.all(logins);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'invalid_credentials'],
      [401, 'invalid_credentials'],
    ]);
    for (const { status } of await Promise.all(logouts)) expect([204, 401]).toContain(status);
    expect(await tablesWith(database, [again.id, again.email])).toEqual([]);
    expect(await faultInAuditChain(database)).toBeUndefined();
  });

  it('leaves no name in what the person did when it is written only after it', async () => {
    const carol = await quickPerson(gateway, 'carol');
    await newWorkspace('ws_late', { [carol.id]: 'admin', [bob.id]: 'owner' });
    const { steady } = database;
    onTestFinished(() => void Object.assign(database, { steady }));
    Object.assign(database, {
      /** She is let in, and before anything is done she is erased. */
      async steady(sql: string, params: string[]) {
        const row = await steady(sql, params);
        if (!params?.includes('ws_late')) return row;
        Object.assign(database, { steady });
        expect((await gateway.call('DELETE', '/auth/me', { token: carol.accessToken, body: ownPassword })).status).toBe(
          204,
        );
        return row;
      },
    });
    const tool = { name: 'late', description: 'Late', http: { url: 'https://example.com/' } };
    const headers = { 'x-workspace-id': 'ws_late' };
    const made = await gateway.call('POST', '/tools', { token: carol.accessToken, body: tool, headers });
    expect(made.status).toBe(201);
    expect(await tablesWith(database, [carol.id, carol.email])).toEqual([]);
    expect(await database.all("SELECT outcome FROM audit_log WHERE action = 'tool.create'")).toHaveLength(1);
    expect(await faultInAuditChain(database)).toBeUndefined();
  });

  it.each([
    ['an action', "UPDATE audit_log SET action = 'auth.nothing' WHERE seq = 2"],
    ['the outcome of an erased entry', "UPDATE audit_log SET outcome = 'other' WHERE salt IS NULL"],
    ['a time', 'UPDATE audit_log SET at = at + 1 WHERE seq = 3'],
    ['a person', "UPDATE audit_log SET user_id = 'usr_other' WHERE user_id IS NOT NULL"],
    ['an address', "UPDATE audit_log SET ip = '192.0.2.1' WHERE ip IS NOT NULL"],
    ['an entry in the middle', 'DELETE FROM audit_log WHERE seq = 2'],
    ['the last entry', 'DELETE FROM audit_log WHERE seq = (SELECT max(seq) FROM audit_log)'],
    ['two entries, swapped', 'UPDATE audit_log SET seq = 5 - seq WHERE seq IN (2, 3)'],
  ])('leaves a chain in which tampering shows: %s', async (_name, sql) => {
    const undo = new Error('undo');
    await expect(
      database.transaction(async (tx) => {
        // Two rows cannot swap a primary key in one statement.
        if (sql.includes('5 - seq')) {
          await tx.run('UPDATE audit_log SET seq = -seq WHERE seq IN (2, 3)');
          await tx.run('UPDATE audit_log SET seq = 5 + seq WHERE seq IN (-2, -3)');
        } else expect((await tx.run(sql)).changes).toBeGreaterThan(0);
        expect(await faultInAuditChain(tx)).toBeTruthy();
        throw undo;
      }),
    ).rejects.toBe(undo);
    expect(await faultInAuditChain(database)).toBeUndefined();
  });
});
