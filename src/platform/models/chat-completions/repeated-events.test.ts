import { describe, expect, it } from 'vitest';
import type { Completion } from './chat-completions-answer.ts';
import { createRepeatedEvents } from './repeated-events.ts';

const event = (delta: object, more: object = {}, choice: object = {}) =>
  JSON.stringify({ id: 'one', model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...choice }], ...more });

/** What was cut out of each event; undefined where it was parsed. */
function cut(events: readonly string[]): (string | undefined)[] {
  const repeated = createRepeatedEvents();
  return events.map((data) => {
    const text = repeated.textOf(data);
    if (text === undefined) repeated.see(data, JSON.parse(data) as Completion);
    return text;
  });
}

describe('events that differ in their text only', () => {
  it('are cut, whatever plain text they have', () => {
    const texts = ['Hi', ' there', '', '{}', ' 🙂 é 日本', "it's"];
    expect(cut(texts.map((content) => event({ content })))).toEqual([undefined, ...texts.slice(1)]);
  });

  it('are parsed if the text is long or has an escape', () => {
    expect(
      cut(['Hi', 'thirteen of it', 'a "quote"', 'a\nline', 'a \\', 'plain'].map((content) => event({ content }))),
    ).toEqual([undefined, undefined, undefined, undefined, undefined, 'plain']);
  });

  it('are learnt again when the first one had more', () => {
    const events = [
      event({ role: 'assistant', content: 'Hi' }),
      event({ content: ' you' }),
      event({ content: ' two' }),
    ];
    expect(cut(events)).toEqual([undefined, undefined, ' two']);
  });

  it.each([
    ['usage', event({ content: 'x' }, { usage: { prompt_tokens: 1 } })],
    ['an error', event({ content: 'x' }, { error: 'broken' })],
    ['an end', event({ content: 'x' }, {}, { finish_reason: 'stop' })],
    ['a refusal', event({ content: 'x', refusal: 'no' })],
    ['reasoning', event({ content: 'x', reasoning_content: '' })],
    ['a call', event({ content: 'x', tool_calls: [{ index: 0 }] })],
    ['a whole message', event({ content: 'x' }, {}, { message: { content: 'x' } })],
    ['the name of the field earlier', event({ content: 'x' }).replace('"one"', '{"content":"x"}')],
    ['the same field twice', event({ content: 'x' }).replace('"content":"x"', '"content":"x","content":"x"')],
    ['an escape where none is needed', event({ content: 'x' }).replace('"x"', '"\\u0078"')],
    ['no text', event({ content: null })],
    ['a number', event({ content: 5 })],
    ['no choice', JSON.stringify({ choices: [] })],
    ['no object', 'null'],
  ])('are not learnt from an event with %s', (_what, data) => {
    expect(cut([data, data, data])).toEqual([undefined, undefined, undefined]);
  });

  it('are parsed after a few attempts with a server that adds something new each time', () => {
    const events = Array.from({ length: 8 }, (_, n) => event({ content: `w${n}` }, { obfuscation: 'x'.repeat(n) }));
    expect(cut(events).every((text) => text === undefined)).toBe(true);
  });

  it('are not mistaken for one that ends early or says something else', () => {
    const first = event({ content: 'Hi' });
    const cutOff = first.slice(0, -3);
    const repeated = createRepeatedEvents();
    repeated.see(first, JSON.parse(first) as Completion);
    expect(repeated.textOf(cutOff)).toBeUndefined();
    expect(repeated.textOf(event({ content: 'a', refusal: 'b' }))).toBeUndefined();
    expect(repeated.textOf(event({ content: 'a' }, {}, { finish_reason: 'stop' }))).toBeUndefined();
    expect(repeated.textOf('[DONE]')).toBeUndefined();
    expect(repeated.textOf(event({ content: 'b' }))).toBe('b');
  });

  describe('and come alone', () => {
    const bytes = (data: string) => Buffer.from(`data: ${data}\n\n`);
    const learnt = () => {
      const repeated = createRepeatedEvents();
      const first = event({ content: 'Hi' });
      expect(repeated.textIn(bytes(first))).toBeUndefined();
      repeated.see(first, JSON.parse(first) as Completion);
      return repeated;
    };

    it('are cut out of their bytes, long ones too', () => {
      const texts = ['Hi', ' there', '', '{}', ' 🙂 é 日本', "it's", 'more than twelve of it'];
      const repeated = learnt();
      expect(texts.map((content) => repeated.textIn(bytes(event({ content }))))).toEqual(texts);
    });

    it('are parsed if the bytes are anything else', () => {
      const repeated = learnt();
      const plain = event({ content: 'a' });
      const others = [
        ...['a "quote"', 'a\nline', 'a \\', 'x'.repeat(1_000)].map((content) => bytes(event({ content }))),
        ...[`data:${plain}\n\n`, `data: ${plain}\r\n\r\n`, `data: ${plain}\n`, `id: 1\ndata: ${plain}\n\n`].map(
          (text) => Buffer.from(text),
        ),
        Buffer.concat([bytes(plain), bytes(plain)]),
        bytes(plain).subarray(1),
        Buffer.from(`data: ${plain.replace('"a"', '"a\ndata: b"')}\n\n`),
        bytes('[DONE]'),
        Buffer.alloc(0),
      ];
      expect(others.map((chunk) => repeated.textIn(chunk))).toEqual(others.map(() => undefined));
      expect(repeated.textIn(bytes(plain))).toBe('a');
    });
  });
});
