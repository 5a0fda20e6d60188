import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, { AuthenticationError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { callTo } from '../../../test/harness/gateway.ts';
import { newTestKey, type TestKey } from '../../../test/harness/keys.ts';
import { actingAs } from '../../../test/harness/people.ts';
import { openSocket, refusedSocket } from '../../../test/harness/socket-client.ts';
import {
  type Chat,
  newTalker,
  newTeam,
  patienceMs,
  startTalking,
  type Talker,
  type Talking,
} from '../../../test/harness/talking.ts';
import type { CostBreakdown } from '../costs/costs.schema.ts';

const fake = 'openai-compatible/fake';
/** A dollar per million tokens in, ten out. */
const settings = { MODEL_PRICES: `{"${fake}": {"input": 1, "output": 10}}`, JWT_ACCESS_EXPIRES: '1s' };
const answerTokens = 100;
/** What an answer of 1,000 tokens in and 100 out costs. */
const eachUsd = 0.002;

describe.each(engines)('what a personal key may do, on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  const nodes = engine === 'postgres' ? 2 : 1;

  beforeAll(async () => {
    talking = await startTalking(engine, { nodes, settings });
    ada = await newTalker(talking.gateway, { agent: { maxTokens: answerTokens } });
  });
  afterAll(() => talking?.stop());

  const last = () => talking.gateways.at(-1) ?? talking.gateway;
  const keyOf = (limits: object = {}, talker = ada) => newTestKey(talking.gateway, talker.act, limits);
  let conversations = 0;
  /** In a conversation of its own, at whichever node is next. */
  function chat({ key }: TestKey, agentId = ada.agentId) {
    conversations += 1;
    const { url } = talking.gateways[conversations % nodes] ?? talking.gateway;
    const body = { agentId, message: 'Hello', surface: `s${conversations}` };
    return callTo(url)<Chat & Record<string, unknown>>('POST', '/agent/chat', { token: key, body });
  }
  const answersCost = () =>
    talking.model.reply(() => ({
      text: 'Hello',
      usage: { promptTokens: 1_000, completionTokens: answerTokens },
    }));
  const spentByKey = async (talker = ada) =>
    new Map(
      (await talker.act<CostBreakdown>('GET', '/costs/breakdown?groupBy=key')).body.data.map(
        ({ key, name, costUsd, requests }) => [key, { name, costUsd, requests }],
      ),
    );

  it('lets the official OpenAI client work on when access tokens have long expired, and stops it once revoked', async () => {
    talking.model.reply(() => 'Hello there');
    const talker = await newTalker(talking.gateway);
    const { id, key } = await keyOf({}, talker);
    const login = { email: talker.email, password: talker.password };
    const pair = await talking.gateway.call<{ accessToken: string }>('POST', '/auth/login', { body: login });
    const clients = talking.gateways.map(
      ({ url }) => new OpenAI({ baseURL: `${url}/inference`, apiKey: key, maxRetries: 0 }),
    );
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    async function work(client: OpenAI): Promise<string[]> {
      const whole = await client.chat.completions.create({ model: fake, messages });
      const said = [whole.choices[0]?.message.content ?? ''];
      for (const model of [fake, `agent:${talker.agentId}`]) {
        let text = '';
        for await (const chunk of await client.chat.completions.create({ model, messages, stream: true }))
          text += chunk.choices[0]?.delta.content ?? '';
        said.push(text);
      }
      return said;
    }
    for (const client of clients) expect(await work(client)).toEqual(Array(3).fill('Hello there'));
    await sleep(1_200);
    expect(await talking.gateway.call('GET', '/agents', { token: pair.body.accessToken })).toMatchObject({
      status: 401,
      body: { code: 'token_expired' },
    });
    for (const client of clients) expect(await work(client)).toEqual(Array(3).fill('Hello there'));
    expect((await talker.act('DELETE', `/auth/keys/${id}`)).status).toBe(204);
    for (const client of clients) {
      const error = await client.chat.completions.create({ model: fake, messages }).catch((reason) => reason);
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error.code).toBe('key_revoked');
      await expect(client.models.list()).rejects.toBeInstanceOf(AuthenticationError);
    }
  });

  it('counts requests a minute over all nodes', async () => {
    const { key } = await keyOf({ requestsPerMinute: 5 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        callTo((talking.gateways[n % nodes] ?? talking.gateway).url)('GET', '/agents', { token: key }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const { status, headers } of answers.filter(({ status }) => status !== 200)) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('lets exactly as many of twelve turns at once through as a key has money for', async () => {
    answersCost();
    const talker = await newTalker(talking.gateway, { agent: { maxTokens: answerTokens } });
    const [rich, key] = [
      await keyOf({ name: 'Rich' }, talker),
      await keyOf({ name: 'Poor', monthlyBudgetUsd: 1 }, talker),
    ];
    // What one turn reserves, from one that is under way.
    const seen = Promise.withResolvers<void>();
    talking.model.reply(async () => {
      await seen.promise;
      return { text: 'slow', usage: { promptTokens: 1_000, completionTokens: answerTokens } };
    });
    const slow = chat(key, talker.agentId);
    const held = () =>
      talking.database.get<{ nano: number }>('SELECT nano FROM budget_reservations WHERE key_id = $1', [key.id]);
    await expect.poll(held, { timeout: patienceMs }).toBeDefined();
    const reservedUsd = ((await held())?.nano ?? 0) / 1e9;
    seen.resolve();
    expect((await slow).status).toBe(200);
    answersCost();
    const budget = eachUsd + 4 * reservedUsd;
    await talker.act('PATCH', `/auth/keys/${key.id}`, { monthlyBudgetUsd: Number(budget.toFixed(9)) });
    const answers = await Promise.all(Array.from({ length: 12 }, () => chat(key, talker.agentId)));
    const through = answers.filter(({ status }) => status === 200).length;
    // An answer that ended before the last was asked gave back what it had not spent.
    expect(through).toBeGreaterThanOrEqual(4);
    expect(eachUsd * (through + 1)).toBeLessThanOrEqual(budget);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 429, body: { code: 'budget_exceeded', budgetOf: 'key' } });
    expect((await chat(rich, talker.agentId)).status, 'the budget is that key’s alone').toBe(200);
    await talker.act('POST', '/agent/chat', { agentId: talker.agentId, message: 'Hello' });
    const spent = await spentByKey(talker);
    expect(spent.get(key.id)).toEqual({
      name: 'Poor',
      costUsd: Number((eachUsd * (through + 1)).toFixed(9)),
      requests: through + 1,
    });
    expect(spent.get(rich.id)).toEqual({ name: 'Rich', costUsd: eachUsd, requests: 1 });
    expect(spent.get(''), 'with an access token').toMatchObject({ costUsd: eachUsd, requests: 1 });
    expect(await held()).toBeUndefined();
  });

  it('charges models without an agent to the key, and stops at its budget', async () => {
    answersCost();
    const key = await keyOf({ monthlyBudgetUsd: 3 * eachUsd });
    const body = { model: fake, messages: [{ role: 'user', content: 'Hello' }], max_tokens: answerTokens };
    const statuses: number[] = [];
    for (let asked = 0; asked < 5; asked += 1)
      statuses.push((await key.act('POST', '/inference/chat/completions', body)).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
    expect(statuses.at(-1)).toBe(429);
    expect((await spentByKey()).get(key.id)?.requests).toBe(statuses.filter((status) => status === 200).length);
  });

  it('holds for what an agent passes on: a child’s agent and its model', async () => {
    const child = await ada.newAgent({ maxTokens: answerTokens });
    const parent = await ada.newAgent({ tools: ['spawn_agent'], spawn: { enabled: true, agents: [child] } });
    const key = await keyOf({ agents: [parent] });
    talking.model.script(
      { toolCalls: [{ name: 'spawn_agent', arguments: { agentId: child, message: 'Do it' } }] },
      'Could not.',
    );
    const { status, body } = await chat(key, parent);
    expect([status, body.toolCalls[0]?.isError]).toEqual([200, true]);
    expect(JSON.stringify(body.toolCalls[0]?.result)).toContain('The key may not use this agent');
    const both = await keyOf({ agents: [parent, child] });
    talking.model.script(
      { toolCalls: [{ name: 'spawn_agent', arguments: { agentId: child, message: 'Do it' } }] },
      'Done by the child.',
      'Done.',
    );
    expect((await chat(both, parent)).body).toMatchObject({ content: 'Done.', toolCalls: [{ isError: false }] });
    expect((await spentByKey()).get(both.id)?.requests, 'the child’s call too').toBe(3);
  });

  it('ends what was started with it when it is revoked, on whichever node', async () => {
    const key = await keyOf();
    talking.model.reply(() => ({ hang: true }));
    const answer = chat(key);
    const running = () =>
      talking.database.get<{ id: string }>("SELECT id FROM runs WHERE personal_key_id = $1 AND status = 'running'", [
        key.id,
      ]);
    await expect.poll(running, { timeout: patienceMs }).toBeDefined();
    const { id = '' } = (await running()) ?? {};
    await actingAs(last(), ada)('DELETE', `/auth/keys/${key.id}`);
    await expect
      .poll(async () => (await ada.act('GET', `/jobs/${id}`)).body.status, { timeout: patienceMs })
      .toBe('cancelled');
    await answer;
  });

  it('ends a stream of a model too', async () => {
    const key = await keyOf();
    // Some seconds long: revoking the key takes a moment.
    talking.model.reply(() => ({ text: 'word '.repeat(2_000), chunks: 1_000, chunkDelayMs: 20 }));
    const client = new OpenAI({ baseURL: `${talking.gateway.url}/inference`, apiKey: key.key, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const stream = await client.chat.completions.create({ model: fake, messages, stream: true });
    let heard = 0;
    const listening = (async () => {
      for await (const _chunk of stream) {
        heard += 1;
        if (heard === 3) await actingAs(last(), ada)('DELETE', `/auth/keys/${key.id}`);
      }
    })();
    await expect(listening).rejects.toThrow();
    expect(heard).toBeLessThan(1_500);
  });

  describe('over a socket', () => {
    const open = ({ key }: TestKey) => openSocket(talking.gateway.url, { token: key });

    it('is shown in a header or as a subprotocol, and held to its scopes and workspace', async () => {
      talking.model.reply(() => 'Hello');
      const { url } = talking.gateway;
      const key = await keyOf({ scopes: ['chat'], agents: [ada.agentId] });
      for (const options of [
        { token: key.key },
        { protocols: ['bearer', key.key] },
        { headers: { 'x-api-key': key.key } },
      ]) {
        const client = await openSocket(url, options);
        client.send({ type: 'message', agentId: ada.agentId, message: 'Hello' });
        expect((await client.waitFor((frame) => frame.type === 'stream_done')).type).toBe('stream_done');
        client.close();
      }
      const client = await open(key);
      client.send({ type: 'message', agentId: await ada.newAgent(), message: 'Hello' });
      expect(await client.next()).toMatchObject({ type: 'error', code: 'agent_not_available' });
      client.close();
      const other = await newTalker(talking.gateway);
      for (const refused of [
        { token: (await keyOf({ scopes: ['agents'] })).key },
        { token: (await keyOf({ scopes: ['chat:read'] })).key },
        { token: key.key, headers: { 'x-workspace-id': other.workspaceId } },
        { token: key.key, path: `/ws?workspaceId=${other.workspaceId}` },
      ])
        expect((await refusedSocket(url, refused)).status).toBe(403);
      for (const refused of [{ token: `${key.key}x` }, { protocols: ['bearer', 'agw_x'] }])
        expect(await refusedSocket(url, refused)).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
    });

    it('closes with 4401 when it is revoked or changed on another node, or expires', async () => {
      const [revoked, changed] = [await keyOf(), await keyOf()];
      const expiring = await keyOf({ expiresAt: new Date(Date.now() + 1_500).toISOString() });
      const [first, second, third] = [await open(revoked), await open(changed), await open(expiring)];
      const bystander = await openSocket(talking.gateway.url, { token: ada.accessToken });
      const elsewhere = actingAs(last(), ada);
      await elsewhere('DELETE', `/auth/keys/${revoked.id}`);
      await elsewhere('PATCH', `/auth/keys/${changed.id}`, { scopes: ['agents'] });
      for (const { closed } of [first, second, third]) expect((await closed).code).toBe(4401);
      bystander.send({ type: 'ping' });
      expect(await bystander.next()).toEqual({ type: 'pong' });
      bystander.close();
      await sleep(500);
      expect((await refusedSocket(talking.gateway.url, { token: expiring.key })).body.code).toBe('key_expired');
    });

    it('closes with 4401 when its maker is removed', async () => {
      const bob = await newTalker(talking.gateway);
      const team = await newTeam(ada, { member: bob });
      const key = await newTestKey(talking.gateway, actingAs(talking.gateway, bob, team));
      const client = await open(key);
      await actingAs(last(), ada)('DELETE', `/workspaces/${team}/members/${bob.id}`);
      expect((await client.closed).code).toBe(4401);
    });

    it('counts each message as a request', async () => {
      talking.model.reply(() => 'Hello');
      // Opening it is the first.
      const client = await open(await keyOf({ requestsPerMinute: 2 }));
      client.send({ type: 'message', agentId: ada.agentId, message: 'Hello' });
      await client.waitFor((frame) => frame.type === 'stream_done');
      client.send({ type: 'message', agentId: ada.agentId, message: 'Hello' });
      expect(await client.waitFor((frame) => frame.type === 'error')).toMatchObject({ code: 'rate_limited' });
      client.close();
    });
  });
});
