import { spokenKinds } from '../../runs/index.ts';

/** Finds the person's own words in a message: nothing quoted, pasted, supposed or said in another's name. */

/** Kinds of runs whose message the person wrote. */
export const personSpeaks: ReadonlySet<string> = new Set(spokenKinds);

/** A longer message is a text to work on, not something said in passing. */
const longestMessage = 2_000;
const mostLines = 25;
const mostSentences = 30;
const longestSentence = 300;

/** `don't remember this`, `off the record`: nothing of the message is kept, whatever else it says. */
const unwanted =
  /\b(?:do not|don['’]?t|never|no need to|stop|without|please not|nicht|ne|pas|no|não|non)\s+(?:ever\s+|have to\s+|te\s+|lo\s+|mir\s+)?(?:remember(?!ing)|memori[sz]e|sav(?:e|ing)|stor(?:e|ing)|not(?:e|ing) (?:this|that|it|down)|keep(?:ing)? (?:this|that|it)|record|write (?:this|that|it) down|merken|speichern|retiens|retenir|recuerdes|guardes|ricordare|salvare|lembre|guarde)\b|\b(?:off the record|between (?:us|you and me)|(?<!not |n['’]t |nt |never )forget (?:that|this|it|what i|everything|about)|keep (?:this|that|it) (?:private|secret|to yourself)|confidential(?:ly)?|in confidence|merk dir nicht|vergiss (?:das|es|was)|oublie (?:ça|cela|ce que)|olvida (?:eso|esto|lo que)|unter uns)\b/i;

const polite =
  "(?:(?:please|kindly|hi|hello|hey|ok|okay|now|so)[\\s,!.]+|(?:can|could|would|will) you (?:please )?|i (?:want|need|would like|[’']d like) you to |help me (?:to )?|let us |let[’']s ){0,3}";
/** A request to work on a text shows the text; a request to play a part speaks for the part. */
const textWork = new RegExp(
  `^${polite}(?:translate|rewrite|re-?phrase|paraphrase|proof-?read|correct|summari[sz]e|condense|shorten|write|draft|compose|generate|repeat|say|echo|complete|continue|parse|convert|improve|edit|classify|extract|analy[sz]e|act as|act like|pretend|imagine|suppose|assume|role-?play|you are (?:now )?an?|übersetze|schreib|traduis|écris|traduce|escribe|traduci|scrivi|traduz|escreve)\\b`,
  'i',
);
const asksForTranslation =
  /\bhow (?:do|would|can|to) (?:you |i |we )?(?:say|write|spell)\b|\btranslat(?:e|ion)\b|\bwhat does (?:this|that|it) (?:sentence )?mean\b/i;
const letter =
  /^[ \t]*(?:dear|sehr geehrte|liebe[rs]?|cher|chère|estimad[oa])\s[^\n]{1,60}[,:]?\s*$|^[ \t]*(?:from|to|subject|sent|betreff|von)\s*:|^[ \t]*(?:best|kind|warm)? ?regards\b|^[ \t]*(?:sincerely|yours (?:truly|faithfully)|mit freundlichen grüßen|cordialement)\b/im;

const quotedBlock = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|`[^`\n]{0,200}`|<([a-z][\w-]{0,40})[^<>]{0,200}>[\s\S]*?<\/\2>/gi;
const quotedLine = /^[ \t]*>.*$/gm;
const quotation = /"([^"\n]{0,400})"|“([^”\n]{0,400})”|„([^“”\n]{0,400})[“”]|«([^»\n]{0,400})»/g;
const speaks =
  /\b(?:i|i['’]m|my|me|we|our|ich|mein|meine|je|j['’]|mon|ma|yo|mi|io|mio|mia|eu|meu|minha)\b|^\s*(?:[a-z]+\s){5,}/i;
const removed = '\u0000';

const abbreviation = /(?:^|[\s(])(?:st|dr|mr|mrs|ms|prof|no|nr|vs|ca|approx|jr|sr|e\.g|i\.e|a\.m|p\.m|[A-Z])\.$/i;

/** Sentences; a decimal point or `St. Gallen` does not end one. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const line of text.split('\n')) {
    let sentence = '';
    for (const piece of line.split(/(?<=[.!?…;。！？])\s+/)) {
      sentence = sentence === '' ? piece : `${sentence} ${piece}`;
      if (abbreviation.test(sentence)) continue;
      sentences.push(sentence);
      sentence = '';
    }
    if (sentence !== '') sentences.push(sentence);
  }
  return sentences;
}

const joint =
  /,?\s+(?:and|but|also|und|aber|et|mais|y|pero|e|ma|mas)\s+(?:also\s+|auch\s+|aussi\s+|también\s+)?(?=(?:i|i['’]m|i['’]ve|my|we|our|ich|mein|meine|je|mon|ma|mi|me|vivo|trabajo|soy|tengo|abito|lavoro|sono|moro|trabalho|sou|tenho)\s|j['’])/giu;
const verb =
  /\b(?:is|are|am|was|has|have|do|like|love|hate|prefer|live|work|drink|eat|speak|play|use|call|remember|note|moved|heiße|ist|bin|wohne|lebe|arbeite|mag|trinke|suis|est|habite|aime|travaille|es|soy|vivo|trabajo|gusta|llamo|è|sono|abito|chiamo|sou|moro|gosto)\b|\b(?:name['’]s|i['’]m)\b/iu;

/** `my name is Zoe and I like chess` says two things, `my wife and I like chess` one: only the first has two verbs. */
function clausesOf(sentence: string): string[] {
  const clauses: string[] = [];
  let from = 0;
  for (const match of sentence.matchAll(joint)) {
    const clause = sentence.slice(from, match.index);
    if (!verb.test(clause)) continue;
    clauses.push(clause);
    from = match.index + match[0].length;
  }
  return [...clauses, sentence.slice(from)];
}

const withoutQuotations = (text: string): string =>
  text.replace(quotation, (whole, ...groups: (string | undefined)[]) =>
    // A title or a name in quotation marks stays; a quoted sentence goes.
    speaks.test(groups.slice(0, 4).find((group) => group !== undefined) ?? '') ? removed : whole,
  );

/** Whether the message asks, anywhere in it, not to be remembered. */
export const asksToForget = (message: string): boolean => unwanted.test(message.slice(0, longestMessage));

/** The clauses in which the author speaks for themselves, as they were written. */
export function ownClauses(message: string): string[] {
  if (message.length > longestMessage || asksToForget(message)) return [];
  const text = message.replace(quotedBlock, removed).replace(quotedLine, removed);
  if (textWork.test(text.trim()) || asksForTranslation.test(text) || letter.test(text)) return [];
  if (text.split('\n', mostLines + 1).length > mostLines) return [];
  return sentencesOf(withoutQuotations(text))
    .slice(0, mostSentences)
    .filter((sentence) => sentence.length <= longestSentence && !sentence.includes(removed))
    .flatMap(clausesOf)
    .map((clause) => clause.replace(/\s+/g, ' ').trim())
    .filter((clause) => clause.length >= 5);
}
