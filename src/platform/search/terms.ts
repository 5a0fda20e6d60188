import type { Engine } from '../db/database.ts';
import { parseSearch } from '../db/words/search-words.ts';
import { oneSpelling } from '../db/words/spelling.ts';
import { sameAs } from './same-words.ts';
import { weightOf } from './word-weights.ts';

/**
 * One word of a question with its forms. A form is a list of consecutive words, because scripts without spaces are
 * indexed so. `weight` is the word's rarity in English: 0 to 1.
 */
export type Term = { forms: string[][]; weight: number };

const mostTerms = 24;

/** Words that most questions have; used only if a question has no others. */
const common = new Set(
  `a an the and or but if of to in on at by for from with about into as is am are was were be been being do does did done
  doing have has had having i me my mine myself we us our ours you your yours he him his she her hers it its they them
  their theirs this that these those there here what which who whom whose when where why how can could will would shall
  should may might must not no yes s t d m re ve ll don doesn didn isn aren wasn won so than then too very just also any
  some all more most many much please tell know remember again ever`.split(/\s+/),
);

/** "drink" for "drinks" and the reverse. A form that does not exist costs one index lookup. */
function formsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word];
  const forms = new Set([word]);
  const stems = new Set([word]);
  if (word.endsWith('ies')) stems.add(`${word.slice(0, -3)}y`);
  if (word.endsWith('es')) stems.add(word.slice(0, -2));
  if (/[^s]s$/.test(word)) stems.add(word.slice(0, -1));
  for (const ending of ['ing', 'ed'])
    if (word.endsWith(ending) && word.length > ending.length + 2) {
      const stem = word.slice(0, -ending.length);
      stems.add(stem);
      stems.add(`${stem}e`);
      if (stem.at(-1) === stem.at(-2)) stems.add(stem.slice(0, -1));
    }
  for (const stem of stems) {
    if (stem.length < 3) continue;
    forms.add(stem);
    forms.add(`${stem}s`);
    const open = stem.endsWith('e') ? stem.slice(0, -1) : stem;
    forms.add(`${open}ing`);
    forms.add(`${open}ed`);
    if (stem.endsWith('y')) forms.add(`${stem.slice(0, -1)}ies`);
  }
  return [...forms];
}

/** Words with a capital letter inside a sentence: "Thursday", "Leo". */
const namesIn = (question: string): Set<string> =>
  new Set(
    [...question.matchAll(/(?<=[\p{L}\p{N},;:’'"(] ?)(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+/gu)].map(([name]) =>
      oneSpelling(name),
    ),
  );

/** The words of a question that are searched for. There is no query syntax. */
export function termsOf(question: string): Term[] {
  const seen = new Set<string>();
  const names = namesIn(question);
  const phrases = parseSearch(question.replace(/["-]/g, ' '))
    .flatMap((term) => term.phrases)
    .filter((words) => {
      const text = words.join(' ');
      if (seen.has(text)) return false;
      seen.add(text);
      return true;
    });
  const telling = phrases.filter(([word = '', ...more]) => more.length > 0 || !common.has(word));
  return (telling.length > 0 ? telling : phrases).slice(0, mostTerms).map((words) => {
    const [word = '', ...more] = words;
    if (more.length > 0) return { forms: [words], weight: 1 };
    const forms = formsOf(word);
    const others = forms.flatMap(sameAs).flatMap(formsOf);
    return {
      forms: [...new Set([...forms, ...others])].map((form) => [form]),
      weight: names.has(word) || /\d\d/.test(word) ? 1 : weightOf(word),
    };
  });
}

/**
 * A query for the engine's index: any form of each of these terms. Words consist of letters, so nothing needs escaping.
 */
export function expressionOf(engine: Engine, scope: string, terms: readonly Term[]): string {
  if (engine === 'sqlite') {
    const anyOf = ({ forms }: Term) => `(${forms.map((words) => `"${words.join(' ')}"`).join(' OR ')})`;
    return `scope : "${scope}" AND words : (${terms.map(anyOf).join(' AND ')})`;
  }
  const anyOf = ({ forms }: Term) =>
    `(${forms.map((words) => `(${words.map((one) => `'${one}'`).join(' <-> ')})`).join(' | ')})`;
  return [`'@${scope}'`, ...terms.map(anyOf)].join(' & ');
}
