import OpenAI, { PermissionDeniedError, RateLimitError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newTestKey } from '../../../../test/harness/keys.ts';
import { startLocalServer } from '../../../../test/harness/local-server.ts';
import { jpeg, pdfOf, png } from '../../../../test/harness/sample-files.ts';
import { newTalker, type Talker } from '../../../../test/harness/talking.ts';

type Input = OpenAI.Responses.ResponseInput;
const model = 'openai-compatible/fake-model';
const dataUrl = (mediaType: string, bytes: Buffer) => `data:${mediaType};base64,${bytes.toString('base64')}`;
const userSays = (...content: OpenAI.Responses.ResponseInputContent[]): Input => [{ role: 'user', content }];
const weather = { type: 'function' as const, name: 'get_weather', parameters: { type: 'object' }, strict: null };

describe.each(engines)('responses, on %s', (engine) => {
  let fake: FakeModel;
  let pictures: Awaited<ReturnType<typeof startLocalServer>>;
  let gateway: TestGateway;
  let ada: Talker;
  let client: OpenAI;
  const clientOf = (apiKey: string) => new OpenAI({ baseURL: `${gateway.url}/inference`, apiKey, maxRetries: 0 });

  beforeAll(async () => {
    fake = await startFakeModel();
    pictures = await startLocalServer(async ({ response }) => {
      response.writeHead(200).end(jpeg);
    });
    gateway = await startGateway(engine, { settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url } });
    ada = await newTalker(gateway, { agent: { provider: 'openai-compatible', model: 'fake-model' } });
    client = clientOf(ada.accessToken);
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await gateway?.stop();
    await pictures?.stop();
    await fake?.stop();
  });

  const names = { 'a model': () => model, 'an agent': () => `agent:${ada.agentId}` };
  const kinds = Object.keys(names) as (keyof typeof names)[];
  const shown = () => fake.requests.at(-1)?.body.messages?.filter(({ role }) => role !== 'system') ?? [];
  const stored = async () =>
    (await gateway.gateway.database.all('SELECT id FROM files WHERE user_id = $1', [ada.id])).length;

  it.each(kinds)('hold images of several megabytes, PDF files and addresses for %s', async (kind) => {
    const large = dataUrl('image/png', Buffer.concat([png, Buffer.alloc(3 * 1_048_576, 7)]));
    const report = dataUrl('application/pdf', pdfOf(['Turnover doubled.']));
    const input = userSays(
      { type: 'input_image', image_url: large, detail: 'auto' },
      { type: 'input_text', text: 'And these?' },
      { type: 'input_file', file_data: report, filename: 'report.pdf' },
      { type: 'input_image', image_url: `${pictures.origin}/photo.jpg`, detail: 'low' },
    );
    const expected = [
      { type: 'image_url', image_url: { url: large } },
      { type: 'text', text: 'And these?' },
      { type: 'file', file: { filename: 'report.pdf', file_data: report } },
      { type: 'image_url', image_url: { url: dataUrl('image/jpeg', jpeg) } },
    ];
    const before = await stored();
    await client.responses.create({ model: names[kind](), input, store: false });
    expect(shown().at(-1)?.content).toEqual(expected);
    // A request to a model stores nothing, if the response is not stored.
    if (kind === 'a model') expect(await stored()).toBe(before);
    const first = await client.responses.stream({ model: names[kind](), input }).finalResponse();
    expect(shown().at(-1)?.content).toEqual(expected);
    await client.responses.create({ model: names[kind](), input: 'Well?', previous_response_id: first.id });
    expect(shown()[0]?.content).toEqual(expected);
    expect(shown().at(-1)?.content).toBe('Well?');
  });

  it('are refused with files before these are stored, if nobody may be asked', async () => {
    const before = await stored();
    const input = userSays({ type: 'input_image', image_url: dataUrl('image/png', png), detail: 'auto' });
    for (const one of ['nothing/here', 'agent:agt_00000000000000000000000000'])
      await expect(client.responses.create({ model: one, input })).rejects.toMatchObject({ status: 404 });
    const text = userSays({
      type: 'input_image',
      image_url: dataUrl('image/png', Buffer.from('no image')),
      detail: 'auto',
    });
    await expect(client.responses.create({ model, input: text })).rejects.toMatchObject({
      status: 400,
      param: expect.stringContaining('input[0].content[0]'),
    });
    expect(await stored()).toBeLessThanOrEqual(before + 1);
  });

  it('tell of refusals, filtered answers and reasoning, and of calls side by side', async () => {
    fake.script({ refusal: 'I will not.' }, { refusal: 'I will not.' });
    const refused = [{ type: 'message', content: [{ type: 'refusal', refusal: 'I will not.' }] }];
    expect((await client.responses.create({ model, input: 'Harm!' })).output).toMatchObject(refused);
    const streamed = await client.responses.stream({ model, input: 'Harm!' }).finalResponse();
    expect(streamed.output).toMatchObject(refused);
    await client.responses.create({ model, input: 'Why?', previous_response_id: streamed.id });
    expect(shown()[1]).toMatchObject({ role: 'assistant', content: 'I will not.' });

    fake.script({ text: 'Once', finishReason: 'content_filter' });
    expect(await client.responses.stream({ model, input: 'Go' }).finalResponse()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
    });

    const toolCalls = ['Rome', 'Oslo'].map((city, index) => ({
      id: `call_${index}`,
      name: 'get_weather',
      arguments: { city },
    }));
    fake.script({ reasoning: 'Two cities.', reasoningField: 'reasoning', text: 'Looking.', toolCalls, chunks: 3 });
    const both = client.responses.stream({ model, input: 'Weather?', tools: [weather] });
    const summaries: string[] = [];
    for await (const event of both)
      if (event.type === 'response.reasoning_summary_text.delta') summaries.push(event.delta);
    expect(summaries.join('')).toBe('Two cities.');
    const { id, output } = await both.finalResponse();
    expect(output).toMatchObject([
      { type: 'reasoning', summary: [{ text: 'Two cities.' }] },
      { type: 'message', content: [{ text: 'Looking.' }] },
      { type: 'function_call', call_id: 'call_0', arguments: '{"city":"Rome"}', status: 'completed' },
      { type: 'function_call', call_id: 'call_1', arguments: '{"city":"Oslo"}', status: 'completed' },
    ]);
    expect(JSON.stringify(output)).not.toContain('encrypted_content');
    const results = ['sunny', 'snow'].map((text, index) => ({
      type: 'function_call_output' as const,
      call_id: `call_${index}`,
      output: [{ type: 'input_text' as const, text }],
    }));
    await client.responses.create({ model, input: results, previous_response_id: id, tools: [weather] });
    // The server gets its reasoning back by the name that it gave it.
    expect(shown()).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: 'Looking.',
        reasoning: 'Two cities.',
        tool_calls: [{ id: 'call_0' }, { id: 'call_1' }],
      },
      { role: 'tool', content: 'sunny' },
      { role: 'tool', content: 'snow' },
    ]);
    const unanswered = client.responses.create({ model, input: 'Never mind.', previous_response_id: id });
    await expect(unanswered).rejects.toMatchObject({ status: 400, param: 'input' });
  });

  it('let the model choose among some of the tools', async () => {
    const tools = [weather, { ...weather, name: 'get_time' }];
    const allowed = [{ type: 'function', name: 'get_time' }];
    await client.responses.create({
      model,
      input: 'When?',
      tools,
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: allowed },
    });
    expect(fake.requests[0]?.body).toMatchObject({ tools: [{ function: { name: 'get_time' } }], tool_choice: 'auto' });
    expect(fake.requests[0]?.body.tools).toHaveLength(1);
  });

  it('of agents belong to a session that the client names', async () => {
    const headers = { 'X-Session-ID': 'my-cats' };
    const agent = names['an agent']();
    const ask = (input: string, more: object = {}) =>
      client.responses.create({ model: agent, input, ...more }, { headers }).withResponse();
    const first = await ask('My cat is called Tom.');
    const second = await ask('What is my cat called?');
    expect(second.response.headers.get('x-session-id')).toBe(first.response.headers.get('x-session-id'));
    expect(JSON.stringify(shown())).toContain('Tom');
    await expect(ask('And?', { previous_response_id: first.data.id })).rejects.toMatchObject({
      status: 400,
      param: 'previous_response_id',
    });
  });

  it('hold the limits of a key, and of everybody', async () => {
    const without = await newTestKey(gateway, ada.act, { scopes: ['chat'] });
    await expect(clientOf(without.key).responses.create({ model, input: 'Hi' })).rejects.toThrow(PermissionDeniedError);
    const offline = await newTestKey(gateway, ada.act, { scopes: ['inference'], models: ['local/offline'] });
    const limited = clientOf(offline.key);
    await expect(limited.responses.create({ model, input: 'Hi' })).rejects.toMatchObject({ code: 'model_not_allowed' });
    const { id } = await limited.responses.create({ model: 'local/offline', input: 'Hi' });
    // A key acts as its maker.
    expect((await client.responses.retrieve(id)).id).toBe(id);

    const busy = await startGateway(engine, { settings: { RATE_LIMIT_USER: '3' } });
    try {
      const { accessToken } = await busy.person();
      const hasty = new OpenAI({ baseURL: `${busy.url}/inference`, apiKey: accessToken, maxRetries: 0 });
      const all = await Promise.allSettled(
        Array.from({ length: 6 }, () => hasty.responses.create({ model: 'local/offline', input: 'Hi' })),
      );
      const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      expect(refused.length).toBeGreaterThan(0);
      for (const reason of refused) expect(reason).toBeInstanceOf(RateLimitError);
    } finally {
      await busy.stop();
    }
  });
});
