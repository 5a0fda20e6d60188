import type { Fact, Reading, Rule } from './fact.ts';
import { englishRules } from './facts-english.ts';
import { otherRules } from './facts-other-languages.ts';
import { asksToForget, ownClauses } from './own-words.ts';

/** A cheap test that most messages fail: the first person, or a request to remember. */
const mayTell =
  /\b(?:i|i['’]m|i['’]ve|my|me|we|our|remember|memori[sz]e|note|forget|keep in mind|bear in mind|ich|mein|meine|meinen|merk|merke|je|mon|ma|mes|moi|souviens|rappelle|retiens|yo|mi|mis|me|vivo|soy|trabajo|prefiero|odio|recuerda|io|mio|mia|abito|sono|lavoro|preferisco|ricorda|ricordati|eu|meu|minha|moro|sou|trabalho|gosto|prefiro|lembre|lembra)\b|\bj['’]/i;

const contractions: readonly [RegExp, string][] = [
  [/[’‘]/g, "'"],
  [/\bi'm\b|\bim\b/gi, 'I am'],
  [/\b(i|we)'ve\b/gi, '$1 have'],
  [/\b(i|we)'ll\b/gi, '$1 will'],
  [/\b(i|we)'d\b/gi, '$1 would'],
  [/\bwe're\b/gi, 'we are'],
  [/\b(name|birthday|it|that|he|she|wife|husband|dog|cat|son|daughter|job)'s (?!name\b|birthday\b)/gi, '$1 is '],
  [/\bcan't\b|\bcannot\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/\b(do|does|did|is|are|was|have|has)n't\b|\b(do)nt\b/gi, '$1$2 not'],
];
/** A cheap test before ten replacements: a captured text is compared with up to a thousand others. */
const mayContract = /['’‘]|\bim\b|\bcannot\b|\bdont\b/i;
const writtenOut = (text: string): string =>
  mayContract.test(text) ? contractions.reduce((written, [short, long]) => written.replace(short, long), text) : text;

const leads =
  /^(?:(?:hi|hello|hey|hallo|bonjour|hola|ciao|olá)(?: there| everyone| all| again)?[\s,!.:-]+|(?:well|so|oh|ok|okay|also|and|but|btw|fyi|actually|yes|no|now|then|plus|sure|thanks|thank you|listen|look|by the way|for the record|for your information|for future reference|just so you know|in case you (?:wonder|need it)|as you know|to be honest|honestly|personally|übrigens|au fait|por cierto|a proposito|aliás)[\s,!.:-]+){1,3}/i;

const keepVerb =
  /^(?:(?:please|kindly|can you|could you|would you|will you|i want you to|i need you to|i would like you to|make sure (?:to|you)|be sure to|always)[\s,]+){0,3}(?:remember|memori[sz]e|keep in mind|bear in mind|make a note|take a note|take note|note(?: down)?|(?:do not|never) forget|save|write down|jot down|merke? dir|vergiss nicht|souviens-toi|rappelle-toi|retiens|note(?: bien)?|recuerda|no olvides|ricorda(?:ti)?|non dimenticare|lembre-se|lembra(?:-te)?|não (?:se )?esqueças?)\b[\s,:]*(?:(?:this|it|the fact|for me|for later|bitte|por favor|per favore|de)\b[\s,:]*){0,2}(?<that>(?:that|dass|que|qu['’]|che)\b[\s,:]*)?(?<told>.+)$/i;
const saysNoteOnly = /^(?:note|take note|save|note down|note bien)\b/i;
const asksBack =
  /^(?:what|which|who|when|where|why|how|if|whether|anything|me\b|us\b|the time|our last|was|wie|wer|wo|qué|che cosa)/i;
const firstPerson =
  /\b(?:i|i'm|my|me|we|our|us|ich|mein\w*|mir|wir|unser\w*|je|j'|mon|ma|mes|nous|notre|yo|mi|mis|me|nuestro|io|mio|mia|miei|eu|meu|minha)\b/i;

/** Statements that are hypothetical or no longer true. */
const hypothetical =
  /\b(?:if|suppose|supposing|imagine|pretend|assum(?:e|ing)|hypothetically|let us say|let's say|say i|wish|as though|would|could|might|maybe|perhaps|possibly|unless|should i|used to|no longer|not any ?more|for example|e\.g|joking|kidding|wenn|falls|angenommen|würde|hätte|könnte|vielleicht|si j|si je|peut-être|voudrais|quizás|tal vez|ojalá|forse|vorrei|talvez|gostaria|quisiera|querría)\b/i;

const question = /\?\s*$/;
const asksFirst =
  /^(?:what|which|who|whom|whose|when|where|why|how|is|are|am|was|were|do|does|did|can|could|will|would|should|shall|may|have|has|tell me|show me|give me|let me|wer|wie|was|wo|wann|warum|qui|quoi|comment|pourquoi|où|qué|quién|cómo|dónde|chi|come|dove|perché|quem|onde)\b/i;

const secret =
  /\b(?:pass(?:word|phrase|code|wort)|pin(?: code| number)?|cvv|cvc|credit card|card number|iban|api[- ]?key|secret key|private key|access token|social security|ssn|mot de passe|contraseña|senha)\b|\b(?:\d[ -]?){13,19}\b|\b(?:sk|pk|ghp|xox[bp])[-_][\w-]{12,}/i;

/** A password, a key, a card number: stored only if the person asks for it. */
export const holdsSecret = (text: string): boolean => secret.test(text);

const asSentence = (text: string): string => {
  const plain = text
    .replace(/[\s,;:]+$/, '')
    .replace(/,? (?:by the way|btw|please|thanks|thank you)([.!]?)$/i, '$1')
    .trim();
  const ended = /[.!…。]$/.test(plain) ? plain : `${plain}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
};

const rules: readonly Rule[] = [...englishRules, ...otherRules];

function readingOf(clause: string): Reading | undefined {
  const text = writtenOut(clause).replace(/[\s.!…]+$/, '');
  for (const { pattern, read } of rules) {
    const match = pattern.exec(text);
    const reading = match ? read(match, text) : undefined;
    if (reading) return reading;
  }
  return undefined;
}

function askedFor(clause: string): Fact | undefined {
  // `…, ok?` is not a question.
  const text = writtenOut(clause).replace(
    /(?:,?\s*(?:ok|okay|right|alright|please|will you|would you|yes))?\s*\?\s*$/i,
    '',
  );
  const match = keepVerb.exec(text);
  const { told = '', that } = match?.groups ?? {};
  if (!match || (!that && told.trim().split(' ').length < 3)) return undefined;
  if (/^to\b/i.test(told)) return { content: asSentence(`Remember ${told}`), kind: 'asked', direct: false };
  if (!that && asksBack.test(told)) return undefined;
  const noteOnly = saysNoteOnly.test(match[0].replace(/^(?:please|kindly)[\s,]+/i, ''));
  if (noteOnly && !firstPerson.test(told)) return undefined;
  const reading = readingOf(told);
  // `Can you remember my name?` is a question.
  if (!that && !reading && question.test(clause)) return undefined;
  return { content: asSentence(told), kind: 'asked', ...reading, direct: true };
}

function statedIn(clause: string): Fact | undefined {
  if (question.test(clause) || asksFirst.test(clause) || holdsSecret(clause)) return undefined;
  const reading = hypothetical.test(writtenOut(clause)) ? undefined : readingOf(clause);
  return reading && { direct: false, ...reading, content: asSentence(clause) };
}

/** The lasting facts that a message states about its author. Fast for any message. */
export function findFacts(message: string): Fact[] {
  if (!mayTell.test(message.length > 2_000 ? message.slice(0, 2_000) : message)) return [];
  const facts = new Map<string, Fact>();
  for (const clause of ownClauses(message)) {
    const said = clause.replace(leads, '');
    const fact = askedFor(said) ?? statedIn(said);
    if (fact && !facts.has(fact.content)) facts.set(fact.content, fact);
  }
  return [...facts.values()].slice(0, 10);
}

/** Rewrites a sentence that an agent wrote about the person to the first person. */
const firstPersonOf = (text: string): string =>
  text
    .replace(/^(?:the )?user['’]s\b/i, 'My')
    .replace(/^(?:the )?user (?:is|are)\b/i, 'I am')
    .replace(/^(?:the )?user has\b/i, 'I have')
    .replace(/^(?:the )?user does not\b/i, 'I do not')
    .replace(/^(?:the )?user (\w+?)(?:(?<=ss|sh|ch|x|o)es|s)\b/i, 'I $1');

/** The fact in a stored sentence; undefined if it states nothing lasting. */
export function readFact(content: string): Fact | undefined {
  const sentence = firstPersonOf(content.trim());
  if (sentence.length > 300 || asksToForget(sentence)) return undefined;
  return statedIn(sentence.replace(leads, ''));
}

/** Equal for two spellings of the same statement. */
export const normalised = (content: string): string =>
  writtenOut(content)
    .toLowerCase()
    .replace(/\b(?:really|very|also|just|actually|do(?! not)|please|the|a|an|that)\b/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
