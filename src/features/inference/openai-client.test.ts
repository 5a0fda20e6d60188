import OpenAI, {
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { ownPassword } from '../../../test/harness/people.ts';
import { newTalker, newTeam, patienceMs, type Talker } from '../../../test/harness/talking.ts';

const model = 'openai-compatible/fake-model';
const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

const selfReferring = {
  type: 'json_schema' as const,
  json_schema: { name: 'node', schema: { type: 'object', properties: { next: { $ref: '#/properties/next' } } } },
};

describe.each(engines)('the official OpenAI client, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;
  let client: OpenAI;

  const clientOf = (apiKey: string, more: object = {}) =>
    new OpenAI({ baseURL: `${gateway.url}/inference`, apiKey, maxRetries: 0, ...more });

  beforeAll(async () => {
    fake = await startFakeModel();
    gateway = await startGateway(engine, { settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url } });
    ada = await newTalker(gateway);
    client = clientOf(ada.accessToken);
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
  });

  const charged = () =>
    gateway.gateway.database.all<Record<string, unknown>>(
      'SELECT provider, model, agent_id, run_id, prompt_tokens, completion_tokens, estimated FROM usage_records WHERE workspace_id = $1 ORDER BY id',
      [ada.workspaceId],
    );

  it('lists the models and agents of the workspace', async () => {
    const listed = [];
    for await (const one of client.models.list()) listed.push(one.id);
    expect(listed).toContain('local/offline');
    expect(listed).toContain(`agent:${ada.agentId}`);
    expect(await client.models.retrieve('local/offline')).toMatchObject({ object: 'model', owned_by: 'local' });
    await expect(client.models.retrieve('local/other')).rejects.toBeInstanceOf(NotFoundError);
  });

  it('gets a whole answer, passes its settings on, and is charged', async () => {
    fake.script({ text: 'Four.', usage: { promptTokens: 20, completionTokens: 2, cachedTokens: 5 } });
    const before = (await charged()).length;
    const answer = await client.chat.completions.create({
      model,
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: '2 + 2?' }] },
      ],
      temperature: 0.5,
      max_completion_tokens: 99,
      stop: ['\n'],
      top_p: 0.9,
      seed: 7,
      response_format: { type: 'json_object' },
    });
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Four.' } }],
      usage: {
        prompt_tokens: 20,
        completion_tokens: 2,
        total_tokens: 22,
        prompt_tokens_details: { cached_tokens: 5 },
      },
    });
    expect(fake.requests[0]?.body).toMatchObject({
      model: 'fake-model',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: '2 + 2?' },
      ],
      temperature: 0.5,
      max_tokens: 99,
      stop: ['\n'],
      top_p: 0.9,
      seed: 7,
      response_format: { type: 'json_object' },
    });
    expect((await charged()).slice(before)).toEqual([
      expect.objectContaining({
        model: 'fake-model',
        agent_id: '',
        run_id: null,
        prompt_tokens: 15,
        completion_tokens: 2,
      }),
    ]);
  });

  it('streams, with the usage at the end when asked', async () => {
    fake.script({ text: 'One two three four.', chunks: 4 });
    const stream = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'Count' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('One two three four.');
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.filter(({ choices }) => choices[0]?.delta.content).length).toBeGreaterThan(1);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it('calls tools of its own, streamed and not', async () => {
    const call = { toolCalls: [{ id: 'call_a', name: 'get_weather', arguments: { city: 'Rome' } }] };
    fake.script(call, 'Sunny in Rome.', call);
    const question = { role: 'user' as const, content: 'Weather in Rome?' };
    const choice = { type: 'function' as const, function: { name: 'get_weather' } };
    const asked = await client.chat.completions.create({
      model,
      messages: [question],
      tools: [weather],
      tool_choice: choice,
    });
    const [first] = asked.choices;
    expect(first).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'get_weather' } }] },
    });
    expect(fake.requests[0]?.body).toMatchObject({ tools: [weather], tool_choice: choice });
    const answer = await client.chat.completions.create({
      model,
      messages: [
        question,
        first?.message as OpenAI.ChatCompletionMessage,
        { role: 'tool', tool_call_id: 'call_a', content: 'sunny' },
      ],
      tools: [weather],
    });
    expect(answer.choices[0]?.message.content).toBe('Sunny in Rome.');
    expect(fake.requests[1]?.body.messages?.at(-1)).toEqual({ role: 'tool', tool_call_id: 'call_a', content: 'sunny' });

    const runner = client.chat.completions.stream({ model, messages: [question], tools: [weather] });
    const whole = await runner.finalChatCompletion();
    expect(whole.choices[0]?.message.tool_calls?.[0]).toMatchObject({
      function: { name: 'get_weather', arguments: '{"city":"Rome"}' },
    });
  });

  it('aborts: the upstream call ends at once, and the part that arrived is charged', async () => {
    fake.script({ text: 'word '.repeat(200), chunks: 200, chunkDelayMs: 20 });
    const before = (await charged()).length;
    const stream = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'Talk' }],
      stream: true,
    });
    let heard = '';
    for await (const chunk of stream) {
      heard += chunk.choices[0]?.delta.content ?? '';
      if (heard.length > 20) break;
    }
    await fake.waitFor(({ aborted }) => aborted);
    await expect.poll(async () => (await charged()).slice(before)).toEqual([expect.objectContaining({ estimated: 1 })]);

    fake.script({ hang: true });
    const leave = new AbortController();
    const whole = client.chat.completions.create(
      { model, messages: [{ role: 'user', content: 'Whole' }] },
      { signal: leave.signal },
    );
    await fake.waitFor(({ body }) => JSON.stringify(body).includes('Whole'));
    leave.abort();
    await expect(whole).rejects.toBeInstanceOf(APIUserAbortError);
    await fake.waitFor(({ aborted, body }) => aborted && JSON.stringify(body).includes('Whole'));
    // Nothing arrived, but the prompt is charged.
    await expect.poll(async () => (await charged()).slice(before)).toHaveLength(2);
  });

  const ask = (more: object = {}, one = client) =>
    one.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }], ...more });

  it('is disconnected when its user is erased, and the prompt is charged to the workspace without a user', async () => {
    const bob = await newTalker(gateway);
    const team = await newTeam(ada, { member: bob });
    const erased = Promise.withResolvers<void>();
    fake.reply(async () => {
      await erased.promise;
      return 'Too late.';
    });
    const answer = clientOf(bob.accessToken, { defaultHeaders: { 'x-workspace-id': team } }).chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    const refused = expect(answer).rejects.toThrow('Connection error');
    await fake.waitFor(1, patienceMs);
    expect((await bob.act('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    erased.resolve();
    await refused;
    for (const table of ['usage_records', 'usage_days']) {
      const rows = () => gateway.gateway.database.all(`SELECT user_id FROM ${table} WHERE workspace_id = $1`, [team]);
      await expect.poll(rows, { timeout: patienceMs }).toEqual([{ user_id: expect.stringMatching(/^erased_/) }]);
    }
  });

  it('raises the matching error for each failure', async () => {
    await expect(ask({}, clientOf('wrong'))).rejects.toThrow(AuthenticationError);
    await expect(ask({}, clientOf('wrong'))).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
      type: 'authentication_error',
    });
    const elsewhere = clientOf(ada.accessToken, { defaultHeaders: { 'X-Workspace-ID': 'ws_other' } });
    await expect(ask({}, elsewhere)).rejects.toThrow(PermissionDeniedError);
    await expect(ask({ model: 'nothing' })).rejects.toThrow(NotFoundError);
    await expect(ask({ model: 'openai/gpt-6-luna' })).rejects.toMatchObject({ status: 404, param: 'model' });
    await expect(ask({ model: 'agent:agt_unknown' })).rejects.toThrow(NotFoundError);
    for (const [wrong, param] of [
      [{ messages: [] }, 'messages'],
      [{ temperature: 9 }, 'temperature'],
      [{ n: 2 }, 'n'],
      [{ logprobs: true }, 'logprobs'],
      [{ tool_choice: 'required' }, 'tool_choice'],
      [{ messages: [{ role: 'tool', tool_call_id: 'x', content: 'y' }] }, 'messages[0].tool_call_id'],
      [
        { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }] },
        'messages[0].content[0]',
      ],
      [{ model: `agent:${ada.agentId}`, response_format: selfReferring }, 'response_format.json_schema.schema'],
      [{ model: `agent:${ada.agentId}`, tools: [weather], tool_choice: 'required' }, 'tool_choice'],
    ] as const) {
      const failure = await ask(wrong).catch((error: unknown) => error);
      expect(failure, param).toBeInstanceOf(BadRequestError);
      expect(failure).toMatchObject({ code: 'validation_failed', type: 'invalid_request_error', param });
    }
    await expect(client.post('/nothing')).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('gets the provider’s message about the request, and about its own failure', async () => {
    fake.script({ status: 400, message: 'This schema is not valid.' });
    await expect(ask()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('schema is not valid') });
    fake.script({ status: 429, code: 'insufficient_quota' });
    await expect(ask()).rejects.toThrow(RateLimitError);
    fake.script({ status: 401 });
    await expect(ask()).rejects.toThrow(InternalServerError);
    fake.script({ status: 400, message: 'Streamed too.' });
    await expect(ask({ stream: true })).rejects.toThrow(BadRequestError);
    fake.script({ text: 'Half of it', chunks: 4, cut: { afterChunks: 2, by: 'error' } });
    const broken = await ask({ stream: true });
    const read = async () => {
      for await (const chunk of broken as unknown as AsyncIterable<unknown>) expect(chunk).toBeDefined();
    };
    await expect(read()).rejects.toMatchObject({ code: 'model_error' });
  });

  it('is refused a model that the workspace does not allow, and more than its budget', async () => {
    const bob = await newTalker(gateway);
    const his = clientOf(bob.accessToken);
    const path = `/workspaces/${bob.workspaceId}`;
    await bob.act('PUT', `${path}/restrictions`, { allowedProviders: ['local'], allowedModels: null });
    await expect(ask({}, his)).rejects.toMatchObject({ status: 403, code: 'model_not_allowed', param: 'model' });
    expect((await ask({ model: 'local/offline' }, his)).choices).toHaveLength(1);
    const listed = await his.models.list();
    expect(listed.data.every(({ id }) => id.startsWith('local/') || id.startsWith('agent:'))).toBe(true);

    await bob.act('PUT', `${path}/settings`, { monthlyBudgetUsd: 0 });
    await expect(ask({ model: 'local/offline' }, his)).rejects.toMatchObject({
      status: 429,
      code: 'budget_exceeded',
      type: 'insufficient_quota',
    });
  });

  it('embeds texts, as floats and as base64', async () => {
    const { data } = await client.models.list();
    const embedder = data.find(({ id }) => id.includes('sentence-encoder'))?.id ?? '';
    const input = ['The cat sat on the mat.', 'A kitten was sitting on a rug.', 'Interest rates rose again.'];
    const floats = await client.embeddings.create({ model: embedder, input, encoding_format: 'float' });
    // The client asks for base64 by itself and decodes it.
    const usual = await client.embeddings.create({ model: embedder, input });
    expect(usual.data.map(({ embedding }) => embedding.map((value) => value.toFixed(5)))).toEqual(
      floats.data.map(({ embedding }) => embedding.map((value) => value.toFixed(5))),
    );
    const near = (one = 0, other = 0) =>
      (floats.data[one]?.embedding ?? []).reduce(
        (sum, value, index) => sum + value * (floats.data[other]?.embedding[index] ?? 0),
        0,
      );
    expect(near(0, 1)).toBeGreaterThan(near(0, 2));
    expect(floats.usage.total_tokens).toBeGreaterThan(0);
    await expect(client.embeddings.create({ model, input: 'x' })).rejects.toThrow(NotFoundError);
  });
});
