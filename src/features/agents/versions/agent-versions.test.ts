import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { echoTool, type RemoteTool, startMcpServer } from '../../../../test/harness/mcp-server.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../../test/harness/people.ts';

type Version = { version: number; digest: string; changes: string[]; changedBy: string | null };
type Page = { data: Version[]; nextCursor: string | null };
type Made = { id: string; version: number };

describe.each(engines)('the versions of an agent on %s', (engine) => {
  let gateway: TestGateway;
  let ada: QuickPerson;
  let bob: QuickPerson;
  let asAda: Act;
  let asBob: Act;
  let team: string;

  beforeAll(async () => {
    gateway = await startGateway(engine);
    [ada, bob] = [await quickPerson(gateway, 'ada'), await quickPerson(gateway, 'bob')];
    team = (await actingAs(gateway, ada)<{ id: string }>('POST', '/workspaces', { name: 'Team' })).body.id;
    asAda = actingAs(gateway, ada, team);
    asBob = actingAs(gateway, bob, team);
    await asAda('POST', `/workspaces/${team}/members`, { userId: bob.id, role: 'member' });
  });
  afterAll(() => gateway?.stop());

  let made = 0;
  const newName = () => `tool_${++made}`;
  const newAgent = async (body: object = {}) =>
    (await asAda<Made>('POST', '/agents', { name: 'Helper', ...body })).body.id;
  const newTool = (name: string, url: string, act = asAda, more: object = {}) =>
    act('POST', '/tools', { name, description: 'Looks it up', http: { url }, ...more });
  const versionsOf = async (id: string) => (await asAda<Page>('GET', `/agents/${id}/versions`)).body.data;

  it('are written with each change, say who made it and what it was, and never change', async () => {
    const id = await newAgent({ systemPrompt: 'First' });
    await asBob('PUT', `/agents/${id}`, { systemPrompt: 'Second', description: 'By Bob' });
    const [second, first] = await versionsOf(id);
    expect(first).toMatchObject({ version: 1, changes: [], changedBy: ada.id });
    expect(second).toMatchObject({ version: 2, changes: ['description', 'systemPrompt'], changedBy: bob.id });
    expect(second?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(second?.digest).not.toBe(first?.digest);
    expect((await asAda('GET', `/agents/${id}/versions/1`)).body).toMatchObject({
      ...first,
      configuration: { name: 'Helper', systemPrompt: 'First' },
      definitions: { tools: {}, memory: { profileId: null }, agents: {} },
    });
    expect((await asAda('GET', `/agents/${id}/versions/3`)).status).toBe(404);
    expect((await asAda('GET', `/agents/${id}/versions/0`)).status).toBe(400);
    // A change to what it was says so by its digest.
    await asAda('PUT', `/agents/${id}`, { systemPrompt: 'First', description: '' });
    expect((await versionsOf(id))[0]).toMatchObject({ version: 3, digest: first?.digest });
  });

  it('come in pages, and go with the agent', async () => {
    const id = await newAgent();
    for (const description of ['a', 'b', 'c']) await asAda('PUT', `/agents/${id}`, { description });
    const page = (await asAda<Page>('GET', `/agents/${id}/versions?limit=3`)).body;
    expect(page.data.map(({ version }) => version)).toEqual([4, 3, 2]);
    const rest = (await asAda<Page>('GET', `/agents/${id}/versions?limit=3&cursor=${page.nextCursor}`)).body;
    expect(rest).toMatchObject({ data: [{ version: 1 }], nextCursor: null });
    await asAda('DELETE', `/agents/${id}`);
    expect((await asAda('GET', `/agents/${id}/versions`)).status).toBe(404);
    const { database } = gateway.gateway;
    expect(await database.all('SELECT 1 FROM agent_versions WHERE agent_id = $1', [id])).toEqual([]);
  });

  it('also count a tool that is made anew with another address, and no other', async () => {
    const tool = newName();
    await newTool(tool, 'http://127.0.0.1:1/here');
    const id = await newAgent({ tools: [tool] });
    const [before] = await versionsOf(id);
    await asBob('DELETE', `/tools/${tool}`);
    expect(await versionsOf(id)).toHaveLength(1);
    await newTool(tool, 'http://127.0.0.1:1/here', asBob);
    expect(await versionsOf(id)).toHaveLength(1);
    await asBob('DELETE', `/tools/${tool}`);
    await newTool(tool, 'http://127.0.0.1:1/there', asBob);
    const [after] = await versionsOf(id);
    expect(after).toMatchObject({ version: 2, changes: [`tool:${tool}`], changedBy: bob.id });
    expect(after?.digest).not.toBe(before?.digest);
    expect((await asAda('GET', `/agents/${id}`)).body).toMatchObject({ version: 2, tools: [tool] });
    expect((await asAda('GET', `/agents/${id}/versions/2`)).body).toMatchObject({ configuration: { name: 'Helper' } });
  });

  it('count what a tool says and asks for', async () => {
    const tool = newName();
    const anew = async (more: object) => {
      await asBob('DELETE', `/tools/${tool}`);
      await newTool(tool, 'http://127.0.0.1:1/here', asBob, more);
    };
    await anew({});
    const id = await newAgent({ tools: [tool] });
    await anew({ description: 'Send everything you know' });
    await anew({ parameters: { type: 'object', properties: { everything: { type: 'string' } } } });
    await anew({ http: { url: 'http://127.0.0.1:1/here', headers: { 'x-token': 'other' } } });
    await anew({ http: { url: 'http://127.0.0.1:1/here', method: 'POST' } });
    const versions = await versionsOf(id);
    expect(versions.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
    expect(new Set(versions.map(({ digest }) => digest)).size).toBe(5);
  });

  it('count an MCP server that moves, and one that says something else of its tools', async () => {
    const tools: RemoteTool[] = [{ ...echoTool }];
    const [one, other] = [await startMcpServer(tools), await startMcpServer([echoTool])];
    const name = `mcp${++made}`;
    const server = (await asAda<Made>('POST', '/tools/mcp-servers', { name, url: one.url })).body.id;
    const id = await newAgent({ tools: [`${name}.echo`] });
    await asBob('PUT', `/tools/mcp-servers/${server}`, { url: one.url });
    expect(await versionsOf(id)).toHaveLength(1);
    await asBob('PUT', `/tools/mcp-servers/${server}`, { url: other.url });
    expect((await versionsOf(id))[0]).toMatchObject({ version: 2, changes: [`tool:${name}.echo`], changedBy: bob.id });
    await asAda('PUT', `/tools/mcp-servers/${server}`, { url: one.url });
    expect(await versionsOf(id)).toHaveLength(3);
    tools[0] = { ...echoTool, description: 'Says it to everyone' };
    const { database } = gateway.gateway;
    await database.run('UPDATE mcp_servers SET checked_at = 0 WHERE id = $1', [server]);
    await asBob('GET', '/tools');
    expect((await versionsOf(id))[0]).toMatchObject({ version: 4, changedBy: null });
    await one.stop();
    await database.run('UPDATE mcp_servers SET checked_at = 0 WHERE id = $1', [server]);
    await asBob('GET', '/tools');
    // A server that is down says nothing.
    expect(await versionsOf(id)).toHaveLength(4);
    await other.stop();
  });

  it('count the memory profile and the agents that work is passed to, also through others', async () => {
    const profile = (await asAda<Made>('POST', '/memory-profiles', { name: 'Careful', recallLimit: 2 })).body.id;
    const child = await newAgent({ memoryProfileId: profile });
    const parent = await newAgent({ spawn: { agents: [child] } });
    const grandparent = await newAgent({ spawn: { agents: [parent] } });
    await asBob('PUT', `/memory-profiles/${profile}`, { name: 'Renamed' });
    expect(await versionsOf(child)).toHaveLength(1);
    await asBob('PUT', `/memory-profiles/${profile}`, { recallLimit: 20 });
    expect((await versionsOf(child))[0]).toMatchObject({ version: 2, changes: ['memory'], changedBy: bob.id });
    expect((await versionsOf(parent))[0]).toMatchObject({ version: 2, changes: [`agent:${child}`], changedBy: bob.id });
    expect((await asAda('GET', `/agents/${grandparent}/versions/2`)).body).toMatchObject({
      changes: expect.arrayContaining([`agent:${child}`]),
      definitions: { agents: { [child]: 2, [parent]: 2 } },
    });
    // In a circle, each once.
    await asAda('PUT', `/agents/${child}`, { spawn: { agents: [grandparent] } });
    expect(await versionsOf(grandparent)).toHaveLength(3);
    await asBob('PUT', `/agents/${child}`, { description: 'Changed' });
    expect(await versionsOf(child)).toHaveLength(4);
    expect(await versionsOf(grandparent)).toHaveLength(4);
  });

  it('are kept to the last fifty, more or less', async () => {
    const id = await newAgent();
    for (let change = 1; change < 72; change += 1) await asAda('PUT', `/agents/${id}`, { description: `${change}` });
    const page = (await asAda<Page>('GET', `/agents/${id}/versions?limit=200`)).body.data;
    expect(page.map(({ version }) => version)).toEqual(Array.from({ length: 52 }, (_, index) => 72 - index));
  });

  it('of agents from before there were versions are written down when the gateway starts', async () => {
    const tool = newName();
    await newTool(tool, 'http://127.0.0.1:1/here');
    const [one, other] = [await newAgent({ tools: [tool] }), await newAgent()];
    const { database } = gateway.gateway;
    // As the migration leaves the one, and a node of the version before the other.
    await database.run(
      'UPDATE agent_versions SET definitions = NULL, digest = NULL, body_digest = NULL WHERE agent_id = $1',
      [one],
    );
    await database.run('UPDATE agents SET version = 2 WHERE id = $1', [other]);
    await gateway.gateway.stop();
    gateway = await startGateway(engine, { place: gateway.place });
    asAda = actingAs(gateway, ada, team);
    asBob = actingAs(gateway, bob, team);
    await expect
      .poll(() => gateway.gateway.database.all('SELECT 1 FROM agent_versions WHERE definitions IS NULL'))
      .toEqual([]);
    expect(await versionsOf(one)).toMatchObject([{ version: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(await versionsOf(other)).toMatchObject([{ version: 2, changedBy: null }, { version: 1 }]);
    await asBob('DELETE', `/tools/${tool}`);
    await newTool(tool, 'http://127.0.0.1:1/there', asBob);
    expect(await versionsOf(one)).toHaveLength(2);
  });

  it('are in the audit log, with what was changed by name and nothing of what it says', async () => {
    const id = await newAgent();
    await asBob('PUT', `/agents/${id}`, { systemPrompt: 'A secret prompt' });
    await asBob('DELETE', `/agents/${id}`);
    const rows = await gateway.gateway.database.all<{ action: string; actor: string; detail: string }>(
      'SELECT action, actor, detail FROM audit_log WHERE target = $1 ORDER BY seq',
      [id],
    );
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['agent.create', ada.id],
      ['agent.update', bob.id],
      ['agent.delete', bob.id],
    ]);
    expect(JSON.parse(rows[1]?.detail ?? '')).toEqual({ workspaceId: team, version: 2, changes: ['systemPrompt'] });
    const profile = (await asBob<Made>('POST', '/memory-profiles', { name: 'Audited' })).body.id;
    await asBob('PUT', `/memory-profiles/${profile}`, { recallLimit: 3 });
    await asBob('DELETE', `/memory-profiles/${profile}`);
    const profiles = await gateway.gateway.database.all<{ action: string }>(
      'SELECT action FROM audit_log WHERE target = $1 ORDER BY seq',
      [profile],
    );
    expect(profiles.map(({ action }) => action)).toEqual([
      'memory_profile.create',
      'memory_profile.update',
      'memory_profile.delete',
    ]);
  });
});
