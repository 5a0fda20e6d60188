import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from './harness/databases.ts';
import { isEnd, openStream } from './harness/event-stream-client.ts';
import { type FakeModel, type ModelRequest, startFakeModel } from './harness/fake-model.ts';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { contentsOf, eventually } from './harness/remembering.ts';
import { type Chat, newTalker, say, type Talker } from './harness/talking.ts';

/** `dear` costs a hundred times what `cheap` costs. `long` has a known window, and it is long. */
const prices = {
  'dear/fake': { input: 100, output: 1_000 },
  'cheap/fake': { input: 1, output: 10 },
  'golden/fake': { input: 10_000, output: 100_000 },
};
const usage = { promptTokens: 1_000, completionTokens: 100 };
const costOf = { dear: (1_000 * 100 + 100 * 1_000) * 1_000, cheap: (1_000 * 1 + 100 * 10) * 1_000 };
const isSummary = ({ body }: ModelRequest) => String(body.messages?.[0]?.content).startsWith('Summarise');
const isCapture = ({ body }: ModelRequest) => String(body.messages?.[0]?.content).startsWith('You extract lasting');
const connections = ['dear', 'cheap', 'golden', 'short', 'long', 'unpriced'] as const;
type Name = (typeof connections)[number];

describe.each(engines)('fallbacks on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;
  /** Which connections do not answer: by 404, which nothing cools down after. */
  let failing: readonly Name[] = [];

  const nameOf = ({ headers }: ModelRequest) => headers.authorization?.replace('Bearer key-of-', '') as Name;
  const asked = (of: (request: ModelRequest) => boolean = () => true) =>
    fake.requests.filter((request) => request.path.endsWith('/completions') && of(request)).map(nameOf);

  beforeAll(async () => {
    fake = await startFakeModel();
    const kinds: Partial<Record<Name, string>> = { short: 'openai', long: 'openai' };
    gateway = await startGateway(engine, {
      settings: {
        MODEL_CONNECTIONS: JSON.stringify(
          connections.map((name) => ({
            name,
            kind: kinds[name] ?? 'openai-compatible',
            baseUrl: fake.url,
            apiKey: `key-of-${name}`,
          })),
        ),
        MODEL_PRICES: JSON.stringify(prices),
        ASSUMED_CONTEXT_WINDOW: '2000',
        DEFAULT_MODEL: 'dear/fake',
        PERSON_BUDGET_USD: '5',
      },
    });
  });
  beforeEach(async () => {
    fake.reset();
    failing = [];
    fake.reply((request) => {
      if (failing.includes(nameOf(request))) return { status: 404 };
      if (isSummary(request)) return { text: 'SUMMARY', usage };
      if (isCapture(request))
        return { text: '{"facts":[{"content":"I keep bees.","field":null,"value":null}]}', usage };
      return { text: 'Fine.', usage };
    });
    ada = await newTalker(gateway, {
      agent: { provider: 'dear', model: 'fake', maxTokens: 100, fallbacks: ['cheap/fake'] },
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await fake.stop();
  });

  const ledger = async () =>
    (
      await gateway.gateway.database.all<{ provider: Name; cost_nano: number; n: number }>(
        'SELECT provider, cost_nano FROM usage_records WHERE user_id = $1 ORDER BY cost_nano DESC',
        [ada.id],
      )
    ).map(({ provider, cost_nano }) => [provider, Number(cost_nano)]);
  const setBudget = (monthlyBudgetUsd: number | null) =>
    ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { monthlyBudgetUsd });
  let surfaces = 0;
  const chat = (more: object = {}) =>
    ada.act<Chat & { code: string }>('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: 'Hello?',
      surface: `s${++surfaces}`,
      ...more,
    });
  const infer = () =>
    ada.act<{ model: string }>('POST', '/inference/chat/completions', {
      model: 'dear/fake',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Hello?' }],
    });

  describe('and the budget', () => {
    it('a candidate that does not fit is skipped, and the one that does is asked and paid', async () => {
      await setBudget(0.02);
      const { status, headers, text } = await chat();
      expect([status, headers.get('x-model')], text).toEqual([200, 'cheap/fake']);
      expect(asked()).toEqual(['cheap']);
      expect(await ledger()).toEqual([['cheap', costOf.cheap]]);
      const costs = await ada.act<{ budget: { spentUsd: number; reservedUsd: number } }>('GET', '/costs');
      expect(costs.body.budget).toMatchObject({ spentUsd: costOf.cheap / 1e9, reservedUsd: 0 });
    });

    it('none fits: 429 budget_exceeded, and nobody is asked', async () => {
      await setBudget(0.000_1);
      expect(await chat()).toMatchObject({ status: 429, body: { code: 'budget_exceeded' } });
      await ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { fallbacks: ['cheap/fake'] });
      expect((await infer()).status).toBe(429);
      expect([asked(), await ledger()]).toEqual([[], []]);
    });

    it('of the operator does not keep the offline assistant from answering', async () => {
      const golden = { provider: 'golden', model: 'fake' };
      const alone = await ada.newAgent({ ...golden, fallbacks: [] });
      expect(await chat({ agentId: alone })).toMatchObject({ status: 429, body: { code: 'budget_exceeded' } });
      const agentId = await ada.newAgent({ ...golden, fallbacks: ['local/offline'] });
      const { status, headers, text } = await chat({ agentId });
      expect([status, headers.get('x-model')], text).toEqual([200, 'local/offline']);
      expect(asked()).toEqual([]);
    });

    it('holds for the inference API too', async () => {
      await ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { fallbacks: ['cheap/fake'] });
      await setBudget(0.02);
      expect((await infer()).body.model).toBe('cheap/fake');
      expect([asked(), await ledger()]).toEqual([['cheap'], [['cheap', costOf.cheap]]]);
      const costs = await ada.act<{ budget: { spentUsd: number; reservedUsd: number } }>('GET', '/costs');
      expect(costs.body.budget).toMatchObject({ spentUsd: costOf.cheap / 1e9, reservedUsd: 0 });
    });

    it('is charged with what a failed attempt reported, and the reservation is raised by it', async () => {
      const events = [
        { choices: [], usage: { prompt_tokens: 500, completion_tokens: 0, total_tokens: 500 } },
        { error: { message: 'Overloaded.', code: 404 } },
      ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
      fake.script({ status: 200, rawBody: events.join('') });
      const { accessToken: token, agentId } = ada;
      const body = { agentId, message: 'Hello?', surface: 'reported' };
      const stream = await (await openStream(`${gateway.url}/agent/chat/stream`, { token, body })).all();
      expect(stream.find(isEnd)?.json).toMatchObject({
        type: 'stream_done',
        content: 'Fine.',
        model: 'cheap/fake',
        usage: { promptTokens: 1_500, completionTokens: 100 },
        costUsd: (500 * 100 * 1_000 + costOf.cheap) / 1e9,
      });
      expect(await ledger()).toEqual([
        ['dear', 500 * 100 * 1_000],
        ['cheap', costOf.cheap],
      ]);
    });
  });

  it('an answer that is too long for the first goes to the next only if its window is known to be longer', async () => {
    const tooLong = { status: 400, code: 'context_length_exceeded', message: 'Maximum context length exceeded.' };
    fake.reply((request) => (nameOf(request) === 'short' ? tooLong : { text: 'Read it all.', usage }));
    const short = { provider: 'short', model: 'gpt-4o' };
    const unknown = await ada.newAgent({ ...short, fallbacks: ['cheap/fake'] });
    expect((await chat({ agentId: unknown })).status).toBe(502);
    expect(asked()).toEqual(['short']);
    fake.requests.length = 0;
    const longer = await ada.newAgent({ ...short, fallbacks: ['cheap/fake', 'long/gpt-4.1'] });
    const answer = await chat({ agentId: longer });
    expect([answer.status, answer.headers.get('x-model')], answer.text).toEqual([200, 'long/gpt-4.1']);
    expect(asked()).toEqual(['short', 'long']);
  });

  it('serve summaries of long conversations', async () => {
    failing = ['dear'];
    const words = (tokens: number) => `${'abc '.repeat(tokens)}.`;
    for (let n = 0; n < 6; n += 1) await say(ada, words(400), { surface: 'grows' });
    expect(asked(isSummary).length).toBeGreaterThan(0);
    expect(new Set(asked(isSummary))).toEqual(new Set(['dear', 'cheap']));
    expect(new Set((await ledger()).map(([provider]) => provider))).toEqual(new Set(['cheap']));
  });

  it('serve what memory captures by a model', async () => {
    const { body } = await ada.act<{ id: string }>('POST', '/memory-profiles', {
      name: 'By model',
      autoCapture: 'model',
    });
    await ada.act('PUT', `/agents/${ada.agentId}`, { memoryProfileId: body.id });
    failing = ['dear'];
    await say(ada, 'As I may have told you, I have been keeping bees for a while now.', { surface: 'bees' });
    await expect.poll(() => contentsOf(ada), eventually).toEqual(['I keep bees.']);
    expect(asked(isCapture)).toEqual(['dear', 'cheap']);
    expect(await ledger()).toEqual([
      ['cheap', costOf.cheap],
      ['cheap', costOf.cheap],
    ]);
  });

  it('are asked if the connection of the agent’s own model is gone, and without any the turn says so', async () => {
    const path = `/workspaces/${ada.workspaceId}/providers`;
    const own = { name: 'ours', kind: 'openai-compatible', baseUrl: fake.url, apiKey: 'key-of-unpriced' };
    const { body } = await ada.act<{ id: string }>('POST', path, own);
    const model = { provider: 'ours', model: 'fake' };
    const agents = [await ada.newAgent({ ...model, fallbacks: ['cheap/fake'] }), await ada.newAgent(model)];
    expect((await ada.act('DELETE', `${path}/${body.id}`)).status).toBe(204);
    expect((await chat({ agentId: agents[0] })).headers.get('x-model')).toBe('cheap/fake');
    expect(await chat({ agentId: agents[1] })).toMatchObject({ status: 502, body: { code: 'model_error' } });
    expect(asked()).toEqual(['cheap']);
  });

  it('of the workspace are those of agents without their own, and an agent may want none', async () => {
    await ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { fallbacks: ['unpriced/fake'] });
    failing = ['dear'];
    const model = { provider: 'dear', model: 'fake' };
    const [inherits, wantsNone] = [await ada.newAgent(model), await ada.newAgent({ ...model, fallbacks: [] })];
    expect((await chat({ agentId: inherits })).headers.get('x-model')).toBe('unpriced/fake');
    expect((await chat()).headers.get('x-model')).toBe('cheap/fake');
    expect((await chat({ agentId: wantsNone })).status).toBe(502);
  });

  it('that the workspace forbids between two steps of a turn are not asked in the next', async () => {
    const agentId = await ada.newAgent({
      ...{ provider: 'dear', model: 'fake', tools: ['calculator'], fallbacks: ['cheap/fake', 'unpriced/fake'] },
    });
    fake.reply(async (request) => {
      if (request.body.messages?.some(({ role }) => role === 'tool'))
        return nameOf(request) === 'dear' ? { status: 404 } : { text: 'Forty-two.', usage };
      const restrictions = { allowedProviders: ['dear', 'unpriced'], allowedModels: null };
      const set = await ada.act('PUT', `/workspaces/${ada.workspaceId}/restrictions`, restrictions);
      expect(set.status).toBe(200);
      return { toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }], usage };
    });
    const { status, headers, text } = await chat({ agentId });
    expect([status, headers.get('x-model')], text).toEqual([200, 'unpriced/fake']);
    expect(asked()).toEqual(['dear', 'dear', 'unpriced']);
  });

  it('a turn ends between two steps if the workspace no longer uses the operator’s models', async () => {
    const agentId = await ada.newAgent({
      provider: 'dear',
      model: 'fake',
      tools: ['calculator'],
      fallbacks: ['cheap/fake'],
    });
    fake.reply(async () => {
      await ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { useOperatorModels: false });
      return { toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }], usage };
    });
    expect(await chat({ agentId })).toMatchObject({ status: 502, body: { code: 'model_error' } });
    expect(asked()).toEqual(['dear']);
  });

  it('a workspace’s own connection goes before the operator’s of the same name, with its own key', async () => {
    const path = `/workspaces/${ada.workspaceId}/providers`;
    const own = { name: 'dear', kind: 'openai-compatible', baseUrl: fake.url, apiKey: 'key-of-unpriced' };
    const made = await ada.act<{ id: string }>('POST', path, own);
    expect(made.status, made.text).toBe(201);
    expect((await chat()).headers.get('x-model')).toBe('dear/fake');
    expect(asked()).toEqual(['unpriced']);
    await ada.act('PATCH', `${path}/${made.body.id}`, { apiKey: 'key-of-cheap' });
    await chat();
    expect(asked()).toEqual(['unpriced', 'cheap']);
    expect((await ada.act('DELETE', `${path}/${made.body.id}`)).status).toBe(204);
    await chat();
    expect(asked()).toEqual(['unpriced', 'cheap', 'dear']);
  });
});
