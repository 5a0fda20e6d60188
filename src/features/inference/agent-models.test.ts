import OpenAI, { ConflictError, InternalServerError, NotFoundError, PermissionDeniedError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTalker, patienceMs, type Talker } from '../../../test/harness/talking.ts';

type Job = { id: string; kind: string; status: string; content: string; sessionId: string; stopReason: string };
type Session = { id: string; surface: string; status: string; messages: { role: string; content: string }[] };

describe.each(engines)('agents behind OpenAI’s interface, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;
  let client: OpenAI;
  let model: string;

  const clientOf = ({ accessToken }: Talker) =>
    new OpenAI({ baseURL: `${gateway.url}/inference`, apiKey: accessToken, maxRetries: 0 });

  beforeAll(async () => {
    fake = await startFakeModel();
    gateway = await startGateway(engine, { settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url } });
    ada = await newTalker(gateway, {
      agent: {
        provider: 'openai-compatible',
        model: 'fake-model',
        systemPrompt: 'You are Ada.',
        tools: ['calculator'],
      },
    });
    client = clientOf(ada);
    model = `agent:${ada.agentId}`;
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
  });

  const job = async (id: string) => (await ada.act<Job>('GET', `/jobs/${id}`)).body;
  const session = async (id: string) => (await ada.act<Session>('GET', `/sessions/${id}`)).body;

  it('answer with their own instructions and tools, which the gateway runs', async () => {
    fake.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '17 * 23' } }] }, 'It is 391.');
    const { data: answer, response } = await client.chat.completions
      .create({ model, messages: [{ role: 'user', content: '17 * 23?' }], temperature: 0.1 })
      .withResponse();
    expect(answer).toMatchObject({
      model,
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'It is 391.' } }],
      usage: { total_tokens: expect.any(Number) },
    });
    expect(answer.choices[0]?.message.tool_calls).toBeUndefined();
    expect(fake.requests[0]?.body.messages?.[0]).toMatchObject({ role: 'system', content: 'You are Ada.' });
    expect(response.headers.get('x-run-id')).toBe(answer.id);
    const run = await job(answer.id);
    expect(run).toMatchObject({ kind: 'inference', status: 'completed', content: 'It is 391.' });
    expect(response.headers.get('x-session-id')).toBe(run.sessionId);
    expect(await session(run.sessionId)).toMatchObject({ surface: 'inference', status: 'closed' });
  });

  it('see the history that the client sends, and keep nothing of it for the next request', async () => {
    const create = (...messages: OpenAI.ChatCompletionMessageParam[]) =>
      client.chat.completions.create({ model, messages });
    await create(
      { role: 'system', content: 'Answer in rhyme.' },
      { role: 'user', content: 'I am Grace.' },
      { role: 'assistant', content: 'Hello Grace!' },
      { role: 'user', content: 'Who am I?' },
    );
    expect(fake.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 'You are Ada.' },
      { role: 'user', content: 'Answer in rhyme.' },
      { role: 'user', content: 'I am Grace.' },
      { role: 'assistant', content: 'Hello Grace!' },
      { role: 'user', content: 'Who am I?' },
    ]);
    await create({ role: 'user', content: 'And now?' });
    expect(JSON.stringify(fake.requests[1]?.body.messages)).not.toContain('Grace');
    const found = await ada.act<{ data: unknown[] }>('GET', '/sessions/search/messages?q=Grace');
    expect(found.body.data).toEqual([]);
  });

  it('continue a conversation that the gateway keeps, by a name or a session id', async () => {
    const create = async (content: string, conversation: string) => {
      const { data, response } = await client.chat.completions
        .create({ model, messages: [{ role: 'user', content }] }, { headers: { 'X-Session-ID': conversation } })
        .withResponse();
      return { answer: data, sessionId: response.headers.get('x-session-id') ?? '' };
    };
    const first = await create('My cat is called Tom.', 'cats');
    const second = await create('What is my cat called?', 'cats');
    expect(second.sessionId).toBe(first.sessionId);
    expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('Tom');
    const third = await create('Still?', first.sessionId);
    expect(third.sessionId).toBe(first.sessionId);
    expect((await create('What?', 'dogs')).sessionId).not.toBe(first.sessionId);
    // Memory is recalled in every conversation; the messages of this one are not.
    const shown = fake.requests[3]?.body.messages?.filter(({ role }) => role !== 'system');
    expect(JSON.stringify(shown)).not.toContain('Tom');
    await expect(create('Hello', 'ses_unknown')).rejects.toThrow(NotFoundError);
  });

  it('stream their answer', async () => {
    fake.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }, { text: 'It is two.' });
    const stream = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: '1+1?' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('It is two.');
    expect(chunks.some(({ choices }) => choices[0]?.delta.tool_calls)).toBe(false);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)?.usage?.total_tokens).toBeGreaterThan(0);
  });

  it('stop when the client hangs up, whether it streams or waits', async () => {
    fake.script({ text: 'word '.repeat(200), chunks: 200, chunkDelayMs: 20 });
    const stream = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'Talk' }],
      stream: true,
    });
    let id = '';
    for await (const chunk of stream) {
      id = chunk.id;
      if (chunk.choices[0]?.delta.content) break;
    }
    await fake.waitFor(({ aborted }) => aborted);
    await expect.poll(async () => (await job(id)).status).toBe('cancelled');
    expect((await job(id)).content).toMatch(/^word/);

    fake.script({ hang: true });
    const leave = new AbortController();
    const whole = client.chat.completions.create(
      { model, messages: [{ role: 'user', content: 'Wait for it' }] },
      { signal: leave.signal },
    );
    await fake.waitFor(({ body }) => JSON.stringify(body).includes('Wait for it'));
    leave.abort();
    await expect(whole).rejects.toThrow();
    await fake.waitFor(({ aborted, body }) => aborted && JSON.stringify(body).includes('Wait for it'));
    type Jobs = { data: { message: string; status: string }[] };
    const newest = async () => (await ada.act<Jobs>('GET', '/jobs?kind=inference&limit=1')).body.data[0];
    await expect.poll(newest).toMatchObject({ message: 'Wait for it', status: 'cancelled' });
  });

  it('fail with the status and code of the failed run', async () => {
    fake.script({ status: 401 });
    const failure = await client.chat.completions
      .create({ model, messages: [{ role: 'user', content: 'Hello' }] })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InternalServerError);
    expect(failure).toMatchObject({ status: 502, code: 'model_error', error: { runId: expect.any(String) } });
    fake.script({ status: 401 });
    const ask = () =>
      client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }], stream: true });
    await expect(ask()).rejects.toMatchObject({ status: 502, code: 'model_error' });
    // After the first piece a failure ends the stream.
    fake.script({ text: 'Half of it', chunks: 4, cut: { afterChunks: 2, by: 'error' } });
    const stream = await ask();
    const read = async () => {
      for await (const chunk of stream) expect(chunk.choices).toHaveLength(1);
    };
    await expect(read()).rejects.toMatchObject({ code: 'model_error' });
  });

  it('answer 409 while they wait for an approval, and clients do not retry', async () => {
    const careful = `agent:${await ada.newAgent({
      provider: 'openai-compatible',
      model: 'fake-model',
      tools: ['calculator'],
      approvals: ['calculator'],
    })}`;
    fake.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '2*3' } }] }, 'Six.');
    // The client has its default retries: a second request would be a second run.
    const patient = new OpenAI({ baseURL: `${gateway.url}/inference`, apiKey: ada.accessToken });
    const failure = (await patient.chat.completions
      .create({ model: careful, messages: [{ role: 'user', content: '2*3?' }] })
      .catch((error: unknown) => error)) as ConflictError & {
      error: { runId: string; approval: { requestId: string } };
    };
    expect(failure).toBeInstanceOf(ConflictError);
    expect(fake.requests).toHaveLength(1);
    const { runId, approval } = failure.error;
    await ada.act('POST', `/approvals/${approval.requestId}/resolve`, { decision: 'approve' });
    await expect.poll(async () => (await job(runId)).content, { timeout: patienceMs }).toBe('Six.');
  });

  it('are the workspace’s own and those granted to it', async () => {
    const bob = await newTalker(gateway);
    const his = clientOf(bob);
    const ask = () => his.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }] });
    const listed = async () => (await his.models.list()).data.map(({ id }) => id);
    await expect(ask()).rejects.toMatchObject({ status: 403, code: 'agent_not_available' });
    await expect(ask()).rejects.toThrow(PermissionDeniedError);
    expect(await listed()).not.toContain(model);
    const grant = { agentId: ada.agentId, workspaceId: bob.workspaceId };
    await ada.act('POST', `/workspaces/${ada.workspaceId}/grants`, grant);
    expect((await ask()).choices).toHaveLength(1);
    expect(await listed()).toContain(model);
  });
});
