import type { Clock } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database, Reader, Transaction } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { MemoryStore } from '../entries/memory.store.ts';
import type { PolicyOfAgent } from '../policies/agent-policies.ts';
import { lockPerson } from './duplicates.ts';
import { holdsSecret } from './facts.ts';
import { asksToForget, personSpeaks } from './own-words.ts';

type SummaryJob = Person & { sessionId: string };
type Deps = {
  database: Database;
  jobs: Jobs;
  store: MemoryStore;
  policyOfAgent: PolicyOfAgent;
  sawOutside(reader: Reader, run: { runId: string; sessionId: string }): Promise<boolean>;
  clock: Clock;
};
type SessionRow = { agent_id: string; status: string; summary: string | null; running_run_id: string | null };

const queue = 'memory-session-summary';
const mostMessages = 40;
const longestSaid = 160;
const longestSummary = 1_500;
const fewestLetters = 12;
/** A turn that was under way when its session was closed still belongs to it. */
const waitForTurnMs = 10_000;

const spoken = [...personSpeaks].map((kind) => `'${kind}'`).join(', ');

const clip = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
};

/** What a conversation was about, in one entry, made when it closes or outgrows its window; made again, it replaces itself. */
export function createSessionSummaries({ database, jobs, store, policyOfAgent, sawOutside, clock }: Deps) {
  /** In the person's own words: what an agent answered may have come from anywhere, and so may a message with a mark. */
  async function extract(tx: Transaction, { workspaceId, userId, sessionId }: SummaryJob) {
    const rows = await tx.all<{ content: string }>(
      `SELECT m.content FROM messages m JOIN runs r ON r.id = m.run_id
       WHERE m.session_id = $1 AND m.workspace_id = $2 AND m.user_id = $3 AND m.role = 'user' AND m.meta IS NULL
         AND r.kind IN (${spoken}) ORDER BY m.seq LIMIT ${mostMessages}`,
      [sessionId, workspaceId, userId],
    );
    const all = rows.map(({ content }) => content.slice(0, 4_000));
    const meant = all.filter((content) => !asksToForget(content) && !holdsSecret(content));
    const said = meant.map((content) => clip(content, longestSaid)).filter(({ length }) => length >= fewestLetters);
    const text = said.length > 0 ? clip(`The person said: ${said.join(' / ')}`, longestSummary) : undefined;
    return { text, whole: meant.length === all.length };
  }

  async function summarise(job: Job<SummaryJob>): Promise<void> {
    const { workspaceId, userId, sessionId } = job.payload;
    const person = { workspaceId, userId };
    const held = await database.get<{ agent_id: string }>(
      'SELECT agent_id FROM sessions WHERE id = $1 AND workspace_id = $2 AND user_id = $3',
      [sessionId, workspaceId, userId],
    );
    if (!held) return;
    const policy = await policyOfAgent(held.agent_id);
    if (policy.autoCapture === 'off' || !policy.tiers.includes('session')) return;
    // Read where it is written, and under a lock: of two at once the later one has the whole conversation before it.
    await database.transaction(async (tx) => {
      await job.complete(tx);
      const session = await tx.get<SessionRow>(
        'SELECT agent_id, status, summary, running_run_id FROM sessions WHERE id = $1 FOR UPDATE',
        [sessionId],
      );
      if (!session || !(await lockPerson(tx, person))) return;
      const { text, whole } = await extract(tx, job.payload);
      if (!text) return;
      // A model's summary has everything in it: what came from outside, and what was not to be kept.
      const summary = whole ? session.summary : null;
      const trusted = summary !== null && !(await sawOutside(tx, { runId: '', sessionId }));
      const content = trusted ? clip(summary, longestSummary) : text;
      if (session.status === 'closed' && session.running_run_id)
        await jobs.enqueue(tx, { queue, payload: job.payload, runAt: clock.now() + waitForTurnMs });
      const source = { kind: 'agent', sessionId, agentId: session.agent_id } as const;
      const before = await find(tx, job.payload);
      if (before && before.content === content) return;
      if (before) await store.updateEntry(tx, person, before, { content, source }, clock.now());
      else await store.insertEntry(tx, person, { tier: 'session', content, source }, clock.now());
    });
  }

  async function find(tx: Transaction, { workspaceId, userId, sessionId }: SummaryJob) {
    const row = await tx.get<{ id: string }>(
      `SELECT id FROM memory_entries WHERE source_session_id = $3 AND workspace_id = $1 AND user_id = $2
       AND tier = 'session' AND superseded_by IS NULL LIMIT 1`,
      [workspaceId, userId, sessionId],
    );
    return row && store.find({ workspaceId, userId }, row.id, tx);
  }

  jobs.handle(queue, summarise, { concurrency: 2 });

  return {
    /** In the transaction in which they closed, or were compacted. */
    async summariseLater(
      tx: Transaction,
      { workspaceId, userId }: Person,
      sessionIds: readonly string[],
    ): Promise<void> {
      for (const sessionId of sessionIds)
        await jobs.enqueue(tx, { queue, payload: { workspaceId, userId, sessionId } satisfies SummaryJob });
    },
    /** What a conversation was about goes with it. What was learned in it stays. */
    async forget(tx: Transaction, { workspaceId, userId }: Person, sessionId: string): Promise<void> {
      const row = await find(tx, { workspaceId, userId, sessionId });
      if (row) await store.remove(tx, { workspaceId, userId }, row.id);
    },
  };
}
