import { usd } from '../../../kernel/money.ts';
import type { ClientWait } from '../client-tools/client-tool.ts';
import type { RunStore } from '../run.store.ts';
import { answererOf, outputOf, type RunError, type RunRow, usageOfRow } from '../run.ts';
import { doneCalls } from '../turn/progress.ts';
import { type Outcome, type PendingApproval, parkedOutcome } from '../turn/turn.ts';
import { citationsIn } from '../turn/turn-knowledge.ts';

type Deps = {
  store: RunStore;
  pendingApproval(runId: string): Promise<PendingApproval | undefined>;
  waitingAtClient(runId: string): Promise<ClientWait | undefined>;
};

/** A run's outcome from the store: the same on every node and at any later time. */
export function createOutcomes({ store, pendingApproval, waitingAtClient }: Deps) {
  return async function outcomeOf(run: RunRow): Promise<Outcome | undefined> {
    if (run.status === 'queued' || run.status === 'running') return undefined;
    if (run.status === 'awaiting_approval') {
      const [approval, client] = await Promise.all([pendingApproval(run.id), waitingAtClient(run.id)]);
      return parkedOutcome(run, { approval, client });
    }
    const content = run.content ?? (await store.saidBefore(run.session_id, run.id));
    return {
      kind: 'ended',
      runId: run.id,
      sessionId: run.session_id,
      agentId: run.agent_id,
      ...(run.agent_changed === 1 && { agentChanged: true as const, agentVersion: run.agent_version ?? 0 }),
      status: run.status,
      stopReason: run.stop_reason ?? 'error',
      messageId: run.message_id,
      content,
      ...outputOf(run, content),
      ...(run.message_id && citationsIn(await store.metaOf(run.session_id, run.message_id))),
      toolCalls: run.tool_calls > 0 ? doneCalls(await store.toolCalls(run.id)) : [],
      usage: usageOfRow(run),
      costUsd: usd(run.cost_nano),
      durationMs: run.active_ms,
      ...answererOf(run),
      error: run.error ? (JSON.parse(run.error) as RunError) : null,
    };
  };
}

export type OutcomeOf = ReturnType<typeof createOutcomes>;
