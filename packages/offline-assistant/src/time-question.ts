import { wordList } from './word-lists.ts';
import { contentWords, coreOf, isQuestion } from './words.ts';

const timeWords = wordList('time');
const anchors = wordList('timeAnchors');
/** Words that show a question about another time, or about an amount of time. */
const elsewhere = /\b(?:my|your|our|his|her|their|much|many|long|spend|spent|ago|left|until|since|every)\b/i;

let zones: Map<string, string> | undefined;

/** Cities by their names in the time zone database: `new york` is America/New_York. */
export function zoneNamed(place: string): string | undefined {
  if (!zones) {
    zones = new Map([
      ['utc', 'UTC'],
      ['gmt', 'UTC'],
    ]);
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      zones.set(plain(zone), zone);
      zones.set(plain(zone.slice(zone.lastIndexOf('/') + 1)), zone);
    }
  }
  return zones.get(plain(place));
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z/]+/g, ' ')
    .trim();

/** Whether a clause asks for the time or the date, and in which zone. */
export function findTimeQuestion(whole: string): { zone: string | undefined } | undefined {
  const clause = coreOf(whole);
  if (elsewhere.test(clause)) return undefined;
  const place =
    /\b(?:in|at|for)\s+([\p{L}/_ -]+?)(?:\s+(?:right now|now|please|today|at the moment))?\s*[?.!]*$/iu.exec(
      clause,
    )?.[1];
  const zone = place && zoneNamed(place);
  const rest = zone ? clause.replace(place, ' ') : clause;
  const content = contentWords(rest);
  if (!content.some((word) => anchors.has(word)) || !content.every((word) => timeWords.has(word))) return undefined;
  const asked =
    isQuestion(clause) || /\b(?:tell|give|show|say|need|want|check|what)\b/i.test(clause) || content.length <= 3;
  return asked ? { zone } : undefined;
}
