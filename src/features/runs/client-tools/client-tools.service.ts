import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { limitResult } from '../../tools/index.ts';
import type { ParkedRuns } from '../engine/parked-runs.store.ts';
import type { ShownUsage } from '../run.ts';
import type { ClientToolStore, NewClientCalls, OwnedCall } from './client-tools.store.ts';

const expiryQueue = 'client-tool-expiry';

type Deps = {
  store: ClientToolStore;
  parkedRuns: ParkedRuns;
  jobs: Jobs;
  bus: Bus;
  clock: Clock;
  /** How long a run waits for its client. */
  lifetimeMs: number;
};

type Bringer = { workspaceId: string; userId: string; key?: { id: string } | undefined };
export type ClientResult = { toolCallId: string; result: unknown; isError: boolean };

/** Where the run goes on for its client. */
export type Brought = {
  run: { runId: string; sessionId: string; agentId: string };
  /** The number of the last event that the client knows, and the usage by then. */
  after: number;
  usage: ShownUsage;
  /** The run still waits: for other results of this client, or for an approval. */
  waits: boolean;
};

/** Results of tools that clients run. A run waits for them as it does for approvals: parked, on no node. */
export function createClientTools({ store, parkedRuns, jobs, bus, clock, lifetimeMs }: Deps) {
  /** After the last result any node may resume the run. */
  async function release(tx: Transaction, runId: string): Promise<boolean> {
    const released = await parkedRuns.release(tx, runId, clock.now());
    if (released) tx.afterCommit(() => bus.publish('resume', runId));
    return released;
  }

  async function expire(runId: string): Promise<void> {
    await store.transaction(async (tx) => {
      await parkedRuns.lock(tx, runId);
      const now = clock.now();
      if ((await store.expire(tx, runId, now, now)) > 0) await release(tx, runId);
    });
  }
  // Retried without end: a call that never expires would block its session for ever.
  jobs.handle<{ runId: string }>(expiryQueue, ({ payload }) => expire(payload.runId), { maxAttempts: 1_000_000_000 });

  async function callsOf(person: Bringer, ids: readonly string[]): Promise<OwnedCall[] | undefined> {
    const found = await Promise.all(ids.map((id) => store.findOf(person, id)));
    const calls = found.filter((call) => call !== undefined);
    const mayBring = ({ personal_key_id }: OwnedCall) => !person.key || person.key.id === personal_key_id;
    const isOneRun = new Set(calls.map(({ run_id }) => run_id)).size === 1;
    return calls.length === ids.length && isOneRun && calls.every(mayBring) ? calls : undefined;
  }

  return {
    /** For the turn. */
    desk: {
      lifetimeMs,
      async ask(tx: Transaction, calls: NewClientCalls): Promise<void> {
        await store.insert(tx, calls, clock.now());
        await jobs.enqueue(tx, { queue: expiryQueue, payload: { runId: calls.runId }, runAt: calls.expiresAt });
      },
      ofRun: store.ofRun,
      forgetResults: store.forgetResults,
      /** Of a run that ended meanwhile. */
      expireAll: (tx: Transaction, runId: string, now: number) => store.expire(tx, runId, null, now),
    },
    waiting: store.waiting,

    /**
     * Takes results from the person whose run waits for them. Undefined if one of the ids names no call of this person,
     * or they are of several runs, or of another session. The same results may come again: a client repeats a request whose answer was lost.
     */
    async bring(person: Bringer, results: readonly ClientResult[], inSession?: string): Promise<Brought | undefined> {
      const calls = await callsOf(
        person,
        results.map(({ toolCallId }) => toolCallId),
      );
      const [first] = calls ?? [];
      if (!first || first.session_id !== (inSession ?? first.session_id)) return undefined;
      const { run_id: runId, session_id: sessionId, agent_id: agentId } = first;
      const waits = await store.transaction(async (tx) => {
        await parkedRuns.lock(tx, runId);
        let anyNew = false;
        for (const { toolCallId, result: given, isError } of results) {
          const result = JSON.stringify(limitResult(given));
          const digest = sha256Hex(`${isError} ${result}`);
          if (await store.answer(tx, toolCallId, { result, isError, digest }, clock.now())) anyNew = true;
          else if ((await store.digestOf(tx, toolCallId))?.digest !== digest)
            throw new AppError('already_resolved', `The result of ${toolCallId} came too late, or was another before.`);
        }
        return anyNew && !(await release(tx, runId));
      });
      const run = { runId, sessionId, agentId };
      return { run, after: first.seq, usage: JSON.parse(first.usage) as ShownUsage, waits };
    },

    /** The client goes on without these calls: the model is told that there is no result. */
    async giveUp(runId: string): Promise<void> {
      await store.transaction(async (tx) => {
        await parkedRuns.lock(tx, runId);
        if ((await store.expire(tx, runId, null, clock.now())) > 0) await release(tx, runId);
      });
    },
  };
}

export type ClientTools = ReturnType<typeof createClientTools>;
export type ClientDesk = ClientTools['desk'];
