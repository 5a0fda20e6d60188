import type { Hook } from '../../../kernel/hooks.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { CountRunEnd } from '../engine/run-metrics.ts';
import type { SessionQueueStore, WakeNext } from '../engine/session-queue.store.ts';
import type { RunEvent } from '../log/run-events.ts';
import type { RunStore } from '../run.store.ts';
import type { RunEnded, RunError, RunKind, RunStatus, StopReason } from '../run.ts';
import type { ExportTrace, TracedRun } from '../turn/trace.ts';
import { agentFailed, agentSucceeded } from './agent-failures.store.ts';
import type { Publish } from './publish.ts';

export type HowItEnded = {
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;
  stopReason: StopReason;
  error: RunError | null;
};

/** Other features that act when a run ends, in the transaction that ends it. */
export type OnRunEnd = Hook<[tx: Transaction, ended: RunEnded, now: number]>;

export type Ending = {
  run: {
    id: string;
    workspaceId: string;
    userId: string;
    sessionId: string;
    agentId: string;
    kind: RunKind;
    batchId: string | null;
  };
  how: HowItEnded;
  /** What the event of a completed run says of it. */
  figures: { durationMs: number; usage: { promptTokens: number; completionTokens: number }; toolCallCount: number };
  /** Events that are not stored yet; the last one is the terminal one. */
  events: readonly RunEvent[];
  /** Ends the row of the run, where that was not done before; in the same round trip as the events. */
  endRow?(): Promise<void>;
  /** After the events: a very long answer is copied from them. */
  storeAnswer?(): Promise<void>;
  /** After the listeners; charges are here, since all runs of a day share a row of the sums and its lock is held briefly. */
  afterListeners(): Promise<void>;
  /** How the run gives up its session: it was released with the counters, it goes to the next run, or the run only waited. */
  session: 'released' | 'to-next' | 'left-queue';
  traced(): TracedRun;
  now: number;
};

type Deps = {
  store: Pick<RunStore, 'insertEvents'>;
  queue: Pick<SessionQueueStore, 'promoteNext' | 'leave'>;
  publish: Publish;
  onEnd: OnRunEnd;
  wakeNext: WakeNext;
  countEnd: CountRunEnd;
  exportTrace?: ExportTrace | undefined;
};

/**
 * The one ending of a run, in the transaction that ends its row: events, webhooks, listeners, charges, and the session for
 * the next run; metrics and the trace once it is committed.
 */
export function createEnding({ store, queue, publish, onEnd, wakeNext, countEnd, exportTrace }: Deps) {
  async function tell(tx: Transaction, { run, how, figures, now }: Ending): Promise<void> {
    const { agentId, sessionId } = run;
    if (how.status === 'completed')
      await tx.together(
        () => agentSucceeded(tx, agentId),
        () => publish(tx, run, 'agent.completed', { agentId, sessionId, ...figures }, now),
      );
    else if (how.error) {
      const consecutiveFailures = await agentFailed(tx, agentId);
      const data = { agentId, sessionId, error: how.error.message, consecutiveFailures };
      await publish(tx, run, 'agent.failed', data, now);
    }
  }

  async function giveUpSession(tx: Transaction, { run, session, now }: Ending): Promise<void> {
    if (session === 'left-queue') await queue.leave(tx, run.sessionId);
    if (session !== 'to-next') return;
    const next = await queue.promoteNext(tx, run.sessionId, run.id, now);
    if (next) tx.afterCommit(() => wakeNext(next));
  }

  return async function end(tx: Transaction, ending: Ending): Promise<void> {
    const { run, how, figures, events, now } = ending;
    await tx.together(
      async () => ending.endRow?.(),
      () => store.insertEvents(tx, run.id, events, now),
      async () => ending.storeAnswer?.(),
      () => tell(tx, ending),
    );
    const { status, error } = how;
    await onEnd.run(tx, { runId: run.id, kind: run.kind, batchId: run.batchId, status, error }, now);
    await ending.afterListeners();
    await giveUpSession(tx, ending);
    tx.afterCommit(() => {
      countEnd(run.kind, how, figures.durationMs);
      exportTrace?.(ending.traced());
    });
  };
}

export type EndRun = ReturnType<typeof createEnding>;
