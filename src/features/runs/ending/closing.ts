import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { countMessages } from '../../costs/index.ts';
import { insertMessage, type SessionRows } from '../../sessions/index.ts';
import { readAgain } from '../again/again.ts';
import type { ClientDesk } from '../client-tools/client-tools.service.ts';
import { doneFields, type RunEvent, unseenEvents } from '../log/run-events.ts';
import type { RunStore } from '../run.store.ts';
import { ownError, type RunRow } from '../run.ts';
import { paragraph } from '../turn/answer-text.ts';
import type { ApprovalDesk } from '../turn/approval-desk.ts';
import type { EndRun, HowItEnded } from './ending.ts';

/** The text of a run that stopped: all of it, and the part that is in no message yet. */
type Produced = { content: string; step: string; lastSeq: number };

type Deps = {
  store: RunStore;
  sessions: Pick<SessionRows, 'lockHolder'>;
  approvals: Pick<ApprovalDesk, 'expire'>;
  clients: Pick<ClientDesk, 'expireAll'>;
  endRun: EndRun;
  clock: Clock;
  bus: Bus;
  log: Log;
};

/** The end of a run that no node works on: cancelled while it waited, or left behind by a node that died. */
export function createClosing({ store, sessions, approvals, clients, endRun, clock, bus, log }: Deps) {
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

  async function keepPartial(tx: Transaction, run: RunRow, messageId: string, text: string, now: number) {
    const beside = run.again !== null;
    const growth = { messages: 1, beside, promptTokens: 0, completionTokens: 0, costNano: 0 };
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
      beside,
      now,
    });
    await countMessages(tx, { workspaceId: run.workspace_id, userId: run.user_id, agentId: run.agent_id }, 1, now);
  }

  async function write(run: RunRow, how: HowItEnded, produced: Produced, onlyExpired: boolean): Promise<boolean> {
    const { status, stopReason, error } = how;
    const { content, step, lastSeq } = produced;
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
      if (run.status === 'awaiting_approval') await clients.expireAll(tx, run.id, now);
      if (messageId) await keepPartial(tx, run, messageId, step, now);
      await endRun(tx, {
        run: {
          id: run.id,
          workspaceId: run.workspace_id,
          userId: run.user_id,
          sessionId: run.session_id,
          agentId: run.agent_id,
          kind: run.kind,
          batchId: run.batch_id,
          again: readAgain(run.again),
        },
        answered: messageId !== null,
        how,
        figures: {
          durationMs: run.active_ms,
          usage: { promptTokens: run.prompt_tokens + run.cached_tokens, completionTokens: run.completion_tokens },
          toolCallCount: run.tool_calls,
        },
        events: [terminal],
        // Its node has charged what it saved; the rest is lost with the node.
        afterListeners: async () => undefined,
        session: session.running_run_id === run.id ? 'to-next' : 'left-queue',
        traced: () => ({
          ...run,
          status,
          stop_reason: stopReason,
          error: error && JSON.stringify(error),
          finished_at: now,
          agent_name: null,
        }),
        now,
      });
      tx.afterCommit(() => bus.publish('run', run.id));
      return true;
    });
  }

  return {
    /** False if another node has claimed or ended it. `onlyExpired`: only if its lease has expired. */
    async close(run: RunRow, how: HowItEnded, onlyExpired = false): Promise<boolean> {
      const found = await produced(run.id);
      try {
        return await write(run, how, found, onlyExpired);
      } catch (error) {
        if (error instanceof AppError) throw error;
        // A text that cannot be stored must not block its session for ever.
        log.error({ err: error, runId: run.id }, 'run closed without its partial answer');
        return write(run, how, { content: '', step: '', lastSeq: found.lastSeq }, onlyExpired);
      }
    },
  };
}

export type Closing = ReturnType<typeof createClosing>;
