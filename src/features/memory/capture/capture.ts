import type { Clock } from '../../../kernel/clock.ts';
import type { TakeOne } from '../../../kernel/counted-quota.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { MemoryStore } from '../entries/memory.store.ts';
import { keyOf, type MemoryPolicy, type MemorySource, type SearchMemory } from '../entries/memory.ts';
import { wasRemovedSince } from '../entries/profile-changes.store.ts';
import type { CaptureByModel } from './capture-by-model.ts';
import { knownLately, knowsMore, lockPerson, sayingTheSame } from './duplicates.ts';
import type { Fact } from './fact.ts';
import { findFacts, normalised, readFact } from './facts.ts';
import { asksToForget, personSpeaks } from './own-words.ts';

/** A turn that has been answered, as far as memory is concerned. */
export type AnsweredTurn = {
  runId: string;
  kind: string;
  person: Person;
  sessionId: string;
  agent: { id: string; workspaceId: string; memoryProfileId: string | null };
  message: string;
  /** Where it is not the present one of the agent. */
  policy?: MemoryPolicy | undefined;
};

/** Ids only: the words stay where they are, and go when they are erased. */
export type CaptureJob = Person & {
  runId: string;
  sessionId: string;
  agentId: string;
  agentWorkspaceId: string;
  memoryProfileId: string | null;
  policy?: MemoryPolicy | undefined;
};

type Deps = {
  database: Database;
  jobs: Jobs;
  store: MemoryStore;
  roomForEntry: TakeOne;
  search: SearchMemory;
  policyOf(workspaceId: string, memoryProfileId: string | null): Promise<MemoryPolicy>;
  byModel: CaptureByModel;
  clock: Clock;
  log: Log;
};

const queue = 'memory-capture';
const fewestWordsForModel = 3;

/** It takes the place of what was said of its field before, in whatever words. */
const isForProfile = ({ direct, field }: Fact, { tiers }: MemoryPolicy) =>
  direct && field !== undefined && tiers.includes('profile');

/** What people say of themselves becomes memory after the turn, in the background, and once. */
export function createCapture({ database, jobs, store, roomForEntry, search, policyOf, byModel, clock, log }: Deps) {
  /** Only to find what was said of a field long ago; without it the newest are still read. */
  async function similar(person: Person, facts: readonly Fact[]): Promise<string[]> {
    try {
      if (!(await knowsMore(database, person))) return [];
      const found = await Promise.all(
        facts.map(({ content }) => search(person, content, { limit: 3, meaningTimeoutMs: 1_000 })),
      );
      return found.flat().map(({ entryId }) => entryId);
    } catch (error) {
      log.warn({ err: error }, 'could not look for what is known already');
      return [];
    }
  }

  async function write(
    tx: Transaction,
    person: Person,
    facts: readonly Fact[],
    policy: MemoryPolicy,
    likely: string[],
    source: MemorySource,
    saidAt: number,
  ) {
    if (facts.length === 0 || !(await lockPerson(tx, person))) return;
    const now = clock.now();
    const contents = facts.map(({ content }) => content);
    const known = await sayingTheSame(tx, person, contents);
    if (facts.some((fact) => isForProfile(fact, policy)))
      for (const [key, entry] of await knownLately(tx, person, likely)) known.set(key, entry);
    /** Of what is said of a field in one message the last counts. */
    const last = new Map(facts.map((fact) => [fact.direct ? fact.field?.name : undefined, fact]));
    for (const fact of facts) {
      const { content, field, direct } = fact;
      const inProfile = field && policy.tiers.includes('profile');
      if (inProfile && direct && last.get(field.name) !== fact) continue;
      const before = inProfile ? await store.profileEntry(person, field.name, tx) : undefined;
      if (before && before.value === JSON.stringify(field?.value)) {
        if (direct) await store.confirm(tx, person, before, saidAt);
        continue;
      }
      if (inProfile && direct) {
        // Jobs do not end in the order of what was said, and people change their profile meanwhile.
        if (before ? before.updated_at > saidAt : await wasRemovedSince(tx, person, field.name, saidAt)) continue;
        const row = await store.setProfileField(
          tx,
          person,
          { field: field.name, value: field.value, source, at: saidAt },
          now,
        );
        // What was said of it before does not hold any more.
        for (const { id, tier, content: earlier, updated_at } of known.values())
          if (tier === 'daily' && updated_at <= saidAt && readFact(earlier)?.field?.name === field.name)
            await store.supersede(tx, person, id, row.id, now);
        continue;
      }
      const key = normalised(content);
      if (known.has(key) || !policy.tiers.includes('daily')) continue;
      known.set(key, await store.insertEntry(tx, person, { tier: 'daily', content, source, at: saidAt }, now));
    }
  }

  const hasRoom = (person: Person): Promise<boolean> =>
    roomForEntry(keyOf(person)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'quota_exceeded') return false;
        throw error;
      },
    );

  async function capture(job: Job<CaptureJob>): Promise<void> {
    const { runId, workspaceId, userId, sessionId, agentId, agentWorkspaceId, memoryProfileId } = job.payload;
    const person = { workspaceId, userId };
    const run = await database.get<{ input: string; created_at: number }>(
      "SELECT input, created_at FROM runs WHERE id = $1 AND workspace_id = $2 AND user_id = $3 AND status = 'completed'",
      [runId, workspaceId, userId],
    );
    const policy = job.payload.policy ?? (await policyOf(agentWorkspaceId, memoryProfileId));
    if (!run || policy.autoCapture === 'off') return;
    const asked =
      policy.autoCapture === 'model' ? await byModel({ ...person, agentId, runId }, run.input, job.signal) : undefined;
    const found = asked?.facts ?? findFacts(run.input);
    // Nothing more is kept of whoever's memory is full; that is no reason to try again.
    const facts = found.length > 0 && (await hasRoom(person)) ? found : [];
    const forProfile = facts.filter((fact) => isForProfile(fact, policy));
    const likely = forProfile.length > 0 ? await similar(person, forProfile) : [];
    // Written, paid for and done in one: a job that runs again finds nothing of itself.
    await database.transaction(async (tx) => {
      await job.complete(tx);
      await write(tx, person, facts, policy, likely, { kind: 'user', sessionId, agentId }, run.created_at);
      await asked?.charge(tx);
    });
  }

  // On the embedded engine those that run together are claimed and committed together (0.3 ms each instead of 0.7 with 4); on the
  // other each has a connection. It is also how many models are asked at once.
  jobs.handle(queue, capture, { concurrency: database.engine === 'sqlite' ? 16 : 4, maxAttempts: 4 });

  /** In the transaction that ends the turn. For most messages it is one look at the text and no statement at all. */
  return async function captureAfter(tx: Transaction, turn: AnsweredTurn): Promise<void> {
    const { runId, kind, person, sessionId, agent, message, policy } = turn;
    if (!personSpeaks.has(kind)) return;
    // What its profile says is read in the job; without one, the rules decide.
    const worthAsking =
      agent.memoryProfileId !== null &&
      message.split(/\s+/, fewestWordsForModel).length >= fewestWordsForModel &&
      !asksToForget(message);
    if (!worthAsking && findFacts(message).length === 0) return;
    const payload: CaptureJob = {
      workspaceId: person.workspaceId,
      userId: person.userId,
      runId,
      sessionId,
      agentId: agent.id,
      agentWorkspaceId: agent.workspaceId,
      memoryProfileId: agent.memoryProfileId,
      ...(policy && { policy }),
    };
    await jobs.enqueue(tx, { queue, payload });
  };
}
