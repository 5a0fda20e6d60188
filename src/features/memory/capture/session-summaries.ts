import type { Clock } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database, Reader, Transaction } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { MemoryStore } from '../entries/memory.store.ts';
import { lockPerson } from '../entries/person-lock.store.ts';
import type { PolicyOfAgent } from '../policies/agent-policies.ts';
import { agentOfSession, lockSession, ownMessages } from './conversations.store.ts';
import { holdsSecret } from './facts.ts';
import { asksToForget } from './own-words.ts';
import { summaryQueue } from './queues.ts';

type SummaryJob = Person & { sessionId: string };
type Deps = {
  database: Database;
  jobs: Jobs;
  store: MemoryStore;
  policyOfAgent: PolicyOfAgent;
  sawOutside(reader: Reader, run: { runId: string; sessionId: string }): Promise<boolean>;
  clock: Clock;
};

const mostMessages = 40;
const longestRead = 4_000;
const longestSaid = 160;
const longestSummary = 1_500;
const fewestLetters = 12;
/** The summary includes a turn that was under way when its session was closed. */
const waitForTurnMs = 10_000;

const clip = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
};

/** One entry that summarises a conversation, written when it is closed or compacted; a later summary replaces it. */
export function createSessionSummaries({ database, jobs, store, policyOfAgent, sawOutside, clock }: Deps) {
  /** Only the person's own messages: an agent's answer may contain text from outside. */
  async function extract(tx: Transaction, { workspaceId, userId, sessionId }: SummaryJob) {
    const messages = await ownMessages(tx, { workspaceId, userId }, sessionId, mostMessages);
    const all = messages.map((content) => content.slice(0, longestRead));
    const meant = all.filter((content) => !asksToForget(content) && !holdsSecret(content));
    const said = meant.map((content) => clip(content, longestSaid)).filter(({ length }) => length >= fewestLetters);
    const text = said.length > 0 ? clip(`The person said: ${said.join(' / ')}`, longestSummary) : undefined;
    return { text, whole: meant.length === all.length };
  }

  async function summarise(job: Job<SummaryJob>): Promise<void> {
    const { workspaceId, userId, sessionId } = job.payload;
    const person = { workspaceId, userId };
    const agentId = await agentOfSession(database, person, sessionId);
    if (agentId === undefined) return;
    const policy = await policyOfAgent(agentId);
    if (policy.autoCapture === 'off' || !policy.tiers.includes('session')) return;
    // Read under a lock in the writing transaction: of two concurrent jobs, the later one sees the whole conversation.
    await database.transaction(async (tx) => {
      await job.complete(tx);
      const session = await lockSession(tx, sessionId);
      if (!session || !(await lockPerson(tx, person))) return;
      const { text, whole } = await extract(tx, job.payload);
      if (!text) return;
      // A model's summary may contain text from outside, or something that the person asked to forget.
      const summary = whole ? session.summary : null;
      const trusted = summary !== null && !(await sawOutside(tx, { runId: '', sessionId }));
      const content = trusted ? clip(summary, longestSummary) : text;
      if (session.status === 'closed' && session.running_run_id)
        await jobs.enqueue(tx, { queue: summaryQueue, payload: job.payload, runAt: clock.now() + waitForTurnMs });
      const source = { kind: 'agent', sessionId, agentId: session.agent_id } as const;
      const before = await store.summaryOf(tx, person, sessionId);
      if (before && before.content === content) return;
      if (before) await store.updateEntry(tx, person, before, { content, source }, clock.now());
      else await store.insertEntry(tx, person, { tier: 'session', content, source }, clock.now());
    });
  }

  jobs.handle(summaryQueue, summarise, { concurrency: 2 });

  return {
    /** Called in the transaction that closes or compacts the sessions. */
    async summariseLater(
      tx: Transaction,
      { workspaceId, userId }: Person,
      sessionIds: readonly string[],
    ): Promise<void> {
      for (const sessionId of sessionIds)
        await jobs.enqueue(tx, {
          queue: summaryQueue,
          payload: { workspaceId, userId, sessionId } satisfies SummaryJob,
        });
    },
    /** Another path of the conversation was chosen: what the summary says may be left. */
    async renew(tx: Transaction, { workspaceId, userId }: Person, sessionId: string): Promise<void> {
      const summary = await store.summaryOf(tx, { workspaceId, userId }, sessionId);
      if (!summary) return;
      await store.remove(tx, { workspaceId, userId }, summary.id);
      await jobs.enqueue(tx, {
        queue: summaryQueue,
        payload: { workspaceId, userId, sessionId } satisfies SummaryJob,
      });
    },
    /** The summary is deleted with its conversation. Entries captured from the conversation stay. */
    async forget(tx: Transaction, person: Person, sessionId: string): Promise<void> {
      const summary = await store.summaryOf(tx, person, sessionId);
      if (summary) await store.remove(tx, person, summary.id);
    },
  };
}

export type SessionSummaries = ReturnType<typeof createSessionSummaries>;
