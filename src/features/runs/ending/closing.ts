import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { countMessages } from '../../costs/index.ts';
import { insertMessage, type SessionRows } from '../../sessions/index.ts';
import type { OnBatchRunEnd, OnChannelRunEnd } from '../engine/background.store.ts';
import type { CountRunEnd } from '../engine/run-metrics.ts';
import type { SessionQueueStore, WakeNext } from '../engine/session-queue.store.ts';
import { doneFields, type RunEvent, unseenEvents } from '../log/run-events.ts';
import type { RunStore } from '../run.store.ts';
import { ownError, type RunError, type RunRow, type RunStatus, type StopReason } from '../run.ts';
import { paragraph } from '../turn/answer-text.ts';
import type { ApprovalDesk } from '../turn/tool-step.ts';
import type { ExportTrace } from '../turn/trace.ts';
import { agentFailed } from './agent-failures.store.ts';
import type { Publish } from './publish.ts';

export type Closed = {
  status: Extract<RunStatus, 'failed' | 'cancelled'>;
  stopReason: StopReason;
  error: RunError | null;
};
/** What had been said when it stopped: all of it, and the part that is not in a message yet. */
type Produced = { content: string; step: string; lastSeq: number };

type Deps = {
  store: RunStore;
  queue: SessionQueueStore;
  sessions: Pick<SessionRows, 'lockHolder' | 'leaveQueue'>;
  approvals: Pick<ApprovalDesk, 'expire'>;
  publish: Publish;
  wakeNext: WakeNext;
  clock: Clock;
  bus: Bus;
  log: Log;
  onBatchRunEnd: OnBatchRunEnd;
  onChannelRunEnd: OnChannelRunEnd;
  countEnd: CountRunEnd;
  exportTrace?: ExportTrace | undefined;
};

/** The end of a run nobody is working on: cancelled while it waited, or left behind by a node that died. */
export function createClosing(deps: Deps) {
  const {
    store,
    queue,
    sessions,
    approvals,
    publish,
    wakeNext,
    clock,
    bus,
    log,
    onBatchRunEnd,
    onChannelRunEnd,
    countEnd,
    exportTrace,
  } = deps;

  async function produced(runId: string): Promise<Produced> {
    const found = { content: '', step: '', lastSeq: 0 };
    for await (const { type, fields, seq } of store.allEvents(runId)) {
      found.lastSeq = seq;
      if (type === 'tool_call') found.step = '';
      if (type !== 'stream_chunk') continue;
      const { delta } = JSON.parse(fields) as { delta: string };
      found.content += delta;
      if (found.step !== '' || delta !== paragraph) found.step += delta;
    }
    return found;
  }

  /** The session for the next in line, or one less in the line. */
  async function leave(tx: Transaction, run: RunRow, holder: string | null, now: number): Promise<void> {
    if (holder !== run.id) {
      await sessions.leaveQueue(tx, run.session_id);
      return;
    }
    const next = await queue.promoteNext(tx, run.session_id, run.id, now);
    if (next) tx.afterCommit(() => wakeNext(next));
  }

  async function keepPartial(tx: Transaction, run: RunRow, messageId: string, text: string, now: number) {
    const growth = { messages: 1, promptTokens: 0, completionTokens: 0, costNano: 0 };
    const { lastSeq } = await store.addToSession(tx, run.session_id, growth, false, now);
    await insertMessage(tx, {
      id: messageId,
      sessionId: run.session_id,
      workspaceId: run.workspace_id,
      userId: run.user_id,
      runId: run.id,
      seq: lastSeq,
      role: 'assistant',
      agentId: run.agent_id,
      content: text,
      status: 'partial',
      now,
    });
    await countMessages(tx, { workspaceId: run.workspace_id, userId: run.user_id, agentId: run.agent_id }, 1, now);
  }

  async function write(
    run: RunRow,
    { status, stopReason, error }: Closed,
    { content, step, lastSeq }: Produced,
    onlyExpired: boolean,
  ): Promise<boolean> {
    const now = clock.now();
    const messageId = step === '' ? null : newId('msg', now);
    const seq = Math.max(lastSeq, run.last_seq) + unseenEvents;
    const terminal: RunEvent = error
      ? { seq, type: 'error', fields: JSON.stringify(ownError(error)) }
      : {
          seq,
          type: 'stream_done',
          fields: JSON.stringify(doneFields({ ...run, message_id: messageId, stop_reason: stopReason })),
        };
    return store.transaction(async (tx) => {
      const session = await sessions.lockHolder(tx, run.session_id);
      const end = { status, stopReason, error, content, messageId, lastSeq: seq };
      if (!session || !(await store.endUnheld(tx, run, end, onlyExpired, now))) return false;
      await approvals.expire(tx, run.id, now);
      if (messageId) await keepPartial(tx, run, messageId, step, now);
      await store.insertEvents(tx, run.id, [terminal], now);
      if (error) {
        const consecutiveFailures = await agentFailed(tx, run.agent_id);
        const data = { agentId: run.agent_id, sessionId: run.session_id, error: error.message, consecutiveFailures };
        await publish(tx, { workspaceId: run.workspace_id, userId: run.user_id }, 'agent.failed', data, now);
      }
      await leave(tx, run, session.running_run_id, now);
      if (run.batch_id)
        await onBatchRunEnd(tx, { runId: run.id, batchId: run.batch_id, kind: run.kind, status, error }, now);
      if (run.kind === 'channel') await onChannelRunEnd(tx, run.id);
      tx.afterCommit(() => {
        bus.publish('run', run.id);
        countEnd(run.kind, { status, error }, run.active_ms);
        exportTrace?.({
          ...run,
          status,
          stop_reason: stopReason,
          error: error && JSON.stringify(error),
          finished_at: now,
          agent_name: null,
        });
      });
      return true;
    });
  }

  return {
    /** False when someone else has taken it up or ended it meanwhile. `onlyExpired` for one whose worker may still live. */
    async close(run: RunRow, how: Closed, onlyExpired = false): Promise<boolean> {
      const found = await produced(run.id);
      try {
        return await write(run, how, found, onlyExpired);
      } catch (error) {
        if (error instanceof AppError) throw error;
        // A text that cannot be stored must not hold its session for ever.
        log.error({ err: error, runId: run.id }, 'run closed without what it had said');
        return write(run, how, { content: '', step: '', lastSeq: found.lastSeq }, onlyExpired);
      }
    },
  };
}

export type Closing = ReturnType<typeof createClosing>;
