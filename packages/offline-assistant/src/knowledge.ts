import type { Message } from './conversation.ts';
import { findRequestToKeep, findStatement } from './facts.ts';
import { wordList } from './word-lists.ts';
import { capitalise, clausesOf, contentWords, relevance, toSecondPerson } from './words.ts';

/** Only blocks labelled as memory are used; other blocks are examples and documents. */
const aboutUser = /memor|profile|recall|remember|known|facts?\b/i;

/** The quoted blocks of the instructions whose label matches. */
export const blocksOf = (messages: readonly Message[], label: RegExp): string[] =>
  messages
    .filter(({ role }) => role === 'system')
    .flatMap(({ content }) => quotedBlocks(content))
    .filter((block) => label.test(block.label))
    .map(({ body }) => body);
const linesOf = (messages: readonly Message[], label: RegExp): string[] => blocksOf(messages, label).flatMap(factsIn);

/**
 * The lines of the quoted blocks of the instructions that contain memory or profile. They are data and never obeyed.
 */
export const recalledLines = (messages: readonly Message[]): string[] => linesOf(messages, aboutUser);

/** The lines that were recalled for the question, best first; a profile is always present. */
export const recalledEntries = (messages: readonly Message[]): string[] =>
  blocksOf(messages, aboutUser).flatMap((body) => factsIn(body.split('\n').filter(isDated).join('\n')));
const isDated = (line: string): boolean => /^\s*-\s*\[[^\]]*\d{4}-\d{2}-\d{2}[^\]]*\]/.test(line);

/** The summary of the part of the conversation that was compacted. */
export const summarisedLines = (messages: readonly Message[]): string[] => linesOf(messages, /summary/i);

const opening = /(?<ticks>`{3,}|~{3,})(?<info>[^\n]*)\n|<(?<tag>[a-z][\w-]*)(?<attributes>[^>\n]{0,200})>/gi;
const longestInstructions = 64_000;

/** Blocks between lines of backticks or between a pair of tags. The label is the opening and the line before it. */
function quotedBlocks(instructions: string): { label: string; body: string }[] {
  const text = instructions.slice(0, longestInstructions);
  const blocks: { label: string; body: string }[] = [];
  let from = 0;
  for (const match of text.matchAll(opening)) {
    if (match.index < from) continue;
    const { ticks, info = '', tag = '', attributes = '' } = match.groups ?? {};
    const start = match.index + match[0].length;
    const end = text.indexOf(ticks ?? `</${tag}>`, start);
    if (end < 0) continue;
    const before = text.slice(from, match.index).trimEnd().split('\n').at(-1) ?? '';
    blocks.push({ label: `${before} ${info} ${tag} ${attributes}`, body: text.slice(start, end) });
    from = end;
  }
  return blocks;
}

/** Facts in any format: a list, JSON, or plain lines. */
export function factsIn(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(factsIn);
  if (typeof data === 'object' && data !== null) return factsOfObject(data as Record<string, unknown>);
  if (typeof data !== 'string') return [];
  const json = parse(data);
  if (typeof json === 'object' && json !== null) return factsIn(json);
  return data
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:[-*•>#]+|\d+[.)])\s*/, '')
        .replace(/^[[(][^\])]{1,60}[\])]:?\s*/, '')
        .trim(),
    )
    .filter((line) => /\p{L}/u.test(line) && !/:$/.test(line) && !/^<\/?[\w-]+[^>]*>$/.test(line));
}

function factsOfObject(object: Record<string, unknown>): string[] {
  if (typeof object.content === 'string') return [object.content];
  const nested = Object.values(object).filter((value) => typeof value === 'object' && value !== null);
  if (nested.length > 0 && ('data' in object || 'entry' in object || 'fields' in object || 'results' in object))
    return nested.flatMap(factsIn);
  return Object.entries(object).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [`${key}: ${value}`] : [],
  );
}

/** What the user said about themselves earlier in this conversation. */
export const statedEarlier = (messages: readonly Message[]): string[] =>
  messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => clausesOf(content.slice(0, 2_000)))
    .flatMap((clause) => (findRequestToKeep(clause) ?? findStatement(clause, { greeting: true }))?.text ?? []);

/** The facts that answer a question best; empty if none is about it. */
export function bestFacts(question: string, facts: readonly string[]): string[] {
  const subject = contentWords(question)
    .filter((word) => !knowing.has(word))
    .join(' ');
  const ranked = [...new Set(facts)]
    .map((fact) => ({ fact, score: relevance(subject, fact) }))
    .filter(({ score }) => score >= 0.5)
    .sort((left, right) => right.score - left.score);
  const top = ranked[0]?.score ?? 0;
  return ranked
    .filter(({ score }) => score >= top * 0.8)
    .slice(0, 5)
    .map(({ fact }) => fact);
}

/** A question about the user, or about what is remembered. */
export function asksMemory(question: string): 'everything' | 'something' | undefined {
  const aboutKnowing =
    /\byou\b.*\b(?:know|remember|recall|learn(?:ed|t)?|heard)\b|\b(?:in|from) (?:your |my |the )?memory\b|\b(?:remember|recall|remind me)\b/i.test(
      question,
    );
  const aboutThem = /\b(?:my|me|mine|i|we|our)\b/i.test(
    question.replace(/\b(?:tell|show|give|teach|help) me\b/gi, ' '),
  );
  if (!aboutKnowing && !aboutThem) return undefined;
  const content = contentWords(question).filter((word) => !knowing.has(word));
  if (content.length > 0) return 'something';
  return aboutKnowing || /\bwho (?:am i|i am)\b/i.test(question) ? 'everything' : undefined;
}

const knowing = wordList('knowing');

/** A fact in the second person. */
function phraseFact(fact: string): string {
  const [, key, value] = /^([\p{L}_][\p{L}\p{N}_ -]{0,30}):\s+(.+)$/u.exec(fact) ?? [];
  if (key && value) return `your ${key.replaceAll('_', ' ')} is ${value.replace(/[.\s]+$/, '')}`;
  return toSecondPerson(fact);
}

export function phraseFacts(facts: readonly string[]): string {
  // The same fact is often stored twice: as it was said, and as it was noted.
  const phrased = [...new Set(facts.map((fact) => phraseFact(fact).replace(/[.\s]+$/, '')))];
  if (phrased.length === 1) return `From what I have in memory: ${phrased[0]}.`;
  return `From what I have in memory:\n${phrased.map((fact) => `- ${capitalise(fact)}.`).join('\n')}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
