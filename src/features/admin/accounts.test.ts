import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newChannel, sendTo } from '../../../test/harness/channels.ts';
import { engines, englishPlace } from '../../../test/harness/databases.ts';
import { type Answer, apiKey, startGateway } from '../../../test/harness/gateway.ts';
import { actingAs, quickPerson } from '../../../test/harness/people.ts';
import { openSocket } from '../../../test/harness/socket-client.ts';
import {
  newTalker,
  newTeam,
  patienceMs,
  startTalking,
  type Talker,
  type Talking,
} from '../../../test/harness/talking.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import { startReceiver } from '../../../test/harness/webhook-receiver.ts';
import type { Page } from '../../http/pagination.ts';
import type { Database, SqlValue } from '../../platform/db/database.ts';
import type { AdminUser, AdminUserDetails, AdminWorkspace } from './accounts.schema.ts';
import { createAccountStore } from './accounts.store.ts';

const headers = { 'x-api-key': apiKey };
type Problem = { code: string; detail: string };

describe.each(engines)('suspension on %s', (engine) => {
  let talking: Talking;
  beforeAll(async () => {
    // What one node is told holds on the other at once.
    talking = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1 });
  });
  afterAll(() => talking.stop());

  const operator = <Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> =>
    talking.gateway.call<Body>(method, path, { headers, body });
  const elsewhere = () => talking.gateways.at(-1) ?? talking.gateway;
  const codeOf = async (socket: Awaited<ReturnType<typeof openSocket>>) => (await socket.closed).code;

  async function slowRun({ act, agentId }: Talker): Promise<string> {
    const began = Promise.withResolvers<void>();
    talking.model.reply(async () => {
      began.resolve();
      await new Promise((resolve) => setTimeout(resolve, 30_000).unref());
      return 'late';
    });
    const answer = act<{ runId: string; stopReason: string }>('POST', '/agent/chat', { agentId, message: 'Hello' });
    await began.promise;
    return answer.then(({ body }) => body.stopReason);
  }

  it('of a person refuses every request and every sign-in, on every node, until it ends', async () => {
    const ada = await newTalker(talking.gateway);
    const login = () =>
      talking.gateway.call<Problem & { refreshToken: string }>('POST', '/auth/login', {
        body: { email: ada.email, password: ada.password },
      });
    const { refreshToken } = (await login()).body;
    const there = actingAs(elsewhere(), ada);
    expect(await operator<AdminUser>('POST', `/admin/users/${ada.id}/disable`)).toMatchObject({
      status: 200,
      body: { id: ada.id, disabledAt: expect.any(String) },
    });
    const refused = { status: 403, body: { code: 'account_disabled' } };
    expect(await there('GET', '/auth/me')).toMatchObject(refused);
    expect(await there('GET', '/agents')).toMatchObject(refused);
    expect(await there('POST', '/agent/chat', { agentId: ada.agentId, message: 'Hello' })).toMatchObject(refused);
    expect(await login()).toMatchObject(refused);
    expect(
      await talking.gateway.call('POST', '/auth/login', { body: { email: ada.email, password: 'wrong password' } }),
    ).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    const refresh = () => talking.gateway.call('POST', '/auth/refresh', { body: { refreshToken } });
    expect(await refresh()).toMatchObject(refused);
    const run = { agentId: ada.agentId, userId: ada.id, message: 'Hello' };
    expect(await operator('POST', '/autonomous/run', run)).toMatchObject(refused);

    await operator('POST', `/admin/users/${ada.id}/enable`);
    expect((await there('GET', '/auth/me')).status).toBe(200);
    expect((await refresh()).status, 'the refusal has used nothing up').toBe(200);
    const { body } = await operator<Page<{ action: string; actor: string }>>('GET', `/admin/audit/${ada.id}`);
    const actions = body.data.map(({ action, actor }) => `${action} ${actor}`);
    expect(actions).toEqual(expect.arrayContaining(['admin.user_disable bootstrap', 'admin.user_enable bootstrap']));
  });

  it('of a person stops what runs and closes the sockets', async () => {
    const ada = await newTalker(talking.gateway);
    const socket = await openSocket(elsewhere().url, { token: ada.accessToken });
    const stopped = slowRun(ada);
    await expect
      .poll(async () => (await ada.act<Page<{ status: string }>>('GET', '/jobs')).body.data[0]?.status, {
        timeout: patienceMs,
      })
      .toBe('running');
    await operator('POST', `/admin/users/${ada.id}/disable`);
    expect(await stopped).toBe('cancelled');
    expect(await codeOf(socket)).toBe(4403);
  });

  it('of a workspace refuses all of its members there, and nowhere else', async () => {
    const [ada, bob] = [await newTalker(talking.gateway), await quickPerson(talking.gateway, 'bob')];
    const team = await newTeam(ada, { member: bob });
    const teamAgent = await newTalker(talking.gateway, { person: ada, workspaceId: team });
    const channel = await newChannel(teamAgent.act, { agentId: teamAgent.agentId });
    const socket = await openSocket(elsewhere().url, { token: bob.accessToken, headers: { 'x-workspace-id': team } });
    await operator('POST', `/admin/workspaces/${team}/disable`);
    const refused = { status: 403, body: { code: 'workspace_disabled' } };
    for (const person of [ada, bob]) {
      expect(await actingAs(elsewhere(), person, team)('GET', '/agents')).toMatchObject(refused);
      expect(await actingAs(elsewhere(), person)('GET', `/workspaces/${team}`)).toMatchObject(refused);
      expect((await actingAs(elsewhere(), person)('GET', '/agents')).status).toBe(200);
    }
    expect(await sendTo(talking.gateway, channel, { message: 'Hello', from: 'somebody' })).toMatchObject(refused);
    expect(await codeOf(socket)).toBe(4403);
    await operator('POST', `/admin/workspaces/${team}/enable`);
    expect((await actingAs(elsewhere(), bob, team)('GET', '/agents')).status).toBe(200);
  });

  it('of a personal workspace leaves the person their account', async () => {
    const ada = await newTalker(talking.gateway);
    await operator('POST', `/admin/workspaces/${ada.workspaceId}/disable`);
    expect((await ada.act('GET', '/agents')).status).toBe(403);
    expect((await ada.act('GET', '/auth/me')).status).toBe(200);
    expect((await ada.act('GET', '/workspaces')).status).toBe(200);
    expect((await ada.act('POST', '/auth/logout')).status).toBe(204);
  });

  it('of a workspace takes its agents back from those it lent them to', async () => {
    const [ada, bob] = [await newTalker(talking.gateway), await newTalker(talking.gateway)];
    const grant = { agentId: ada.agentId, workspaceId: bob.workspaceId };
    expect((await ada.act('POST', `/workspaces/${ada.workspaceId}/grants`, grant)).status).toBe(201);
    await operator('POST', `/admin/workspaces/${ada.workspaceId}/disable`);
    expect(await bob.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'Hello' })).toMatchObject({
      status: 403,
      body: { code: 'agent_not_available' },
    });
  });

  it('lets schedules and deliveries wait, and loses neither', async () => {
    const receiver = await startReceiver();
    talking.model.reply(() => 'Hello');
    const ada = await newTalker(talking.gateway);
    const hook = await ada.act<{ id: string }>('POST', '/webhooks', { url: receiver.url, events: ['agent.completed'] });
    const cron = await ada.act<{ id: string }>('POST', '/cron', {
      agentId: ada.agentId,
      message: 'Tick',
      cron: '0 0 29 2 *',
    });
    await operator('POST', `/admin/workspaces/${ada.workspaceId}/disable`);
    // Both fall due now: an event that was stored before, and a moment that has come.
    await talking.gateway.gateway.database.transaction((tx) =>
      talking.gateway.gateway.publish(
        tx,
        { workspaceId: ada.workspaceId, userId: ada.id },
        'agent.completed',
        { agentId: ada.agentId },
        Date.now(),
      ),
    );
    await talking.database.run('UPDATE schedules SET next_run_at = $2 WHERE id = $1', [
      cron.body.id,
      Date.now() - 1_000,
    ]);
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(receiver.records).toHaveLength(0);
    const runs = () =>
      talking.database.get<{ n: number }>('SELECT count(*) AS n FROM schedule_runs WHERE schedule_id = $1', [
        cron.body.id,
      ]);
    expect(Number((await runs())?.n)).toBe(0);
    await operator('POST', `/admin/workspaces/${ada.workspaceId}/enable`);
    await expect.poll(() => receiver.records.length, { timeout: patienceMs }).toBeGreaterThan(0);
    await expect.poll(async () => Number((await runs())?.n), { timeout: patienceMs }).toBe(1);
    expect(hook.status).toBe(201);
    await receiver.stop();
  });

  it('is asked for by an id that the operator finds', async () => {
    const ada = await newTalker(talking.gateway);
    const found = await operator<Page<AdminUser>>('GET', `/admin/users?q=${ada.email.slice(0, -4)}`);
    expect(found.body.data).toEqual([expect.objectContaining({ id: ada.id, email: ada.email, disabledAt: null })]);
    expect((await operator<Page<AdminUser>>('GET', '/admin/users?q=%25')).body.data, 'a sign, no pattern').toEqual([]);
    expect(await operator<AdminUserDetails>('GET', `/admin/users/${ada.id}`)).toMatchObject({
      body: { id: ada.id, workspaces: [{ workspaceId: ada.workspaceId, role: 'owner' }] },
    });
    const listed = await operator<Page<AdminWorkspace>>('GET', `/admin/workspaces?q=${ada.workspaceId}`);
    expect(listed.body.data).toMatchObject([{ id: ada.workspaceId, personal: true, memberCount: 1, disabledAt: null }]);
    // How addresses begin, page by page in their order.
    const stem = `stem${Date.now()}`;
    for (const end of ['c', 'a', 'b', 'd']) await quickPerson(talking.gateway, `${stem}-${end}`);
    const path = `/admin/users?limit=3&q=${stem.toUpperCase()}`;
    const first = await operator<Page<AdminUser>>('GET', path);
    const rest = await operator<Page<AdminUser>>('GET', `${path}&cursor=${first.body.nextCursor}`);
    const ends = [...first.body.data, ...rest.body.data].map(({ email }) => email.split('-')[1]);
    expect([ends, rest.body.nextCursor]).toEqual([['a', 'b', 'c', 'd'], null]);
    const named = await operator<Page<AdminWorkspace>>('GET', '/admin/workspaces?limit=2&q=person');
    const more = await operator<Page<AdminWorkspace>>(
      'GET',
      `/admin/workspaces?limit=2&q=person&cursor=${named.body.nextCursor}`,
    );
    expect(new Set([...named.body.data, ...more.body.data].map(({ id }) => id)).size).toBe(4);
    const pages = await operator<Page<AdminUser>>('GET', '/admin/users?limit=1');
    const next = await operator<Page<AdminUser>>('GET', `/admin/users?limit=1&cursor=${pages.body.nextCursor}`);
    expect(next.body.data[0]?.id).not.toBe(pages.body.data[0]?.id);
    for (const path of ['/admin/users/usr_nobody/disable', '/admin/workspaces/ws_nothing/disable'])
      expect((await operator('POST', path)).status).toBe(404);
  });
});

it('people, workspaces and dead jobs are listed where the database orders text by a language', async () => {
  const place = await englishPlace();
  const gateway = await startGateway('postgres', { place });
  try {
    const people = [await quickPerson(gateway), await quickPerson(gateway)];
    await gateway.gateway.database.run(
      `INSERT INTO jobs (id, queue, payload, state, attempts, max_attempts, run_at, created_at)
       VALUES ('job_1', 'none', 'null', 'dead', 1, 1, 1, 1)`,
    );
    const pageOf = async (path: string) =>
      (await gateway.call<{ data: { id: string }[]; nextCursor: string }>('GET', path, { headers })).body;
    const first = await pageOf('/admin/users?limit=1');
    const second = await pageOf(`/admin/users?limit=1&cursor=${first.nextCursor}`);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(people.map(({ id }) => id).reverse());
    expect((await pageOf('/admin/workspaces')).data).toHaveLength(2);
    expect((await pageOf('/admin/jobs')).data).toHaveLength(1);
  } finally {
    await gateway.stop();
    await place.remove();
  }
});

describe.each(engines)('a hundred thousand people on %s', (engine) => {
  it('are listed and searched by an index, whatever is asked', async () => {
    const gateway = await startGateway(engine);
    const { database } = gateway.gateway;
    const numbers = {
      sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT',
      postgres: 'SELECT',
    }[engine];
    const from = engine === 'sqlite' ? 'FROM n' : 'FROM generate_series(1, 100000) AS n(i)';
    await database.run(
      `INSERT INTO users (id, email, password_hash, default_workspace_id, created_at)
       ${numbers} 'usr_' || i, 'person-' || i || '@example.com', '!', 'ws_' || i, i ${from}`,
    );
    await database.run(
      `INSERT INTO workspaces (id, name, personal, created_at) ${numbers} 'ws_' || i, 'Personal', 1, i ${from}`,
    );
    await database.run('ANALYZE');
    const asked: [sql: string, params: readonly SqlValue[]][] = [];
    const all: Database['all'] = async (sql, params = []) => {
      asked.push([sql, params]);
      return [];
    };
    const store = createAccountStore({ ...database, all });
    const after = { at: 0, id: 'usr_5' };
    await store.users(51, after);
    for (const place of [undefined, after]) {
      await store.usersBeginning('person', 51, place);
      await store.usersBeginning('nobody', 51, place);
      await store.workspacesBeginning('personal', 51, place && { at: 0, id: 'ws_5' });
    }
    await store.workspaces(51);
    for (const [sql, params] of asked) {
      const explain = { sqlite: 'EXPLAIN QUERY PLAN', postgres: 'EXPLAIN' }[engine];
      const plan = JSON.stringify(await database.all(`${explain} ${sql}`, params));
      expect(plan, sql).toMatch(
        /users_people|users_by_address|workspaces_by_name|workspaces_pkey|sqlite_autoindex_workspaces/,
      );
      expect(plan, sql).not.toMatch(/Seq Scan on (users|workspaces)|SCAN (users|w)\b(?! USING)|TEMP B-TREE|"Sort/);
      const began = performance.now();
      await database.all(sql, params);
      expect(performance.now() - began, sql).toBeLessThan(onThisMachine(500));
    }
    await gateway.stop();
  });
});

describe.each(engines)('a person whom the operator erases on %s', (engine) => {
  it('is gone, and one who is the last owner of others stays', async () => {
    const gateway = await startGateway(engine);
    const [ada, bob] = [await quickPerson(gateway), await quickPerson(gateway)];
    const erase = (id: string) => gateway.call('DELETE', `/admin/users/${id}`, { headers });
    const act = actingAs(gateway, ada);
    const { body: team } = await act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    await act('POST', `/workspaces/${team.id}/members`, { userId: bob.id });
    expect(await erase(ada.id)).toMatchObject({ status: 409, body: { workspaceIds: [team.id] } });
    expect((await erase(bob.id)).status).toBe(204);
    expect((await erase(bob.id)).status).toBe(404);
    expect((await actingAs(gateway, bob)('GET', '/agents')).status).toBe(401);
    expect((await erase(ada.id)).status).toBe(204);
    expect(await gateway.gateway.database.all('SELECT id FROM users')).toEqual([]);
    await gateway.stop();
  });
});

describe.each(engines)('a gateway that is not open on %s', (engine) => {
  it.each(['invite', 'closed'])(
    'refuses strangers when registration is %s, and takes whom the operator makes',
    async (REGISTRATION) => {
      const gateway = await startGateway(engine, { settings: { REGISTRATION } });
      const somebody = { email: 'Grace@Example.com', password: 'correct horse battery' };
      const register = await gateway.call<Problem>('POST', '/auth/register', { body: somebody });
      expect([register.status, register.body.code]).toEqual([403, 'registration_closed']);
      // The console has no other way to know; its form shows this sentence.
      const inConsole = await gateway.call<Problem>('POST', '/console/session/register', { body: somebody });
      expect(inConsole).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
      expect(inConsole.body.detail).toMatch(/the operator of this gateway/);
      const made = await gateway.call('POST', '/admin/users', { headers, body: somebody });
      expect(made).toMatchObject({
        status: 201,
        body: { email: 'grace@example.com', defaultWorkspaceId: expect.any(String) },
      });
      expect((await gateway.call('POST', '/admin/users', { headers, body: somebody })).status).toBe(409);
      const login = await gateway.call<{ accessToken: string }>('POST', '/auth/login', { body: somebody });
      expect((await gateway.call('GET', '/agents', { token: login.body.accessToken })).status).toBe(200);
      await gateway.stop();
    },
  );
});
