/** Past this an answer lives in the stored events only, and the database puts its message together at the end. */
const keptCharacters = 65_536;
/** Of a longer one so much is searched. */
const searchedCharacters = 4_096;
/** No model writes this much; a broken one must not fill the disk. */
export const longestAnswer = 33_554_432;

/** Between what one step said and what the next one says. */
export const paragraph = '\n\n';

/** What the model said in one step: the text, or where in the stored events to find it. */
export type StepText = string | { beginning: string; afterSeq: number };

export type AnswerText = ReturnType<typeof createAnswerText>;

/** The text of a turn as it comes. `earlier` is what the turn had said before it came to this node. */
export function createAnswerText(lastSeq: () => number, earlier = '') {
  let parts = [earlier];
  let length = earlier.length;
  let long = false;
  let stepStart = length;
  let stepStartSeq = lastSeq();
  let beginning = '';

  return {
    add(delta: string): void {
      length += delta.length;
      if (long) {
        if (beginning.length < searchedCharacters) beginning += delta.slice(0, searchedCharacters);
        return;
      }
      parts.push(delta);
      if (length <= keptCharacters) return;
      // Through bytes: a slice would hold on to all that it was cut from.
      beginning = Buffer.from(parts.join('').slice(stepStart, stepStart + searchedCharacters)).toString();
      long = true;
      parts = [];
    },
    /** What was said so far has its message; the next words belong to another. */
    beginStep(): void {
      stepStart = length;
      stepStartSeq = lastSeq();
      beginning = '';
      if (parts.length > 1) parts = [parts.join('')];
    },
    hasText: (): boolean => length > 0,
    hasStepText: (): boolean => length > stepStart,
    step: (): StepText => (long ? { beginning, afterSeq: stepStartSeq } : parts.join('').slice(stepStart)),
    /** Undefined when it is too long to be carried around. */
    whole: (): string | undefined => (long ? undefined : parts.join('')),
  };
}
