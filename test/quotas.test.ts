import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from './harness/databases.ts';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { type Act, actingAs, quickPerson } from './harness/people.ts';

type Refused = { code: string; quota: string; limit: number; detail: string };

describe.each(engines)('quotas on %s', (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const quotas = {
      agents: 3,
      agentBytes: 24_000,
      workspacesPerPerson: 3,
      membersPerWorkspace: 2,
      sessions: 4,
      memoryEntries: 3,
      tools: 1,
      channels: 0,
    };
    gateway = await startGateway(engine, { settings: { QUOTAS: JSON.stringify(quotas) } });
  });
  afterAll(() => gateway.stop());

  const newcomer = async () => {
    const person = await quickPerson(gateway, 'newcomer');
    return { ...person, act: actingAs(gateway, person) };
  };
  const refused = (quota: string, limit: number) => ({ status: 403, body: { code: 'quota_exceeded', quota, limit } });
  const newAgent = (act: Act, more: object = {}) =>
    act<Refused & { id: string }>('POST', '/agents', { name: 'Ada', ...more });

  it('limit the agents of a workspace, and a deleted agent makes room', async () => {
    const { act } = await newcomer();
    const first = await newAgent(act);
    await newAgent(act);
    await newAgent(act);
    expect(await newAgent(act)).toMatchObject(refused('agents', 3));
    await act('DELETE', `/agents/${first.body.id}`);
    expect((await newAgent(act)).status).toBe(201);
    const other = await newcomer();
    expect((await newAgent(other.act)).status, 'each workspace has its own').toBe(201);
  });

  it('limit them also for concurrent requests', async () => {
    const { act } = await newcomer();
    const made = await Promise.all(Array.from({ length: 8 }, () => newAgent(act)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of made.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject(refused('agents', 3));
  });

  it('limit the bytes also for concurrent changes of an agent', async () => {
    const { act } = await newcomer();
    const agents = [await newAgent(act), await newAgent(act)];
    const changed = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        act<Refused>('PUT', `/agents/${agents[n % 2]?.body.id}`, { systemPrompt: `${n}`.repeat(6_000) }),
      ),
    );
    expect(changed.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const answer of changed.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refused('agentBytes', 24_000));
  });

  it('limit the bytes of agents including their versions', async () => {
    const { act } = await newcomer();
    const { body } = await newAgent(act, { systemPrompt: 'x'.repeat(4_000) });
    const statuses: number[] = [];
    for (let change = 0; change < 8; change += 1) {
      // A small version afterwards does not free the bytes of the large ones.
      const systemPrompt = change % 2 ? 'small' : `${change}`.repeat(6_000);
      const answer = await act<Refused>('PUT', `/agents/${body.id}`, { systemPrompt });
      statuses.push(answer.status);
      if (answer.status !== 200) expect(answer).toMatchObject(refused('agentBytes', 24_000));
    }
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect([statuses[4], statuses[6]]).toEqual([403, 403]);
    expect(await newAgent(act, { systemPrompt: 'y'.repeat(9_000) })).toMatchObject(refused('agentBytes', 24_000));
    await act('DELETE', `/agents/${body.id}`);
    expect((await newAgent(act, { systemPrompt: 'y'.repeat(9_000) })).status).toBe(201);
  });

  it('limit the workspaces of a person and the members of a workspace, also for concurrent requests', async () => {
    const [ada, bob, eve] = [await newcomer(), await newcomer(), await newcomer()];
    const made = await Promise.all(
      Array.from({ length: 6 }, () => ada.act<Refused & { id: string }>('POST', '/workspaces', { name: 'Team' })),
    );
    // Three with the personal workspace.
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2);
    for (const answer of made.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject(refused('workspacesPerPerson', 3));
    const path = `/workspaces/${made.find(({ status }) => status === 201)?.body.id}/members`;
    expect((await ada.act('POST', path, { userId: bob.id })).status).toBe(201);
    expect(await ada.act('POST', path, { userId: eve.id })).toMatchObject(refused('membersPerWorkspace', 2));
    expect((await ada.act('POST', path, { userId: bob.id, role: 'admin' })).status).toBe(200);
  });

  it('limit sessions: existing ones continue, and a deleted one makes room', async () => {
    const { act } = await newcomer();
    const { body } = await newAgent(act);
    const say = (surface: string) =>
      act<Refused & { sessionId: string }>('POST', '/agent/chat', { agentId: body.id, message: 'Hello', surface });
    const opened = [];
    for (const surface of ['one', 'two', 'three', 'four']) opened.push(await say(surface));
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await say('five')).toMatchObject(refused('sessions', 4));
    expect((await say('one')).status).toBe(200);
    await act('DELETE', `/sessions/${opened[0]?.body.sessionId}`);
    await expect.poll(async () => (await say('five')).status, { timeout: 40_000 }).toBe(200);
  });

  it('limit the memory of a person', async () => {
    const { act } = await newcomer();
    for (const content of ['one', 'two', 'three'])
      expect((await act('POST', '/memory/notes', { content })).status).toBe(201);
    expect(await act('POST', '/memory/notes', { content: 'four' })).toMatchObject(refused('memoryEntries', 3));
    expect(await act('POST', '/memory/daily', { content: 'four' })).toMatchObject(refused('memoryEntries', 3));
  });

  it('limit the other things of a workspace', async () => {
    const { act } = await newcomer();
    const tool = (name: string) =>
      act('POST', '/tools', {
        name,
        description: 'x',
        parameters: { type: 'object' },
        http: { url: 'https://example.com' },
      });
    expect((await tool('one')).status).toBe(201);
    expect(await tool('two')).toMatchObject(refused('tools', 1));
    const { body } = await newAgent(act);
    expect(await act('POST', '/channels', { name: 'Inbox', agentId: body.id })).toMatchObject(refused('channels', 0));
  });
});
