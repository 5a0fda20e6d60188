import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { insertMessage } from '../sessions/index.ts';
import type { RunStore } from './run.store.ts';
import type { RunError, RunRow, RunStatus, StopReason } from './run.ts';
import type { RunEvent } from './run-events.ts';
import type { TurnStore } from './turns.store.ts';

/** What a dead node may have shown without storing it has numbers below this. */
const unseenEvents = 1_000_000;

export type Closed = {
  status: Extract<RunStatus, 'failed' | 'cancelled'>;
  stopReason: StopReason;
  error: RunError | null;
};

type Deps = { store: RunStore; turns: TurnStore; clock: Clock; bus: Bus };

/** The end of a run nobody is working on: cancelled while it waited, or left behind by a node that died. */
export function createClosing({ store, turns, clock, bus }: Deps) {
  /** What had been said when it stopped: all of it, and the part that is not in a message yet. */
  async function produced(runId: string): Promise<{ content: string; step: string; lastSeq: number }> {
    let content = '';
    let step = '';
    let position = -1;
    for (;;) {
      const events: RunEvent[] = await store.eventsAfter(runId, position);
      if (events.length === 0) return { content, step, lastSeq: Math.max(position, 0) };
      for (const { type, fields, seq } of events) {
        position = seq;
        if (type === 'tool_call') step = '';
        if (type !== 'stream_chunk') continue;
        const { delta } = JSON.parse(fields) as { delta: string };
        content += delta;
        step += delta;
      }
    }
  }

  /** The session for the next in line, or one less in the line. */
  async function leave(tx: Transaction, run: RunRow, holder: string | null, now: number): Promise<void> {
    if (holder !== run.id) {
      await turns.leaveQueue(tx, run.session_id);
      return;
    }
    const next = await turns.handOver(tx, run.session_id, run.id, now);
    if (next) tx.afterCommit(() => bus.publish('turn', next));
  }

  return {
    /** False when someone else has taken it up or ended it meanwhile. `onlyExpired` for one whose worker may still live. */
    async close(run: RunRow, { status, stopReason, error }: Closed, onlyExpired = false): Promise<boolean> {
      const { content, step, lastSeq } = await produced(run.id);
      const now = clock.now();
      const messageId = step === '' ? null : newId('msg', now);
      const seq = Math.max(lastSeq, run.last_seq) + unseenEvents;
      const terminal: RunEvent = error
        ? { seq, type: 'error', fields: JSON.stringify(error) }
        : {
            seq,
            type: 'stream_done',
            fields: JSON.stringify({
              messageId,
              usage: { promptTokens: run.prompt_tokens + run.cached_tokens, completionTokens: run.completion_tokens },
              costUsd: run.cost_nano / 1e9,
              stopReason,
              durationMs: run.active_ms,
              toolCallCount: run.tool_calls,
            }),
          };
      return store.transaction(async (tx) => {
        const session = await tx.get<{ running_run_id: string | null; last_seq: number }>(
          'SELECT running_run_id, last_seq FROM sessions WHERE id = $1 FOR UPDATE',
          [run.session_id],
        );
        const closed = await store.closeAs(
          tx,
          run,
          { status, stopReason, error, content, messageId, lastSeq: seq },
          onlyExpired,
          now,
        );
        if (!closed || !session) return false;
        if (messageId) {
          await store.addToSession(
            tx,
            run.session_id,
            { messages: 1, promptTokens: 0, completionTokens: 0, costNano: 0 },
            false,
            now,
          );
          await insertMessage(tx, {
            id: messageId,
            sessionId: run.session_id,
            workspaceId: run.workspace_id,
            userId: run.user_id,
            runId: run.id,
            seq: session.last_seq + 1,
            role: 'assistant',
            agentId: run.agent_id,
            content: step,
            status: 'partial',
            now,
          });
        }
        await store.insertEvents(tx, run.id, [terminal], now);
        if (error) {
          const consecutiveFailures = await store.agentFailed(tx, run.agent_id);
          const data = { agentId: run.agent_id, sessionId: run.session_id, error: error.message, consecutiveFailures };
          await store.publish(tx, run.workspace_id, 'agent.failed', data, now);
        }
        await leave(tx, run, session.running_run_id, now);
        tx.afterCommit(() => bus.publish('run', run.id));
        return true;
      });
    },
  };
}

export type Closing = ReturnType<typeof createClosing>;
