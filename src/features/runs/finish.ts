import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { usd } from '../../kernel/money.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { insertMessage } from '../sessions/index.ts';
import type { LoopEnd } from './agent-loop.ts';
import { failureOf } from './failure.ts';
import type { RunStore } from './run.store.ts';
import type { RunError, StopReason } from './run.ts';
import type { RunEvent } from './run-events.ts';
import type { ToolStep } from './tool-step.ts';
import { type Ended, elapsedMs, Stopped, type Turn } from './turn.ts';
import type { TurnStore } from './turns.store.ts';

type Deps = {
  store: RunStore;
  turns: TurnStore;
  toolStep: Pick<ToolStep, 'growth' | 'owner' | 'totals'>;
  clock: Clock;
  bus: Bus;
};
type How = { status: Ended['status']; stopReason: StopReason; error: RunError | null };

/** The end of a turn, in one transaction: messages, usage, cost, trace, events, and the session for the next in line. */
export function createFinish({ store, turns, toolStep, clock, bus }: Deps) {
  function howItEnded(end: LoopEnd | { thrown: unknown }): How {
    if ('stopReason' in end) return { status: 'completed', stopReason: end.stopReason, error: null };
    const error = 'thrown' in end ? end.thrown : undefined;
    if (error instanceof Stopped && error.reason === 'cancelled')
      return { status: 'cancelled', stopReason: 'cancelled', error: null };
    if (error instanceof Stopped && error.reason === 'timeout')
      return {
        status: 'failed',
        stopReason: 'timeout',
        error: failureOf(new AppError('timeout', 'The turn took longer than it may.')),
      };
    if (error instanceof Stopped)
      return {
        status: 'failed',
        stopReason: 'error',
        error: failureOf(new AppError('unavailable', 'The gateway stopped during this turn.')),
      };
    return { status: 'failed', stopReason: 'error', error: failureOf(error) };
  }

  return async function finish(turn: Turn, end: LoopEnd | { thrown: unknown }): Promise<Ended> {
    const how = howItEnded(end);
    const { run, admission, log } = turn;
    const now = clock.now();
    const [text, content] = await Promise.all([turn.text.step(), turn.text.whole()]);
    const answered = how.status === 'completed' || text !== '';
    const messageId = answered ? newId('msg', now) : null;
    const durationMs = elapsedMs(turn);
    const usage = { promptTokens: turn.totals.prompt + turn.totals.cached, completionTokens: turn.totals.completion };
    const costUsd = usd(turn.totals.costNano);
    const ended: Ended = {
      kind: 'ended',
      runId: run.id,
      sessionId: run.sessionId,
      agentId: admission.agent.id,
      ...how,
      messageId,
      content,
      toolCalls: turn.toolCalls,
      usage,
      costUsd,
      durationMs,
    };
    const done = {
      messageId,
      usage,
      costUsd,
      stopReason: how.stopReason,
      durationMs,
      toolCallCount: turn.toolCalls.length,
    };
    // The text is in the run's row: it is put back when the event is read, rather than stored a third time.
    const terminal: RunEvent = how.error ? log.next('error', how.error) : log.next('stream_done', done);
    const shown: RunEvent = how.error ? terminal : { ...terminal, fields: JSON.stringify({ ...done, content }) };
    const events = [...log.takeUnstored(), terminal];
    const owner = toolStep.owner(turn);

    await store.transaction(async (tx) => {
      const waiting = await store.addToSession(tx, run.sessionId, toolStep.growth(turn, answered ? 1 : 0), true, now);
      await store.end(
        tx,
        turn.fence,
        toolStep.totals(turn),
        { ...how, messageId, content, trace: JSON.stringify(turn.spans) },
        now,
      );
      if (messageId)
        await insertMessage(tx, {
          id: messageId,
          sessionId: run.sessionId,
          workspaceId: run.workspaceId,
          userId: run.userId,
          runId: run.id,
          seq: turn.lastSeq + 1,
          role: 'assistant',
          agentId: admission.agent.id,
          content: text,
          status: how.status === 'completed' ? 'complete' : 'partial',
          promptTokens: usage.promptTokens,
          completionTokens: usage.completionTokens,
          now,
        });
      for (const charge of turn.charges) await store.charge(tx, owner, run.id, charge, now);
      await store.countRun(tx, owner, admission.model.provider, admission.model.model, now);
      await store.insertEvents(tx, run.id, events, now);
      if (how.status === 'completed') {
        await store.agentSucceeded(tx, admission.agent.id);
        const data = {
          agentId: admission.agent.id,
          sessionId: run.sessionId,
          durationMs,
          usage,
          toolCallCount: turn.toolCalls.length,
        };
        await store.publish(tx, run.workspaceId, 'agent.completed', data, now);
      } else if (how.error) {
        const consecutiveFailures = await store.agentFailed(tx, admission.agent.id);
        const data = {
          agentId: admission.agent.id,
          sessionId: run.sessionId,
          error: how.error.message,
          consecutiveFailures,
        };
        await store.publish(tx, run.workspaceId, 'agent.failed', data, now);
      }
      if (waiting > 0) {
        const next = await turns.handOver(tx, run.sessionId, run.id, now);
        if (next) tx.afterCommit(() => bus.publish('turn', next));
      }
    });
    log.show([shown]);
    return ended;
  };
}

export type Finish = ReturnType<typeof createFinish>;
