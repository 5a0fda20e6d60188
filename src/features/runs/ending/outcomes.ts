import { usd } from '../../../kernel/money.ts';
import type { RunStore } from '../run.store.ts';
import type { RunError, RunRow } from '../run.ts';
import { doneCalls } from '../turn/progress.ts';
import type { Outcome, PendingApproval } from '../turn/turn.ts';

type Deps = { store: RunStore; pendingApproval(runId: string): Promise<PendingApproval | undefined> };

/** A run's outcome from the store: the same on every node and at any later time. */
export function createOutcomes({ store, pendingApproval }: Deps) {
  return async function outcomeOf(run: RunRow): Promise<Outcome | undefined> {
    if (run.status === 'queued' || run.status === 'running') return undefined;
    if (run.status === 'awaiting_approval') {
      const approval = await pendingApproval(run.id);
      return approval && { kind: 'parked', runId: run.id, sessionId: run.session_id, approval };
    }
    return {
      kind: 'ended',
      runId: run.id,
      sessionId: run.session_id,
      agentId: run.agent_id,
      ...(run.agent_changed === 1 && { agentChanged: true as const, agentVersion: run.agent_version ?? 0 }),
      status: run.status,
      stopReason: run.stop_reason ?? 'error',
      messageId: run.message_id,
      content: run.content ?? (await store.saidBefore(run.session_id, run.id)),
      toolCalls: run.tool_calls > 0 ? doneCalls(await store.toolCalls(run.id)) : [],
      usage: { promptTokens: run.prompt_tokens + run.cached_tokens, completionTokens: run.completion_tokens },
      costUsd: usd(run.cost_nano),
      durationMs: run.active_ms,
      error: run.error ? (JSON.parse(run.error) as RunError) : null,
    };
  };
}

export type OutcomeOf = ReturnType<typeof createOutcomes>;
