import type { Hook } from '../../../kernel/hooks.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Branches } from '../../sessions/index.ts';
import type { Again } from '../again/again.ts';
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
    again: Again | null;
  };
  how: HowItEnded;
  /** Whether it has left a text. */
  answered: boolean;
  /** For the webhook event of a completed run. */
  figures: { durationMs: number; usage: { promptTokens: number; completionTokens: number }; toolCallCount: number };
  /** Events that are not stored yet. The last one is the terminal event. */
  events: readonly RunEvent[];
  /** Counts in the session's row and releases it; nothing else that is written depends on it or on a condition that is not `must`. */
  releaseSession?(): Promise<void>;
  /** Ends the row of the run, unless the caller has; in the same round trip as the events. */
  endRow?(): Promise<void>;
  /** Runs after the events are stored: a very long answer is copied from them. */
  storeAnswer?(): Promise<void>;
  /** What is to be remembered of the turn. */
  remember?(): Promise<void>;
  /** Runs after the listeners. Charges belong here: all runs of a day lock the same row of the sums, so it is locked late. */
  afterListeners(): Promise<void>;
  /** What happens to the session: released with the counters, passed to the next run, or never held (the run was queued). */
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
  /** What a run that answered again has written is the history from now on, or is left. */
  settleBranch: Branches['settle'];
};

/**
 * The one ending of a run, in the transaction that ends its row: events, webhooks, listeners, charges, and the session
 * passed to the next run. Metrics and the trace follow after the commit.
 */
export function createEnding({ store, queue, publish, onEnd, wakeNext, countEnd, exportTrace, settleBranch }: Deps) {
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
    const { status, error } = how;
    const facts = [
      async () => ending.endRow?.(),
      () => store.insertEvents(tx, run.id, events, now),
      async () => ending.storeAnswer?.(),
      () => tell(tx, ending),
    ];
    const listeners = () => onEnd.run(tx, { runId: run.id, kind: run.kind, batchId: run.batchId, status, error }, now);
    const { releaseSession, afterListeners } = ending;
    if (releaseSession) {
      // A listener may wait for answers, and so may remembering: they come before the commit is sent.
      await listeners();
      await ending.remember?.();
      await tx.last(releaseSession, ...facts, afterListeners);
    } else {
      await tx.together(...facts);
      // A failed run leaves the earlier answer as it was. One that its person stopped has answered enough.
      const chosen = status === 'completed' || (status === 'cancelled' && ending.answered);
      if (run.again) await settleBranch(tx, { ...run, after: run.again.after }, chosen);
      await listeners();
      await ending.remember?.();
      await afterListeners();
      await giveUpSession(tx, ending);
    }
    tx.afterCommit(() => {
      countEnd(run.kind, how, figures.durationMs);
      exportTrace?.(ending.traced());
    });
  };
}

export type EndRun = ReturnType<typeof createEnding>;
