import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeAnthropic } from '../../../../test/harness/fake-anthropic.ts';
import { startFakeGoogle } from '../../../../test/harness/fake-google.ts';
import type { ModelMessage } from '../model.ts';
import { createModels, type Models } from '../models.ts';
import { ask, canary, failureOf, hasty, hear, listener, tool } from '../test-models.ts';

const providers = [
  { provider: 'anthropic' as const, model: 'claude-sonnet-5-5', start: startFakeAnthropic, root: '/v1' },
  { provider: 'google' as const, model: 'gemini-3.8-flash', start: startFakeGoogle, root: '/v1beta' },
];

describe.each(providers)('$provider', ({ provider, model, start, root }) => {
  let server: Awaited<ReturnType<typeof start>>;
  let models: Models;

  beforeAll(async () => {
    server = await start();
  });
  beforeEach(() => {
    server.reset();
    models = createModels(
      { anthropicApiKey: canary, googleApiKey: canary, defaultModel: `${provider}/${model}` },
      { ...hasty, baseUrls: { [provider]: server.origin + root } },
    );
    return () => models.stop();
  });
  afterAll(() => server.stop());

  const question = (conversation: string | ModelMessage[], rest = {}) => ask(conversation, { model, ...rest });

  describe.each(['whole', 'streamed'] as const)('with an answer that comes %s', (mode) => {
    const generate = (request = question('hi')) => hear(models, provider, request, mode);

    it('gives the text and three counts that do not overlap', async () => {
      // Anthropic leaves the cached tokens out of its input, Google counts them in.
      const input = provider === 'anthropic' ? 100 : 900;
      server.script({ text: 'Grüezi 👋', usage: { input, output: 7, cached: 800 } });
      expect(await generate()).toEqual({
        text: 'Grüezi 👋',
        toolCalls: [],
        finishReason: 'stop',
        usage: { promptTokens: 100, cachedTokens: 800, completionTokens: 7, estimated: false },
      });
    });

    it('calls several tools at once, also tools with names that providers refuse', async () => {
      server.script({
        text: 'One moment.',
        toolCalls: [
          { name: 'files_read', arguments: { path: '/tmp/日本' } },
          { name: 'clock', arguments: {} },
        ],
      });
      const answer = await generate(question('go', { tools: [tool('files.read'), tool('clock')] }));
      expect(answer).toMatchObject({ text: 'One moment.', finishReason: 'tool_calls' });
      expect(answer.toolCalls.map((call) => [call.name, JSON.parse(call.arguments)])).toEqual([
        ['files.read', { path: '/tmp/日本' }],
        ['clock', {}],
      ]);
      expect(new Set(answer.toolCalls.map(({ id }) => id)).size).toBe(2);
      const written = JSON.stringify(server.requests[0]?.body);
      expect(written).toContain('"files_read"');
      expect(written).not.toContain('files.read"');
    });

    it('passes on the options of the inference API', async () => {
      server.script({ text: 'Done.' });
      const options = { toolChoice: { name: 'clock' }, stop: ['END'] };
      await generate(question('go', { tools: [tool('clock')], options }));
      const written = JSON.stringify(server.requests[0]?.body);
      expect(written).toContain('["END"]');
      // The package knows which Anthropic models cannot be forced to call a tool, and omits the option for those.
      expect(written).toMatch(/"tool_choice":\{"type":|"allowedFunctionNames":\["clock"\]/);
    });

    it('understands a history with instructions in the middle, an empty answer and failed calls', async () => {
      const history: ModelMessage[] = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'read it' },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'read it now' },
        {
          role: 'assistant',
          content: 'Reading.',
          toolCalls: [
            { id: 'a', name: 'files.read', arguments: '{"path":' },
            { id: 'b', name: 'clock', arguments: '' },
          ],
        },
        { role: 'tool', toolCallId: 'a', name: 'files.read', content: 'no such file', isError: true },
        { role: 'tool', toolCallId: 'b', name: 'clock', content: 'noon', isError: false },
        { role: 'system', content: 'A summary.' },
        { role: 'user', content: 'and?' },
      ];
      server.script({ text: 'Noon.' });
      const answer = await generate(question(history, { tools: [tool('files.read'), tool('clock')], maxTokens: 99 }));
      expect(answer.text).toBe('Noon.');
      const written = JSON.stringify(server.requests[0]?.body);
      for (const part of ['Be brief.', 'A summary.', 'no such file', 'noon', 'and?', '99'])
        expect(written).toContain(part);
    });

    it('receives its reasoning again with the results of the calls that came with it', async () => {
      const call = { id: 'toolu_1', name: 'clock', arguments: { zone: 'UTC' } };
      server.script(
        { thinking: 'They want the time.', signature: 'c2lnbmVkLWJ5LW1l', toolCalls: [call] },
        { text: 'Noon.' },
      );
      const tools = [tool('clock')];
      const { text, toolCalls } = await generate(question('time?', { tools }));
      expect(text).toBe('');
      await generate(
        question(
          [
            { role: 'user', content: 'time?' },
            { role: 'assistant', content: text, toolCalls },
            { role: 'tool', toolCallId: toolCalls[0]?.id ?? '', name: 'clock', content: 'noon', isError: false },
          ],
          { tools },
        ),
      );
      expect(JSON.stringify(server.requests[1]?.body)).toContain('c2lnbmVkLWJ5LW1l');
    });

    it('says when it was cut at the limit', async () => {
      server.script({ text: 'and', stopReason: provider === 'anthropic' ? 'max_tokens' : 'MAX_TOKENS' });
      expect((await generate()).finishReason).toBe('length');
    });

    it('is retried when it is overloaded, and the final error names it', async () => {
      server.script({ status: 429, headers: { 'retry-after': '0' } }, { status: 529 }, { text: 'At last.' });
      expect((await generate()).text).toBe('At last.');
      server.script({ status: 500 }, { status: 500 }, { status: 500 }, { text: 'never' });
      expect(await failureOf(generate())).toMatchObject({
        code: 'model_error',
        message: `${provider} answered 500, after 3 attempts.`,
        details: { verbatim: `${provider} answered 500: It failed, after 3 attempts.` },
      });
      expect(server.requests).toHaveLength(6);
    });

    it('can be cancelled while it hangs', async () => {
      server.script({ hang: true });
      const controller = new AbortController();
      const answer = failureOf(generate(question('hi', { signal: controller.signal })));
      await server.waitFor(1);
      const reason = new Error('the user left');
      controller.abort(reason);
      expect(await answer).toBe(reason);
      await server.waitFor(({ aborted }) => aborted);
    });

    it('fails when the answer never begins', async () => {
      server.script({ hang: true }, { hang: true }, { hang: true });
      expect(await failureOf(generate())).toMatchObject({
        code: 'model_error',
        message: expect.stringContaining('did not begin to answer in time'),
      });
    });

    it('never shows the key', async () => {
      const said = `API key not valid: ${canary}`;
      const steps = [
        { status: 401, message: said },
        { status: 400, message: said },
        { status: 500, message: said },
        { status: 502, rawBody: `<html>${said}</html>` },
      ];
      for (const step of steps) {
        server.reset();
        server.script(step, step, step);
        const error = await failureOf(generate());
        expect(error).toMatchObject({ code: 'model_error' });
        expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/canary|<html>/);
      }
      const gone = await start();
      await gone.stop();
      const nobody = createModels(
        { anthropicApiKey: canary, googleApiKey: canary },
        { ...hasty, baseUrls: { [provider]: gone.origin } },
      );
      const error = await failureOf(hear(nobody, provider, question('hi'), mode));
      expect(error.message).toMatch(new RegExp(`^${provider} could not be reached`));
      expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('canary');
      await nobody.stop();
    });
  });

  it('streams in pieces, also when a character is split between them', async () => {
    const heard = listener();
    server.script({ text: 'Grüße, 你好, 👩‍👩‍👧!', fragmentBytes: 3 });
    await models.generate(provider, question('hi'), heard.onText);
    expect(heard.text()).toBe('Grüße, 你好, 👩‍👩‍👧!');
    expect(heard.deltas.length).toBeGreaterThan(2);
  });

  it.each(['death', 'error', 'end'] as const)(
    'fails when a stream ends early by %s, and is not asked again',
    async (by) => {
      const heard = listener();
      server.script({ text: 'one two three four', cut: { afterEvents: provider === 'anthropic' ? 5 : 2, by } });
      const error = await failureOf(models.generate(provider, question('hi'), heard.onText));
      expect(error).toMatchObject({ code: 'model_error', message: expect.stringContaining(provider) });
      expect(heard.text()).not.toBe('');
      expect(server.requests).toHaveLength(1);
    },
  );

  it('is retried when a stream breaks before its first token', async () => {
    server.script(
      { text: 'lost', cut: { afterEvents: provider === 'anthropic' ? 1 : 0, by: 'death' } },
      { text: 'Found.' },
    );
    expect((await hear(models, provider, question('hi'), 'streamed')).text).toBe('Found.');
  });

  it('waits for a listener that is not ready', async () => {
    server.script({ text: 'one two three four' });
    const order: string[] = [];
    await models.generate(provider, question('hi'), async (delta) => {
      order.push(`heard ${delta.trim()}`);
      await sleep(20);
      order.push(`stored ${delta.trim()}`);
    });
    expect(order.map((entry) => entry.split(' ')[0])).toEqual(
      Array.from(order, (_, index) => (index % 2 ? 'stored' : 'heard')),
    );
    expect(order.length).toBeGreaterThan(4);
  });

  it('is checked without asking for an answer', async () => {
    const { signal } = new AbortController();
    expect(await models.probe(signal)).toEqual({ provider, model, latencyMs: expect.any(Number) });
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: `${root}/models` });
    server.script({ status: 401, message: canary });
    expect((await failureOf(models.probe(signal))).message).toBe(
      `${provider} refused the credentials it was given (401).`,
    );
  });
});
