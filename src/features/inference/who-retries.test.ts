import OpenAI, { BadRequestError, RateLimitError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { openStream } from '../../../test/harness/event-stream-client.ts';
import { newTalker, openTalk, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';

describe.each(engines)('a failing model behind clients that retry, on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  let client: OpenAI;
  beforeAll(async () => {
    world = await startTalking(engine);
    ada = await newTalker(world.gateway);
    // The default client retries twice.
    client = new OpenAI({ baseURL: `${world.gateway.url}/inference`, apiKey: ada.accessToken });
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  const kinds = ['a model', 'an agent'] as const;
  const nameOf = (kind: (typeof kinds)[number]) =>
    kind === 'a model' ? 'openai-compatible/fake' : `agent:${ada.agentId}`;
  const ask = (kind: (typeof kinds)[number], stream: boolean) =>
    client.chat.completions.create({ model: nameOf(kind), messages: [{ role: 'user', content: 'Hello' }], stream });
  const ways = kinds.flatMap((kind) => [false, true].map((stream) => [kind, stream] as const));

  it.each(ways)('is called three times in all when it is broken: %s, streamed: %s', async (kind, stream) => {
    world.model.reply(() => ({ status: 503, retryAfter: 0 }));
    await expect(ask(kind, stream)).rejects.toMatchObject({ status: 502 });
    expect(world.model.requests).toHaveLength(3);
  });

  it.each(ways)('is called three times in all when it limits the rate: %s, streamed: %s', async (kind, stream) => {
    world.model.reply(() => ({ status: 429, retryAfter: 0 }));
    const failure = await ask(kind, stream).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RateLimitError);
    expect(failure).toMatchObject({ code: 'rate_limit_exceeded' });
    expect(world.model.requests).toHaveLength(3);
  });

  it.each(ways)('keeps its status, code and Retry-After: %s, streamed: %s', async (kind, stream) => {
    const request = () =>
      ada.act('POST', '/inference/chat/completions', {
        model: nameOf(kind),
        messages: [{ role: 'user', content: 'Hello' }],
        stream,
      });
    world.model.script({ status: 429, retryAfter: 37 });
    const limited = await request();
    expect(limited.status, limited.text).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('37');
    expect(limited.body).toMatchObject({ error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } });
    expect(world.model.requests).toHaveLength(1);

    world.model.script({ status: 400, code: 'context_length_exceeded', message: 'At most 8192 tokens.' });
    const refused = await request();
    expect(refused.status, refused.text).toBe(400);
    expect(refused.body).toMatchObject({ error: { type: 'invalid_request_error', code: 'context_length_exceeded' } });

    world.model.script({ status: 429, code: 'insufficient_quota' });
    const empty = await request();
    expect(empty).toMatchObject({ status: 429, body: { error: { code: 'insufficient_quota' } } });
    expect(empty.headers.get('x-should-retry')).toBe('false');
  });

  it('is called once for a request that it refuses', async () => {
    world.model.reply(() => ({ status: 400, message: 'This schema is not valid.' }));
    const failure = await ask('a model', false).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BadRequestError);
    expect((failure as Error).message).toContain('This schema is not valid.');
    expect(world.model.requests).toHaveLength(1);
  });

  it('makes a run fail with 429 and Retry-After over HTTP, SSE and WebSocket', async () => {
    const body = { agentId: ada.agentId, message: 'Hello?', surface: 'limited' };
    world.model.script({ status: 429, retryAfter: 41 });
    const chat = await ada.act('POST', '/agent/chat', body);
    expect(chat).toMatchObject({ status: 429, body: { code: 'model_rate_limited', runId: expect.any(String) } });
    expect(chat.headers.get('retry-after')).toBe('41');

    const failed = { code: 'model_rate_limited', status: 429, retryable: true, retryAfterSeconds: 41 };
    world.model.script({ status: 429, retryAfter: 41 });
    const events = await openStream(`${world.gateway.url}/agent/chat/stream`, { token: ada.accessToken, body });
    expect((await events.all()).at(-1)).toMatchObject({ event: 'error', json: failed });

    world.model.script({ status: 429, retryAfter: 41 });
    const talk = await openTalk(world.gateway.url, ada);
    talk.send({ type: 'message', ...body });
    const frames = await talk.untilEnd();
    expect(frames.at(-1)).toMatchObject({ type: 'error', ...failed });
    await talk.close();

    world.model.script({ status: 429, code: 'insufficient_quota' });
    const empty = await ada.act('POST', '/agent/chat', body);
    expect(empty).toMatchObject({ status: 429, body: { code: 'model_rate_limited' } });
    expect(empty.headers.get('retry-after')).toBe(null);
    const job = await ada.act('GET', `/jobs/${(empty.body as { runId: string }).runId}`);
    expect(job.body).toMatchObject({ error: { retryable: false, upstream: { status: 429 } } });
  });
});
