import type { Tool } from './conversation.ts';
import { wordList } from './word-lists.ts';
import { isOnlyAbout } from './words.ts';

const greetings = wordList('greetings');
const thanks = wordList('thanks');
const farewells = wordList('farewells');
const identity = wordList('identity');
const abilities = wordList('abilities');

const yourself = /\b(?:you|your|yourself|this|that)\b/i;

export const isGreeting = (clause: string): boolean => isOnlyAbout(clause, greetings) && !/^is\b/i.test(clause);

/** Greetings and thanks, and questions about the assistant itself. */
export function findSmallTalk(clause: string, tools: readonly Tool[]): string | undefined {
  if (isGreeting(clause) || /\bhow are you\b/i.test(clause))
    return 'Hello! I am the offline assistant that is built into this gateway. Ask me what I can do.';
  if (isOnlyAbout(clause, thanks)) return 'You are welcome.';
  if (isOnlyAbout(clause, farewells)) return 'Goodbye!';
  if (/\b(?:who|what) are you\b/i.test(clause) || (yourself.test(clause) && isOnlyAbout(clause, identity)))
    return introduction;
  if (
    /\bwhat (?:can|could|do) you (?:do|know how)\b/i.test(clause) ||
    (isOnlyAbout(clause, abilities) && !/\b(?:i|my)\b/i.test(clause))
  )
    return describeAbilities(tools);
  return undefined;
}

const introduction =
  'I am the offline assistant that is built into this gateway: a small program that follows rules, not a language model. I need no key and no network.';

const configuration =
  'For answers from a real model, set OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY or OPENAI_COMPATIBLE_BASE_URL (Ollama, vLLM, LM Studio) and start the gateway again.';

const abilityList =
  'I can calculate, tell the time, remember what you tell me and answer from it, quote documents that this agent answers from, sum up our conversation, count, repeat after you, and call any tool by name: use the tool X with {"a": 1}.';

function describeAbilities(tools: readonly Tool[]): string {
  const offered =
    tools.length > 0
      ? `\nTools I may call here: ${tools.map(({ name }) => name).join(', ')}.`
      : '\nI was given no tools here.';
  return `${introduction} ${abilityList}${offered}`;
}

export function fallback(heard: string): string {
  const line = heard.replace(/\s+/g, ' ').trim();
  const quoted = line.length > 160 ? `${line.slice(0, 159)}…` : line;
  return `I am an offline assistant, not a language model, so I cannot really answer that. I heard: “${quoted}”\n\n${abilityList}\n\n${configuration}`;
}

/** `count from 3 to 9` */
export function findCounting(clause: string): string | undefined {
  const [, from = '1', to] =
    /\bcount(?:ing)?\b(?:\s+\w+){0,2}?(?:\s+from\s+(\d{1,4}))?\s+(?:up\s+)?(?:to|until)\s+(\d{1,4})\b/i.exec(clause) ??
    [];
  if (!to) return undefined;
  const step = Number(to) >= Number(from) ? 1 : -1;
  const count = Math.min(1_000, Math.abs(Number(to) - Number(from)) + 1);
  return Array.from({ length: count }, (_, index) => Number(from) + step * index).join(' ');
}

/** `repeat after me: …` */
export const findEcho = (text: string): string | undefined =>
  /^(?:repeat|echo|say|parrot)\b(?:\s+(?:after me|this|the following|back))*\s*[:,]?\s*["“]?([\s\S]+?)["”]?\s*$/i.exec(
    text,
  )?.[1];
