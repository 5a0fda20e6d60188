import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeModel, startFakeModel } from '../../../../test/harness/fake-model.ts';
import type { ModelMessage } from '../model.ts';
import { createModels, type Models } from '../models.ts';
import { ask, canary, failureOf, hasty, hear, listener, silentLog, tool } from '../test-models.ts';

let server: FakeModel;
let models: Models;

beforeAll(async () => {
  server = await startFakeModel();
});
beforeEach(() => {
  server.reset();
  models = createModels(
    { openaiApiKey: canary, compatibleBaseUrl: server.url, compatibleApiKey: canary },
    { ...hasty, baseUrls: { openai: server.url } },
  );
  return () => models.stop();
});
afterAll(() => server.stop());

describe.each(['whole', 'streamed'] as const)('an answer that comes %s', (mode) => {
  const generate = (request = ask('hi'), provider: 'openai' | 'openai-compatible' = 'openai') =>
    hear(models, provider, request, mode);

  it('has the text, the finish reason and the token usage', async () => {
    server.script({ text: 'Good day.', usage: { promptTokens: 12, completionTokens: 3 } });
    expect(await generate()).toEqual({
      text: 'Good day.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { promptTokens: 12, cachedTokens: 0, completionTokens: 3, estimated: false },
    });
  });

  it('counts no cached token twice', async () => {
    server.script({ text: 'x', usage: { promptTokens: 1_000, completionTokens: 5, cachedTokens: 640 } });
    const { usage } = await generate();
    expect(usage).toEqual({ promptTokens: 360, cachedTokens: 640, completionTokens: 5, estimated: false });
  });

  it('has an estimate where the server reports no usage', async () => {
    server.script({ text: 'x'.repeat(40), usage: null });
    const { usage } = await generate(ask('y'.repeat(80)));
    expect(usage).toEqual({ promptTokens: 20, cachedTokens: 0, completionTokens: 10, estimated: true });
  });

  it('may call several tools at once, with text before', async () => {
    server.script({
      text: 'Let me look.',
      toolCalls: [
        { id: 'a', name: 'weather', arguments: { city: 'Zürich' } },
        { id: 'b', name: 'clock', arguments: {} },
      ],
    });
    const answer = await generate(ask('both', { tools: [tool('weather'), tool('clock')] }));
    expect(answer).toMatchObject({ text: 'Let me look.', finishReason: 'tool_calls' });
    expect(answer.toolCalls).toEqual([
      { id: 'a', name: 'weather', arguments: '{"city":"Zürich"}' },
      { id: 'b', name: 'clock', arguments: '{}' },
    ]);
  });

  it('passes on malformed arguments unchanged', async () => {
    server.script({ toolCalls: [{ name: 'weather', arguments: '{"city": "Zür' }] });
    const { toolCalls } = await generate(ask('?', { tools: [tool('weather')] }));
    expect(toolCalls[0]?.arguments).toBe('{"city": "Zür');
  });

  it('says when it was cut at the limit or filtered', async () => {
    server.script({ text: 'and then', finishReason: 'length' }, { text: '', finishReason: 'content_filter' });
    expect((await generate()).finishReason).toBe('length');
    expect((await generate()).finishReason).toBe('filtered');
  });

  it('can call tools whose names providers refuse, by aliases', async () => {
    const tools = [tool('files.read'), tool('files_read'), tool('9lives'), tool(`long.${'x'.repeat(80)}`)];
    server.reply(({ body }) => ({
      toolCalls: (body.tools ?? []).map(({ function: { name } }) => ({ name, arguments: {} })),
    }));
    const { toolCalls } = await generate(ask('all of them', { tools }));
    expect(toolCalls.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));

    const history: ModelMessage[] = [
      { role: 'user', content: 'read' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'files.read', arguments: '{broken' }] },
      { role: 'tool', toolCallId: 'a', name: 'files.read', content: 'bad arguments', isError: true },
    ];
    server.script('Sorry.');
    expect((await generate(ask(history, { tools }))).text).toBe('Sorry.');
    const sent = server.requests.at(-1)?.body.messages?.[1]?.tool_calls?.[0]?.function;
    expect(sent?.name).toMatch(/^files_read_\w+$/);
    expect(JSON.parse(sent?.arguments ?? '')).toEqual({ malformed: '{broken' });
  });

  it('comes at the second attempt when the first failed temporarily', async () => {
    server.script({ status: 429, retryAfter: 0 }, { status: 503 }, 'At last.');
    expect((await generate()).text).toBe('At last.');
    expect(server.requests).toHaveLength(3);
  });

  it('is retried after the time the server asks for', async () => {
    server.script({ status: 429, retryAfter: 1 }, 'Now.');
    const startedMs = performance.now();
    await generate();
    expect(performance.now() - startedMs).toBeGreaterThan(950);
  });

  it('is not retried when the server asks for a long wait', async () => {
    server.script({ status: 429, retryAfter: 3_600 }, 'Too late.');
    const error = await failureOf(generate());
    expect(error).toMatchObject({ code: 'model_rate_limited', message: expect.stringContaining('answered 429') });
    expect(server.requests).toHaveLength(1);
  });

  it('fails after three attempts, naming the provider and the status', async () => {
    server.script(...Array.from({ length: 5 }, () => ({ status: 500 })));
    expect(await failureOf(generate())).toMatchObject({
      code: 'model_error',
      message: 'openai answered 500, after 3 attempts.',
      details: { verbatim: expect.stringMatching(/^openai answered 500: .+, after 3 attempts\.$/) },
    });
    expect(server.requests).toHaveLength(3);
  });

  it('is not retried when the request is invalid or the account is empty', async () => {
    server.script({ status: 404, message: 'The model `fake-model` does not exist.' });
    expect(await failureOf(generate())).toMatchObject({
      message: 'openai answered 404.',
      details: { verbatim: 'openai answered 404: The model `fake-model` does not exist.' },
    });
    server.script({ status: 429, code: 'insufficient_quota', message: 'You exceeded your quota.' });
    expect(await failureOf(generate())).toMatchObject({
      message: 'openai answered 429.',
      details: { verbatim: expect.stringContaining('You exceeded your quota.') },
    });
    expect(server.requests).toHaveLength(2);
  });

  it('can be cancelled while the server hangs: at once, with the given reason', async () => {
    server.script({ hang: true });
    const controller = new AbortController();
    const answer = failureOf(generate(ask('hi', { signal: controller.signal })));
    await server.waitFor(1);
    const reason = new Error('the user left');
    controller.abort(reason);
    expect(await answer).toBe(reason);
    await server.waitFor(({ aborted }) => aborted);
    await expect(generate(ask('hi', { signal: controller.signal }))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('can be cancelled while waiting for the next attempt', async () => {
    server.script({ status: 429, retryAfter: 1 }, 'never');
    const signal = AbortSignal.timeout(100);
    expect(await failureOf(generate(ask('hi', { signal })))).toBe(signal.reason);
    expect(server.requests).toHaveLength(1);
  });

  it('fails when it never begins', async () => {
    server.script({ hang: true }, { hang: true }, { hang: true });
    const error = await failureOf(generate());
    expect(error).toMatchObject({ code: 'model_error', message: expect.stringContaining('did not begin to answer') });
  });

  it('fails when it breaks off, and is not retried', async () => {
    for (const by of ['death', 'end', 'silence'] as const) {
      server.reset();
      server.script({ text: 'one two three four', cut: { afterChunks: 2, by } }, 'second');
      expect(await failureOf(generate()), by).toMatchObject({ code: 'model_error' });
      expect(server.requests, by).toHaveLength(1);
    }
  });

  it('adapts to differences between servers, and remembers them', async () => {
    const refuse = (param: string, message: string) => ({ param, message });
    const complaints = [
      refuse('reasoning_effort', "Function tools with reasoning_effort are not supported. Set it to 'none'."),
      refuse('max_completion_tokens', "Unsupported parameter: 'max_completion_tokens'."),
      refuse('temperature', "'temperature' does not support 0.5 with this model."),
    ];
    server.reply(({ body }) => {
      const wrong = complaints.find(({ param }) =>
        param === 'reasoning_effort' ? body.reasoning_effort !== 'none' : body[param] !== undefined,
      );
      if (!wrong) return { text: 'Fine.' };
      return {
        status: 400,
        rawBody: JSON.stringify({ error: { ...wrong, type: 'invalid_request_error', code: null } }),
      };
    });
    const request = ask('hi', { tools: [tool('clock')], maxTokens: 50, temperature: 0.5 });
    expect((await generate(request)).text).toBe('Fine.');
    expect(server.requests).toHaveLength(4);
    expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: 50, reasoning_effort: 'none' });
    await generate(request);
    expect(server.requests).toHaveLength(5);
  });

  it('fails when the server refuses a field and then its absence', async () => {
    server.reply(({ body }) => {
      const param = body.max_tokens === undefined ? 'max_completion_tokens' : 'max_tokens';
      const message = `Unsupported parameter: '${param}'.`;
      return { status: 400, rawBody: JSON.stringify({ error: { message, param, type: 'invalid_request_error' } }) };
    });
    expect(await failureOf(generate(ask('hi', { maxTokens: 50, model: 'stubborn' })))).toMatchObject({
      code: 'model_error',
    });
    expect(server.requests).toHaveLength(5);
  });

  it('never shows the key in an error', async () => {
    const said = `Incorrect API key provided: ${canary}. Bearer ${canary}\r\nsee https://example.com`;
    const steps = [
      { status: 401, message: said },
      { status: 403, message: said },
      { status: 400, message: said },
      { status: 500, message: said },
      { status: 418, rawBody: `<html>${said}</html>` },
      { text: 'half', cut: { afterChunks: 1, by: 'error' as const } },
    ];
    for (const step of steps) {
      server.reset();
      server.script(step, step, step);
      const error = await failureOf(generate());
      expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/canary|<html>/);
      expect(error.message).toMatch(/^openai [^\p{Cc}]{1,300}$/u);
    }
    const nobody = createModels({ openaiApiKey: canary }, { ...hasty, baseUrls: { openai: 'http://127.0.0.1:1/v1' } });
    const error = await failureOf(hear(nobody, 'openai', ask('hi'), mode));
    expect(error.message).toMatch(/^openai could not be reached.*ECONNREFUSED/);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('canary');
    await nobody.stop();
  });

  it('limits tokens by the field name that the server knows', async () => {
    await generate(ask('hi', { maxTokens: 7, temperature: 0.2 }));
    await generate(ask('hi', { maxTokens: 7 }), 'openai-compatible');
    const [openai, compatible] = server.requests.map(({ body }) => body);
    expect(openai).toMatchObject({ max_completion_tokens: 7, temperature: 0.2 });
    expect(compatible).toMatchObject({ max_tokens: 7 });
    expect(openai?.max_tokens ?? compatible?.max_completion_tokens ?? compatible?.temperature).toBeUndefined();
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${canary}`);
  });
});

describe('a stream', () => {
  it('is passed on in pieces, in order', async () => {
    const heard = listener();
    server.script({ text: 'To be or not to be.', chunks: 6 });
    const { text } = await models.generate('openai', ask('hi'), heard.onText);
    expect(heard.text()).toBe('To be or not to be.');
    expect(text).toBe('');
    expect(heard.deltas).toHaveLength(6);
    expect(server.requests[0]?.body.stream_options).toEqual({ include_usage: true });
  });

  it.each([1, 2, 3, 7])('is decoded correctly when it arrives in pieces of %i bytes', async (fragmentBytes) => {
    const text = 'Grüße, 你好, שלום, 👩‍👩‍👧 — “fine”.\n\ndata: [DONE]\n';
    const heard = listener();
    server.script({
      text,
      toolCalls: [{ id: 'a', name: 'say', arguments: { words: '日本語 👍' } }],
      fragmentBytes,
      usage: { promptTokens: 9, completionTokens: 4, cachedTokens: 4 },
    });
    const answer = await models.generate('openai', ask('hi', { tools: [tool('say')] }), heard.onText);
    expect(heard.text()).toBe(text);
    expect(JSON.parse(answer.toolCalls[0]?.arguments ?? '')).toEqual({ words: '日本語 👍' });
    expect(answer.usage).toEqual({ promptTokens: 5, cachedTokens: 4, completionTokens: 4, estimated: false });
  });

  it('is the same however its bytes are cut into chunks', async () => {
    let chunks: Buffer[] = [];
    const cutting = createServer(async (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const chunk of chunks) response.write(chunk);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(cutting, 'listening');
    const compatibleBaseUrl = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}/v1`;
    const cut = createModels({ compatibleBaseUrl }, hasty);
    const event = (delta: object, finish_reason: string | null = null) =>
      Buffer.from(`data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
    const texts = fc.array(fc.oneof(fc.constantFrom(' word', 'a "b"', '\n\n', '日本', '🙂'), fc.string()), {
      maxLength: 12,
    });
    const places = fc.array(fc.nat(), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(texts, places, fc.boolean(), async (all, cuts, atEvents) => {
        const events = [
          ...all.map((content) => event({ content })),
          event({}, 'stop'),
          Buffer.from('data: [DONE]\n\n'),
        ];
        const whole = Buffer.concat(events);
        const ends = [...cuts.map((place) => place % whole.length), whole.length].toSorted((a, b) => a - b);
        chunks = atEvents
          ? events.flatMap((one, index) => (index === cuts[0] ? [one.subarray(0, 9), one.subarray(9)] : [one]))
          : ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0);
        const heard = listener();
        await cut.generate('openai-compatible', ask('hi'), heard.onText);
        expect(heard.text()).toBe(all.join(''));
      }),
      { numRuns: 150 },
    );
    // What looks like an event is the second line of one.
    chunks = [
      event({ content: 'one' }),
      event({ content: 'two' }),
      Buffer.from('data: {"odd":\n'),
      event({ content: 'three' }),
    ];
    const heard = listener();
    await failureOf(cut.generate('openai-compatible', ask('hi'), heard.onText));
    expect(heard.text()).toBe('onetwo');
    await cut.stop();
    cutting.close();
  });

  it('that breaks before its first token is retried; after it, never', async () => {
    server.script({ text: 'lost', cut: { afterChunks: 0, by: 'death' } }, 'Found.');
    const heard = listener();
    await models.generate('openai', ask('hi'), heard.onText);
    expect(heard.text()).toBe('Found.');

    server.reset();
    server.script({ text: 'one two three four', cut: { afterChunks: 1, by: 'death' } }, 'again');
    const partial = listener();
    await failureOf(models.generate('openai', ask('hi'), partial.onText));
    expect(partial.text()).toBe('one ');
    expect(server.requests).toHaveLength(1);
  });

  it('that contains an error fails with it', async () => {
    server.script({ text: 'one two three four', cut: { afterChunks: 2, by: 'error' } });
    const heard = listener();
    const error = await failureOf(models.generate('openai', ask('hi'), heard.onText));
    expect(error).toMatchObject({
      message: 'openai reported an error.',
      details: { verbatim: expect.stringMatching(/^openai reported an error: The server had an error/) },
    });
    expect(heard.text()).not.toBe('');
  });

  it('can be cancelled between two tokens; the text so far is kept', async () => {
    server.script({ text: 'a b c d e f g h', chunks: 8, chunkDelayMs: 50 });
    const controller = new AbortController();
    const heard = listener();
    const answer = failureOf(
      models.generate('openai', ask('hi', { signal: controller.signal }), (delta) => {
        heard.onText(delta);
        if (heard.deltas.length === 3) controller.abort('enough');
      }),
    );
    expect(await answer).toBe('enough');
    expect(heard.deltas).toHaveLength(3);
    await server.waitFor(({ aborted }) => aborted);
  });

  it('waits for a listener that is not ready, with backpressure on the server', async () => {
    const total = 4_000_000;
    const patient = createModels({ compatibleBaseUrl: server.url }, { log: silentLog });
    server.script({ text: 'x'.repeat(total), chunks: 400 });
    const noop = () => {};
    let ready = noop;
    let length = 0;
    const answer = patient.generate('openai-compatible', ask('hi'), (delta) => {
      length += delta.length;
      if (length < 1_000_000 || ready !== noop) return undefined;
      return new Promise<void>((resolve) => {
        ready = resolve;
      });
    });
    await vi.waitFor(() => expect(ready).not.toBe(noop), 20_000);
    await sleep(200);
    expect(length).toBeLessThan(2_000_000);
    ready();
    await answer;
    expect(length).toBe(total);
    await patient.stop();
  });

  it('ends only when the listener has processed the last piece', async () => {
    server.script({ text: 'the end', chunks: 1 });
    let taken = false;
    await models.generate('openai', ask('hi'), () =>
      sleep(100).then(() => {
        taken = true;
      }),
    );
    expect(taken).toBe(true);
  });

  it('fails when its listener fails later', async () => {
    server.script({ text: 'a b c d', chunkDelayMs: 30 });
    const error = new Error('the disk is full');
    await expect(models.generate('openai', ask('hi'), () => Promise.reject(error))).rejects.toBe(error);
    await server.waitFor(({ aborted }) => aborted);
  });

  it('can be cancelled while it waits for the listener', async () => {
    server.script({ text: 'a b c d', chunkDelayMs: 200 });
    const signal = AbortSignal.timeout(100);
    const answer = models.generate('openai', ask('hi', { signal }), () => new Promise(() => {}));
    expect(await failureOf(answer)).toBe(signal.reason);
    await server.waitFor(({ aborted }) => aborted);
  });

  it('fails when its listener throws, and closes the connection', async () => {
    server.script({ text: 'a b c d', chunkDelayMs: 50 });
    const error = new Error('the disk is full');
    const answer = models.generate('openai', ask('hi'), () => {
      throw error;
    });
    await expect(answer).rejects.toBe(error);
    await server.waitFor(({ aborted }) => aborted);
  });
});

describe('connections', () => {
  it('are kept open from one call to the next', async () => {
    const answer = JSON.stringify({ choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] });
    const counting = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
    let connections = 0;
    counting.on('connection', () => {
      connections += 1;
    });
    await once(counting, 'listening');
    const compatibleBaseUrl = `http://127.0.0.1:${(counting.address() as AddressInfo).port}/v1`;
    const patient = createModels({ compatibleBaseUrl }, hasty);
    for (let call = 0; call < 20; call += 1) await patient.generate('openai-compatible', ask('hi'));
    expect(connections).toBeLessThanOrEqual(2);
    await patient.stop();
    counting.close();
  });

  it('carry many calls at once', async () => {
    server.reply(({ body }) => ({ text: String(body.messages?.[0]?.content), chunks: 10 }));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => hear(models, 'openai', ask(`number ${index}`), 'streamed')),
    );
    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 60 }, (_, index) => `number ${index}`));
  });

  it('are closed by a stop, after the answer under way', async () => {
    server.script({ text: 'still here', chunkDelayMs: 30 });
    const answer = hear(models, 'openai', ask('hi'), 'streamed');
    await server.waitFor(1);
    await Promise.all([models.stop(), models.stop()]);
    expect((await answer).text).toBe('still here');
  });
});
