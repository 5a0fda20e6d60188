import { findCalculation } from './arithmetic/find-calculation.ts';
import type { Message, Tool } from './conversation.ts';
import { fromDocuments } from './documents.ts';
import { type Fact, findRequestToKeep, findStatement } from './facts.ts';
import {
  asksMemory,
  bestFacts,
  factsIn,
  phraseFacts,
  recalledEntries,
  recalledLines,
  statedEarlier,
  summarisedLines,
} from './knowledge.ts';
import { fallback, findCounting, findEcho, findSmallTalk, isGreeting } from './small-talk.ts';
import { extract, findLastWords, findSummaryRequest, summariseConversation } from './summary.ts';
import { findTimeQuestion, zoneNamed } from './time-question.ts';
import { findToolRequests } from './tool-request.ts';
import { dataOf, type Outcome, phraseFailure, phraseOutcome, phraseTime, scalarOf } from './tool-result.ts';
import { textParameter } from './tool-schema.ts';
import { capitalise, clausesOf, coreOf, isQuestion, toSecondPerson } from './words.ts';

/** A text to say, or a tool to call and the text about its result. */
export type Step =
  | { say: string; heard?: string }
  | { tool: string; arguments: string; phrase(outcome: Outcome): string };

export type Situation = {
  tools: readonly Tool[];
  before: readonly Message[];
  all: readonly Message[];
};

/** Limits for the rules, which backtrack: requests are short, and long text is data. */
const longestMessage = 20_000;
const longestInstruction = 4_000;
const mostClauses = 60;

/** The requests in the user's last message, in order. No other part of the conversation is obeyed. */
export function understand(message: string, situation: Situation): Step[] {
  const instruction = withoutQuotedBlocks(message.slice(0, longestMessage)).slice(0, longestInstruction);
  const summary = findSummaryRequest(message);
  // A text to summarise is full of sentences that look like requests.
  if (summary?.text) return [{ say: extract(summary.text) }];
  const { requests, rest } = findToolRequests(instruction, situation.tools);
  if (summary && requests.length === 0 && !findRequestToKeep(instruction))
    return [{ say: summariseConversation(situation.before, summarisedLines(situation.all)) }];
  const called = requests.map((request): Step => {
    if ('unknown' in request) return { say: noSuchTool(request.unknown, situation.tools) };
    const { tool, plain } = request;
    // "use the calculator to add 3 and 4": the text must first be turned into the tool's arguments.
    const meant = plain === '' ? undefined : stepFor(plain, situation, false);
    if (meant && 'tool' in meant && meant.tool === tool.name) return meant;
    if (tool.name === 'current_time' && zoneNamed(plain)) return tellTime(zoneNamed(plain), situation.tools);
    return { tool: tool.name, arguments: request.arguments, phrase: phraseOutcome };
  });
  const echo = requests.length === 0 ? findEcho(coreOf(instruction)) : undefined;
  if (echo) return [{ say: echo }];

  const heard = requests.length > 0 && requests.every((request) => 'tool' in request) ? rest : instruction;
  const clauses = clausesOf(heard).slice(0, mostClauses);
  const greeting = clauses.some(isGreeting) || /^\s*(?:hi|hello|hey)\b/i.test(instruction);
  const steps = requests.some((request) => 'unknown' in request)
    ? called
    : [...called, ...clauses.map((clause) => stepFor(clause, situation, greeting) ?? { say: '', heard: clause })];
  return tidy(steps, instruction || message, situation.all);
}

/** Clauses that were not understood are ignored, unless nothing else was understood. */
function tidy(steps: Step[], heard: string, all: readonly Message[]): Step[] {
  const understood = steps.filter((step) => 'tool' in step || step.heard === undefined);
  return understood.length > 0 ? understood : [{ say: fromDocuments(heard, all, false) ?? fallback(heard) }];
}

function stepFor(clause: string, situation: Situation, greeting: boolean): Step | undefined {
  const { tools } = situation;
  const kept = findRequestToKeep(clause);
  if (kept) return keep(kept, tools);
  const calculation = findCalculation(clause);
  if (calculation) return calculate(calculation, tools);
  const time = findTimeQuestion(clause);
  if (time) return tellTime(time.zone, tools);
  const counted = findCounting(clause);
  if (counted) return { say: counted };
  const talk = findLastWords(clause, situation.before) ?? findSmallTalk(clause, tools);
  if (talk) return { say: talk };
  const stated = findStatement(clause, { greeting });
  if (stated) return keep(stated, tools);
  const asked = isQuestion(clause) || isQuestion(coreOf(clause)) || /^(?:tell|remind)\b/i.test(clause);
  const documented = asked ? fromDocuments(coreOf(clause), situation.all, true) : undefined;
  if (documented) return { say: documented };
  const about = asked ? asksMemory(coreOf(clause)) : undefined;
  return about && recall(clause, about, situation);
}

const named = (tools: readonly Tool[], name: string) => tools.find((tool) => tool.name === name);

function keep({ text, field }: Fact, tools: readonly Tool[]): Step {
  const said = toSecondPerson(text);
  const phrase = (outcome: Outcome) => (outcome.isError ? phraseFailure(outcome) : `Noted: ${said}.`);
  if (field && named(tools, 'profile_update')) {
    const written = JSON.stringify({ fields: { [field.name]: field.value } });
    return { tool: 'profile_update', arguments: written, phrase };
  }
  const memory = named(tools, 'memory_write');
  if (memory) {
    const parameter = textParameter(memory, /^content$/) ?? 'content';
    return { tool: 'memory_write', arguments: JSON.stringify({ [parameter]: `${capitalise(text)}.` }), phrase };
  }
  return {
    say: `Noted: ${said}. I was given no memory tools: whether it is kept beyond this conversation is up to this agent’s memory profile.`,
  };
}

function calculate({ text, value }: { text: string; value: number }, tools: readonly Tool[]): Step {
  const own = Number.isFinite(value) ? `${text} = ${value}.` : `${text} has no result.`;
  const calculator = named(tools, 'calculator');
  if (!calculator) return { say: `${own} (My own arithmetic: I was given no calculator.)` };
  const parameter = textParameter(calculator, /^expression$/) ?? 'expression';
  return {
    tool: 'calculator',
    arguments: JSON.stringify({ [parameter]: text }),
    phrase: (outcome) =>
      outcome.isError
        ? `${phraseFailure(outcome)} By my own arithmetic: ${own}`
        : `${text} = ${scalarOf(dataOf(outcome)) ?? value}.`,
  };
}

function tellTime(zone: string | undefined, tools: readonly Tool[]): Step {
  const clock = named(tools, 'current_time');
  if (!clock) return { say: 'I have no clock: the tool current_time was not given to me.' };
  const parameter = zone && textParameter(clock, /zone|^tz$/i);
  return {
    tool: 'current_time',
    arguments: JSON.stringify(parameter ? { [parameter]: zone } : {}),
    phrase: (outcome) => phraseTime(outcome, zone),
  };
}

const everything = 'About me: my name, where I live, my work, what I like and dislike';

function recall(question: string, about: 'everything' | 'something', { tools, before, all }: Situation): Step {
  const known = [...recalledLines(all), ...statedEarlier(before)];
  const found = about === 'everything' ? [...new Set(known)].slice(0, 12) : bestFacts(question, known);
  if (found.length > 0) return { say: phraseFacts(found) };
  const search = named(tools, 'memory_search');
  if (!search)
    return {
      say:
        nearest(all) ??
        fromDocuments(question, all, false) ??
        'I find nothing about that in what I was given of your memory.',
    };
  const parameter = textParameter(search, /^q(?:uery)?$/) ?? 'query';
  return {
    tool: 'memory_search',
    arguments: JSON.stringify({ [parameter]: about === 'everything' ? everything : question.replace(/[?\s]+$/, '') }),
    phrase(outcome) {
      if (outcome.isError) return phraseFailure(outcome);
      const facts = factsIn(dataOf(outcome));
      if (facts.length === 0) return 'I find nothing about that in your memory.';
      const best = about === 'everything' ? facts.slice(0, 12) : bestFacts(question, facts);
      if (best.length > 0) return phraseFacts(best);
      return unsure(facts);
    },
  };
}

const unsure = (facts: readonly string[]): string =>
  `I am not sure. The nearest I find: ${facts.slice(0, 2).map(toSecondPerson).join('; ')}.`;

/** Entries are recalled by meaning, so they may share no word with the question. */
function nearest(messages: readonly Message[]): string | undefined {
  const entries = recalledEntries(messages);
  return entries.length > 0 ? unsure(entries) : undefined;
}

function noSuchTool(name: string, tools: readonly Tool[]): string {
  const offered =
    tools.length > 0 ? `Those I have: ${tools.map((tool) => tool.name).join(', ')}.` : 'I was given none.';
  return `I have no tool named ${name.slice(0, 64)}. ${offered}`;
}

/** Removes the text between two tags. A single pattern would take quadratic time. */
function withoutTagged(text: string): string {
  // Only A to Z: `İ` in lower case is two characters and would shift all later positions.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (const { 0: tag, 1: name = '', index } of lower.matchAll(/<([a-z][\w-]{0,30})[^<>]{0,500}>/g)) {
    if (index < from || unclosed.has(name)) continue;
    const end = lower.indexOf(`</${name}>`, index + tag.length);
    if (end < 0) unclosed.add(name);
    else {
      kept += `${text.slice(from, index)} `;
      from = end + name.length + 3;
    }
  }
  return kept + text.slice(from);
}

/** Text that a user pastes in a quoted block is data, not a request. */
const withoutQuotedBlocks = (message: string): string =>
  withoutTagged(message.replace(/(`{3,}|~{3,})[\s\S]*?(?:\1|$)/g, ' ')).trim();
