import { readFile } from 'node:fs/promises';
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newTalker, newTeam, type Talker } from '../../../../test/harness/talking.ts';

type Create = OpenAI.Responses.ResponseCreateParamsNonStreaming;
const model = 'openai-compatible/fake-model';
const weather = {
  type: 'function' as const,
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  strict: null,
};
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.each(engines)('the official OpenAI client’s responses, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;
  let client: OpenAI;

  const clientOf = (apiKey: string, more: object = {}) =>
    new OpenAI({ baseURL: `${gateway.url}/inference`, apiKey, maxRetries: 0, ...more });
  /** Without retries, in either way. */
  const failureOf = (asked: Promise<unknown>) => asked.then(() => undefined).catch((error: unknown) => error);

  beforeAll(async () => {
    fake = await startFakeModel();
    gateway = await startGateway(engine, { settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url } });
    ada = await newTalker(gateway, {
      agent: { provider: 'openai-compatible', model: 'fake-model', systemPrompt: 'You are Ada.' },
    });
    client = clientOf(ada.accessToken);
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
  });

  const lastAsked = () => fake.requests.at(-1)?.body;

  it('gets a whole response, passes its settings on, and is charged', async () => {
    fake.script({ text: 'Four.', usage: { promptTokens: 20, completionTokens: 2, cachedTokens: 5 } });
    const answer = await client.responses.create({
      model,
      instructions: 'Be brief.',
      input: '2 + 2?',
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 99,
      metadata: { topic: 'sums' },
      reasoning: { effort: 'low' },
    });
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: 'response',
      status: 'completed',
      model,
      output_text: 'Four.',
      instructions: 'Be brief.',
      metadata: { topic: 'sums' },
      store: true,
      error: null,
      usage: {
        input_tokens: 20,
        input_tokens_details: { cached_tokens: 5 },
        output_tokens: 2,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 22,
      },
    });
    expect(lastAsked()).toMatchObject({
      model: 'fake-model',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: '2 + 2?' },
      ],
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 99,
      reasoning_effort: 'low',
    });
    const charged = await gateway.gateway.database.all(
      'SELECT model, run_id, prompt_tokens, completion_tokens FROM usage_records WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1',
      [ada.workspaceId],
    );
    expect(charged).toEqual([{ model: 'fake-model', run_id: null, prompt_tokens: 15, completion_tokens: 2 }]);
  });

  it('streams the events of the protocol, numbered and in order', async () => {
    fake.script({ text: 'One two three four.', chunks: 4 });
    const stream = await client.responses.create({ model, input: 'Count', stream: true });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
    const types = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const last = events.at(-1);
    if (last?.type !== 'response.completed') throw new Error('not completed');
    expect(last.response.output).toMatchObject([
      { type: 'message', role: 'assistant', status: 'completed', content: [{ text: 'One two three four.' }] },
    ]);
    expect(last.response.usage?.total_tokens).toBeGreaterThan(0);

    fake.script({ text: 'Again.', chunks: 2 });
    const whole = await client.responses.stream({ model, input: 'Again?' }).finalResponse();
    expect(whole.output_text).toBe('Again.');
    expect((await client.responses.retrieve(whole.id)).output_text).toBe('Again.');
  });

  it('calls tools of its own, streamed and not, and sends their results', async () => {
    const call = { toolCalls: [{ id: 'call_a', name: 'get_weather', arguments: { city: 'Rome' } }] };
    fake.script(call, 'Sunny in Rome.', call);
    const asked = await client.responses.create({
      model,
      input: 'Weather in Rome?',
      tools: [weather],
      tool_choice: { type: 'function', name: 'get_weather' },
    });
    expect(asked.output).toMatchObject([
      { type: 'function_call', call_id: 'call_a', name: 'get_weather', arguments: '{"city":"Rome"}' },
    ]);
    expect(lastAsked()).toMatchObject({
      tools: [{ type: 'function', function: { name: 'get_weather' } }],
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
    });
    const result = { type: 'function_call_output' as const, call_id: 'call_a', output: 'sunny' };
    const answer = await client.responses.create({
      model,
      previous_response_id: asked.id,
      input: [result],
      tools: [weather],
    });
    expect(answer.output_text).toBe('Sunny in Rome.');
    expect(answer.previous_response_id).toBe(asked.id);
    const messages = [
      { role: 'user', content: 'Weather in Rome?' },
      { role: 'assistant', tool_calls: [{ id: 'call_a', function: { name: 'get_weather' } }] },
      { role: 'tool', tool_call_id: 'call_a', content: 'sunny' },
    ];
    expect(lastAsked()).toMatchObject({ messages });

    const stream = client.responses.stream({ model, input: 'Weather in Rome?', tools: [weather], store: false });
    const types = new Set<string>();
    for await (const { type } of stream) types.add(type);
    expect([...types]).toEqual(
      expect.arrayContaining(['response.function_call_arguments.delta', 'response.function_call_arguments.done']),
    );
    const [item] = (await stream.finalResponse()).output;
    // Sent back as it came: the client keeps the conversation.
    await client.responses.create({
      model,
      input: [{ role: 'user', content: 'Weather in Rome?' }, item as OpenAI.Responses.ResponseFunctionToolCall, result],
      store: false,
    });
    expect(lastAsked()).toMatchObject({ messages });
  });

  it('gets what its schema asks for', async () => {
    fake.script('{"city":"Rome"}', '{"any":1}');
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    };
    const format = { type: 'json_schema' as const, name: 'place', schema, strict: true };
    const answer = await client.responses.parse({ model, input: 'Where?', text: { format } });
    expect(answer.output_text).toBe('{"city":"Rome"}');
    expect(lastAsked()).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'place', schema, strict: true } },
    });
    await client.responses.create({ model, input: 'JSON!', text: { format: { type: 'json_object' } } });
    expect(lastAsked()).toMatchObject({ response_format: { type: 'json_object' } });
  });

  it('sees the model’s reasoning, and gives it back', async () => {
    fake.script({ text: 'Yes.', reasoning: 'Let me think.' }, 'Sure.');
    const first = await client.responses.create({ model, input: 'Really?' });
    expect(first.output).toMatchObject([
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Let me think.' }] },
      { type: 'message' },
    ]);
    await client.responses.create({ model, input: 'Sure?', previous_response_id: first.id });
    expect(lastAsked()).toMatchObject({
      messages: [
        { role: 'user', content: 'Really?' },
        { role: 'assistant', content: 'Yes.', reasoning_content: 'Let me think.' },
        { role: 'user', content: 'Sure?' },
      ],
    });
  });

  it('says why an answer is not whole', async () => {
    fake.script({ text: 'Once upon', finishReason: 'length' });
    const answer = await client.responses.create({ model, input: 'A story' });
    expect(answer).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
  });

  it('stores responses until they are deleted, unless it is told not to', async () => {
    const first = await client.responses.create({ model, input: 'My cat is called Tom.', instructions: 'Be kind.' });
    const second = await client.responses.create({ model, input: 'And I am Grace.', previous_response_id: first.id });
    const third = await client.responses.create({ model, input: 'Who are we?', previous_response_id: second.id });
    const said = lastAsked()?.messages?.map(({ role, content }) => `${role}: ${content}`);
    // Instructions are not carried over.
    expect(said).toEqual([
      'user: My cat is called Tom.',
      'assistant: Echo: My cat is called Tom.',
      'user: And I am Grace.',
      'assistant: Echo: And I am Grace.',
      'user: Who are we?',
    ]);
    expect(await client.responses.retrieve(third.id)).toEqual(third);
    await client.responses.delete(first.id);
    await expect(client.responses.retrieve(first.id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(client.responses.delete(first.id)).rejects.toBeInstanceOf(NotFoundError);
    const orphan = await failureOf(client.responses.create({ model, input: 'And?', previous_response_id: third.id }));
    expect(orphan).toBeInstanceOf(NotFoundError);
    expect(orphan).toMatchObject({ param: 'previous_response_id', message: expect.stringContaining(first.id) });
    const unstored = await client.responses.create({ model, input: 'Forget this.', store: false });
    await expect(client.responses.retrieve(unstored.id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(client.responses.retrieve(third.id, { include: ['file_search_call.results'] })).rejects.toThrow(
      BadRequestError,
    );
  });

  it('reads and continues nobody else’s responses, not even in one workspace', async () => {
    const { id } = await client.responses.create({ model, input: 'A secret.' });
    const item = (await client.responses.retrieve(id)).output[0]?.id ?? '';
    const bob = await newTalker(gateway);
    const team = await newTeam(ada, { member: bob });
    const ours = clientOf(ada.accessToken, { defaultHeaders: { 'x-workspace-id': team } });
    const mine = await ours.responses.create({ model: 'local/offline', input: 'Ours.' });
    const his = clientOf(bob.accessToken, { defaultHeaders: { 'x-workspace-id': team } });
    for (const [other, theirs] of [
      [clientOf(bob.accessToken), id],
      [his, mine.id],
      [ours, id],
    ] as const) {
      await expect(other.responses.retrieve(theirs)).rejects.toBeInstanceOf(NotFoundError);
      await expect(other.responses.delete(theirs)).rejects.toBeInstanceOf(NotFoundError);
      const continued = { model: 'local/offline', input: 'Go on', previous_response_id: theirs };
      await expect(other.responses.create(continued)).rejects.toBeInstanceOf(NotFoundError);
    }
    const named = { type: 'item_reference' as const, id: item };
    const input = [named, { role: 'user' as const, content: 'Repeat that.' }];
    await expect(ours.responses.create({ model, input })).rejects.toMatchObject({ status: 404, param: 'input[0].id' });
    await client.responses.create({ model, input });
    expect(lastAsked()?.messages?.[0]).toMatchObject({ role: 'assistant', content: 'Echo: A secret.' });
  });

  it('sends images and files, which stored responses keep', async () => {
    const upload = await fetch(`${gateway.url}/files?name=notes.txt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.accessToken}`, 'content-type': 'text/plain' },
      body: 'The code is 4711.',
    });
    const file = (await upload.json()) as { id: string };
    const content: OpenAI.Responses.ResponseInputMessageContentList = [
      { type: 'input_text', text: 'What is this?' },
      { type: 'input_image', image_url: pixel, detail: 'auto' },
      { type: 'input_file', file_id: file.id },
    ];
    const first = await client.responses.create({ model, input: [{ role: 'user', content }] });
    const shown = () => JSON.stringify(lastAsked()?.messages?.[0]);
    expect(shown()).toContain(pixel);
    expect(shown()).toContain('The code is 4711.');
    const second = await client.responses.create({ model, input: 'And now?', previous_response_id: first.id });
    expect(shown()).toContain(pixel);
    expect(shown()).toContain('The code is 4711.');
    const held = () =>
      gateway.gateway.database.all('SELECT file_id FROM file_references WHERE response_id = $1', [first.id]);
    expect(await held()).toHaveLength(2);
    for (const { id } of [first, second]) await client.responses.delete(id);
    expect(await held()).toEqual([]);
    const unlisted = () =>
      gateway.gateway.database.all('SELECT id FROM files WHERE user_id = $1 AND listed = 0', [ada.id]);
    await expect.poll(unlisted).toEqual([]);
    expect((await ada.act('GET', `/files/${file.id}`)).status).toBe(200);
    const inAgent = await client.responses.create({
      model: `agent:${ada.agentId}`,
      input: [{ role: 'user', content }],
    });
    expect(inAgent.status).toBe('completed');
    expect(JSON.stringify(lastAsked()?.messages)).toContain(pixel);
    const other = { type: 'input_file' as const, file_id: 'fil_00000000000000000000000000' };
    await expect(client.responses.create({ model, input: [{ role: 'user', content: [other] }] })).rejects.toThrow(
      NotFoundError,
    );
  });

  it('refuses by name what is not there', async () => {
    const refused: [string, Partial<Create> | object][] = [
      ['background', { background: true }],
      ['conversation', { conversation: 'conv_1' }],
      ['prompt', { prompt: { id: 'pmpt_1' } }],
      ['truncation', { truncation: 'auto' }],
      ['service_tier', { service_tier: 'flex' }],
      ['top_logprobs', { top_logprobs: 2 }],
      ['include[0]', { include: ['message.output_text.logprobs'] }],
      ['text.verbosity', { text: { verbosity: 'high' } }],
      ['tools[0].type', { tools: [{ type: 'web_search' }] }],
      ['input[0].type', { input: [{ type: 'computer_call_output', call_id: 'a', output: '' }] }],
      ['input[0].content[0].type', { input: [{ role: 'user', content: [{ type: 'input_audio' }] }] }],
      [
        'input[0].content[0].file_url',
        { input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://example.com/a.pdf' }] }] },
      ],
      [
        'input[1].call_id',
        {
          input: [
            { role: 'user', content: 'Hi' },
            { type: 'function_call_output', call_id: 'no', output: '' },
          ],
        },
      ],
      ['text.format', { text: { format: { type: 'json_schema' } } }],
      ['moderation', { moderation: { model: 'x' } }],
      ['context_management', { context_management: [{ type: 'compaction' }] }],
    ];
    for (const [param, fields] of refused) {
      const failure = await failureOf(client.responses.create({ model, input: 'Hi', ...fields } as Create));
      expect.soft(failure, param).toBeInstanceOf(BadRequestError);
      expect.soft(failure, param).toMatchObject({ param });
    }
    expect(fake.requests).toEqual([]);
  });

  it('raises its own errors', async () => {
    const ask = (asked: OpenAI, fields: Partial<Create> = {}) =>
      failureOf(asked.responses.create({ model, input: 'Hi', ...fields }));
    const streamed = (fields: object = {}) =>
      failureOf(client.responses.create({ model, input: 'Hi', ...fields, stream: true }));
    expect(await ask(clientOf('wrong'))).toBeInstanceOf(AuthenticationError);
    expect(await ask(client, { model: 'nothing/here' })).toBeInstanceOf(NotFoundError);
    const bob = await newTalker(gateway);
    expect(await ask(clientOf(bob.accessToken), { model: `agent:${ada.agentId}` })).toBeInstanceOf(
      PermissionDeniedError,
    );

    fake.script({ status: 500 }, { status: 500 });
    expect(await ask(client)).toBeInstanceOf(InternalServerError);
    expect(await streamed()).toBeInstanceOf(InternalServerError);
    fake.script({ status: 429 });
    expect(await ask(client)).toBeInstanceOf(RateLimitError);

    const his = clientOf(bob.accessToken);
    const path = `/workspaces/${bob.workspaceId}`;
    await bob.act('PUT', `${path}/restrictions`, { allowedProviders: ['local'], allowedModels: null });
    expect(await ask(his)).toMatchObject({ status: 403, code: 'model_not_allowed', param: 'model' });
    await bob.act('PUT', `${path}/settings`, { monthlyBudgetUsd: 0 });
    const broke = await ask(his, { model: 'local/offline' });
    expect(broke).toBeInstanceOf(RateLimitError);
    expect(broke).toMatchObject({ code: 'budget_exceeded', type: 'insufficient_quota' });

    fake.script({ text: 'Half of it', chunks: 4, cut: { afterChunks: 2, by: 'error' } });
    const stream = await client.responses.create({ model, input: 'Hi', stream: true });
    const read = async () => {
      for await (const event of stream) expect(event.type).toMatch(/^response\./);
    };
    const failure = await failureOf(read());
    expect(failure).toBeInstanceOf(APIError);
    expect(failure).toMatchObject({ code: 'model_error' });
  });

  it('ends the model’s call when it hangs up', async () => {
    fake.script({ text: 'word '.repeat(200), chunks: 200, chunkDelayMs: 20 });
    const stream = await client.responses.create({ model, input: 'Talk', stream: true });
    let id = '';
    for await (const event of stream) {
      if (event.type === 'response.created') id = event.response.id;
      if (event.type === 'response.output_text.delta') break;
    }
    await fake.waitFor(({ aborted }) => aborted);
    await expect(client.responses.retrieve(id)).rejects.toBeInstanceOf(NotFoundError);

    fake.script({ hang: true });
    const leave = new AbortController();
    const whole = client.responses.create({ model, input: 'Wait for it' }, { signal: leave.signal });
    await fake.waitFor(({ body }) => JSON.stringify(body).includes('Wait for it'));
    leave.abort();
    await expect(whole).rejects.toThrow();
    await fake.waitFor(({ aborted, body }) => aborted && JSON.stringify(body).includes('Wait for it'));
  });

  it('talks to agents, which go on from a response', async () => {
    const agent = `agent:${ada.agentId}`;
    const { data: first, response } = await client.responses
      .create({ model: agent, input: 'I am Grace.', instructions: 'Rhyme.' })
      .withResponse();
    expect(first).toMatchObject({ model: agent, output_text: 'Echo: I am Grace.', status: 'completed' });
    const runId = response.headers.get('x-run-id') ?? '';
    expect((await ada.act('GET', `/jobs/${runId}`)).body).toMatchObject({ kind: 'inference', status: 'completed' });
    const stream = client.responses.stream({ model: agent, input: 'Who am I?', previous_response_id: first.id });
    const second = await stream.finalResponse();
    expect(second.output_text).toBe('Echo: Who am I?');
    expect(lastAsked()?.messages?.map(({ content }) => content)).toEqual([
      expect.stringContaining('You are Ada.'),
      'I am Grace.',
      'Echo: I am Grace.',
      'Who am I?',
    ]);
    expect((await client.responses.retrieve(second.id)).output_text).toBe('Echo: Who am I?');
    expect(await failureOf(client.responses.create({ model: agent, input: 'Hi', max_tool_calls: 1 }))).toMatchObject({
      param: 'max_tool_calls',
    });
    fake.script({ text: 'Half of it', chunks: 4, cut: { afterChunks: 2, by: 'error' } });
    const broken = await failureOf(client.responses.stream({ model: agent, input: 'Hi' }).finalResponse());
    expect(broken).toBeInstanceOf(APIError);
    const careful = await ada.newAgent({
      provider: 'openai-compatible',
      model: 'fake-model',
      tools: ['calculator'],
      approvals: ['calculator'],
    });
    fake.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '2*3' } }] });
    const parked = await failureOf(
      clientOf(ada.accessToken, { maxRetries: 2 }).responses.create({ model: `agent:${careful}`, input: '2*3?' }),
    );
    expect(parked).toBeInstanceOf(ConflictError);
    expect(parked).toMatchObject({ error: { approval: { requestId: expect.any(String) } } });
  });

  it.each([true, false])('brings tools of its own to agents, with store %s', async (store) => {
    const agent = `agent:${ada.agentId}`;
    fake.script(
      { text: 'Let me look.', toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: { city: 'Rome' } }] },
      'Sunny in Rome.',
    );
    const question = { role: 'user' as const, content: 'Weather in Rome?' };
    const asked = { model: agent, tools: [weather], store };
    const first = await client.responses.stream({ ...asked, input: [question] }).finalResponse();
    expect(first.output).toMatchObject([
      { type: 'message', content: [{ text: 'Let me look.' }] },
      { type: 'function_call', name: 'get_weather', arguments: '{"city":"Rome"}' },
    ]);
    const called = first.output[1] as OpenAI.Responses.ResponseFunctionToolCall;
    const result = { type: 'function_call_output' as const, call_id: called.call_id, output: 'sunny' };
    const second = await client.responses.create(
      store
        ? { ...asked, input: [result], previous_response_id: first.id }
        : { ...asked, input: [question, ...(first.output as OpenAI.Responses.ResponseInputItem[]), result] },
    );
    expect(second).toMatchObject({ status: 'completed', output_text: 'Sunny in Rome.' });
    // One run: others, such as for a title, have no tools.
    expect(fake.requests.filter(({ body }) => body.tools?.length)).toHaveLength(2);
    const clash = await ada.newAgent({ provider: 'openai-compatible', model: 'fake-model', tools: ['calculator'] });
    const tools = [{ ...weather, name: 'calculator' }];
    expect(await failureOf(client.responses.create({ model: `agent:${clash}`, input: 'Hi', tools }))).toMatchObject({
      status: 400,
      param: 'tools[0].name',
    });
  });

  it('may add the version to the address itself', async () => {
    const versioned = clientOf(ada.accessToken, { baseURL: `${gateway.url}/inference/v1` });
    expect((await versioned.responses.create({ model, input: 'Hi' })).output_text).toBe('Echo: Hi');
    expect(
      (await versioned.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hi' }] })).model,
    ).toBe(model);
    expect((await versioned.models.retrieve('local/offline')).id).toBe('local/offline');
    const { status, body } = await ada.act<{ error: { code: string } }>('GET', '/inference/v1/nothing?at=all');
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' });
    expect((await ada.act('GET', '/inference/v10/models')).status).toBe(404);
    expect((await ada.act('GET', '/v1/inference/models')).status).toBe(404);
    const { paths } = JSON.parse(await readFile('openapi.json', 'utf8')) as { paths: object };
    expect(Object.keys(paths).filter((each) => each.includes('/v1'))).toEqual([]);
  });
});
