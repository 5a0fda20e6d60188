/** A longer answer is kept in the stored events only; at the end the database copies it into its message. */
const keptCharacters = 65_536;
/** How much of such an answer can be searched. */
const searchedCharacters = 4_096;
/** Keeps a broken model from filling the disk. */
export const longestAnswer = 33_554_432;

/** Between the texts of two steps. */
export const paragraph = '\n\n';

/** The text of one step, or where it is in the stored events. */
export type StepText = string | { beginning: string; afterSeq: number };

export type AnswerText = ReturnType<typeof createAnswerText>;

/** The text of a run as it arrives. `earlier` is the text of its earlier turns. */
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
      // Copied through bytes: a slice would keep the whole string in memory.
      beginning = Buffer.from(parts.join('').slice(stepStart, stepStart + searchedCharacters)).toString();
      long = true;
      parts = [];
    },
    /** The text so far has its message; what follows belongs to the next one. */
    beginStep(): void {
      stepStart = length;
      stepStartSeq = lastSeq();
      beginning = '';
      if (parts.length > 1) parts = [parts.join('')];
    },
    hasText: (): boolean => length > 0,
    hasStepText: (): boolean => length > stepStart,
    step: (): StepText => (long ? { beginning, afterSeq: stepStartSeq } : parts.join('').slice(stepStart)),
    /** Undefined if it is too long to be kept in memory. */
    whole: (): string | undefined => (long ? undefined : parts.join('')),
  };
}
