import { wordList } from './word-lists.ts';
import { coreOf, isQuestion, wordsOf } from './words.ts';

/** A statement that the user wants to be remembered, or a lasting fact about them. */
export type Fact = { text: string; field?: { name: string; value: string } };

const keepVerb =
  /^(?:remember|memori[sz]e|note|make a note|take a note|take note|keep in mind|bear in mind|learn(?= that)|(?:do not|never) forget|save|store|write down|jot down|put down)\b[\s,:]*(?:(?:of|this|it|the fact|(?:in|to|into) (?:your )?memory|to (?:self|yourself))\b[\s,:]*)*(?:that\b[\s,:]*)?/i;

/** `remember what I said?` is a question; `remember that I like tea` is a request. */
const asksBack = /^(?:what|which|who|when|where|why|how|if|whether|anything|me\b)/i;

const naming =
  /^(?:i am called|i am known as|i go by|(?:people|friends|everyone|you can|you may|just)?\s*call me|the name is)\s+(.+)$/i;
const attribute = /^my ((?:[\p{L}-]+\s+){0,3}[\p{L}-]+?)\s+(?:is|are|was)\s+(?:called\s+|named\s+)?(.+)$/iu;

/** Lasting attributes; a sentence about another one is remembered as text. */
const lasting = wordList('lastingAttributes');
const preference = /^(?:favou?rite|preferred)\s/i;

const lastingVerbs = wordList('lastingVerbs');
const habit =
  /\b(?:always|usually|never|often|rarely|every (?:day|week|morning|evening|night|year)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i;
/** A temporary state or an intention; other statements with "I am" are considered lasting. */
const stateOfTheMoment =
  /^i am (?:(?:so|very|quite|really|just|still|a bit|a little|not) )*(?:tired|hungry|thirsty|happy|sad|sorry|fine|ok|okay|good|well|great|busy|late|ready|sure|here|back|done|bored|confused|curious|sick|ill|cold|hot|glad|worried|testing|looking|trying|thinking|going|wondering|asking|about|afraid|stuck|lost|in\b|at\b|on\b)/i;
const passing =
  /\b(?:a question|a problem|an issue|an idea|no idea|to ask|to go|to know|help|today|tonight|right now|at the moment|this (?:morning|week|evening))\b/i;
const demonym = /(?:ish|ese|[aei]an|man|ench|utch|eek|iss|ic)$/;

const withoutEnd = (text: string): string => text.trim().replace(/[\s.!,;]+$/, '');

/** The explicit request to remember in a clause. */
export function findRequestToKeep(clause: string): Fact | undefined {
  const core = coreOf(clause);
  const asked = keepVerb.exec(core)?.[0];
  if (!asked) return undefined;
  const text = withoutEnd(core.slice(asked.length).replace(/\?\s*$/, ''));
  if (text === '' || asksBack.test(text)) return undefined;
  return fieldOf(text) ?? { text };
}

/** The lasting fact about the user that a statement contains. */
export function findStatement(clause: string, { greeting }: { greeting: boolean }): Fact | undefined {
  const core = withoutEnd(coreOf(clause));
  if (core === '' || isQuestion(clause)) return undefined;
  const field = fieldOf(core);
  if (field) return field;
  const self = /^[iI] am ((?:\p{Lu}[\p{L}'-]+\s?){1,3})$/u.exec(core)?.[1];
  // "I am German" is not a name; after a greeting, any capitalised word is one.
  if (self) return greeting || !demonym.test(self) ? named(self) : { text: core };
  if (passing.test(core)) return undefined;
  const [subject, ...words] = wordsOf(core);
  if (subject === 'my') return words.length > 2 ? { text: core } : undefined;
  if (subject !== 'i' && subject !== 'we') return undefined;
  const verb = words.find((word) => !helpers.has(word)) ?? '';
  return (words[0] === 'am' && !stateOfTheMoment.test(core)) ||
    habit.test(core) ||
    lastingVerbs.has(verb) ||
    lastingVerbs.has(words[0] ?? '')
    ? { text: core }
    : undefined;
}

const helpers = wordList('helperVerbs');

function fieldOf(text: string): Fact | undefined {
  const name = naming.exec(text)?.[1];
  if (name && wordsOf(name).length <= 4) return named(name);
  const [, attributeName, value] = attribute.exec(text) ?? [];
  if (!attributeName || !value) return undefined;
  if (!preference.test(attributeName) && !wordsOf(attributeName).some((word) => lasting.has(word))) return undefined;
  const key = attributeName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
  return { text, field: { name: key, value: withoutEnd(value) } };
}

function named(name: string): Fact {
  const value = withoutEnd(name);
  return { text: `My name is ${value}`, field: { name: 'name', value } };
}
