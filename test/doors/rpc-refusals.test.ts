import { TaskState } from '@a2a-js/sdk';
import { HttpAgent } from '@ag-ui/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asTask, openA2a, sayingIn, textsOf } from '../harness/a2a-client.ts';
import { calculating, fetching, newAsker } from '../harness/approvals.ts';
import { engines } from '../harness/databases.ts';
import { openMcp, textOf } from '../harness/mcp-client.ts';
import { newTalker, startTalking, type Talker, type Talking } from '../harness/talking.ts';
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts';

/** What a workspace forbids, and the code that every door names it by. */
const limits: [string, string, object][] = [
  ['budget_exceeded', 'settings', { monthlyBudgetUsd: 0 }],
  ['model_not_allowed', 'restrictions', { allowedProviders: ['local'], allowedModels: null }],
];

describe.each(engines)('refusals of MCP and A2A, on %s', (engine) => {
  let talking: Talking;
  let world: Receiver;
  beforeAll(async () => {
    [talking, world] = await Promise.all([
      startTalking(engine, { settings: { RATE_LIMIT_USER: '60' } }),
      startReceiver(),
    ]);
  });
  beforeEach(() => {
    talking.model.reset();
    world.reset();
  });
  afterAll(async () => {
    await talking?.stop();
    await world?.stop();
  });

  const mcp = (talker: Talker, more: Partial<Parameters<typeof openMcp>[1]> = {}) =>
    openMcp([talking.gateway.url], { token: talker.accessToken, ...more });
  const a2a = ({ accessToken: token, agentId }: Talker) => openA2a([talking.gateway.url], { token, agentId });
  const call = { arguments: { message: 'Hello' } };

  it.each(limits)('name %s, and ask no model', async (code, part, body) => {
    const talker = await newTalker(talking.gateway, { agent: { a2a: true } });
    expect((await talker.act('PUT', `/workspaces/${talker.workspaceId}/${part}`, body)).status).toBe(200);
    const client = await mcp(talker);
    const answer = await client.callTool({ name: talker.agentId, ...call });
    expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringContaining(`(${code})`)]);
    await client.close();
    const agent = await a2a(talker);
    await expect(agent.sendMessage(sayingIn('Hello'))).rejects.toMatchObject({ data: { code } });
    await expect(async () => {
      for await (const _ of agent.sendMessageStream(sayingIn('Hello')));
    }).rejects.toMatchObject({ data: { code } });
    expect(talking.model.requests).toEqual([]);
  });

  it('are 429 when a person sends too much, by the code that all doors have', async () => {
    const talker = await newTalker(talking.gateway, { agent: { a2a: true } });
    const client = await a2a(talker);
    const tools = await mcp(talker);
    await Promise.all(Array.from({ length: 60 }, () => talker.act('GET', '/auth/me')));
    await expect(client.getTask({ tenant: '', id: 'run_none' })).rejects.toMatchObject({
      data: { code: 'rate_limited', status: 429 },
    });
    await expect(tools.listTools()).rejects.toThrow(/rate_limited/);
    const page = new HttpAgent({
      url: `${talking.gateway.url}/agent/ag-ui/${talker.agentId}`,
      headers: { authorization: `Bearer ${talker.accessToken}` },
    });
    page.addMessage({ id: '1', role: 'user', content: 'Hello' });
    await expect(page.runAgent()).rejects.toMatchObject({
      status: 429,
      payload: expect.stringContaining('"code":"rate_limited"'),
    });
  });

  it('wait for each approval of several at once, and run what was accepted', async () => {
    const asker = await newAsker(talking, { a2a: true, approvals: ['http_fetch', 'calculator'] });
    const asked: string[] = [];
    const client = await mcp(asker, {
      elicit: (message) => {
        asked.push(message);
        return message.includes('calculator') ? { action: 'decline' } : { action: 'accept', content: {} };
      },
    });
    talking.model.script({ toolCalls: [fetching(world, '/both'), calculating] }, 'One of them.');
    const answer = await client.callTool({ name: asker.agentId, arguments: { message: 'Do both' } });
    expect(textOf(answer)).toBe('One of them.');
    expect(asked).toHaveLength(2);
    expect(world.records).toHaveLength(1);
    expect(JSON.stringify(talking.model.requests.at(-1))).toContain('A person denied it');
    await client.close();

    talking.model.script({ toolCalls: [fetching(world, '/both'), calculating] }, 'Both.');
    const task = asTask(await (await a2a(asker)).sendMessage(sayingIn('Do both')));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_AUTH_REQUIRED);
    expect(textsOf(task)).toEqual([]);
  });
});
