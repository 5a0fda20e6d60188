import { newId } from '../../kernel/ids.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { TokenUsage } from '../../platform/models/model.ts';
import type { RunError, RunRow, RunStatus, StopReason, ToolCallRow } from './run.ts';
import { decodeEvents, encodeEvents, type RunEvent } from './run-events.ts';

/** The run is someone else's now: whatever this worker still has to say is not written. */
export class ClaimLost extends Error {}

export type Fence = { runId: string; claim: string };
export type Charge = { provider: string; model: string; usage: TokenUsage; costNano: number; price: string | null };
export type Owner = { workspaceId: string; userId: string; agentId: string };
export type RunEnd = {
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;
  stopReason: StopReason;
  messageId: string | null;
  content: string;
  error: RunError | null;
  trace: string | null;
};
export type RunTotals = {
  prompt: number;
  cached: number;
  completion: number;
  costNano: number;
  toolCalls: number;
  steps: number;
  lastSeq: number;
  activeMs: number;
};

export type SessionGrowth = { messages: number; promptTokens: number; completionTokens: number; costNano: number };

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

export function createRunStore(database: Database) {
  return {
    transaction: database.transaction,

    find: (id: string, reader: Pick<Database, 'get'> = database) =>
      reader.get<RunRow>('SELECT * FROM runs WHERE id = $1', [id]),
    findOf: (workspaceId: string, userId: string, id: string) =>
      database.get<RunRow>('SELECT * FROM runs WHERE id = $1 AND workspace_id = $2 AND user_id = $3', [
        id,
        workspaceId,
        userId,
      ]),

    /** Every write of a worker begins here. */
    async progress(tx: Transaction, { runId, claim }: Fence, totals: RunTotals): Promise<void> {
      const { changes } = await tx.run(
        `UPDATE runs SET steps = $3, last_seq = $4, prompt_tokens = $5, cached_tokens = $6, completion_tokens = $7, cost_nano = $8,
           tool_calls = $9, active_ms = $10 WHERE id = $1 AND claim = $2 AND status = 'running'`,
        [
          runId,
          claim,
          totals.steps,
          totals.lastSeq,
          totals.prompt,
          totals.cached,
          totals.completion,
          totals.costNano,
          totals.toolCalls,
          totals.activeMs,
        ],
      );
      if (changes !== 1) throw new ClaimLost();
    },

    async end(tx: Transaction, { runId, claim }: Fence, totals: RunTotals, end: RunEnd, now: number): Promise<void> {
      const { changes } = await tx.run(
        `UPDATE runs SET steps = $3, last_seq = $4, prompt_tokens = $5, cached_tokens = $6, completion_tokens = $7, cost_nano = $8,
           tool_calls = $9, active_ms = $10, status = $11, stop_reason = $12, message_id = $13, content = $14, error = $15, trace = $16,
           finished_at = $17, claim = NULL, lease_until = NULL
         WHERE id = $1 AND claim = $2 AND status = 'running'`,
        [
          runId,
          claim,
          totals.steps,
          totals.lastSeq,
          totals.prompt,
          totals.cached,
          totals.completion,
          totals.costNano,
          totals.toolCalls,
          totals.activeMs,
          end.status,
          end.stopReason,
          end.messageId,
          end.content,
          end.error ? JSON.stringify(end.error) : null,
          end.trace,
          now,
        ],
      );
      if (changes !== 1) throw new ClaimLost();
    },

    /** Waiting for a person: nobody works on it, and it still holds its session. */
    async park(tx: Transaction, { runId, claim }: Fence): Promise<void> {
      const { changes } = await tx.run(
        "UPDATE runs SET status = 'awaiting_approval', claim = NULL, lease_until = NULL WHERE id = $1 AND claim = $2 AND status = 'running'",
        [runId, claim],
      );
      if (changes !== 1) throw new ClaimLost();
    },

    /** Ends a run from outside, as it was read: not when anyone took it up since. */
    async closeAs(
      tx: Transaction,
      run: Pick<RunRow, 'id' | 'status' | 'claim'>,
      end: {
        status: RunStatus;
        stopReason: StopReason;
        error: RunError | null;
        content: string;
        messageId: string | null;
        lastSeq: number;
      },
      onlyExpired: boolean,
      now: number,
    ): Promise<boolean> {
      const { changes } = await tx.run(
        `UPDATE runs SET status = $4, stop_reason = $5, error = $6, content = $7, message_id = $8, last_seq = $9, finished_at = $10,
           claim = NULL, lease_until = NULL
         WHERE id = $1 AND status = $2 AND COALESCE(claim, '') = $3 AND ($11 = 0 OR lease_until < $10)`,
        [
          run.id,
          run.status,
          run.claim ?? '',
          end.status,
          end.stopReason,
          end.error ? JSON.stringify(end.error) : null,
          end.content,
          end.messageId,
          end.lastSeq,
          now,
          onlyExpired ? 1 : 0,
        ],
      );
      if (changes === 1)
        await tx.run(
          "UPDATE approvals SET status = 'expired', resolved_at = $2 WHERE run_id = $1 AND status = 'pending'",
          [run.id, now],
        );
      return changes === 1;
    },

    /** Back into the queue, at the head: its session stays its own. */
    async requeue(
      tx: Transaction,
      run: Pick<RunRow, 'id' | 'status' | 'claim'>,
      leaseUntil: number,
      now: number,
    ): Promise<boolean> {
      const { changes } = await tx.run(
        `UPDATE runs SET status = 'queued', claim = NULL, lease_until = $4
         WHERE id = $1 AND status = $2 AND COALESCE(claim, '') = $3 AND (status <> 'running' OR lease_until < $5)`,
        [run.id, run.status, run.claim ?? '', leaseUntil, now],
      );
      return changes === 1;
    },

    /** Leases of this node's that it is not working on: left by a write that failed. */
    dropLeases: (ids: readonly string[]) =>
      Promise.all(
        ids.map((id) => database.run("UPDATE runs SET lease_until = 0 WHERE id = $1 AND status = 'running'", [id])),
      ),
    /** On the embedded engine nobody else can be at work: what is marked so was left by a process that died. */
    dropAllLeases: () => database.run("UPDATE runs SET lease_until = 0 WHERE status = 'running'"),

    requestCancel: (runId: string) =>
      database.run("UPDATE runs SET cancel_requested = 1 WHERE id = $1 AND status = 'running'", [runId]),

    /** Adds to the session's counters; `release` lets it go where nobody waits. Answers how many wait. */
    async addToSession(
      tx: Transaction,
      sessionId: string,
      added: SessionGrowth,
      release: boolean,
      now: number,
    ): Promise<number> {
      const { rows } = await tx.run<{ waiting: number }>(
        `UPDATE sessions SET message_count = message_count + $2, last_seq = last_seq + $2, prompt_tokens = prompt_tokens + $3,
           completion_tokens = completion_tokens + $4, cost_nano = cost_nano + $5, updated_at = $6, last_message_at = $6,
           running_run_id = CASE WHEN $7 = 1 AND waiting = 0 THEN NULL ELSE running_run_id END
         WHERE id = $1 RETURNING waiting`,
        [sessionId, added.messages, added.promptTokens, added.completionTokens, added.costNano, now, release ? 1 : 0],
      );
      return rows[0]?.waiting ?? 0;
    },

    /** The ledger's row and its day's sum, together. */
    async charge(
      tx: Transaction,
      { workspaceId, userId, agentId }: Owner,
      runId: string | null,
      { provider, model, usage, costNano, price }: Charge,
      now: number,
    ): Promise<void> {
      const { promptTokens, cachedTokens, completionTokens, estimated } = usage;
      await tx.run(
        `INSERT INTO usage_records (id, workspace_id, user_id, agent_id, run_id, provider, model, prompt_tokens, cached_tokens,
           completion_tokens, estimated, cost_nano, price, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          newId('evt', now),
          workspaceId,
          userId,
          agentId,
          runId,
          provider,
          model,
          promptTokens,
          cachedTokens,
          completionTokens,
          estimated,
          costNano,
          price,
          now,
        ],
      );
      await tx.run(
        `INSERT INTO usage_daily (workspace_id, day, user_id, agent_id, provider, model, requests, prompt_tokens, cached_tokens, completion_tokens, cost_nano)
         VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10)
         ON CONFLICT (workspace_id, day, user_id, agent_id, provider, model) DO UPDATE SET requests = usage_daily.requests + 1,
           prompt_tokens = usage_daily.prompt_tokens + $7, cached_tokens = usage_daily.cached_tokens + $8,
           completion_tokens = usage_daily.completion_tokens + $9, cost_nano = usage_daily.cost_nano + $10`,
        [
          workspaceId,
          dayOf(now),
          userId,
          agentId,
          provider,
          model,
          promptTokens,
          cachedTokens,
          completionTokens,
          costNano,
        ],
      );
    },

    async countRun(
      tx: Transaction,
      { workspaceId, userId, agentId }: Owner,
      provider: string,
      model: string,
      now: number,
    ): Promise<void> {
      await tx.run(
        `INSERT INTO usage_daily (workspace_id, day, user_id, agent_id, provider, model, runs) VALUES ($1, $2, $3, $4, $5, $6, 1)
         ON CONFLICT (workspace_id, day, user_id, agent_id, provider, model) DO UPDATE SET runs = usage_daily.runs + 1`,
        [workspaceId, dayOf(now), userId, agentId, provider, model],
      );
    },

    async countTool(tx: Transaction, { workspaceId, userId }: Owner, tool: string, now: number): Promise<void> {
      await tx.run(
        `INSERT INTO tool_usage_daily (workspace_id, day, user_id, tool, calls) VALUES ($1, $2, $3, $4, 1)
         ON CONFLICT (workspace_id, day, user_id, tool) DO UPDATE SET calls = tool_usage_daily.calls + 1`,
        [workspaceId, dayOf(now), userId, tool],
      );
    },

    async insertToolCall(tx: Transaction, call: ToolCallRow): Promise<void> {
      await tx.run(
        'INSERT INTO tool_calls (run_id, id, step, position, tool, params, status) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (run_id, id) DO NOTHING',
        [call.run_id, call.id, call.step, call.position, call.tool, call.params, call.status],
      );
    },
    async finishToolCall(
      tx: Transaction,
      runId: string,
      id: string,
      result: string,
      isError: boolean,
      durationMs: number,
    ): Promise<void> {
      await tx.run(
        "UPDATE tool_calls SET status = 'done', result = $3, is_error = $4, duration_ms = $5 WHERE run_id = $1 AND id = $2",
        [runId, id, result, isError, Math.round(durationMs)],
      );
    },
    startToolCall: (tx: Transaction, runId: string, id: string) =>
      tx.run("UPDATE tool_calls SET status = 'started' WHERE run_id = $1 AND id = $2", [runId, id]),
    toolCalls: (runId: string) =>
      database.all<ToolCallRow>('SELECT * FROM tool_calls WHERE run_id = $1 ORDER BY step, position', [runId]),

    async insertEvents(
      tx: Pick<Transaction, 'run'>,
      runId: string,
      events: readonly RunEvent[],
      now: number,
    ): Promise<void> {
      const last = events.at(-1);
      if (last)
        await tx.run('INSERT INTO run_events (run_id, last_seq, events, created_at) VALUES ($1, $2, $3, $4)', [
          runId,
          last.seq,
          encodeEvents(events),
          now,
        ]);
    },
    /** In the middle of a turn: only while the claim holds. */
    async flushEvents({ runId, claim }: Fence, events: readonly RunEvent[], now: number): Promise<void> {
      const last = events.at(-1);
      if (!last) return;
      const { changes } = await database.run(
        `INSERT INTO run_events (run_id, last_seq, events, created_at)
         SELECT $1, CAST($3 AS BIGINT), $4, CAST($5 AS BIGINT) WHERE EXISTS (SELECT 1 FROM runs WHERE id = $1 AND claim = $2 AND status = 'running')`,
        [runId, claim, last.seq, encodeEvents(events), now],
      );
      if (changes !== 1) throw new ClaimLost();
    },
    async eventsAfter(runId: string, position: number, rows = 20): Promise<RunEvent[]> {
      const found = await database.all<{ events: string }>(
        'SELECT events FROM run_events WHERE run_id = $1 AND last_seq > $2 ORDER BY last_seq LIMIT $3',
        [runId, position, rows],
      );
      return found.flatMap(({ events }) => decodeEvents(events)).filter(({ seq }) => seq > position);
    },

    /** What happened, for webhooks. */
    async publish(tx: Transaction, workspaceId: string, type: string, data: object, now: number): Promise<void> {
      await tx.run('INSERT INTO events (id, workspace_id, type, data, created_at) VALUES ($1, $2, $3, $4, $5)', [
        newId('evt', now),
        workspaceId,
        type,
        JSON.stringify(data),
        now,
      ]);
    },

    async agentSucceeded(tx: Transaction, agentId: string): Promise<void> {
      await tx.run(
        'UPDATE agent_health SET consecutive_failures = 0 WHERE agent_id = $1 AND consecutive_failures > 0',
        [agentId],
      );
    },
    async agentFailed(tx: Transaction, agentId: string): Promise<number> {
      const { rows } = await tx.run<{ consecutive_failures: number }>(
        `INSERT INTO agent_health (agent_id, consecutive_failures) VALUES ($1, 1)
         ON CONFLICT (agent_id) DO UPDATE SET consecutive_failures = agent_health.consecutive_failures + 1 RETURNING consecutive_failures`,
        [agentId],
      );
      return rows[0]?.consecutive_failures ?? 1;
    },
  };
}

export type RunStore = ReturnType<typeof createRunStore>;
