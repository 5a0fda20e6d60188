import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { type FakeModel, type ModelStep, startFakeModel } from './fake-model.ts';

type Chunk = {
  object: string;
  choices: {
    delta: {
      role?: string;
      content?: string | null;
      tool_calls?: { index: number; id?: string; type?: string; function: { name?: string; arguments: string } }[];
    };
    finish_reason: string | null;
  }[];
  usage?: { prompt_tokens: number; prompt_tokens_details: { cached_tokens: number } } | null;
  error?: { message: string };
};

type Whole = { choices: { message: { content: string | null; tool_calls?: object[] } }[] };

const json = async <Body = unknown>(answer: Promise<Response>) => (await (await answer).json()) as Body;

describe('the fake model', () => {
  let model: FakeModel;
  beforeAll(async () => {
    model = await startFakeModel();
  });
  beforeEach(() => model.reset());
  afterAll(() => model.stop());

  const ask = (extra: object = {}, signal: AbortSignal | null = null) =>
    fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
      body: JSON.stringify({ model: 'fake-model', messages: [{ role: 'user', content: 'hello' }], ...extra }),
      signal,
    });
  const askStream = () => ask({ stream: true, stream_options: { include_usage: true } });

  async function readStream(response: Response) {
    const events = (await response.text()).split('\n\n').filter(Boolean);
    const done = events.at(-1) === 'data: [DONE]';
    const chunks = (done ? events.slice(0, -1) : events).map(
      (event) => JSON.parse(event.slice('data: '.length)) as Chunk,
    );
    const text = chunks.map((chunk) => chunk.choices?.[0]?.delta.content ?? '').join('');
    return { chunks, done, text };
  }

  async function streamed(step: ModelStep) {
    model.script(step);
    return readStream(await askStream());
  }

  it('answers the script in order, then the reply function, then an echo', async () => {
    const text = async () => (await json<Whole>(ask())).choices[0]?.message.content;
    model.script('one', { text: 'two' });
    model.reply(({ body }) => (model.requests.length === 3 ? `three for ${body.model}` : undefined));
    expect([await text(), await text(), await text(), await text()]).toEqual([
      'one',
      'two',
      'three for fake-model',
      'Echo: hello',
    ]);
    expect(model.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer key' },
      body: { messages: [{ role: 'user', content: 'hello' }] },
      aborted: false,
    });
  });

  it('reports finish reason and cached tokens', async () => {
    const usage = { promptTokens: 100, completionTokens: 7, cachedTokens: 64 };
    model.script({ text: 'cut sho', finishReason: 'length', usage }, { text: 'x', usage: null });
    expect(await json(ask())).toMatchObject({
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'cut sho' }, finish_reason: 'length' }],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 7,
        total_tokens: 107,
        prompt_tokens_details: { cached_tokens: 64 },
      },
    });
    expect(await json(ask())).not.toHaveProperty('usage');
  });

  it('streams a text in the given number of pieces, the usage last', async () => {
    const { chunks, done, text } = await streamed({ text: 'naïve 👋 café', chunks: 5, chunkDelayMs: 2 });
    expect(text).toBe('naïve 👋 café');
    expect(done).toBe(true);
    expect(chunks.every((chunk) => chunk.object === 'chat.completion.chunk')).toBe(true);
    expect(chunks).toHaveLength(1 + 5 + 1 + 1);
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens_details: { cached_tokens: 0 } } });
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);

    const { chunks: withoutUsage } = await readStream(await ask({ stream: true }));
    expect(withoutUsage.every((chunk) => chunk.usage === undefined && chunk.choices.length === 1)).toBe(true);
  });

  it('splits events and characters, and nothing is lost', async () => {
    model.script({ text: 'naïve 👋 café', fragmentBytes: 3 });
    const response = await askStream();
    const sizes: number[] = [];
    const bytes: Uint8Array[] = [];
    for await (const piece of response.body ?? []) {
      sizes.push(piece.length);
      bytes.push(piece);
    }
    expect(sizes.length).toBeGreaterThan(100);
    expect((await readStream(new Response(Buffer.concat(bytes)))).text).toBe('naïve 👋 café');
  });

  it('streams parallel tool calls, malformed arguments verbatim', async () => {
    const step = {
      toolCalls: [
        { name: 'search', arguments: { query: 'cats' } },
        { name: 'fetch', arguments: '{"url": "http://', id: 'call_mine' },
      ],
    };
    const { chunks } = await streamed(step);
    const calls = chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
    const named = calls.filter((call) => call.id !== undefined);
    const argumentsOf = (index: number) =>
      calls.map((call) => (call.index === index ? call.function.arguments : '')).join('');
    expect(named).toMatchObject([
      { index: 0, type: 'function', function: { name: 'search', arguments: '' } },
      { index: 1, id: 'call_mine', type: 'function', function: { name: 'fetch', arguments: '' } },
    ]);
    expect(calls.length).toBeGreaterThan(4);
    expect([argumentsOf(0), argumentsOf(1)]).toEqual(['{"query":"cats"}', '{"url": "http://']);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');

    model.script(step);
    const message = (await json<Whole>(ask())).choices[0]?.message;
    expect(message?.content).toBeNull();
    expect(message?.tool_calls?.[1]).toEqual({
      id: 'call_mine',
      type: 'function',
      function: { name: 'fetch', arguments: '{"url": "http://' },
    });
  });

  it('refuses with the status, the error object and Retry-After', async () => {
    model.script({ status: 429, retryAfter: 3 }, { status: 500 }, { status: 400, code: 'context_length_exceeded' });
    const limited = await ask();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await limited.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    expect((await ask()).status).toBe(500);
    expect(await json(ask())).toMatchObject({
      error: { type: 'invalid_request_error', code: 'context_length_exceeded' },
    });
  });

  it('notices that a client left during a hanging, a delayed and a silent answer', async () => {
    const steps: ModelStep[] = [
      { hang: true },
      { text: 'late', delayMs: 60_000 },
      { text: 'half of it', cut: { afterChunks: 1, by: 'silence' } },
    ];
    for (const step of steps) {
      model.reset();
      model.script(step);
      const leaving = new AbortController();
      const answer = ask({ stream: true }, leaving.signal).then((response) => response.text());
      const outcome = expect(answer).rejects.toThrow('gave up');
      const [request] = await model.waitFor(1);
      expect(request?.aborted).toBe(false);
      leaving.abort(new Error('gave up'));
      await outcome;
      await model.waitFor(({ aborted }) => aborted);
    }
    await ask();
    expect(model.requests.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('breaks the socket in the middle of a stream, after the text so far', async () => {
    model.script({ text: 'abcdef', chunks: 6, cut: { afterChunks: 2, by: 'death' } });
    const response = await askStream();
    let received = '';
    const reading = (async () => {
      for await (const piece of response.body ?? []) received += Buffer.from(piece).toString();
    })();
    await expect(reading).rejects.toThrow();
    expect(received.match(/"content":"\w"/g)).toEqual(['"content":"a"', '"content":"b"']);
    expect(model.requests[0]?.aborted).toBe(false);

    model.script({ text: 'abcdef', cut: { afterChunks: 2, by: 'death' } });
    await expect(ask().then((whole) => whole.text())).rejects.toThrow();
  });

  it('breaks a stream with an error object, or ends it early', async () => {
    const failed = await streamed({ text: 'abcd', cut: { afterChunks: 3, by: 'error' } });
    expect([failed.text, failed.done, failed.chunks.at(-1)?.error?.message]).toEqual([
      'abc',
      false,
      expect.stringContaining('server had an error'),
    ]);
    const ended = await streamed({ text: 'abcd', cut: { afterChunks: 3, by: 'end' } });
    expect([ended.text, ended.done, ended.chunks.at(-1)?.choices[0]?.finish_reason]).toEqual(['abc', false, null]);
  });

  it('refuses a history with an unanswered tool call, as a real provider does', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{}' } };
    const asked = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: null, tool_calls: [call] },
    ];
    const answered = [...asked, { role: 'tool', tool_call_id: 'call_1', content: 'found' }];
    expect((await ask({ messages: answered })).status).toBe(200);
    const refused = await ask({ messages: [...asked, { role: 'user', content: 'well?' }] });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('call_1') } });
    expect((await ask({ messages: [...answered, ...answered.slice(2)] })).status).toBe(400);
    expect((await ask({ tools: [{ type: 'function', function: { name: 'web.search' } }] })).status).toBe(400);
  });

  it('gives equal texts equal vectors', async () => {
    async function embed<Vector>(extra: object = {}) {
      const input = ['a red cat', 'the red cat', 'tax law'];
      const body = JSON.stringify({ model: 'fake-embedding', input, dimensions: 64, ...extra });
      const answer = fetch(`${model.url}/embeddings`, { method: 'POST', body });
      return (await json<{ data: { embedding: Vector }[] }>(answer)).data.map(({ embedding }) => embedding);
    }
    const [cat = [], otherCat = [], law = []] = await embed<number[]>();
    const near = (left: number[], right: number[]) =>
      left.reduce((sum, value, place) => sum + value * (right[place] ?? 0), 0);
    expect(cat).toHaveLength(64);
    expect(near(cat, cat)).toBeCloseTo(1, 5);
    expect(near(cat, otherCat)).toBeGreaterThan(near(cat, law));

    const [base64 = ''] = await embed<string>({ encoding_format: 'base64' });
    const packed = Buffer.from(base64, 'base64');
    expect(cat.map((_, place) => packed.readFloatLE(place * 4))).toEqual(cat);
  });

  it('lists its models', async () => {
    expect(await json(fetch(`${model.url}/models`))).toMatchObject({
      object: 'list',
      data: [{ id: 'fake-model', object: 'model' }, { id: 'fake-embedding' }],
    });
  });
});

describe('the fake clock', () => {
  it('stands still until it is moved', () => {
    const clock = createFakeClock(1_000);
    clock.advance(500);
    expect(clock.now()).toBe(1_500);
    clock.set(10);
    expect(clock.now()).toBe(10);
  });
});
