import { expect, it } from 'vitest';
import { createOfflineProvider } from './offline-provider.ts';
import { ask, failureOf, listener, tool } from './test-models.ts';

const provider = createOfflineProvider();

it('streams the same text word by word', async () => {
  const heard = listener();
  const request = ask('What are you able to do?', { tools: [tool('calculator')] });
  const streamed = await provider.generate(request, heard.onText);
  expect(streamed.text).toBe('');
  expect(heard.text()).toBe((await provider.generate(request)).text);
  expect(heard.deltas.length).toBeGreaterThan(20);
  expect(heard.deltas.every((delta) => delta.trim().split(/\s+/).length === 1)).toBe(true);
  expect(streamed).toMatchObject({ finishReason: 'stop', usage: { estimated: true } });
  expect(streamed.usage.completionTokens).toBe(Math.ceil(heard.text().length / 4));
});

it('waits for its listener before the next word', async () => {
  let open = 0;
  await provider.generate(ask('count to 30'), async () => {
    open += 1;
    await Promise.resolve();
    open -= 1;
    expect(open).toBe(0);
  });
});

it('streams slowly if asked to, and stops when it is aborted', async () => {
  const heard = listener();
  const signal = AbortSignal.timeout(500);
  const answer = provider.generate(ask('count slowly to 500', { signal }), heard.onText);
  expect(await failureOf(answer)).toBe(signal.reason);
  expect(heard.deltas.length).toBeGreaterThan(1);
  expect(heard.deltas.length).toBeLessThan(20);
  await expect(provider.generate(ask('hello', { signal }))).rejects.toBe(signal.reason);
});

it('stops at the token limit and at a stop sequence', async () => {
  const limited = await provider.generate(ask('count to 200', { maxTokens: 5 }));
  expect(limited).toMatchObject({ finishReason: 'length', text: '1 2 3 4 5 6 7 8 9 10' });
  const stopped = await provider.generate(ask('count to 20', { options: { stop: [' 4'] } }));
  expect(stopped).toMatchObject({ finishReason: 'stop', text: '1 2 3' });
});
