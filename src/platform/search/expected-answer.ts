/**
 * The kind of answer a question expects (a number, a time, a name, a place), by its question word, and whether a text has one.
 * English only: in other languages nothing is expected.
 */
const numberWord = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|half|once|twice)\b/i;
const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const weekdays = 'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?';
const time = new RegExp(
  `\\d|\\b(?:${months}|${weekdays}|weeks?|months?|years?|midnight|noon|mornings?|evenings?|spring|summer|autumn|winter)\\b`,
  'i',
);
/** A capital inside a sentence that is neither "I" nor a date. */
const name = new RegExp(`(?<=[\\p{Ll}\\p{N},;:] )(?!I\\b)(?!(?:${months}|${weekdays})\\b)\\p{Lu}\\p{Ll}+`, 'u');
const place = /\b(?:in|at|to|from|near|over|on|into) (?:the )?\p{Lu}\p{Ll}+/u;

const kinds: [asked: RegExp, answer: RegExp][] = [
  [/\bhow (?:much|many|old|often|long|tall|big|far)\b|\b(?:number|code|size)\b/i, numberWord],
  [/\bwhen\b|\bwhat time\b|\b(?:what|which) days?\b|\buntil\b/i, time],
  [/\bwho\b|\bwhose\b|\bwhom\b|\bnames?\b|\bcalled\b/i, name],
  [/\bwhere\b|\b(?:which|what) (?:town|city|country|place|street|company)\b/i, place],
];

/** Undefined when the question expects no certain kind. */
export function expectedAnswer(question: string): ((text: string) => boolean) | undefined {
  const answer = kinds.find(([asked]) => asked.test(question))?.[1];
  return answer && ((text) => answer.test(text));
}
