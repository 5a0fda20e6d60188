import type { RunEvent } from './run-events.ts';
import type { AnswerText } from './turn.ts';

/** Past this an answer lives in the stored events only, and is put together once, at the end. */
const keptCharacters = 262_144;
/** No model writes this much; a broken one must not fill the disk. */
export const longestAnswer = 33_554_432;

let assembling: Promise<unknown> = Promise.resolve();

/** Two hundred answers of twenty megabytes do not fit in memory at once; one after another they do. */
function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = assembling.then(work, work);
  assembling = turn.catch(() => undefined);
  return turn;
}

/** `readAll` gives every event of the run that is stored, in order. */
export function createAnswerText(
  lastSeq: () => number,
  storeEvents: () => Promise<void>,
  readAll: () => AsyncIterable<RunEvent>,
): AnswerText {
  let parts: string[] = [];
  let length = 0;
  let stepStart = 0;
  let stepStartSeq = lastSeq();
  const firstSeq = lastSeq();
  let spilled = false;

  async function assemble(afterSeq: number): Promise<string> {
    await storeEvents();
    return oneAtATime(async () => {
      let text = '';
      for await (const { type, seq, fields } of readAll()) {
        if (type === 'stream_chunk' && seq > afterSeq) text += (JSON.parse(fields) as { delta: string }).delta;
      }
      return text;
    });
  }

  return {
    add(delta) {
      length += delta.length;
      if (spilled) return;
      parts.push(delta);
      if (length > keptCharacters) {
        spilled = true;
        parts = [];
      }
    },
    beginStep() {
      stepStart = length;
      stepStartSeq = lastSeq();
      if (!spilled && parts.length > 1) parts = [parts.join('')];
    },
    hasStepText: () => length > stepStart,
    step: () => (spilled ? assemble(stepStartSeq) : Promise.resolve(parts.join('').slice(stepStart))),
    whole: () => (spilled ? assemble(firstSeq) : Promise.resolve(parts.join(''))),
  };
}
