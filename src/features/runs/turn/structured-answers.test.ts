import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calculating, endOf, fetching, jobOf, newAsker, park, resolve } from '../../../../test/harness/approvals.ts';
import { engines } from '../../../../test/harness/databases.ts';
import { openStream } from '../../../../test/harness/event-stream-client.ts';
import { apiKey } from '../../../../test/harness/gateway.ts';
import {
  newTalker,
  openTalk,
  patienceMs,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts';

const order = {
  type: 'json_schema',
  name: 'order',
  schema: {
    type: 'object',
    properties: { item: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
    required: ['item', 'count'],
    additionalProperties: false,
  },
};
const verdict = {
  type: 'json_schema',
  name: 'verdict',
  schema: { type: 'object', properties: { ok: { type: 'boolean' } } },
};
const tea = { item: 'tea', count: 2 };
const teaText = JSON.stringify(tea);
const wrongText = '{"item": "tea", "count": "two"}';
const problem = { path: 'count', message: 'must be a whole number' };
const nativeOrder = { type: 'json_schema', json_schema: { name: 'order', schema: order.schema } };

type Structured = { content: string; output?: unknown; errors?: unknown; stopReason: string };

describe.each(engines)('structured answers on %s', (engine) => {
  let world: Talking;
  let receiver: Receiver;
  let ada: Talker;
  let takesOrders: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    world = await startTalking(engine, {
      settings: {
        MODEL_PRICES: '{"openai-compatible/fake": {"input": 1, "output": 10}}',
      },
    });
    ada = await newTalker(world.gateway, { agent: { tools: ['calculator'] } });
    takesOrders = await ada.newAgent({ tools: ['calculator'], responseFormat: order });
  });
  beforeEach(() => world.model.reset());
  afterAll(async () => {
    await world.stop();
    await receiver.stop();
  });

  const asked = (index: number) => world.model.requests[index]?.body ?? {};
  const stream = async (body: object) => {
    const opened = await openStream(`${world.gateway.url}/agent/chat/stream`, { token: ada.accessToken, body });
    return opened.all();
  };

  it('an agent with a format answers in JSON, sent natively, as output beside content', async () => {
    world.model.script(` \`\`\`json\n${JSON.stringify(tea, null, 2)}\n\`\`\` `);
    const answer = await say(ada, 'Two teas', { agentId: takesOrders, surface: 'native' });
    expect(answer).toMatchObject({ output: tea, content: teaText, stopReason: 'end_turn' });
    expect(asked(0).response_format).toEqual(nativeOrder);
    expect(await jobOf(ada, answer.runId)).toMatchObject({ output: tea, content: teaText });
    const { body } = await ada.act<{ responseFormat: object }>('GET', `/agents/${takesOrders}`);
    expect(body.responseFormat).toEqual(order);
  });

  it('the format of a request goes before that of the agent, and plain requests have none', async () => {
    world.model.script('{"ok":true}', 'Just text');
    expect(await say(ada, 'Fine?', { agentId: takesOrders, responseFormat: verdict, surface: 'own' })).toMatchObject({
      output: { ok: true },
    });
    const plain = await say(ada, 'Fine?', { surface: 'own' });
    expect(asked(1)).not.toHaveProperty('response_format');
    expect(plain).not.toHaveProperty('output');
    expect(plain.content).toBe('Just text');
  });

  it('an answer that is not valid is asked for once more with its errors, and only the valid one is shown', async () => {
    const usage = { promptTokens: 100, completionTokens: 10 };
    world.model.script({ text: wrongText, usage }, { text: teaText, usage });
    const events = await stream({ agentId: takesOrders, message: 'Two teas', surface: 'repair' });
    const chunks = events.filter(({ event }) => event === 'stream_chunk').map(({ json }) => json.delta);
    expect(chunks.join('')).toBe(teaText);
    const done = events.at(-1)?.json;
    expect(done).toMatchObject({ output: tea, content: teaText, stopReason: 'end_turn' });
    expect(done?.usage).toEqual({ promptTokens: 200, completionTokens: 20 });
    expect(done?.costUsd).toBeCloseTo(0.0004);
    const [first, second] = [asked(0).messages ?? [], asked(1).messages ?? []];
    expect(second.slice(0, first.length)).toEqual(first);
    expect(second.at(-2)).toEqual({ role: 'assistant', content: wrongText });
    expect(second.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('count must be a whole number'),
    });
    const trace = await ada.act('GET', `/traces/${String(done?.runId).replace('run_', 'trc_')}`);
    expect(trace.text.match(/"chat /g)).toHaveLength(2);
    // The session holds the question and the valid answer.
    const { body } = await ada.act<{ messages: { content: string }[] }>('GET', `/sessions/${done?.sessionId}`);
    expect(body.messages.map(({ content }) => content)).toEqual(['Two teas', teaText]);
  });

  it('if it is still wrong, the run ends as invalid_output with the errors', async () => {
    world.model.script(wrongText, wrongText);
    const answer = await say(ada, 'Two teas', { agentId: takesOrders, surface: 'wrong' });
    expect(answer).toMatchObject({ stopReason: 'invalid_output', errors: [problem], content: wrongText });
    expect(answer).not.toHaveProperty('output');
    expect(world.model.requests).toHaveLength(2);
    expect(await jobOf(ada, answer.runId)).toMatchObject({ status: 'completed', errors: [problem] });

    world.model.script('no JSON at all', { refusal: 'I will not.' });
    const events = await stream({ agentId: takesOrders, message: 'Two teas', surface: 'wrong' });
    expect(events.at(-1)?.json).toMatchObject({
      stopReason: 'invalid_output',
      content: 'I will not.',
      errors: [{ path: '', message: 'was refused by the model' }],
    });
    expect(JSON.stringify(asked(3).messages?.at(-1))).toContain('the answer is not valid JSON');

    world.model.script({ text: '{"item": "te', finishReason: 'length' });
    expect(await say(ada, 'Two teas', { agentId: takesOrders, surface: 'cut' })).toMatchObject({
      stopReason: 'max_tokens',
    });
    expect(world.model.requests).toHaveLength(5);
  });

  it('tools come first; what the model says beside its calls is not part of the answer', async () => {
    world.model.script({ text: 'Let me count.', toolCalls: [calculating] }, teaText);
    const answer = await say(ada, 'Two teas', { agentId: takesOrders, surface: 'tools' });
    expect(answer).toMatchObject({ content: teaText, output: tea, toolCalls: [{ tool: 'calculator' }] });
    expect(asked(1).response_format).toEqual(nativeOrder);
  });

  it('a server without such an option is told in words from then on', async () => {
    const agentId = await ada.newAgent({ responseFormat: order, provider: 'openai-compatible', model: 'plain' });
    world.model.script({ status: 400, message: 'This response_format type is unavailable now' }, teaText, teaText);
    for (const surface of ['words', 'words again'])
      expect(await say(ada, 'Two teas', { agentId, surface })).toMatchObject({ output: tea });
    expect(asked(0).response_format).toEqual(nativeOrder);
    for (const index of [1, 2]) {
      expect(asked(index)).not.toHaveProperty('response_format');
      expect(asked(index).messages?.[0]).toMatchObject({
        role: 'system',
        content: expect.stringContaining(JSON.stringify(order.schema)),
      });
    }
    // A schema that the server finds invalid is an error of the request.
    world.model.script({ status: 400, message: "Invalid schema for response_format 'order'" });
    const refused = await ada.act('POST', '/agent/chat', { agentId: takesOrders, message: 'Hi', surface: 'bad' });
    expect(refused.status).toBe(502);
  });

  it('a schema that cannot be used is refused wherever it is given', async () => {
    const loop = { ...order, schema: { type: 'object', properties: { next: { $ref: '#/properties/next' } } } };
    const list = { ...order, schema: { type: 'array' } };
    for (const responseFormat of [loop, list]) {
      const chat = await ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'Hi', responseFormat });
      expect(chat).toMatchObject({ status: 400, body: { errors: [{ path: 'responseFormat.schema' }] } });
      const agent = await ada.act('POST', '/agents', { name: 'Wrong', responseFormat });
      expect(agent).toMatchObject({ status: 400, body: { errors: [{ path: 'responseFormat.schema' }] } });
    }
    expect(world.model.requests).toHaveLength(0);
    const changed = await ada.act('PUT', `/agents/${await ada.newAgent({ responseFormat: order })}`, {
      responseFormat: null,
    });
    expect(changed).toMatchObject({ status: 200, body: { responseFormat: null, version: 2 } });
  });

  it('a parked run keeps the format it was asked for, and a repeated request gets the same output', async () => {
    const asker = await newAsker(world);
    world.model.script({ toolCalls: [fetching(receiver)] }, teaText);
    const parked = await park(asker, { responseFormat: order });
    await resolve(asker, parked.approval.requestId, 'approve');
    expect(await endOf(asker, parked.runId)).toMatchObject({ output: tea, content: teaText });
    expect(asked(1).response_format).toEqual(nativeOrder);

    world.model.script(teaText);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { agentId: takesOrders, message: 'Two teas', surface: 'twice' };
    const first = await ada.act<Structured>('POST', '/agent/chat', body, headers);
    const second = await ada.act<Structured>('POST', '/agent/chat', body, headers);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(second.body.output).toEqual(tea);
  });

  it('over a WebSocket, and with an answer too long for memory', async () => {
    const talk = await openTalk(world.gateway.url, ada);
    const long = { content: 'x'.repeat(120_000), 'a "key"': ['\n', null, '\u2028'] };
    const any = { type: 'json_schema', name: 'any', schema: { type: 'object' } };
    world.model.script(JSON.stringify(long));
    talk.send({ type: 'message', agentId: ada.agentId, message: 'Long', surface: 'long', responseFormat: any });
    const done = (await talk.untilEnd()).at(-1);
    expect(done).toMatchObject({ type: 'stream_done', content: JSON.stringify(long), output: long });
    talk.close();
    const again = await openStream(`${world.gateway.url}/jobs/${done?.runId}/stream`, { token: ada.accessToken });
    expect((await again.all()).at(-1)?.json).toMatchObject({ content: JSON.stringify(long), output: long });
    expect(await jobOf(ada, String(done?.runId))).toMatchObject({ output: long });
    // A short one from the store, after its events were read by nobody.
    world.model.script('{"content":"inner"}');
    const short = await say(ada, 'Short', { surface: 'short', responseFormat: any });
    const replay = await openStream(`${world.gateway.url}/jobs/${short.runId}/stream`, { token: ada.accessToken });
    expect((await replay.all()).at(-1)?.json).toMatchObject({
      content: '{"content":"inner"}',
      output: { content: 'inner' },
    });
  });

  it('in batches and swarms', async () => {
    world.model.reply(({ body }) => (body.response_format ? teaText : 'plain'));
    const batch = await world.gateway.call<{ runs: { runId: string }[] }>('POST', '/autonomous/batch', {
      body: { agentId: ada.agentId, userIds: [ada.id], message: 'Two teas', responseFormat: order },
      headers: { 'x-api-key': apiKey },
    });
    expect(batch.status).toBe(202);
    expect(await endOf(ada, batch.body.runs[0]?.runId ?? '')).toMatchObject({ output: tea });
    const run = await world.gateway.call<Structured>('POST', '/autonomous/run', {
      body: { agentId: ada.agentId, userId: ada.id, message: 'Two teas', responseFormat: order },
      headers: { 'x-api-key': apiKey },
    });
    expect(run).toMatchObject({ status: 200, body: { output: tea } });

    const { body } = await ada.act<{ swarmId: string }>('POST', '/swarms', {
      members: [
        { agentId: ada.agentId, message: 'Two teas', responseFormat: order },
        { agentId: takesOrders, message: 'Two teas' },
        { agentId: ada.agentId, message: 'Hello' },
        { agentId: ada.agentId, message: 'Bad', responseFormat: { ...order, schema: { type: 'string' } } },
      ],
    });
    const swarm = async () =>
      (await ada.act<{ status: string; results: Structured[] }>('GET', `/swarms/${body.swarmId}`)).body;
    await expect.poll(async () => (await swarm()).status, { timeout: patienceMs }).toBe('completed');
    const { results } = await swarm();
    expect(results).toMatchObject([{ output: tea }, { output: tea }, { content: 'plain' }, { status: 'failed' }]);
    expect(results[2]).not.toHaveProperty('output');
  });
});
