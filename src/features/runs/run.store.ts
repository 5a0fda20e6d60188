import type { Database, Engine, Reader, Transaction } from '../../platform/db/database.ts';
import { standingOfRun } from '../agents/index.ts';
import { copyParts, type SessionGrowth, type SessionRows, textsOfRun } from '../sessions/index.ts';
import { decodeEvents, encodeEvents, type RunEvent } from './log/run-events.ts';
import type { RunError, RunRow, RunStatus, StopReason, ToolCallRow } from './run.ts';
import { paragraph } from './turn/answer-text.ts';
import { Stopped } from './turn/stopped.ts';

/**
 * For a run that is found by its id. With `status = 'running'` PostgreSQL prefers an index of the runs at work to the primary key,
 * because it takes them for few, and reads all of them: the end of one beside 3,000 others took it 2.1 ms in
 * place of 0.16.
 */
export const statusIs = (status: RunStatus) => `COALESCE(status, '') = '${status}'`;
const isRunning = statusIs('running');

/** Another node has the run: this node writes nothing more of it. */
export class RunClaimLost extends Error {}

export type RunClaim = { runId: string; claim: string };
export type RunEnd = {
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;
  stopReason: StopReason;
  messageId: string | null;
  /** Null for a very long answer, which is in the messages only. */
  content: string | null;
  error: RunError | null;
  /** 'valid', or the errors as JSON; null for an answer without a format. */
  structured: string | null;
  trace: string | null;
};
export type RunTotals = {
  /** Who gave the last answer, and whether it was kept from an earlier run. */
  answerer: { model: string | null; cached: boolean };
  reasoning: number;
  prompt: number;
  cached: number;
  completion: number;
  costNano: number;
  toolCalls: number;
  steps: number;
  lastSeq: number;
  activeMs: number;
};

type Used = { steps: number; prompt: number; cached: number; completion: number };

/** The text in one row of events, after an event number; NULL if there is none. */
const spelledOut: Record<Engine, string> = {
  sqlite: `SELECT group_concat(json_extract(piece.value, '$[2].delta'), '') FROM json_each(events) AS piece
    WHERE json_extract(piece.value, '$[1]') = 'stream_chunk' AND json_extract(piece.value, '$[0]') > $3`,
  postgres: `SELECT string_agg(piece -> 2 ->> 'delta', '' ORDER BY place)
    FROM json_array_elements(events::json) WITH ORDINALITY AS pieces (piece, place)
    WHERE piece ->> 1 = 'stream_chunk' AND (piece ->> 0)::BIGINT > $3`,
};

export function createRunStore(database: Database, sessions: Pick<SessionRows, 'grow' | 'growAndRelease'>) {
  const totalsOf = (totals: RunTotals) => [
    totals.steps,
    totals.lastSeq,
    totals.prompt,
    totals.cached,
    totals.completion,
    totals.costNano,
    totals.toolCalls,
    totals.activeMs,
    totals.reasoning,
    totals.answerer.model,
    totals.answerer.cached ? 1 : 0,
  ];
  const setTotals = `steps = $3, last_seq = $4, prompt_tokens = $5, cached_tokens = $6, completion_tokens = $7, cost_nano = $8,
    tool_calls = $9, active_ms = $10, reasoning_tokens = $11, model = $12, cached = $13`;

  // Put together once: a new text is hashed whenever it is looked up.
  const endRun = `UPDATE runs SET ${setTotals}, status = $14, stop_reason = $15, message_id = $16, content = $17, error = $18, trace = $19,
    finished_at = $20, structured = $21, claim = NULL, lease_until = NULL
    WHERE id = $1 AND claim = $2 AND ${isRunning}`;

  return {
    transaction: database.transaction,
    readTogether: database.readTogether,

    find: (id: string) => database.get<RunRow>('SELECT * FROM runs WHERE id = $1', [id]),
    findOf: (workspaceId: string, userId: string, id: string) =>
      database.get<RunRow>('SELECT * FROM runs WHERE id = $1 AND workspace_id = $2 AND user_id = $3', [
        id,
        workspaceId,
        userId,
      ]),

    /** Every write of a turn begins here. Answers the run's standing now; null if it may no longer run. */
    async progress(
      tx: Transaction,
      { runId, claim }: RunClaim,
      totals: RunTotals,
      trace: string,
    ): Promise<string | null> {
      const { rows } = await tx.run<{ standing: string | null }>(
        `UPDATE runs SET ${setTotals}, trace = $14 WHERE id = $1 AND claim = $2 AND ${isRunning}
         RETURNING ${standingOfRun} AS standing`,
        [runId, claim, ...totalsOf(totals), trace],
      );
      if (!rows[0]) throw new RunClaimLost();
      return rows[0].standing;
    },

    end: (tx: Transaction, { runId, claim }: RunClaim, totals: RunTotals, end: RunEnd, now: number): Promise<void> =>
      tx.must(
        endRun,
        [
          runId,
          claim,
          ...totalsOf(totals),
          end.status,
          end.stopReason,
          end.messageId,
          end.content,
          end.error ? JSON.stringify(end.error) : null,
          end.trace,
          now,
          end.structured,
        ],
        () => new RunClaimLost(),
      ),

    /** Parks the run: no node works on it, and it still holds its session. Throws if it was cancelled. */
    async park(tx: Transaction, { runId, claim }: RunClaim, awaitsClient: boolean): Promise<void> {
      const { rows } = await tx.run<Pick<RunRow, 'cancel_requested'>>(
        `UPDATE runs SET status = 'awaiting_approval', claim = NULL, lease_until = NULL, awaits_client = $3
         WHERE id = $1 AND claim = $2 AND ${isRunning} RETURNING cancel_requested`,
        [runId, claim, awaitsClient ? 1 : 0],
      );
      if (!rows[0]) throw new RunClaimLost();
      if (rows[0].cancel_requested) throw new Stopped('cancelled');
    },

    /** Ends a run that no node works on, unless a node has claimed it since it was read. */
    async endUnheld(
      tx: Transaction,
      run: Pick<RunRow, 'id' | 'status' | 'claim'>,
      end: Omit<RunEnd, 'trace' | 'structured'> & { lastSeq: number },
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
      return changes === 1;
    },

    /** Defers a run again after its node died; it keeps its session. */
    async requeue(run: Pick<RunRow, 'id' | 'claim'>, now: number): Promise<boolean> {
      const { changes } = await database.run(
        `UPDATE runs SET status = 'queued', claim = NULL, lease_until = NULL, waits_for = 'room', lost = lost + 1
         WHERE id = $1 AND ${isRunning} AND claim = $2 AND lease_until < $3`,
        [run.id, run.claim, now],
      );
      return changes === 1;
    },
    /** Defers a run again when the node that works on it stops. */
    giveBack: ({ runId, claim }: RunClaim) =>
      database.run(
        `UPDATE runs SET status = 'queued', claim = NULL, lease_until = NULL, waits_for = 'room'
         WHERE id = $1 AND ${isRunning} AND claim = $2`,
        [runId, claim],
      ),

    requestCancel: (runId: string) =>
      database.run(`UPDATE runs SET cancel_requested = 1 WHERE id = $1 AND ${isRunning}`, [runId]),

    /** Adds to the session's counters; `release` frees it if no run waits. Answers how many wait and the last number. */
    async addToSession(
      tx: Transaction,
      sessionId: string,
      added: SessionGrowth,
      release: boolean,
      now: number,
    ): Promise<{ waiting: number; lastSeq: number }> {
      const session = await sessions.grow(tx, sessionId, added, release, now);
      if (!session) throw new RunClaimLost();
      return { waiting: session.waiting, lastSeq: session.last_seq };
    },

    releaseSession: sessions.growAndRelease,

    async insertToolCall(
      tx: Transaction,
      call: Omit<ToolCallRow, 'result' | 'is_error' | 'duration_ms'>,
    ): Promise<void> {
      await tx.run(
        'INSERT INTO tool_calls (run_id, id, step, position, tool, params, status) VALUES ($1, $2, $3, $4, $5, $6, $7)',
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
        [runId, id, result, isError, durationMs],
      );
    },
    startToolCall: (tx: Transaction, runId: string, id: string) =>
      tx.run("UPDATE tool_calls SET status = 'started' WHERE run_id = $1 AND id = $2", [runId, id]),
    toolCalls: (runId: string) =>
      database.all<ToolCallRow>('SELECT * FROM tool_calls WHERE run_id = $1 ORDER BY step, position', [runId]),

    /** The whole text of a run, from its messages. */
    saidBefore: async (sessionId: string, runId: string): Promise<string> =>
      (await textsOfRun(database, sessionId, runId)).join(paragraph),
    /** What is stored beside the text of a run's answer. */
    metaOf: async (sessionId: string, messageId: string): Promise<string | null> =>
      (
        await database.get<{ meta: string | null }>('SELECT meta FROM messages WHERE session_id = $1 AND id = $2', [
          sessionId,
          messageId,
        ])
      )?.meta ?? null,
    /** Gives a message the text of the events after `afterSeq`: copied inside the database, one row of events at a time. */
    copyText: (tx: Transaction, messageId: string, runId: string, afterSeq: number): Promise<void> =>
      copyParts(tx, messageId, {
        sql: `SELECT last_seq AS position, (${spelledOut[tx.engine]}) AS text FROM run_events WHERE run_id = $2 AND last_seq > $3`,
        params: [runId, afterSeq],
      }),

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
    /** Stores events during a turn, only while the claim holds. The run is held, as its events must not outlive it. */
    async flushEvents({ runId, claim }: RunClaim, events: readonly RunEvent[], now: number): Promise<void> {
      const last = events.at(-1);
      if (!last) return;
      const { changes } = await database.run(
        `INSERT INTO run_events (run_id, last_seq, events, created_at)
         SELECT $1, CAST($3 AS BIGINT), $4, CAST($5 AS BIGINT) WHERE EXISTS (SELECT 1 FROM runs WHERE id = $1 AND claim = $2 AND ${isRunning} FOR KEY SHARE)`,
        [runId, claim, last.seq, encodeEvents(events), now],
      );
      if (changes !== 1) throw new RunClaimLost();
    },
    /** At most `rows` rows; one holds the events that were stored together, some 64 KiB when a model writes fast. */
    async eventsAfter(runId: string, position: number, rows: number): Promise<RunEvent[]> {
      const found = await database.all<{ events: string }>(
        'SELECT events FROM run_events WHERE run_id = $1 AND last_seq > $2 ORDER BY last_seq LIMIT $3',
        [runId, position, rows],
      );
      return found.flatMap(({ events }) => decodeEvents(events)).filter(({ seq }) => seq > position);
    },
    /** Of these events, those that are not stored. */
    async missing(runId: string, events: readonly RunEvent[], reader: Reader = database): Promise<RunEvent[]> {
      const last = await this.lastStoredSeq(runId, reader);
      return events.filter(({ seq }) => seq > last);
    },
    /** Whether a transaction of the turn has counted these totals. A step may have used nothing. */
    async hasCounted(runId: string, { steps, prompt, cached, completion }: Used): Promise<boolean> {
      const row = await database.get(
        `SELECT id FROM runs WHERE id = $1 AND steps = $2 AND prompt_tokens = $3 AND cached_tokens = $4
           AND completion_tokens = $5`,
        [runId, steps, prompt, cached, completion],
      );
      return row !== undefined;
    },
    async lastStoredSeq(runId: string, reader: Reader = database): Promise<number> {
      const row = await reader.get<{ last_seq: number }>(
        'SELECT last_seq FROM run_events WHERE run_id = $1 ORDER BY last_seq DESC LIMIT 1',
        [runId],
      );
      return row?.last_seq ?? 0;
    },
    /** Every event of the run that is stored, in order. */
    async *allEvents(runId: string): AsyncGenerator<RunEvent> {
      for (let position = -1; ; ) {
        const batch = await this.eventsAfter(runId, position, 2);
        if (batch.length === 0) return;
        yield* batch;
        position = batch.at(-1)?.seq ?? position;
      }
    },
  };
}

export type RunStore = ReturnType<typeof createRunStore>;
