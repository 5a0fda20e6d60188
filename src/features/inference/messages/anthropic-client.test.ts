import Anthropic, {
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines, newPlace } from '../../../../test/harness/databases.ts';
import { startFakeAnthropic } from '../../../../test/harness/fake-anthropic.ts';
import { type FakeModel, startFakeModel } from '../../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newTestKey } from '../../../../test/harness/keys.ts';
import { pictureOf } from '../../../../test/harness/pictures.ts';
import { newTalker, type Talker } from '../../../../test/harness/talking.ts';

const model = 'openai-compatible/fake-model';
const max_tokens = 1_024;
const weather: Anthropic.Tool = {
  name: 'get_weather',
  description: 'The weather of a city',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const ask = (content: Anthropic.MessageParam['content']): Anthropic.MessageParam[] => [{ role: 'user', content }];

describe.each(engines)('the official Anthropic client, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;
  let client: Anthropic;

  const clientOf = (credentials: { apiKey: string } | { authToken: string }, more: object = {}) =>
    new Anthropic({
      baseURL: `${gateway.url}/inference`,
      apiKey: null,
      authToken: null,
      maxRetries: 0,
      ...credentials,
      ...more,
    });

  beforeAll(async () => {
    fake = await startFakeModel();
    gateway = await startGateway(engine, { settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url } });
    ada = await newTalker(gateway, { agent: { provider: 'openai-compatible', model: 'fake-model' } });
    client = clientOf({ apiKey: (await newTestKey(gateway, ada.act)).key });
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
  });

  /** The requests for an answer; lists of models are asked for at any time. */
  const asked = () => fake.requests.filter(({ method }) => method === 'POST');
  /** The messages of a request to the model. */
  const shown = (request: number) => (asked()[request]?.body.messages ?? []) as { role: string }[];

  const failure = async (work: Promise<unknown>): Promise<APIError> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof APIError)) throw new Error(`No error of the client: ${String(error)}`);
    return error;
  };

  it('gets a whole answer with a personal key or an access token, and its settings reach the model', async () => {
    fake.script({ text: 'Four.', usage: { promptTokens: 20, completionTokens: 2, cachedTokens: 5 } }, 'Five.');
    const answer = await client.messages.create({
      model,
      max_tokens: 99,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] },
        { role: 'user', content: [{ type: 'text', text: '2 + 2?' }] },
      ],
      stop_sequences: ['\n'],
      metadata: { user_id: 'somebody' },
      ...{ temperature: 0.5, top_p: 0.9 },
    });
    expect(answer).toMatchObject({
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'Four.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 15, cache_read_input_tokens: 5, output_tokens: 2 },
    });
    expect(answer.id).toMatch(/^msg_/);
    expect(answer._request_id).toBeTruthy();
    expect(asked()[0]?.body).toMatchObject({
      model: 'fake-model',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi.' },
        { role: 'user', content: '2 + 2?' },
      ],
      temperature: 0.5,
      max_tokens: 99,
      stop: ['\n'],
      top_p: 0.9,
    });
    const bearer = clientOf({ authToken: ada.accessToken });
    const second = await bearer.messages.create({ model, max_tokens, messages: ask('And 3 + 2?') });
    expect(second.content).toEqual([{ type: 'text', text: 'Five.' }]);
    expect(
      await gateway.gateway.database.all('SELECT model FROM usage_records WHERE workspace_id = $1', [ada.workspaceId]),
    ).toHaveLength(2);
  });

  it('streams with the helper, whose final message is whole', async () => {
    fake.script({ text: 'One two three four.', chunks: 4, usage: { promptTokens: 7, completionTokens: 4 } });
    const heard: string[] = [];
    const types = new Set<string>();
    const stream = client.messages.stream({ model, max_tokens, messages: ask('Count') });
    stream.on('text', (delta) => heard.push(delta));
    stream.on('streamEvent', ({ type }) => types.add(type));
    const final = await stream.finalMessage();
    expect(heard.join('')).toBe('One two three four.');
    expect(heard.length).toBeGreaterThan(1);
    expect([...types]).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(final).toMatchObject({
      model,
      content: [{ type: 'text', text: 'One two three four.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 7, output_tokens: 4 },
    });
    expect(stream.request_id).toBeTruthy();
  });

  it.each([false, true])('runs a loop of tools, streamed: %s', async (streamed) => {
    fake.script(
      {
        text: 'Let me look.',
        toolCalls: [
          { id: 'call_1', name: 'get_weather', arguments: { city: 'Paris' } },
          { id: 'call_2', name: 'get_weather', arguments: { city: 'Oslo' } },
        ],
      },
      'Sunny, and snow.',
    );
    const send = (messages: Anthropic.MessageParam[]) => {
      const body = { model, max_tokens, messages, tools: [weather], tool_choice: { type: 'any' as const } };
      return streamed ? client.messages.stream(body).finalMessage() : client.messages.create(body);
    };
    const question = ask('Paris and Oslo?');
    const first = await send(question);
    expect(first.stop_reason).toBe('tool_use');
    expect(first.content).toMatchObject([
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Paris' } },
      { type: 'tool_use', id: 'call_2', name: 'get_weather', input: { city: 'Oslo' } },
    ]);
    const second = await send([
      ...question,
      { role: 'assistant', content: first.content },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: '21 degrees' },
          { type: 'tool_result', tool_use_id: 'call_2', content: [{ type: 'text', text: 'no data' }], is_error: true },
          { type: 'text', text: 'In one sentence.' },
        ],
      },
    ]);
    expect(second.content).toMatchObject([{ type: 'text', text: 'Sunny, and snow.' }]);
    expect(asked()[0]?.body).toMatchObject({
      tool_choice: 'required',
      tools: [{ type: 'function', function: { name: 'get_weather', parameters: weather.input_schema } }],
    });
    expect(shown(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
  });

  it('passes reasoning on as thinking, and takes it back', async () => {
    fake.script({ text: 'Yes.', reasoning: 'Let me see.' }, 'Sure.');
    const thinking = { type: 'enabled' as const, budget_tokens: 2_000 };
    const stream = client.messages.stream({ model, max_tokens: 4_000, thinking, messages: ask('Is it?') });
    const first = await stream.finalMessage();
    expect(first.content).toMatchObject([
      { type: 'thinking', thinking: 'Let me see.', signature: 'agw.reasoning_content' },
      { type: 'text', text: 'Yes.' },
    ]);
    await client.messages.create({
      model,
      max_tokens,
      thinking: { type: 'disabled' },
      messages: [...ask('Is it?'), { role: 'assistant', content: first.content }, ...ask('Really?')],
    });
    expect(asked()[0]?.body.reasoning_effort).toBe('low');
    expect(shown(1)[1]).toMatchObject({ reasoning_content: 'Let me see.' });
  });

  it('shows images and documents to the model, also those that a tool returns', async () => {
    const image: Anthropic.ImageBlockParam = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: pixel },
    };
    fake.script('A pixel.', 'Another.');
    const document: Anthropic.DocumentBlockParam = {
      type: 'document',
      title: 'Note',
      source: { type: 'text', media_type: 'text/plain', data: 'The sky is green.' },
    };
    await client.messages.create({
      model,
      max_tokens,
      messages: ask([image, document, { type: 'text', text: 'What is it?' }]),
    });
    expect(shown(0)[0]).toMatchObject({
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
        { type: 'text', text: 'Note\n\nThe sky is green.' },
        { type: 'text', text: 'What is it?' },
      ],
    });
    await client.messages.create({
      model,
      max_tokens,
      tools: [weather],
      messages: [
        ...ask('Look'),
        { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'get_weather', input: {} }] },
        ...ask([{ type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'Here:' }, image] }]),
      ],
    });
    expect(JSON.stringify(asked()[1]?.body)).toContain(`data:image/png;base64,${pixel}`);
  });

  it('hands Anthropic’s own signatures on and back, also to a node that did not see them', async () => {
    const anthropic = await startFakeAnthropic();
    const connection = { name: 'claude', kind: 'anthropic', apiKey: 'sk-ant', baseUrl: `${anthropic.origin}/v1` };
    const settings = { MODEL_CONNECTIONS: JSON.stringify([connection]) };
    const place = await newPlace(engine);
    const start = () => startGateway(engine, { settings, place });
    const calls = [{ id: 'toolu_1', name: 'get_weather', arguments: { city: 'Paris' } }];
    for (const streamed of [true, false]) {
      anthropic.script({ thinking: 'I look.', signature: 'Sig==', toolCalls: calls }, { text: 'Sunny.' });
      const send = async (messages: Anthropic.MessageParam[], talker?: Talker) => {
        const node = await start();
        const someone = talker ?? (await newTalker(node));
        const own = new Anthropic({ baseURL: `${node.url}/inference`, apiKey: null, authToken: someone.accessToken });
        const thinking = { type: 'enabled' as const, budget_tokens: 2_000 };
        const body = { model: 'claude/claude-sonnet-5-5', max_tokens: 4_000, thinking, tools: [weather], messages };
        const answer = await (streamed ? own.messages.stream(body).finalMessage() : own.messages.create(body));
        await node.stop();
        return { answer, someone };
      };
      const { answer: first, someone } = await send(ask('Paris?'));
      expect(first.content).toMatchObject([
        { type: 'thinking', thinking: 'I look.', signature: 'Sig==' },
        { type: 'tool_use', id: 'toolu_1', input: { city: 'Paris' } },
      ]);
      await send(
        [
          ...ask('Paris?'),
          { role: 'assistant', content: first.content },
          ...ask([{ type: 'tool_result', tool_use_id: 'toolu_1', content: '21 degrees' }]),
        ],
        someone,
      );
      const sent = anthropic.requests.at(-1)?.body.messages as Anthropic.MessageParam[] | undefined;
      expect(sent?.[1]?.content).toMatchObject([
        { type: 'thinking', thinking: 'I look.', signature: 'Sig==' },
        { type: 'tool_use', id: 'toolu_1' },
      ]);
    }
    await place.remove();
    await anthropic.stop();
  });

  it('sends pictures that are larger than other bodies', async () => {
    const large = pictureOf(1_200_000).toString('base64');
    fake.script('Noise.');
    const source = { type: 'base64' as const, media_type: 'image/png' as const, data: large };
    await client.messages.create({ model, max_tokens, messages: ask([{ type: 'image', source }]) });
    expect(JSON.stringify(asked()[0]?.body)).toContain(large.slice(-2_000));
  });

  it('counts tokens without asking the model', async () => {
    const short = await client.messages.countTokens({ model, messages: ask('Hello there') });
    const long = await client.messages.countTokens({
      model,
      system: 'Be brief. '.repeat(40),
      tools: [weather],
      messages: ask('Hello there'),
    });
    expect(short.input_tokens).toBeGreaterThan(0);
    expect(long.input_tokens).toBeGreaterThan(short.input_tokens + 100);
    const agent = await client.messages.countTokens({ model: `agent:${ada.agentId}`, messages: ask('Hello there') });
    expect(agent.input_tokens).toBe(short.input_tokens);
    expect(asked()).toHaveLength(0);
    for (const unknown of ['nobody/nothing', 'agent:agt_nobody'])
      expect(await failure(client.messages.countTokens({ model: unknown, messages: ask('Hi') }))).toBeInstanceOf(
        NotFoundError,
      );
  });

  it('raises its own errors, in its own shape', async () => {
    const create = (one: Anthropic, body: object = {}) =>
      failure(one.messages.create({ model, max_tokens, messages: ask('Hi'), ...body }));
    const wrongKey = await create(clientOf({ apiKey: 'agw_nothing' }));
    expect(wrongKey).toBeInstanceOf(AuthenticationError);
    expect(wrongKey.error).toMatchObject({
      type: 'error',
      error: { type: 'authentication_error', message: expect.any(String) },
      request_id: wrongKey.requestID,
    });
    expect(await create(clientOf({ apiKey: 'not-a-personal-key' }))).toBeInstanceOf(AuthenticationError);
    expect(await create(client, { model: 'nobody/nothing' })).toBeInstanceOf(NotFoundError);
    expect(await create(client, { model: 'agent:agt_nobody' })).toBeInstanceOf(NotFoundError);
    const scoped = await newTestKey(gateway, ada.act, { scopes: ['agents'] });
    const lacking = await create(clientOf({ apiKey: scoped.key }));
    expect(lacking).toBeInstanceOf(PermissionDeniedError);
    expect([lacking.type, lacking.errorCode]).toEqual(['permission_error', 'insufficient_scope']);

    fake.script({ status: 429, retryAfter: 7 }, { status: 500 }, { status: 400, message: 'No such thing.' });
    const limited = await create(client);
    expect(limited).toBeInstanceOf(RateLimitError);
    expect(limited.headers?.get('retry-after')).toBe('7');
    expect(await create(client)).toBeInstanceOf(InternalServerError);
    const refused = await create(client);
    expect(refused).toBeInstanceOf(BadRequestError);
    expect(refused.message).toContain('No such thing.');
  });

  it('is told which field is not possible', async () => {
    const refusals: [object, string][] = [
      [{ container: 'one' }, 'container'],
      [{ top_k: 5 }, 'top_k'],
      [{ mcp_servers: [{ type: 'url' }] }, 'mcp_servers'],
      [{ context_management: { edits: [] } }, 'context_management'],
      [{ tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, 'tools[0].type'],
      [{ tools: [{ ...weather, defer_loading: true }] }, 'tools[0].defer_loading'],
      [{ tool_choice: { type: 'tool', name: 'nothing' }, tools: [weather] }, 'tool_choice.name'],
      [{ messages: ask([{ type: 'search_result' } as never]) }, 'messages[0].content[0].type'],
      [{ messages: ask([{ type: 'tool_result', tool_use_id: 'x' }]) }, 'messages[0].content.tool_use_id'],
      [
        { messages: ask([{ type: 'image', source: { type: 'other' } } as never]) },
        'messages[0].content[0].source.type',
      ],
      [{ model: `agent:${ada.agentId}`, tools: [weather], tool_choice: { type: 'any' } }, 'tool_choice'],
      [{ model: `agent:${ada.agentId}`, stop_sequences: ['x'] }, 'stop_sequences'],
    ];
    for (const [fields, path] of refusals) {
      const error = await failure(client.messages.create({ model, max_tokens, messages: ask('Hi'), ...fields }));
      expect(error, path).toBeInstanceOf(BadRequestError);
      expect(error.apiMessage, path).toContain(`${path}: `);
    }
    expect(asked()).toHaveLength(0);
  });

  it('learns of a failure in the middle of a stream, and stops an answer by abort', async () => {
    fake.script({ text: 'One two three four.', chunks: 4, cut: { afterChunks: 2, by: 'error' } });
    const broken = client.messages.stream({ model, max_tokens, messages: ask('Count') });
    const error = await failure(broken.finalMessage());
    expect([error.status, error.type]).toEqual([undefined, 'api_error']);

    fake.script({ text: 'On and on and on and on.', chunks: 8, chunkDelayMs: 200 });
    const stream = client.messages.stream({ model, max_tokens, messages: ask('Go on') });
    stream.on('text', () => stream.abort());
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(APIUserAbortError);
    await fake.waitFor(({ aborted }) => aborted);
  });

  it('talks to an agent as a model: whole, streamed, in a session, with its history', async () => {
    const agent = `agent:${ada.agentId}`;
    fake.script('I am Ada.', 'Still Ada.', 'Third.');
    const whole = await client.messages.create({
      model: agent,
      max_tokens,
      system: 'Speak plainly.',
      messages: [...ask('Hello'), { role: 'assistant', content: 'Hi.' }, ...ask('Who are you?')],
    });
    expect(whole).toMatchObject({
      model: agent,
      content: [{ type: 'text', text: 'I am Ada.' }],
      stop_reason: 'end_turn',
    });
    expect(JSON.stringify(asked()[0]?.body.messages)).toMatch(/Speak plainly.*Hello.*Hi\..*Who are you/);
    const { body: job } = await ada.act<{ status: string; kind: string }>('GET', `/jobs/${whole.id}`);
    expect(job).toMatchObject({ status: 'completed' });

    const named = clientOf({ authToken: ada.accessToken }, { defaultHeaders: { 'x-session-id': 'notes' } });
    const text = await named.messages.stream({ model: agent, max_tokens, messages: ask('Second') }).finalText();
    expect(text).toBe('Still Ada.');
    await named.messages.create({ model: agent, max_tokens, messages: ask('Go on') });
    expect(JSON.stringify(asked().at(-1)?.body.messages)).toMatch(/Second.*Still Ada.*Go on/);
  });

  it.each([false, true])('brings tools to an agent, which waits for their results; streamed: %s', async (streamed) => {
    fake.script(
      { text: 'Let me look.', toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: { city: 'Paris' } }] },
      'Sunny.',
    );
    const send = (messages: Anthropic.MessageParam[]) => {
      const body = { model: `agent:${ada.agentId}`, max_tokens, messages, tools: [weather] };
      return streamed ? client.messages.stream(body).finalMessage() : client.messages.create(body);
    };
    const first = await send(ask('Paris?'));
    expect(first.stop_reason).toBe('tool_use');
    const call = first.content.find((block) => block.type === 'tool_use');
    expect(call).toMatchObject({ name: 'get_weather', input: { city: 'Paris' } });
    const second = await send([
      ...ask('Paris?'),
      { role: 'assistant', content: first.content },
      ...ask([{ type: 'tool_result', tool_use_id: call?.id ?? '', content: '21 degrees' }]),
    ]);
    expect(second).toMatchObject({
      id: first.id,
      content: [{ type: 'text', text: 'Sunny.' }],
      stop_reason: 'end_turn',
    });
    expect(JSON.stringify(asked().at(-1)?.body.messages)).toContain('21 degrees');
  });

  it('is told of budgets, restrictions and approvals, which it does not retry', async () => {
    const retrying = (talker: Talker, workspaceId: string) =>
      clientOf({ authToken: talker.accessToken }, { maxRetries: 2, defaultHeaders: { 'x-workspace-id': workspaceId } });
    const owner = await newTalker(gateway);
    const path = `/workspaces/${owner.workspaceId}`;
    const refused = () =>
      failure(retrying(owner, owner.workspaceId).messages.create({ model, max_tokens, messages: ask('Hi') }));
    await owner.act('PUT', `${path}/restrictions`, { allowedProviders: ['local'], allowedModels: null });
    expect(await refused()).toBeInstanceOf(PermissionDeniedError);
    await owner.act('PUT', `${path}/restrictions`, { allowedProviders: null, allowedModels: null });
    await owner.act('PUT', `${path}/settings`, { monthlyBudgetUsd: 0 });
    const broke = await refused();
    expect(broke).toBeInstanceOf(RateLimitError);
    expect([broke.type, broke.errorCode]).toEqual(['billing_error', 'budget_exceeded']);
    expect(asked()).toHaveLength(0);

    const careful = await newTalker(gateway, {
      agent: {
        provider: 'openai-compatible',
        model: 'fake-model',
        tools: ['calculator'],
        approvals: ['calculator'],
      },
    });
    fake.script({ toolCalls: [{ id: 'call_1', name: 'calculator', arguments: { expression: '1+1' } }] });
    const waits = await failure(
      retrying(careful, careful.workspaceId).messages.create({
        model: `agent:${careful.agentId}`,
        max_tokens,
        messages: ask('1+1?'),
      }),
    );
    expect(waits).toBeInstanceOf(ConflictError);
    expect(waits.details).toMatchObject({ error_code: 'conflict', runId: expect.any(String) });
    expect(asked()).toHaveLength(1);
  });
});
