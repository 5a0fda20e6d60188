import { coreOf, isQuestion, wordsOf } from './words.ts';

/** Something the user wants kept, or that says a lasting thing about them. */
export type Fact = { text: string; field?: { name: string; value: string } };

const keepVerb =
  /^(?:remember|memori[sz]e|note|make a note|take a note|take note|keep in mind|bear in mind|(?:do not|never) forget|save|store|write down|jot down|put down)\b[\s,:]*(?:(?:of|this|it|the fact|in (?:your )?memory)\b[\s,:]*)*(?:that\b[\s,:]*)?/i;

/** `remember what I said?` asks; `remember that I like tea` tells. */
const asksBack = /^(?:what|which|who|when|where|why|how|if|whether|anything|me\b)/i;

const attribute =
  /^my ((?:(?:favou?rite|preferred|current|home|first|last|full|middle|pet)\s+)*(?:[\p{L}-]+\s+)?[\p{L}-]+)\s+(?:is|are|was)\s+(?:called\s+|named\s+)?(.+)$/iu;

const naming =
  /^(?:i am called|i am known as|i go by|(?:people|friends|everyone|you can|you may|just)?\s*call me|the name is)\s+(.+)$/i;

/** Attributes that stay: others, like how the cat is doing, are a sentence to keep. */
const lasting =
  /^(?:(?:favou?rite|preferred)\s+.+|(?:(?:first|last|full|middle|nick)\s*)?names?|surname|nickname|birthday|birth date|date of birth|age|e-?mail(?: address)?|(?:phone|telephone|mobile)(?: number)?|(?:home )?address|city|home ?town|country|nationality|job|profession|occupation|employer|company|title|language|native language|time ?zone|pronouns|height|shoe size|blood type)$/i;

const lastingVerbs = new Set(
  `like likes love prefer enjoy adore hate dislike detest live work study speak drink eat take own have play use drive ride
   read write collect follow support believe wear smoke cook bake grow keep teach run swim come belong was grew moved married`.split(
    /\s+/,
  ),
);
const habit =
  /\b(?:always|usually|never|often|every (?:day|week|morning|evening|night|year)|rarely|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i;
const passing =
  /\b(?:a question|a problem|an issue|an idea|no idea|to ask|to go|to know|your help|help|today|tonight|right now|at the moment|this (?:morning|week|evening))\b/i;
const stateOfBeing =
  /^i am (?:(?:also|actually|really)\s+)?(?:an? |the |allergic|afraid|from\b|based in|born|married|single|divorced|vegan|vegetarian|left-handed|right-handed|colou?r-?blind|\d|fluent|into\b|interested in|\w+ years old)/i;

const trim = (text: string): string => text.trim().replace(/[\s.!,;]+$/, '');

/** What a clause asks to be kept, in so many words. */
export function findRequestToKeep(clause: string): Fact | undefined {
  const core = coreOf(clause);
  const verb = keepVerb.exec(core)?.[0];
  if (!verb) return undefined;
  const text = trim(core.slice(verb.length).replace(/\?\s*$/, ''));
  if (text === '' || asksBack.test(text)) return undefined;
  return fieldOf(text) ?? { text };
}

/** What a statement says about the user that will still be true tomorrow. */
export function findStatement(clause: string, { greeting }: { greeting: boolean }): Fact | undefined {
  const core = trim(coreOf(clause));
  if (isQuestion(clause) || core === '') return undefined;
  const field = fieldOf(core);
  if (field) return field;
  if (greeting) {
    const name = /^i am ((?:\p{Lu}[\p{L}'-]+\s?){1,3})$/u.exec(core.replace(/^I\b/, 'i'))?.[1];
    if (name) return named(name);
  }
  const [subject, first = '', second = ''] = wordsOf(core);
  if (subject === 'my' && /\b(?:is|are|was|has|have|likes?|lives?|works?|loves?|hates?)\b/i.test(core))
    return { text: core };
  if (subject !== 'i' && subject !== 'we') return undefined;
  const verb = ['do', 'can', 'not', 'also', 'really', 'still'].includes(first) ? lastVerb(core) : first;
  const stays =
    stateOfBeing.test(core) || habit.test(core) || lastingVerbs.has(verb) || (first === 'am' && second === 'not');
  return stays && !passing.test(core) ? { text: core } : undefined;
}

const lastVerb = (core: string): string =>
  wordsOf(core).find((word, index) => index > 1 && !['not', 'really', 'also', 'still'].includes(word)) ?? '';

function fieldOf(text: string): Fact | undefined {
  const name = naming.exec(text)?.[1];
  if (name && wordsOf(name).length <= 4) return named(name);
  const [, attributeName, value] = attribute.exec(text) ?? [];
  if (!attributeName || !value || !lasting.test(attributeName)) return undefined;
  const key = attributeName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
  return { text, field: { name: key, value: trim(value) } };
}

const named = (name: string): Fact => ({
  text: `My name is ${trim(name)}`,
  field: { name: 'name', value: trim(name) },
});
