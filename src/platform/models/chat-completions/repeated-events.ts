import type { Completion } from './chat-completions-answer.ts';

/** What cannot stand in a JSON string as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them.
const needsEscape = /["\\\u0000-\u001f]/;
/** The same, and what is more than one byte in UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const needsDecoding = /["\\\u0000-\u001f\u0080-\u00ff]/;
const name = '"content":"';
const probe = 'repeated?';
/** V8 does not copy a longer part of a string: it would keep the whole event, and what that was cut from. */
const longestCut = 12;
/** Longer ones are seldom, and are parsed. */
const mostBytes = 500;

/** `startsWith` and `endsWith` compare character by character. */
const isBetween = (text: string, before: string, after: string): boolean =>
  text.length >= before.length + after.length &&
  text.slice(0, before.length) === before &&
  text.slice(text.length - after.length) === after;

/** Whether the event says nothing but `text`. */
function saysOnly(text: string, { usage, error, choices }: Completion): boolean {
  const choice = choices?.[0];
  const { content, refusal, reasoning, reasoning_content, tool_calls } = choice?.delta ?? {};
  const others = [
    usage,
    error,
    choice?.finish_reason,
    choice?.message,
    refusal,
    reasoning,
    reasoning_content,
    tool_calls,
  ];
  return content === text && others.every((other) => other === undefined || other === null);
}

/** A server may name the role with the first text, and leave it out later. */
const mostTries = 3;

/**
 * Most events of a stream equal the one before in everything but the text, which can then be cut out, in a third of the time
 * of parsing the JSON. If the event came alone, its bytes are compared, and neither decoded nor searched for its end. A text that is long or has an escape is left to the parser, and so is every event of a server that adds something new each time.
 */
export function createRepeatedEvents() {
  let before = '';
  let after = '';
  let beforeInBytes = '';
  let afterInBytes = '';
  let tries = 0;

  /** Nothing about the form is guessed: another text in the same place must come out as the text. */
  function learn(data: string, text: string): void {
    const start = data.indexOf(name) + name.length;
    const end = start + text.length;
    if (start < name.length || data.slice(start, end) !== text || needsEscape.test(text)) return;
    const [head, tail] = [data.slice(0, start), data.slice(end)];
    if (!saysOnly(probe, JSON.parse(`${head}${probe}${tail}`) as Completion)) return;
    before = head;
    after = tail;
    beforeInBytes = `data: ${head}`;
    afterInBytes = `${tail}\n\n`;
  }

  return {
    /** The text of an event like the one that was learnt; otherwise undefined. */
    textOf(data: string): string | undefined {
      const end = data.length - after.length;
      if (before === '' || end - before.length > longestCut || !isBetween(data, before, after)) return undefined;
      const text = data.slice(before.length, end);
      return needsEscape.test(text) ? undefined : text;
    },
    /** The same for bytes that begin with an event: its text if they are that event and nothing else. */
    textIn(chunk: Buffer): string | undefined {
      const end = chunk.length - afterInBytes.length;
      if (before === '' || end - beforeInBytes.length > mostBytes) return undefined;
      // One character for each byte. If the learnt event is not ASCII, nothing matches, and all are parsed.
      const bytes = chunk.toString('latin1');
      if (!isBetween(bytes, beforeInBytes, afterInBytes)) return undefined;
      const cut = bytes.slice(beforeInBytes.length, end);
      if (cut.length <= longestCut && !needsDecoding.test(cut)) return cut;
      const text = chunk.toString('utf8', beforeInBytes.length, end);
      return needsEscape.test(text) ? undefined : text;
    },
    /** Every event that was not like it; the first ones are learnt from. */
    see(data: string, event: Completion): void {
      const text: unknown = event?.choices?.[0]?.delta?.content;
      if (tries === mostTries || typeof text !== 'string' || text === '' || !saysOnly(text, event)) return;
      tries += 1;
      learn(data, text);
    },
  };
}
