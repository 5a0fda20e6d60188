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
import { lockPerson } from '../entries/person-lock.store.ts';
import { wasRemovedSince } from '../entries/profile-changes.store.ts';
import type { PolicyOfAgent } from '../policies/agent-policies.ts';
import type { CaptureByModel } from './capture-by-model.ts';
import { completedRun } from './conversations.store.ts';
import { knownLately, knowsMore, sayingTheSame } from './duplicates.store.ts';
import type { Fact } from './fact.ts';
import { findFacts, normalised, readFact } from './facts.ts';
import { asksToForget, personSpeaks } from './own-words.ts';
import { captureQueue } from './queues.ts';
import { wasLeft } from './withdrawal.store.ts';

/** The facts about an answered turn that memory needs. */
export type AnsweredTurn = {
  runId: string;
  kind: string;
  person: Person;
  sessionId: string;
  agent: { id: string; workspaceId: string; memoryProfileId: string | null };
  message: string;
  /** The run whose question it is, where another run answered it first. */
  saidIn?: string | undefined;
  /** The policy of an accepted version, where that is not the agent's current one. */
  policy?: MemoryPolicy | undefined;
};

/** Ids only: the text stays in the run, and is erased with it. */
export type CaptureJob = Person & {
  runId: string;
  sessionId: string;
  agentId: string;
  agentWorkspaceId: string;
  memoryProfileId: string | null;
  policy?: MemoryPolicy | undefined;
  saidIn?: string | undefined;
  /** The branch of the question was chosen again: the agent's present policy holds. */
  again?: true;
};

type Deps = {
  database: Database;
  jobs: Jobs;
  store: MemoryStore;
  roomForEntry: TakeOne;
  search: SearchMemory;
  policyOf(workspaceId: string, memoryProfileId: string | null): Promise<MemoryPolicy>;
  policyOfAgent: PolicyOfAgent;
  byModel: CaptureByModel;
  clock: Clock;
  log: Log;
};

const fewestWordsForModel = 3;

type Captured = {
  facts: readonly Fact[];
  policy: MemoryPolicy;
  /** Entries that may be about the same profile field. */
  likelyIds: readonly string[];
  source: MemorySource;
  saidAt: number;
};

/** A fact that replaces earlier statements about its profile field. */
const isForProfile = ({ direct, field }: Fact, { tiers }: MemoryPolicy) =>
  direct && field !== undefined && tiers.includes('profile');

/** Turns what people say about themselves into entries: once, in the background, after the turn. */
export function createCapture({
  database,
  jobs,
  store,
  roomForEntry,
  search,
  policyOf,
  policyOfAgent,
  byModel,
  clock,
  log,
}: Deps) {
  /** Finds older entries about a field. If the search fails, the newest entries are still read. */
  async function similar(person: Person, facts: readonly Fact[]): Promise<string[]> {
    try {
      if (!(await knowsMore(database, person))) return [];
      const found = await Promise.all(
        facts.map(({ content }) => search(person, content, { limit: 3, meaningTimeoutMs: 1_000 })),
      );
      return found.flat().map(({ entryId }) => entryId);
    } catch (error) {
      log.warn({ err: error }, 'the search for similar entries failed');
      return [];
    }
  }

  async function write(tx: Transaction, person: Person, { facts, policy, likelyIds, source, saidAt }: Captured) {
    if (facts.length === 0 || !(await lockPerson(tx, person))) return;
    const { sessionId = '', runId = '' } = source;
    if (await wasLeft(tx, { sessionId, runId })) return;
    const now = clock.now();
    const contents = facts.map(({ content }) => content);
    const known = await sayingTheSame(tx, person, contents);
    if (facts.some((fact) => isForProfile(fact, policy)))
      for (const [key, entry] of await knownLately(tx, person, likelyIds)) known.set(key, entry);
    /** Of several facts about one field in a message, the last one counts. */
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
        // Jobs may end in another order than the messages were sent, and people may change their profile meanwhile.
        if (before ? before.updated_at > saidAt : await wasRemovedSince(tx, person, field.name, saidAt)) continue;
        const row = await store.setProfileField(
          tx,
          person,
          { field: field.name, value: field.value, source, at: saidAt },
          now,
        );
        // Older daily entries about the field are no longer true.
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
    const run = await completedRun(database, person, runId);
    const { policy: agreed, again, saidIn = runId } = job.payload;
    const current = () => (again ? policyOfAgent(agentId) : policyOf(agentWorkspaceId, memoryProfileId));
    const policy = agreed ?? (await current());
    if (!run || policy.autoCapture === 'off') return;
    const asker = { ...person, agentId, runId, keyId: run.personal_key_id };
    const asked = policy.autoCapture === 'model' ? await byModel(asker, run.input, job.signal) : undefined;
    const found = asked?.facts ?? findFacts(run.input);
    // When the person's memory is full, nothing more is written, and the job is not tried again.
    const facts = found.length > 0 && (await hasRoom(person)) ? found : [];
    const forProfile = facts.filter((fact) => isForProfile(fact, policy));
    const likelyIds = forProfile.length > 0 ? await similar(person, forProfile) : [];
    // Entries, charge and completion are one transaction: a job that runs twice writes once.
    await database.transaction(async (tx) => {
      await job.complete(tx);
      await write(tx, person, {
        facts,
        policy,
        likelyIds,
        source: { kind: 'user', sessionId, agentId, runId: saidIn },
        saidAt: again ? clock.now() : run.created_at,
      });
      await asked?.charge(tx);
    });
  }

  // On SQLite, jobs that run together are claimed and committed together (0.3 ms each instead of 0.7 with 4); on
  // PostgreSQL each holds a connection. This is also the limit of concurrent model calls.
  jobs.handle(captureQueue, capture, { concurrency: database.engine === 'sqlite' ? 16 : 4, maxAttempts: 4 });

  /** Runs in the transaction that ends the turn. For most messages it only examines the text and runs no statement. */
  async function after(tx: Transaction, turn: AnsweredTurn): Promise<void> {
    const { runId, kind, person, sessionId, agent, message, policy, saidIn } = turn;
    if (!personSpeaks.has(kind)) return;
    // The job reads the agent's policy. An agent without one uses the rules, which are applied here.
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
      ...(saidIn && { saidIn }),
    };
    await jobs.enqueue(tx, { queue: captureQueue, payload });
  }

  return {
    after,
    /** The question is part of its conversation again. */
    async again(
      tx: Transaction,
      person: Person,
      run: { runId: string; kind: string; sessionId: string; agentId: string },
    ) {
      const { runId, kind, sessionId, agentId } = run;
      if (!personSpeaks.has(kind)) return;
      const payload: CaptureJob = {
        workspaceId: person.workspaceId,
        userId: person.userId,
        runId,
        sessionId,
        agentId,
        agentWorkspaceId: person.workspaceId,
        memoryProfileId: null,
        again: true,
      };
      await jobs.enqueue(tx, { queue: captureQueue, payload });
    },
  };
}

export type Capture = ReturnType<typeof createCapture>;
