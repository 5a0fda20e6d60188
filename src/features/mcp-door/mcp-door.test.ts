import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endOf, fetching, jobOf, newAsker, pendingOf, resolve } from '../../../test/harness/approvals.ts';
import { engines } from '../../../test/harness/databases.ts';
import { newTestKey } from '../../../test/harness/keys.ts';
import { eras, openMcp, textOf } from '../../../test/harness/mcp-client.ts';
import { newTalker, patienceMs, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';

type Jobs = { data: { id: string; kind: string; status: string; sessionId: string; agentId: string }[] };

describe.each(engines)('the door for MCP clients, on %s', (engine) => {
  let talking: Talking;
  let world: Receiver;
  let ada: Talker;
  let urls: string[];

  beforeAll(async () => {
    [talking, world] = await Promise.all([
      startTalking(engine, {
        nodes: engine === 'postgres' ? 2 : 1,
        settings: { RATE_LIMIT_USER: '100000', OIDC_PROVIDERS: providers },
      }),
      startReceiver(),
    ]);
    urls = talking.gateways.map(({ url }) => url);
    ada = await newTalker(talking.gateway, { agent: { description: 'Knows arithmetic.', tools: ['calculator'] } });
  });
  afterAll(async () => {
    await talking?.stop();
    await world?.stop();
  });
  afterEach(() => {
    talking.model.reset();
    world.reset();
  });

  const jobsOf = async ({ act }: Pick<Talker, 'act'>) => (await act<Jobs>('GET', '/jobs?kind=mcp')).body.data;
  const runIdOf = ({ _meta }: { _meta?: Record<string, unknown> | undefined }) =>
    String(_meta?.['agent-gateway/runId']);
  const post = (body: object, headers: Record<string, string> = {}, token = ada.accessToken) =>
    talking.gateway.call('POST', '/mcp', { token, body: { jsonrpc: '2.0', ...body }, headers });

  describe.each(eras)('in revision %s', (era) => {
    const connect = (talker: Talker, more: Partial<Parameters<typeof openMcp>[1]> = {}) =>
      openMcp(urls, { token: talker.accessToken, era, ...more });

    it('lists agents and tools as tools, and skills as prompts', async () => {
      const client = await connect(ada);
      expect(client.getServerVersion()).toMatchObject({ name: 'agent-gateway' });
      const { tools } = await client.listTools();
      const agent = tools.find(({ name }) => name === ada.agentId);
      expect(agent).toMatchObject({ title: 'Ada', inputSchema: { required: ['message'] } });
      expect(agent?.description).toContain('Knows arithmetic.');
      const names = tools.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['calculator', 'memory_search']));
      expect(names).not.toContain('handoff');
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toContain('data-math');
      const prompt = await client.getPrompt({ name: 'data-math' });
      const skill = await ada.act<{ promptContext: string }>('GET', '/skills/data-math');
      expect(prompt.messages).toEqual([{ role: 'user', content: { type: 'text', text: skill.body.promptContext } }]);
      await expect(client.getPrompt({ name: 'nonsense' })).rejects.toMatchObject({ code: -32_602 });
      await client.close();
    });

    it('runs an agent as an ordinary run, and goes on with its conversation', async () => {
      const client = await connect(ada);
      talking.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '17 * 23' } }] }, 'It is 391.');
      const seen: string[] = [];
      const answer = await client.callTool(
        { name: ada.agentId, arguments: { message: '17 * 23?' } },
        { onprogress: ({ message }) => void seen.push(message ?? '') },
      );
      expect(textOf(answer)).toBe('It is 391.');
      expect(answer.isError ?? false).toBe(false);
      expect(seen).toContain('Uses calculator.');
      const run = await jobOf(ada, runIdOf(answer));
      expect(run).toMatchObject({ kind: 'mcp', status: 'completed', content: 'It is 391.', toolCallCount: 1 });
      expect((await ada.act('GET', `/traces/${runIdOf(answer).replace('run_', 'trc_')}`)).status).toBe(200);

      const more = await client.callTool({
        name: ada.agentId,
        arguments: { message: 'And again?', sessionId: run.sessionId },
      });
      expect((await jobOf(ada, runIdOf(more))).sessionId).toBe(run.sessionId);
      expect(JSON.stringify(talking.model.requests.at(-1)?.body.messages)).toContain('17 * 23?');
      const other = await client.callTool({ name: ada.agentId, arguments: { message: 'Hello' } });
      expect((await jobOf(ada, runIdOf(other))).sessionId).not.toBe(run.sessionId);
      await client.close();
    });

    it('runs the tools of the workspace, and says what is wrong as a result', async () => {
      const client = await connect(ada);
      const sum = await client.callTool({ name: 'calculator', arguments: { expression: '6*7' } });
      expect(JSON.parse(textOf(sum))).toMatchObject({ result: 42 });
      const wrong = await client.callTool({ name: 'calculator', arguments: {} });
      expect(wrong.isError).toBe(true);
      expect(textOf(wrong)).toContain('expression');
      const found = await client.callTool({ name: 'memory_search', arguments: { query: 'coffee' } });
      expect(JSON.parse(textOf(found))).toMatchObject({ data: [] });
      for (const name of ['nonsense', 'handoff', 'agt_01jd3v9k4m8q2w5x7y0z1a2b3c'])
        await expect(client.callTool({ name, arguments: { message: 'Hello' } }), name).rejects.toMatchObject({
          code: -32_602,
        });
      const empty = await client.callTool({ name: ada.agentId, arguments: {} });
      expect([empty.isError, textOf(empty)]).toEqual([true, expect.stringContaining('message')]);
      await client.close();
    });

    it('tells of a failed model by a result with its code', async () => {
      const client = await connect(ada);
      talking.model.script({ status: 400, message: 'No such model' });
      const answer = await client.callTool({ name: ada.agentId, arguments: { message: 'Hello' } });
      expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringContaining('(model_error)')]);
      expect((await jobOf(ada, runIdOf(answer))).status).toBe('failed');
      await client.close();
    });

    it('cancels the run when the client cancels the call', async () => {
      const bob = await newTalker(talking.gateway);
      const client = await connect(bob);
      talking.model.script({ hang: true });
      const cancel = new AbortController();
      const call = client.callTool({ name: bob.agentId, arguments: { message: 'Hello' } }, { signal: cancel.signal });
      call.catch(() => undefined);
      await expect.poll(async () => (await jobsOf(bob))[0]?.status, { timeout: patienceMs }).toBe('running');
      await expect.poll(() => talking.model.requests.length, { timeout: patienceMs }).toBe(1);
      cancel.abort();
      await expect(call).rejects.toThrow();
      await expect.poll(async () => (await jobsOf(bob))[0]?.status, { timeout: patienceMs }).toBe('cancelled');
      await client.close();
    });

    it('asks the person by the client’s form; what is accepted runs once, and what is declined never', async () => {
      const asker = await newAsker(talking);
      const asked: string[] = [];
      for (const action of ['accept', 'decline'] as const) {
        world.reset();
        const client = await connect(asker, {
          elicit: (message) => {
            asked.push(message);
            return { action, ...(action === 'accept' && { content: {} }) };
          },
        });
        talking.model.script({ toolCalls: [fetching(world, '/once')] }, `After ${action}.`);
        const answer = await client.callTool({ name: asker.agentId, arguments: { message: 'Fetch it' } });
        expect(textOf(answer)).toBe(`After ${action}.`);
        expect(world.records.length).toBe(action === 'accept' ? 1 : 0);
        expect(asked.at(-1)).toContain('http_fetch');
        await client.close();
      }
      expect(asked.length).toBe(2);
    });

    it('says who must approve where if the client cannot ask, the form is closed, or the key may not decide', async () => {
      const asker = await newAsker(talking);
      const key = await newTestKey(talking.gateway, asker.act);
      const ways: [string, Partial<Parameters<typeof openMcp>[1]>][] = [
        ['cannot ask', {}],
        ['closed', { elicit: () => ({ action: 'cancel' }) }],
        ['may not decide', { token: key.key, elicit: () => ({ action: 'accept', content: {} }) }],
      ];
      for (const [way, more] of ways) {
        const client = await connect(asker, more);
        talking.model.script({ toolCalls: [fetching(world)] }, 'Fetched.');
        const answer = await client.callTool({ name: asker.agentId, arguments: { message: 'Fetch it' } });
        const [approval] = await pendingOf(asker, 1);
        expect(textOf(answer), way).toContain(`/approvals/${approval?.id}/resolve`);
        expect(textOf(answer), way).toContain('owner or admin');
        expect(world.records, way).toEqual([]);
        expect((await resolve(asker, approval?.id ?? '', 'deny')).status).toBe(200);
        expect((await endOf(asker, runIdOf(answer))).status).toBe('completed');
        await client.close();
      }
    });
  });

  it('gives each of 200 clients with the same ids its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const secret = `secret-${index}-${Math.random().toString(36).slice(2)}`;
        const client = await openMcp(urls, { token: ada.accessToken, era: eras[index % 2] ?? '2025-11-25' });
        const echoed = await client.callTool(
          { name: ada.agentId, arguments: { message: secret } },
          { timeout: 120_000 },
        );
        await client.close();
        return { secret, said: textOf(echoed) };
      }),
    );
    const secrets = answers.map(({ secret }) => secret);
    for (const { secret, said } of answers) {
      expect(secrets.filter((one) => said.includes(one))).toEqual([secret]);
    }
  }, 180_000);

  it('does not cancel the call of another session or person that has the same id', async () => {
    const bob = await newTalker(talking.gateway);
    const client = await openMcp(urls, { token: bob.accessToken, era: '2025-11-25' });
    talking.model.script({ text: 'Still here.', delayMs: 1_500 });
    const call = client.callTool({ name: bob.agentId, arguments: { message: 'Hello' } });
    await expect.poll(() => talking.model.requests.length, { timeout: patienceMs }).toBe(1);
    for (let requestId = 0; requestId < 5; requestId += 1) {
      const cancelled = { method: 'notifications/cancelled', params: { requestId } };
      expect((await post(cancelled, { 'mcp-session-id': 'another' }, bob.accessToken)).status).toBe(202);
      expect((await post(cancelled, {}, bob.accessToken)).status).toBe(202);
      expect((await post(cancelled)).status).toBe(202);
    }
    expect(textOf(await call)).toBe('Still here.');
    await client.close();
  });

  it('does not hold up a stop of its node with a form that nobody answers', async () => {
    const own = await startTalking(engine);
    const asker = await newAsker(own);
    const client = await openMcp([own.gateway.url], {
      token: asker.accessToken,
      era: '2025-11-25',
      elicit: () => new Promise(() => undefined),
    });
    own.model.script({ toolCalls: [fetching(world)] });
    const call = client.callTool({ name: asker.agentId, arguments: { message: 'Fetch it' } });
    call.catch(() => undefined);
    await pendingOf(asker, 1);
    const began = performance.now();
    await own.gateway.gateway.stop();
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(textOf(await call)).toContain('(unavailable)');
    await own.stop();
  });

  it('offers a key what the key may use', async () => {
    const eve = await newTalker(talking.gateway);
    const second = await eve.newAgent({ name: 'Second' });
    const namesFor = async (limits: object) => {
      const { key } = await newTestKey(talking.gateway, eve.act, limits);
      const client = await openMcp(urls, { token: key });
      const { tools } = await client.listTools();
      const refused = await client.callTool({ name: 'calculator', arguments: { expression: '1' } }).catch(String);
      await client.close();
      return { names: tools.map(({ name }) => name), refused };
    };
    const chatting = await namesFor({ scopes: ['chat'], agents: [second] });
    expect(chatting.names).toEqual([second]);
    expect(chatting.refused).toContain('no tool calculator');
    expect((await namesFor({ scopes: ['chat', 'memory:read'] })).names.sort()).toEqual(
      [eve.agentId, second, 'memory_search'].sort(),
    );
    expect((await namesFor({ scopes: ['chat', 'tools'] })).names).toContain('calculator');
    const { key } = await newTestKey(talking.gateway, eve.act, { scopes: ['tools'] });
    expect((await post({ id: 1, method: 'tools/list' }, {}, key)).status).toBe(403);
  });

  it('searches the documents of the workspace, and those of no other', async () => {
    const [owner, stranger] = [await newTalker(talking.gateway), await newTalker(talking.gateway)];
    const collection = await owner.act<{ id: string }>('POST', '/knowledge', { name: 'Handbook' });
    const text = 'Everyone has thirty days of holiday each year.';
    await owner.act('POST', `/knowledge/${collection.body.id}/documents`, { text, title: 'House rules' });
    const question = { name: 'knowledge_search', arguments: { query: 'How many days of holiday?' } };
    const foundBy = async ({ accessToken }: { accessToken: string }) => {
      const client = await openMcp(urls, { token: accessToken });
      const answer = textOf(await client.callTool(question));
      await client.close();
      return answer;
    };
    await expect.poll(() => foundBy(owner)).toContain(text);
    expect(await foundBy(stranger)).not.toContain('holiday');
    const { key } = await newTestKey(talking.gateway, owner.act, { scopes: ['chat', 'memory:read'] });
    const limited = await openMcp(urls, { token: key });
    await expect(limited.callTool(question)).rejects.toMatchObject({ code: -32_602 });
    await limited.close();
  });

  it('lets nobody decide an approval of another by the id of an answer', async () => {
    const [asker, stranger] = [await newAsker(talking), await newTalker(talking.gateway)];
    const client = await openMcp(urls, { token: asker.accessToken });
    talking.model.script({ toolCalls: [fetching(world)] }, 'Fetched.');
    await client.callTool({ name: asker.agentId, arguments: { message: 'Fetch it' } });
    const [approval] = await pendingOf(asker, 1);
    const answer = { id: approval?.id, result: { action: 'accept', content: {} } };
    expect((await post(answer, {}, stranger.accessToken)).status).toBe(404);
    const { key } = await newTestKey(talking.gateway, asker.act);
    expect((await post(answer, {}, key)).status).toBe(403);
    expect((await pendingOf(asker, 1)).map(({ id }) => id)).toEqual([approval?.id]);
    expect(world.records).toEqual([]);
    await client.close();
  });

  it('refuses without credentials and names the metadata, which names the identity providers', async () => {
    const refused = await talking.gateway.call('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'unauthenticated' } } });
    const challenge = refused.headers.get('www-authenticate') ?? '';
    const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    for (const path of [new URL(address).pathname, '/.well-known/oauth-protected-resource']) {
      const { status, body } = await talking.gateway.call('GET', path);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        resource: address.replace('/.well-known/oauth-protected-resource', ''),
        authorization_servers: ['https://login.example.com'],
      });
    }
    const elsewhere = await talking.gateway.call('POST', '/agent/chat', { body: {} });
    expect(elsewhere.headers.get('www-authenticate')).not.toContain('resource_metadata');
  });

  it('has no stream of its own and no sessions to delete, and refuses the rest by name', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await talking.gateway.call(method, '/mcp', { token: ada.accessToken });
      expect([status, headers.get('allow')], method).toEqual([405, 'POST']);
    }
    expect((await post({ id: 7, method: 'subscriptions/listen' })).body).toMatchObject({
      id: 7,
      error: { code: -32_601 },
    });
    const origin = { origin: 'https://evil.example.com' };
    expect((await post({ id: 1, method: 'ping' }, origin)).status).toBe(403);
  });
});

const providers = JSON.stringify([
  { id: 'work', name: 'Work', issuer: 'https://login.example.com', clientId: 'gateway', clientSecret: 'secret' },
]);
