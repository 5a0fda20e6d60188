import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import type { Fact } from '../capture/fact.ts';
import { readFact } from '../capture/facts.ts';
import { type MemoryStore, profileContent } from '../entries/memory.store.ts';
import type { EntryRow, MemorySource } from '../entries/memory.ts';
import { lockPerson } from '../entries/person-lock.store.ts';
import { wasRemovedSince } from '../entries/profile-changes.store.ts';
import type { PolicyOfAgent } from '../policies/agent-policies.ts';
import type { PropagationRow, PropagationStore } from './propagation.store.ts';
import { type Candidate, type Judged, judge } from './propagation-gates.ts';

type Deps = {
  database: Database;
  store: MemoryStore;
  propagations: PropagationStore;
  policyOfAgent: PolicyOfAgent;
  publish: PublishEvent;
  clock: Clock;
};

/** What a promotion changed besides inserting its target; a revert needs it. */
type Undo = { superseded: string[] };
export type Promotion = { id?: string; judged: Judged };

/** The most promotions in one transaction; the rest waits for the next night. */
const mostAtOnce = 50;

const sourceOf = (row: EntryRow): MemorySource => ({
  kind: row.source_kind,
  sessionId: row.source_session_id ?? undefined,
  agentId: row.source_agent_id ?? undefined,
  runId: row.source_run_id ?? undefined,
});

/** Whether two facts cannot both be true: the same field, or the same topic with another value. */
function contradict(one: Fact | undefined, other: Fact | undefined): boolean {
  if (!one || !other) return false;
  if (one.field && other.field) return one.field.name === other.field.name;
  return one.topic !== undefined && one.topic.name === other.topic?.name && one.topic.says !== other.topic.says;
}

/** Promotes daily entries that proved useful or state a lasting fact to the profile or the notes. */
export function createPropagation({ database, store, propagations, policyOfAgent, publish, clock }: Deps) {
  /** Runs outside of any transaction, with pauses: judging 500 sentences takes 15 ms. */
  async function judgeAll(person: Person): Promise<Judged[]> {
    const now = clock.now();
    const policies = new Map<string | null, boolean>();
    const judged: Judged[] = [];
    for (const entry of await propagations.candidates(person)) {
      const agentId = entry.source_agent_id;
      if (!policies.has(agentId)) policies.set(agentId, (await policyOfAgent(agentId)).propagate);
      judged.push(judge(entry, policies.get(agentId) ?? true, now));
      if (judged.length % 50 === 0) await nextTurn();
    }
    // Newest first: older entries that contradict it are then superseded instead of promoted.
    return judged.sort((one, other) => newer(one.entry, other.entry));
  }
  const newer = (one: Candidate, other: Candidate) => other.created_at - one.created_at || (other.id < one.id ? -1 : 1);

  /** A field that was set or removed later stays, and the person's own statement is not replaced by an agent's. */
  async function standsAgainst(
    tx: Transaction,
    person: Person,
    { entry, fact, toTier }: Judged,
  ): Promise<EntryRow | 'stays' | undefined> {
    if (toTier !== 'profile' || !fact?.field) return undefined;
    const field = await store.profileEntry(person, fact.field.name, tx);
    if (!field) {
      const wasRemoved = await wasRemovedSince(tx, person, fact.field.name, entry.created_at);
      return wasRemoved ? 'stays' : undefined;
    }
    const older = field.updated_at > entry.created_at;
    const weaker = field.source_kind === 'user' && entry.source_kind !== 'user';
    return older || weaker ? 'stays' : field;
  }

  async function promote(
    tx: Transaction,
    person: Person,
    judged: Judged,
    others: readonly { row: EntryRow; fact: Fact | undefined }[],
  ) {
    const { entry, fact, toTier, reason } = judged;
    const now = clock.now();
    const fresh = await store.find(person, entry.id, tx);
    // It was promoted, changed or deleted since it was judged.
    if (!fresh || fresh.superseded_by !== null || fresh.content !== entry.content) return undefined;
    const before = await standsAgainst(tx, person, judged);
    if (before === 'stays') return undefined;
    const target = newId('mem', now);
    const undo: Undo = { superseded: [] };
    const supersede = async (id: string) => {
      if (await store.supersede(tx, person, id, target, now)) undo.superseded.push(id);
    };
    if (before) await supersede(before.id);
    await supersede(entry.id);
    for (const { row, fact: said } of others) {
      if (row.id === entry.id || row.created_at > entry.created_at || !contradict(fact, said)) continue;
      // If it was rewritten since it was read, it may no longer contradict.
      if ((await store.find(person, row.id, tx))?.content === row.content) await supersede(row.id);
    }
    const written =
      toTier === 'profile' && fact?.field
        ? {
            tier: toTier,
            field: fact.field.name,
            value: fact.field.value,
            content: profileContent(fact.field.name, fact.field.value),
            // The time of the statement: a later statement that is captured afterwards replaces it.
            at: entry.created_at,
          }
        : { tier: 'strategic' as const, content: entry.content };
    await store.insertEntry(tx, person, { ...written, source: sourceOf(entry), originId: entry.id }, now, target);
    const row = {
      id: newId('prp', now),
      workspace_id: person.workspaceId,
      user_id: person.userId,
      entry_id: entry.id,
      target_id: target,
      from_tier: entry.tier,
      to_tier: toTier,
      reason,
      undo: JSON.stringify(undo),
      created_at: now,
    };
    await propagations.insert(tx, row);
    const data = {
      entryId: entry.id,
      fromTier: entry.tier,
      toTier,
      userId: person.userId,
      workspaceId: person.workspaceId,
    };
    await publish(tx, person, 'memory.propagated', data, now);
    return row.id;
  }

  return {
    /** Returns what was promoted and what was not, with reasons. A dry run returns the same and changes nothing. */
    async propagate(person: Person, { dryRun = false } = {}): Promise<{ promoted: Promotion[]; skipped: Judged[] }> {
      const judged = await judgeAll(person);
      const chosen = judged.filter(({ promote }) => promote).slice(0, mostAtOnce);
      const skipped = judged.filter(({ promote }) => !promote);
      const notes = chosen.some(({ fact }) => fact) ? await propagations.promotedNotes(person) : [];
      const others = [
        ...judged.map(({ entry, fact }) => ({ row: entry as EntryRow, fact })),
        ...notes.map((row) => ({ row, fact: readFact(row.content) })),
      ].filter(({ row }) => row.source_kind === 'user' || row.source_kind === 'agent');

      return database.transaction(async (tx) => {
        if (!(await lockPerson(tx, person))) return { promoted: [], skipped };
        const promoted: Promotion[] = [];
        const left: Judged[] = [];
        const taken: Fact[] = [];
        for (const one of chosen) {
          const stays =
            taken.some((fact) => contradict(fact, one.fact)) || (await standsAgainst(tx, person, one)) === 'stays';
          const because = (detail: string): Judged => ({
            ...one,
            promote: false,
            reason: detail,
            gates: [...one.gates, { gate: 'newest', passed: false, detail }],
          });
          if (stays) {
            left.push(because('a newer or more trusted entry states it already, or the field was removed since'));
            continue;
          }
          const id = dryRun ? undefined : await promote(tx, person, one, others);
          if (!dryRun && !id) {
            left.push(because('it was promoted, changed or deleted meanwhile'));
            continue;
          }
          if (one.fact) taken.push(one.fact);
          promoted.push({ ...(id ? { id } : {}), judged: one });
        }
        return { promoted, skipped: [...left, ...skipped] };
      });
    },

    /** Restores the state before a promotion, unless the result was changed since. */
    async revert(person: Person, id: string): Promise<{ row: PropagationRow; content: string }> {
      return database.transaction(async (tx) => {
        if (!(await lockPerson(tx, person))) throw notFound(`Propagation ${id}`);
        const row = await propagations.find(person, id, tx);
        if (!row) throw notFound(`Propagation ${id}`);
        if (row.reverted_at !== null) throw new AppError('conflict', 'It has been reverted already.');
        const target = await store.find(person, row.target_id, tx);
        if (!target || target.superseded_by !== null || target.updated_at !== target.created_at)
          throw new AppError('conflict', 'What was promoted has been changed since; reverting would undo that too.');
        const now = clock.now();
        const { superseded } = JSON.parse(row.undo) as Undo;
        const standing = await propagations.supersededBy(tx, person, target.id);
        const restored = standing.filter((before) => superseded.includes(before.id));
        // A field exists once, and deleting the target would delete what it still supersedes. So the field is restored
        // first.
        const field = restored.find(({ tier }) => tier === 'profile');
        if (field) await store.supersede(tx, person, target.id, field.id, now);
        for (const before of restored) await store.restore(tx, person, before, now);
        await store.remove(tx, person, target.id);
        await propagations.markReverted(tx, person, id, now);
        const entry = restored.find((before) => before.id === row.entry_id);
        return { row: { ...row, reverted_at: now }, content: entry?.content ?? target.content };
      });
    },
  };
}

export type Propagation = ReturnType<typeof createPropagation>;
