import { dayMs } from '../../../kernel/clock.ts';
import type { Fact, FactKind } from '../capture/fact.ts';
import { readFact } from '../capture/facts.ts';
import type { EntryRow, Tier } from '../entries/memory.ts';

/** An entry is promoted if all required gates pass, and either all recall gates or the gate `lasting`. */
const fewestRecalls = 3;
const fewestQuestions = 2;
const recentMs = 30 * dayMs;
/** A reverted promotion is not repeated for this long. */
const afterRevertMs = 30 * dayMs;

type Gate = { gate: string; passed: boolean; detail: string };

/** Kinds of facts that last. Plans are temporary; a request to remember must prove useful by recalls. */
const lastingKinds: readonly FactKind[] = ['name', 'home', 'work', 'taste', 'health', 'family', 'date', 'habit'];

export type Candidate = EntryRow & { questions: number; reverted_at: number | null };
export type Judged = {
  entry: Candidate;
  fact: Fact | undefined;
  toTier: Extract<Tier, 'profile' | 'strategic'>;
  gates: Gate[];
  promote: boolean;
  reason: string;
};

const days = (ms: number) => Math.round(ms / dayMs);

/** Whether a daily entry is promoted, to which tier, and why or why not. */
export function judge(entry: Candidate, propagates: boolean, now: number): Judged {
  const fact = readFact(entry.content);
  const says = fact !== undefined && lastingKinds.includes(fact.kind);
  const lastSeen = entry.last_recalled_at ?? entry.created_at;
  const sinceRevert = entry.reverted_at === null ? Number.POSITIVE_INFINITY : now - entry.reverted_at;
  const trusted = entry.source_kind === 'user' || entry.source_kind === 'agent';
  const gate = (name: string, passed: boolean, detail: string): Gate => ({ gate: name, passed, detail });

  const required = [
    gate(
      'source',
      trusted,
      trusted ? `said by ${entry.source_kind === 'user' ? 'the person' : 'an agent'}` : 'came from outside',
    ),
    gate(
      'current',
      entry.superseded_by === null,
      entry.superseded_by === null ? 'not superseded' : 'a newer entry says otherwise',
    ),
    gate(
      'policy',
      propagates,
      propagates ? 'the agent’s memory profile allows it' : 'the agent’s memory profile forbids it',
    ),
    gate(
      'not reverted',
      sinceRevert >= afterRevertMs,
      entry.reverted_at === null ? 'never reverted' : `reverted ${days(sinceRevert)} days ago`,
    ),
  ];
  const recalled = [
    gate(
      'recalls',
      entry.recall_count >= fewestRecalls,
      `recalled ${entry.recall_count} times, needs ${fewestRecalls}`,
    ),
    gate(
      'questions',
      entry.questions >= fewestQuestions,
      `by ${entry.questions} different questions, needs ${fewestQuestions}`,
    ),
    gate(
      'recent',
      now - lastSeen <= recentMs,
      `${days(now - lastSeen)} days since it was last recalled, at most ${days(recentMs)}`,
    ),
  ];
  const lasting = gate('lasting', says, says ? `states a lasting fact (${fact.kind})` : 'states no lasting fact');
  const needed = recalled.every(({ passed }) => passed);
  const promote = required.every(({ passed }) => passed) && (says || needed);
  const failing = [...required, ...(says || needed ? [] : [...recalled, lasting])].filter(({ passed }) => !passed);
  return {
    entry,
    fact: says ? fact : undefined,
    toTier: says && fact.field ? 'profile' : 'strategic',
    gates: [...required, ...recalled, lasting],
    promote,
    reason: promote
      ? says
        ? lasting.detail
        : `${recalled[0]?.detail.split(',')[0]} ${recalled[1]?.detail.split(',')[0]}`
      : failing.map(({ detail }) => detail).join('; '),
  };
}
