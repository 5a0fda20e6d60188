import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../../test/harness/people.ts';
import { dayMs } from '../../../kernel/clock.ts';
import { createQuotas, quotaDefaults } from '../../../kernel/quotas.ts';
import { standardPolicy, strictestPolicy } from '../entries/memory.ts';
import { createRetentionStore } from '../entries/retention.store.ts';
import { createRetention } from '../entries/retention.ts';
import { createMemoryPolicyService } from './memory-policies.service.ts';
import { createMemoryPolicyStore } from './memory-policies.store.ts';

type Profile = { id: string; name: string; createdAt: string; updatedAt: string };
type Page = { data: Profile[]; nextCursor: string | null };

describe.each(engines)('memory policies on %s', (engine) => {
  const clock = createFakeClock(Date.UTC(2026, 4, 10, 12));
  let gateway: TestGateway;
  let ada: QuickPerson;
  let as: Act;

  beforeAll(async () => {
    gateway = await startGateway(engine, { clock });
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    ada = await quickPerson(gateway, 'ada', clock);
    as = actingAs(gateway, ada);
  });

  const create = async (body: object) => {
    const answer = await as<Profile>('POST', '/memory-profiles', body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const newAgent = async (memoryProfileId: string | null, act = as) =>
    (await act<{ id: string }>('POST', '/agents', { name: 'Helper', memoryProfileId })).body.id;

  it('are created with defaults, changed by any subset of fields, listed and deleted', async () => {
    const profile = await create({ name: ' Discreet ' });
    expect(profile).toEqual({
      id: expect.stringMatching(/^mpr_/),
      name: 'Discreet',
      tiers: ['session', 'daily', 'profile', 'strategic'],
      recallLimit: 8,
      autoCapture: 'rules',
      propagate: true,
      retentionDays: null,
      createdAt: '2026-05-10T12:00:00.000Z',
      updatedAt: '2026-05-10T12:00:00.000Z',
    });
    clock.advance(1_000);
    const change = { tiers: ['profile'], recallLimit: 0, autoCapture: 'off', propagate: false, retentionDays: 30 };
    const path = `/memory-profiles/${profile.id}`;
    const changed = await as<Profile>('PUT', path, change);
    expect(changed).toMatchObject({
      status: 200,
      body: { ...profile, ...change, updatedAt: '2026-05-10T12:00:01.000Z' },
    });
    expect((await as('PUT', path, { retentionDays: null })).body).toMatchObject({ ...change, retentionDays: null });
    expect((await as('GET', path)).body).toMatchObject({ name: 'Discreet', recallLimit: 0 });
    const other = await create({ name: 'Other' });
    const first = (await as<Page>('GET', '/memory-profiles?limit=1')).body;
    expect(first.data.map(({ id }) => id)).toEqual([other.id]);
    const second = (await as<Page>('GET', `/memory-profiles?limit=1&cursor=${first.nextCursor}`)).body;
    expect(second).toMatchObject({ data: [{ id: profile.id }], nextCursor: null });
    expect((await as('DELETE', path)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await as(method, path)).status).toBe(404);
    expect((await as('PUT', path, { name: 'x' })).status).toBe(404);
  });

  it.each([
    [{}],
    [{ name: ' ' }],
    [{ name: 'x', tiers: ['weekly'] }],
    [{ name: 'x', tiers: ['daily', 'daily'] }],
    [{ name: 'x', recallLimit: -1 }],
    [{ name: 'x', recallLimit: 51 }],
    [{ name: 'x', autoCapture: true }],
    [{ name: 'x', propagate: 'yes' }],
    [{ name: 'x', retentionDays: 0 }],
    [{ name: 'x', retentionDays: 1.5 }],
  ])('are refused when invalid: %j', async (body) => {
    expect(await as('POST', '/memory-profiles', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  it('cannot be deleted while an agent is bound to them', async () => {
    const { id } = await create({ name: 'Bound' });
    const agentId = await newAgent(id);
    expect((await as('GET', `/agents/${agentId}`)).body).toMatchObject({ memoryProfileId: id });
    expect(await as('DELETE', `/memory-profiles/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'conflict', agentIds: [agentId] },
    });
    const stranger = actingAs(gateway, await quickPerson(gateway, 'bob', clock));
    expect((await stranger('POST', '/agents', { name: 'x', memoryProfileId: id })).body).toMatchObject({
      status: 400,
      errors: [{ path: 'memoryProfileId' }],
    });
    await as('PUT', `/agents/${agentId}`, { memoryProfileId: null });
    expect((await as('DELETE', `/memory-profiles/${id}`)).status).toBe(204);
  });

  it('apply to an agent from its next turn on', async () => {
    const policies = createMemoryPolicyService({
      store: createMemoryPolicyStore(gateway.gateway.database),
      audit: { append: async () => undefined, erasePerson: async () => undefined },
      quotas: createQuotas(quotaDefaults),
      clock,
    });
    const { id } = await create({ name: 'Policy', recallLimit: 2, tiers: [] });
    expect(await policies.policyOf(ada.workspaceId, null)).toEqual(standardPolicy);
    expect(await policies.policyOf(ada.workspaceId, id)).toEqual({ ...standardPolicy, recallLimit: 2, tiers: [] });
    await as('PUT', `/memory-profiles/${id}`, { autoCapture: 'model' });
    expect(await policies.policyOf(ada.workspaceId, id)).toMatchObject({ autoCapture: 'model', recallLimit: 2 });
    expect(await policies.policyOf('ws_other', id)).toEqual(strictestPolicy);
  });

  it('delete entries of their agents after the retention time, and no others', async () => {
    const { database } = gateway.gateway;
    const bob = await quickPerson(gateway, 'bob', clock);
    const { id: profile } = await create({ name: 'Forgetful', retentionDays: 10 });
    const [bound, free] = [await newAgent(profile), await newAgent(null)];
    let made = 0;
    async function entry(
      name: string,
      more: { tier?: string; agent?: string | null; days?: number; by?: QuickPerson },
    ) {
      const { tier = 'daily', agent = bound, days = 11, by = ada } = more;
      const at = clock.now() - days * dayMs;
      made += 1;
      await database.run(
        `INSERT INTO memory_entries (id, workspace_id, user_id, tier, day, position, content, source_kind, source_agent_id,
           created_at, updated_at) VALUES ($1, $2, $3, $4, '2026-04-01', $5, $6, 'user', $7, $8, $8)`,
        [`mem_${by.id}${made}`, by.workspaceId, by.id, tier, made, name, agent, at],
      );
    }
    await entry('old', {});
    await entry('old summary', { tier: 'session' });
    await entry('new', { days: 9 });
    await entry('old, by another agent', { agent: free });
    await entry('old, by hand', { agent: null });
    await entry('old, but a field', { tier: 'profile' });
    await entry('old, but a note', { tier: 'strategic' });
    await entry('old, in a workspace it was granted to', { by: bob });
    const forgetOld = createRetention({
      store: createRetentionStore(database),
      policies: createMemoryPolicyStore(database),
      clock,
    });
    expect(await forgetOld()).toBe(2);
    const left = async ({ id }: QuickPerson) =>
      (
        await database.all<{ content: string }>(
          'SELECT content FROM memory_entries WHERE user_id = $1 ORDER BY position',
          [id],
        )
      ).map(({ content }) => content);
    expect(await left(ada)).toEqual([
      'new',
      'old, by another agent',
      'old, by hand',
      'old, but a field',
      'old, but a note',
    ]);
    expect(await left(bob)).toEqual(['old, in a workspace it was granted to']);
    await as('PUT', `/agents/${free}`, { memoryProfileId: profile });
    expect(await forgetOld()).toBe(1);
    expect(await forgetOld()).toBe(0);
  });
});
