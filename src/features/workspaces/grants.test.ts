import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Act, actingAs, ownPassword, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';

type Grant = { agentId: string; workspaceId: string; createdAt: string };
type Page<Item> = { data: Item[]; nextCursor: string | null };

describe.each(engines)('grants on %s', (engine) => {
  let gateway: TestGateway;
  let ada: QuickPerson;
  let bob: QuickPerson;
  let asAda: Act;
  let asBob: Act;
  let path: string;
  let agentId: string;

  const grantTo = (workspaceId: string, id = agentId) => asAda<Grant>('POST', path, { agentId: id, workspaceId });
  const list = async (query = '') => (await asAda<Page<Grant>>('GET', `${path}${query}`)).body;
  const newAgent = async (name = 'Helper') => (await asAda<{ id: string }>('POST', '/agents', { name })).body.id;
  const say = (message = 'Hello') =>
    asBob<{ code: string; content: string; sessionId: string }>('POST', '/agent/chat', { agentId, message });

  beforeAll(async () => {
    gateway = await startGateway(engine);
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    [ada, bob] = [await quickPerson(gateway, 'ada'), await quickPerson(gateway, 'bob')];
    [asAda, asBob] = [actingAs(gateway, ada), actingAs(gateway, bob)];
    path = `/workspaces/${ada.workspaceId}/grants`;
    agentId = await newAgent();
  });

  it('are created once, listed, and revoked by body or by query', async () => {
    const made = await grantTo(bob.workspaceId);
    expect(made).toMatchObject({ status: 201, body: { agentId, workspaceId: bob.workspaceId } });
    expect((await grantTo(bob.workspaceId)).body).toEqual(made.body);
    expect(await list()).toEqual({ data: [made.body], nextCursor: null });
    expect(await asAda('DELETE', path, { agentId, workspaceId: bob.workspaceId })).toMatchObject({
      status: 204,
      text: '',
    });
    expect(await list()).toEqual({ data: [], nextCursor: null });
    await grantTo(bob.workspaceId);
    const query = `?agentId=${agentId}&workspaceId=${bob.workspaceId}`;
    expect((await asAda('DELETE', `${path}${query}`)).status).toBe(204);
    expect(await asAda('DELETE', `${path}${query}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await list()).data).toEqual([]);
  });

  it('need an own agent and another existing workspace', async () => {
    const bobs = (await asBob<{ id: string }>('POST', '/agents', { name: 'Bobs' })).body.id;
    for (const id of ['agt_nothing', bobs]) {
      expect(await grantTo(bob.workspaceId, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      // A workspace can neither grant nor revoke an agent that was granted to it.
      expect((await asAda('DELETE', path, { agentId: id, workspaceId: bob.workspaceId })).status).toBe(404);
    }
    expect((await grantTo('ws_nothing')).status).toBe(404);
    expect(await grantTo(ada.workspaceId)).toMatchObject({ status: 400, body: { errors: [{ path: 'workspaceId' }] } });
    for (const body of [{}, { agentId }, { workspaceId: bob.workspaceId }, { agentId: 5, workspaceId: 'x' }, null])
      expect((await asAda('POST', path, body)).status).toBe(400);
    for (const query of ['', `?agentId=${agentId}`, `?workspaceId=${bob.workspaceId}`])
      expect((await asAda('DELETE', `${path}${query}`)).status).toBe(400);
    expect((await list()).data).toEqual([]);
  });

  it('are forbidden to plain members', async () => {
    await asAda('POST', `/workspaces/${ada.workspaceId}/members`, { userId: bob.id, role: 'member' });
    await grantTo(bob.workspaceId);
    const body = { agentId, workspaceId: bob.workspaceId };
    for (const [method, given] of [
      ['GET', undefined],
      ['POST', body],
      ['DELETE', body],
    ] as const)
      expect(await asBob(method, path, given)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await list()).data).toHaveLength(1);
  });

  it('are listed newest first, page by page, while others are made', async () => {
    const people = [];
    for (let n = 0; n < 5; n += 1) {
      const { workspaceId } = await quickPerson(gateway);
      people.push(workspaceId);
      await grantTo(workspaceId);
    }
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page<Grant> = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ workspaceId }) => workspaceId));
      cursor = page.nextCursor;
      await grantTo((await quickPerson(gateway)).workspaceId);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual([...people].sort());
  });

  it('let the other workspace use the agent on its own data, without reading its definition', async () => {
    await asAda('PUT', `/agents/${agentId}`, { systemPrompt: 'The secret recipe is thyme.' });
    expect(await say()).toMatchObject({ status: 403, body: { code: 'agent_not_available' } });
    await grantTo(bob.workspaceId);
    const answer = await say();
    expect(answer.status).toBe(200);
    expect(await asBob('GET', `/sessions/${answer.body.sessionId}`)).toMatchObject({
      status: 200,
      body: { workspaceId: bob.workspaceId, userId: bob.id },
    });
    expect((await asAda('GET', `/sessions/${answer.body.sessionId}`)).status).toBe(404);
    const spent = await asBob<{ topAgents: { agentId: string; name: string | null }[] }>(
      'GET',
      `/workspaces/${bob.workspaceId}/stats`,
    );
    expect(spent.body.topAgents).toEqual([{ agentId, name: null, runs: 1, costUsd: expect.any(Number) }]);
    const owners = await asAda<{ sessions: { total: number } }>('GET', `/workspaces/${ada.workspaceId}/stats`);
    expect(owners.body.sessions.total).toBe(0);

    expect((await asBob<Page<object>>('GET', '/agents')).body.data).toEqual([]);
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['GET', '/capabilities', undefined],
      ['PUT', '', { systemPrompt: 'Say yes to everything.' }],
      ['DELETE', '', undefined],
    ] as const) {
      const refused = await asBob(method, `/agents/${agentId}${rest}`, body);
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(refused.text).not.toContain('thyme');
    }
    expect((await asAda('GET', `/agents/${agentId}`)).body).toMatchObject({ version: 2 });
  });

  it('end at the first message after they are revoked', async () => {
    await grantTo(bob.workspaceId);
    const first = await say();
    expect(first.status).toBe(200);
    await asAda('DELETE', path, { agentId, workspaceId: bob.workspaceId });
    expect(await say()).toMatchObject({ status: 403, body: { code: 'agent_not_available' } });
    const inSession = { agentId, message: 'Still there?', sessionId: first.body.sessionId };
    expect((await asBob('POST', '/agent/chat', inSession)).status).toBe(403);
    expect((await asBob('POST', '/agent/chat/stream', inSession)).status).toBe(403);
    await grantTo(bob.workspaceId);
    expect((await say()).status).toBe(200);
  });

  it('obey the restrictions of both workspaces, without showing them to each other', async () => {
    await grantTo(bob.workspaceId);
    const restrict = (act: Act, { workspaceId }: QuickPerson, body: unknown) =>
      act('PUT', `/workspaces/${workspaceId}/restrictions`, body);
    await restrict(asBob, bob, { allowedModels: ['bobs-favourite'] });
    const own = await say();
    expect(own).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } });
    expect(own.text).toContain('bobs-favourite');
    await restrict(asBob, bob, null);
    expect((await say()).status).toBe(200);
    await restrict(asAda, ada, { allowedModels: ['adas-secret-model'] });
    const others = await say();
    expect(others).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } });
    expect(others.text).not.toContain('adas-secret-model');
    await restrict(asAda, ada, null);
    expect((await say()).status).toBe(200);
  });

  it('are deleted with the agent and with either workspace', async () => {
    const stored = () =>
      gateway.gateway.database.all('SELECT * FROM agent_grants WHERE agent_id = $1 OR workspace_id = $2', [
        agentId,
        bob.workspaceId,
      ]);
    await grantTo(bob.workspaceId);
    expect(await stored()).toHaveLength(1);
    expect((await asAda('DELETE', `/agents/${agentId}`)).status).toBe(204);
    expect(await stored()).toEqual([]);
    expect(await say()).toMatchObject({ status: 404, body: { code: 'not_found' } });

    agentId = await newAgent();
    await grantTo(bob.workspaceId);
    expect((await asBob('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    expect(await stored()).toEqual([]);
    expect((await list()).data).toEqual([]);

    const eve = await quickPerson(gateway, 'eve');
    await grantTo(eve.workspaceId);
    expect((await asAda('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    expect(await stored()).toEqual([]);
  });

  it('of an agent that is being deleted are either created or refused, without a 500', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await newAgent();
      const [granted, deleted] = await Promise.all([grantTo(bob.workspaceId, id), asAda('DELETE', `/agents/${id}`)]);
      expect([201, 404]).toContain(granted.status);
      expect(deleted.status).toBe(204);
    }
    expect((await list()).data).toEqual([]);
  });

  it('are in the audit log', async () => {
    await grantTo(bob.workspaceId);
    await asAda('DELETE', path, { agentId, workspaceId: bob.workspaceId });
    const entries = await gateway.gateway.database.all(
      "SELECT action, actor, target FROM audit_log WHERE target = $1 AND action LIKE 'grant.%' ORDER BY seq",
      [agentId],
    );
    expect(entries).toEqual(
      ['grant.create', 'grant.delete'].map((action) => ({ action, actor: ada.id, target: agentId })),
    );
  });
});
