import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';

type Workspace = {
  id: string;
  name: string;
  personal: boolean;
  role: string;
  settings: { defaultAgentId: string | null; monthlyBudgetUsd: number | null };
  restrictions: { allowedProviders: string[] | null; allowedModels: string[] | null };
  createdAt: string;
};
type Page<Item> = { data: Item[]; nextCursor: string | null };
type Problem = { code: string; errors?: { path: string; message: string }[] };

describe.each(engines)('workspaces on %s', (engine) => {
  let gateway: TestGateway;
  let ada: QuickPerson;
  let bob: QuickPerson;
  let asAda: Act;
  let asBob: Act;
  let team: Workspace;
  let path: string;

  beforeAll(async () => {
    gateway = await startGateway(engine);
    ada = await quickPerson(gateway, 'ada');
    bob = await quickPerson(gateway, 'bob');
    [asAda, asBob] = [actingAs(gateway, ada), actingAs(gateway, bob)];
    team = (await asAda<Workspace>('POST', '/workspaces', { name: '  Team ' })).body;
    path = `/workspaces/${team.id}`;
  });
  afterAll(() => gateway.stop());

  it('can be created by any person, who then owns them', async () => {
    expect(team).toEqual({
      id: expect.stringMatching(/^ws_[0-9a-z]{26}$/),
      name: 'Team',
      personal: false,
      role: 'owner',
      settings: {
        defaultAgentId: null,
        monthlyBudgetUsd: null,
        retentionDays: null,
        useOperatorModels: true,
        fallbacks: [],
      },
      restrictions: { allowedProviders: null, allowedModels: null },
      createdAt: expect.stringMatching(/Z$/),
    });
    for (const body of [{}, { name: '' }, { name: '   ' }, { name: 'x'.repeat(201) }, { name: 5 }, null])
      expect((await asAda('POST', '/workspaces', body)).status).toBe(400);
  });

  it('are listed newest first, in pages, including the personal one', async () => {
    const asEve = actingAs(gateway, await quickPerson(gateway, 'eve'));
    const made = [];
    for (let n = 0; n < 5; n += 1)
      made.push((await asEve<Workspace>('POST', '/workspaces', { name: `W${n}` })).body.id);
    const seen: Workspace[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const address: string = `/workspaces?limit=2${cursor && `&cursor=${cursor}`}`;
      const { body } = await asEve<Page<Workspace>>('GET', address);
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...body.data);
      cursor = body.nextCursor;
    }
    expect(new Set(seen.slice(0, 5).map(({ id }) => id))).toEqual(new Set(made));
    expect(seen).toHaveLength(6);
    expect(seen.at(-1)).toMatchObject({ personal: true, name: 'Personal' });
  });

  it('answer 403 to people who are not members, whether they exist or not', async () => {
    const { body: agent } = await asBob<{ id: string }>('POST', '/agents', { name: 'Bobs' });
    for (const id of [team.id, 'ws_01jd3v9k4m8q2w5x7y0z1a2b3c', 'nothing', "x' OR '1'='1", ada.workspaceId])
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['GET', '/stats', undefined],
        ['PUT', '/settings', { name: 'Mine' }],
        ['PUT', '/restrictions', null],
        ['POST', '/members', { userId: bob.id, role: 'owner' }],
        ['DELETE', `/members/${ada.id}`, undefined],
        ['GET', '/grants', undefined],
        ['POST', '/grants', { agentId: agent.id, workspaceId: bob.workspaceId }],
        ['DELETE', `/grants?agentId=${agent.id}&workspaceId=${bob.workspaceId}`, undefined],
      ] as const) {
        const answer = await asBob(method, `/workspaces/${encodeURIComponent(id)}${rest}`, body);
        expect(answer, `${method} ${id}${rest}`).toMatchObject({ status: 403, body: { code: 'forbidden' } });
        expect(answer.text).not.toContain(team.name);
      }
  });

  it('are chosen by X-Workspace-ID; without it the personal one is used', async () => {
    const inTeam = actingAs(gateway, ada, team.id);
    const { body: agent } = await inTeam<{ id: string; workspaceId: string }>('POST', '/agents', { name: 'Helper' });
    expect(agent.workspaceId).toBe(team.id);
    expect((await asAda('GET', `/agents/${agent.id}`)).status).toBe(404);
    const { body: own } = await asAda<{ workspaceId: string }>('POST', '/agents', { name: 'Own' });
    expect(own.workspaceId).toBe(ada.workspaceId);
    const listed = await inTeam<Page<{ id: string }>>('GET', '/agents');
    expect(listed.body.data.map(({ id }) => id)).toEqual([agent.id]);

    for (const foreign of [team.id, ada.workspaceId, 'ws_nothing', `${bob.workspaceId}, ${team.id}`, '*'])
      expect(await actingAs(gateway, bob, foreign)('GET', '/agents')).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    // An empty header counts as no header.
    expect((await actingAs(gateway, bob, '')('GET', '/agents')).status).toBe(200);
    // The path names the workspace; the header does not give the rights of another one.
    expect((await actingAs(gateway, bob, bob.workspaceId)('GET', path)).status).toBe(403);
  });

  it('accept any subset of settings from an owner or admin', async () => {
    const put = (body: unknown, act = asAda) => act<Workspace & Problem>('PUT', `${path}/settings`, body);
    const { body: agent } = await actingAs(gateway, ada, team.id)<{ id: string }>('POST', '/agents', { name: 'Front' });
    expect((await put({ defaultAgentId: agent.id })).body.settings).toEqual({
      defaultAgentId: agent.id,
      monthlyBudgetUsd: null,
      retentionDays: null,
      useOperatorModels: true,
      fallbacks: [],
    });
    expect((await put({ name: ' New name ', monthlyBudgetUsd: 12.345678901 })).body).toMatchObject({
      name: 'New name',
      settings: { defaultAgentId: agent.id, monthlyBudgetUsd: 12.345678901 },
    });
    expect((await put({})).body.name).toBe('New name');
    expect((await put({ monthlyBudgetUsd: null })).body.settings.monthlyBudgetUsd).toBeNull();
    for (const [body, field] of [
      [{ defaultAgentId: 'agt_nothing' }, 'defaultAgentId'],
      [{ monthlyBudgetUsd: -1 }, 'monthlyBudgetUsd'],
      [{ monthlyBudgetUsd: '5' }, 'monthlyBudgetUsd'],
      [{ name: ' ' }, 'name'],
    ] as const) {
      const refused = await put(body);
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(refused.body.errors?.[0]?.path).toBe(field);
    }
    await asAda('POST', `${path}/members`, { userId: bob.id, role: 'member' });
    expect((await put({ name: 'Bobs' }, asBob)).status).toBe(403);
    await asAda('POST', `${path}/members`, { userId: bob.id, role: 'admin' });
    expect((await put({ name: 'Bobs' }, asBob)).status).toBe(200);
    await asAda('DELETE', `${path}/members/${bob.id}`);
  });

  it('lose a default agent that is deleted, also with concurrent requests', async () => {
    const inTeam = actingAs(gateway, ada, team.id);
    for (let round = 0; round < 8; round += 1) {
      const { body: agent } = await inTeam<{ id: string }>('POST', '/agents', { name: 'Passing' });
      const [set, deleted] = await Promise.all([
        asAda('PUT', `${path}/settings`, { defaultAgentId: agent.id }),
        inTeam('DELETE', `/agents/${agent.id}`),
      ]);
      expect([200, 400]).toContain(set.status);
      expect(deleted.status).toBe(204);
      const { body } = await asAda<Workspace>('GET', path);
      expect(body.settings.defaultAgentId).not.toBe(agent.id);
    }
  });

  it('accept restrictions from an owner or admin; null removes one or all', async () => {
    const put = (body: unknown, act = asAda) => act<Workspace & Problem>('PUT', `${path}/restrictions`, body);
    const both = { allowedProviders: ['local', 'openai'], allowedModels: ['offline', 'openai/gpt-5-mini'] };
    expect(await put(both)).toMatchObject({ status: 200, body: { restrictions: both } });
    expect((await put({ allowedProviders: null })).body.restrictions).toEqual({ ...both, allowedProviders: null });
    expect((await put({ allowedProviders: [] })).body.restrictions).toEqual({ ...both, allowedProviders: [] });
    expect((await put({})).body.restrictions).toEqual({ ...both, allowedProviders: [] });
    // A missing body is not null: a client that forgot the body must not remove an admin's restrictions.
    expect(await put(undefined)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(
      (
        await gateway.call('PUT', `${path}/restrictions`, {
          token: ada.accessToken,
          headers: { 'content-type': 'application/json' },
          body: '',
        })
      ).status,
    ).toBe(400);
    expect((await asAda<Workspace>('GET', path)).body.restrictions).toEqual({ ...both, allowedProviders: [] });
    expect(await put(null)).toMatchObject({
      status: 200,
      body: { restrictions: { allowedProviders: null, allowedModels: null } },
    });
    expect((await put({ restrictions: both })).body.restrictions).toEqual(both);
    expect(await put({ restrictions: null })).toMatchObject({
      status: 200,
      body: { restrictions: { allowedProviders: null, allowedModels: null } },
    });
    const unknown = await put({ allowedProviders: ['local', 'nobody'] });
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: 'allowedProviders.1' }] } });
    for (const body of ['all', [], { allowedModels: 'all' }, { allowedModels: [''] }, { restrictions: 'none' }])
      expect((await put(body)).status).toBe(400);
  });

  it('record changes of restrictions in the audit log', async () => {
    const entry = await gateway.gateway.database.get<{ actor: string; detail: string }>(
      "SELECT actor, detail FROM audit_log WHERE action = 'workspace.restrictions' ORDER BY seq DESC LIMIT 1",
    );
    expect(entry?.actor).toBe(ada.id);
    expect(JSON.parse(entry?.detail ?? '')).toEqual({
      before: { allowedProviders: ['local', 'openai'], allowedModels: expect.arrayContaining([expect.any(String)]) },
      after: { allowedProviders: null, allowedModels: null },
    });
  });
});
