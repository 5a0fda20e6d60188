import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import OpenAI, { BadRequestError, ConflictError } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resolve } from '../../../../test/harness/approvals.ts';
import { engines } from '../../../../test/harness/databases.ts';
import { newTestKey } from '../../../../test/harness/keys.ts';
import {
  newTalker,
  patienceMs,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

type Job = {
  status: string;
  content: string;
  stopReason: string;
  approval: { requestId: string } | null;
  clientTools?: { calls: { toolCallId: string; tool: string; params: unknown }[]; expiresAt: string };
  toolCalls: { id: string; tool: string; result: unknown; isError: boolean }[];
  usage: { promptTokens: number; completionTokens: number };
};
type Called = OpenAI.ChatCompletionMessageFunctionToolCall;

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather = { type: 'function' as const, function: { name: 'get_weather', description: 'Weather', parameters } };
const asking = (city: string, id?: string) => ({ name: 'get_weather', arguments: { city }, ...(id ? { id } : {}) });
const calculating = { name: 'calculator', arguments: { expression: '6*7' } };
const question = [{ role: 'user' as const, content: 'How is the weather?' }];

describe.each(engines)('tools that a client brings to an agent, on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  let client: OpenAI;
  let model: string;
  const clientOf = ({ accessToken }: Pick<Talker, 'accessToken'>, node = talking.gateway) =>
    new OpenAI({ baseURL: `${node.url}/inference`, apiKey: accessToken, maxRetries: 0 });

  beforeAll(async () => {
    talking = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1 });
    ada = await newTalker(talking.gateway, {
      agent: { tools: ['calculator', 'current_time'], approvals: ['current_time'] },
    });
    client = clientOf(ada);
    model = `agent:${ada.agentId}`;
  });
  afterEach(() => talking.model.reset());
  afterAll(() => talking.stop());

  const job = async (id: string) => (await ada.act<Job>('GET', `/jobs/${id}`)).body;
  /** What the model was shown last. */
  const shown = () => talking.model.requests.at(-1)?.body.messages ?? [];
  const results = () => shown().filter(({ role }) => role === 'tool');

  /** The first request, which ends with the calls. */
  async function ask(...cities: string[]) {
    talking.model.script({ toolCalls: cities.map((city) => asking(city, 'call_1')) }, 'It is sunny.');
    const answer = await client.chat.completions.create({ model, messages: question, tools: [weather] });
    const message = answer.choices[0]?.message as OpenAI.ChatCompletionMessage;
    return { answer, message, calls: (message.tool_calls ?? []) as Called[], runId: answer.id };
  }
  const withResults = (message: OpenAI.ChatCompletionMessage, text: (id: string) => string) => [
    ...question,
    message,
    ...(message.tool_calls ?? []).map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: text(id) })),
  ];
  const goOn = (message: OpenAI.ChatCompletionMessage, text: (id: string) => string = () => 'sunny', with_ = client) =>
    with_.chat.completions.create({ model, messages: withResults(message, text), tools: [weather] });

  it.each([false, true])(
    'run in OpenAI’s runTools, with the agent’s own tools at the gateway (stream: %s)',
    async (stream) => {
      talking.model.script(
        { text: 'Let me look.', toolCalls: [asking('Oslo'), calculating, asking('Rome')] },
        { text: 'Once more.', toolCalls: [asking('Bern')] },
        'Sunny everywhere, and 42.',
      );
      const asked: string[] = [];
      const tools = [
        {
          type: 'function' as const,
          function: {
            name: 'get_weather',
            description: 'Weather',
            parameters,
            parse: (text: string) => JSON.parse(text) as { city: string },
            function: ({ city }: { city: string }) => {
              asked.push(city);
              return `sunny in ${city}`;
            },
          },
        },
      ];
      const runner = stream
        ? client.chat.completions.runTools({
            model,
            messages: question,
            tools,
            stream: true,
            stream_options: { include_usage: true },
          })
        : client.chat.completions.runTools({ model, messages: question, tools });
      expect(await runner.finalContent()).toBe('Sunny everywhere, and 42.');
      expect(asked).toEqual(['Oslo', 'Rome', 'Bern']);
      const said = runner.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
      expect(said).toEqual(['Let me look.', 'Once more.', 'Sunny everywhere, and 42.']);
      // One run, whose model saw every result once, quoted as data from outside.
      const [first] = (await ada.act<{ data: { id: string }[] }>('GET', '/jobs?kind=inference&limit=1')).body.data;
      const run = await job(first?.id ?? '');
      expect(run).toMatchObject({ status: 'completed', content: expect.stringContaining('Once more.') });
      expect(run.toolCalls.map(({ tool }) => tool).sort()).toEqual([
        'calculator',
        'get_weather',
        'get_weather',
        'get_weather',
      ]);
      expect(results()).toHaveLength(4);
      expect(results().filter(({ content }) => /result of get_weather[\s\S]*sunny in/.test(`${content}`))).toHaveLength(
        3,
      );
      expect(talking.model.requests).toHaveLength(3);
      // Every request told its own usage.
      const total = await runner.totalUsage();
      expect([total.prompt_tokens, total.completion_tokens]).toEqual([
        run.usage.promptTokens,
        run.usage.completionTokens,
      ]);
    },
  );

  it('run in the AI SDK', async () => {
    const provider = createOpenAICompatible({
      name: 'gateway',
      baseURL: `${talking.gateway.url}/inference`,
      apiKey: ada.accessToken,
    });
    const tools = {
      get_weather: tool({
        description: 'Weather',
        inputSchema: jsonSchema<{ city: string }>(parameters as never),
        execute: async ({ city }) => ({ sky: `clear in ${city}` }),
      }),
    };
    const options = { model: provider(model), prompt: 'Weather?', tools, stopWhen: stepCountIs(3), maxRetries: 0 };
    talking.model.script({ toolCalls: [asking('Oslo')] }, 'Clear.', { toolCalls: [asking('Rome')] }, 'Clear too.');
    const whole = await generateText(options);
    expect(whole.text).toBe('Clear.');
    expect(JSON.stringify(results())).toContain('clear in Oslo');
    const streamed = streamText(options);
    expect(await streamed.text).toBe('Clear too.');
    expect(JSON.stringify(results())).toContain('clear in Rome');
  });

  it('park the run: it is shown, holds no place, and goes on at any node', async () => {
    const { answer, message, calls, runId } = await ask('Oslo', 'Rome');
    expect(answer.choices[0]?.finish_reason).toBe('tool_calls');
    expect(calls.map(({ function: called }) => JSON.parse(called.arguments))).toEqual([
      { city: 'Oslo' },
      { city: 'Rome' },
    ]);
    // The model used one id twice.
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    const parked = await job(runId);
    expect(parked).toMatchObject({ status: 'awaiting_client_tool', approval: null });
    expect(parked.clientTools?.calls.map(({ toolCallId }) => toolCallId)).toEqual(calls.map(({ id }) => id));
    expect(Date.parse(parked.clientTools?.expiresAt ?? '') - Date.now()).toBeGreaterThan(14 * 60_000);
    const listed = async (status: string) =>
      (await ada.act<{ data: { id: string }[] }>('GET', `/jobs?status=${status}`)).body.data.map(({ id }) => id);
    expect(await listed('awaiting_client_tool')).toContain(runId);
    expect(await listed('awaiting_approval')).not.toContain(runId);
    const presence = await ada.act<{ data: { state: string }[] }>('GET', '/agent/presence');
    expect(presence.body.data.map(({ state }) => state)).toContain('awaiting_client_tool');
    const row = await talking.database.get('SELECT claim, lease_until FROM runs WHERE id = $1', [runId]);
    expect(row).toEqual({ claim: null, lease_until: null });

    const other = clientOf(ada, talking.gateways.at(-1));
    const last = await goOn(message, (id) => `sunny ${id}`, other);
    expect(last.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'It is sunny.' } });
    expect(last.id).toBe(runId);
    const trace = await ada.act<{ status: string; spans: { name: string; attributes: Record<string, string> }[] }>(
      'GET',
      `/traces/${runId.replace('run_', 'trc_')}`,
    );
    expect(trace.body.status).toBe('completed');
    const spans = trace.body.spans.filter(({ name }) => name === 'client_tool get_weather');
    expect(spans.map(({ attributes }) => attributes['gateway.client_tool.status'])).toEqual(['answered', 'answered']);
    const { text } = await ada.act('GET', `/jobs/${runId}/stream`);
    expect(text).toContain('event: client_tools_required');
  });

  it('give the same answer to a request that is repeated, and refuse another result', async () => {
    const { message } = await ask('Oslo');
    const [one, two] = await Promise.all([goOn(message), goOn(message)]);
    const three = await goOn(message);
    for (const { choices, usage } of [one, two, three])
      expect([choices[0]?.message.content, usage]).toEqual(['It is sunny.', one.usage]);
    expect(talking.model.requests).toHaveLength(2);
    await expect(goOn(message, () => 'rainy')).rejects.toThrow(ConflictError);
  });

  it('belong to the person and the run', async () => {
    const { message, calls, runId } = await ask('Oslo');
    const eve = await newTalker(talking.gateway);
    await expect(
      clientOf(eve).chat.completions.create({
        model: `agent:${eve.agentId}`,
        messages: withResults(message, () => 'evil'),
      }),
    ).rejects.toThrow(BadRequestError);
    const unknown = { ...message, tool_calls: [{ ...(calls[0] as Called), id: 'call_1' }] };
    await expect(goOn(unknown)).rejects.toMatchObject({ status: 400, param: 'messages[2].tool_call_id' });
    await expect(
      client.chat.completions.create(
        { model, messages: withResults(message, () => 'x') },
        { headers: { 'X-Session-ID': 'ses_other' } },
      ),
    ).rejects.toThrow(BadRequestError);
    expect((await job(runId)).status).toBe('awaiting_client_tool');
    expect((await goOn(message)).choices[0]?.message.content).toBe('It is sunny.');
  });

  it('of a run that a key started are brought with that key, or by the person', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => newTestKey(talking.gateway, ada.act)));
    const withKey = (key: { key: string } | undefined) => clientOf({ accessToken: key?.key ?? '' });
    for (const mayBring of [withKey(one), client]) {
      talking.model.script({ toolCalls: [asking('Oslo')] }, 'It is sunny.');
      const answer = await withKey(one).chat.completions.create({ model, messages: question, tools: [weather] });
      const message = answer.choices[0]?.message as OpenAI.ChatCompletionMessage;
      await expect(goOn(message, undefined, withKey(other))).rejects.toThrow(BadRequestError);
      expect((await goOn(message, undefined, mayBring)).choices[0]?.message.content).toBe('It is sunny.');
    }
  });

  it('expire as an error that the model sees', async () => {
    const { message, runId } = await ask('Oslo');
    await talking.database.run('UPDATE client_tool_calls SET expires_at = 1 WHERE run_id = $1', [runId]);
    await expect(goOn(message)).rejects.toThrow(ConflictError);
    await talking.database.run("UPDATE jobs SET run_at = 1 WHERE queue = 'client-tool-expiry' AND payload LIKE $1", [
      `%${runId}%`,
    ]);
    await expect.poll(async () => (await job(runId)).status, { timeout: patienceMs }).toBe('completed');
    const run = await job(runId);
    expect(run).toMatchObject({ content: 'It is sunny.', toolCalls: [{ tool: 'get_weather', isError: true }] });
    expect(JSON.stringify(results())).toContain('brought no result in time');
  });

  it('cannot have the name of a tool of the agent', async () => {
    const named = (name: string) => ({ ...weather, function: { ...weather.function, name } });
    for (const tools of [[named('calculator')], [weather, weather], [named('get'), named('current_time')]])
      await expect(client.chat.completions.create({ model, messages: question, tools })).rejects.toMatchObject({
        status: 400,
        param: `tools[${tools.length - 1}].function.name`,
      });
    await expect(
      client.chat.completions.create({ model, messages: question, tools: [weather], tool_choice: 'required' }),
    ).rejects.toMatchObject({ status: 400, param: 'tool_choice' });
    expect(talking.model.requests).toEqual([]);
  });

  it('wait beside an approval of the same step', async () => {
    talking.model.script({ toolCalls: [{ name: 'current_time', arguments: {} }, asking('Oslo')] }, 'Both done.');
    const answer = await client.chat.completions.create({ model, messages: question, tools: [weather] });
    const message = answer.choices[0]?.message as OpenAI.ChatCompletionMessage;
    expect(message.tool_calls).toHaveLength(1);
    const { status, approval, clientTools } = await job(answer.id);
    expect([status, clientTools?.calls.length]).toEqual(['awaiting_approval', 1]);
    await expect(goOn(message)).rejects.toThrow(ConflictError);
    await resolve(ada, approval?.requestId ?? '', 'approve');
    await expect.poll(async () => (await job(answer.id)).status, { timeout: patienceMs }).toBe('completed');
    expect((await goOn(message)).choices[0]?.message.content).toBe('Both done.');
  });

  it('are given up with their run', async () => {
    const { message, runId } = await ask('Oslo');
    expect((await ada.act('POST', `/jobs/${runId}/cancel`)).status).toBe(200);
    await expect(goOn(message)).rejects.toThrow(ConflictError);
    expect((await job(runId)).status).toBe('cancelled');
  });

  it('bring results of a bounded size', async () => {
    const { message } = await ask('Oslo');
    await goOn(message, () => 'x'.repeat(300_000));
    expect(JSON.stringify(results()).length).toBeLessThan(70_000);
    expect(JSON.stringify(results())).toContain('truncated');
  });

  it('make a turn without them no different', async () => {
    expect((await say(ada, 'Hello')).content).toBe('Echo: Hello');
    const definitions = talking.model.requests.at(-1)?.body.tools ?? [];
    expect(definitions.map((each) => (each as typeof weather).function.name)).toEqual(['calculator', 'current_time']);
  });
});
