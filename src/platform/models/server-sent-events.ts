import { tooLong } from './provider-failure.ts';

const maxLineBytes = 64 * 1024 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * Bytes in, the data of each event out. Only whole lines are decoded, so that a character torn between two reads is
 * put together first. Comments and the fields `event`, `id` and `retry` say nothing in these protocols.
 */
export function createEventReader(onEvent: (data: string) => void) {
  let rest: Buffer | undefined;
  let data: string | undefined;

  function takeLine(text: string, from: number, to: number) {
    const end = to > from && text.charCodeAt(to - 1) === carriageReturn ? to - 1 : to;
    if (end === from) return dispatch();
    if (!text.startsWith('data:', from)) return;
    const value = text.slice(text.charCodeAt(from + 5) === 32 ? from + 6 : from + 5, end);
    data = data === undefined ? value : `${data}\n${value}`;
  }

  function dispatch() {
    if (data === undefined) return;
    const complete = data;
    data = undefined;
    onEvent(complete);
  }

  return {
    push(chunk: Buffer) {
      const lastBreak = chunk.lastIndexOf(lineFeed);
      if (lastBreak < 0) {
        rest = rest ? Buffer.concat([rest, chunk]) : chunk;
        if (rest.length > maxLineBytes) throw tooLong();
        return;
      }
      const whole = chunk.subarray(0, lastBreak + 1);
      const text = (rest ? Buffer.concat([rest, whole]) : whole).toString();
      rest = lastBreak + 1 < chunk.length ? chunk.subarray(lastBreak + 1) : undefined;
      for (let from = 0; from < text.length; ) {
        const to = text.indexOf('\n', from);
        takeLine(text, from, to);
        from = to + 1;
      }
    },
    /** Some servers leave out the empty line after the last event. A line that was not ended is torn. */
    end: dispatch,
  };
}
