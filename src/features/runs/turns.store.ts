import { newId } from '../../kernel/ids.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { insertMessage } from '../sessions/index.ts';
import type { RunKind, RunRow, SessionRow } from './run.ts';

/** How long the node a queued run came to has to begin it, before any other may. */
export const headStartMs = 2_000;

export type NewRun = {
  id: string;
  workspaceId: string;
  userId: string;
  agentId: string;
  kind: RunKind;
  input: string;
  metadata: string | null;
  parentRunId: string | null;
  batchId: string | null;
  depth: number;
  claim: string;
  node: string;
  leaseUntil: number;
  now: number;
};

type TurnTaken = { running_run_id: string; turns: number; waiting: number; last_seq: number; agent_id: string };

export const sessionColumns = `id, workspace_id, user_id, opened_agent_id, agent_id, surface, title, status, message_count, prompt_tokens,
  completion_tokens, cost_nano, created_at, updated_at, last_message_at, running_run_id, waiting, last_seq, summary, summary_seq`;

class AlreadyBegun extends Error {}

/** Who has a session, and who comes next. All of it is in the session's row, so nodes cannot disagree. */
export function createTurnStore(database: Database) {
  async function storeInput(
    tx: Transaction,
    run: { id: string; workspace_id: string; user_id: string; session_id: string; agent_id: string; input: string },
    seq: number,
    now: number,
  ) {
    await insertMessage(tx, {
      id: newId('msg', now),
      sessionId: run.session_id,
      workspaceId: run.workspace_id,
      userId: run.user_id,
      runId: run.id,
      seq,
      role: 'user',
      agentId: run.agent_id,
      content: run.input,
      status: 'complete',
      now,
    });
  }

  return {
    findSession: (workspaceId: string, userId: string, id: string) =>
      database.get<SessionRow>(
        `SELECT ${sessionColumns} FROM sessions WHERE id = $1 AND workspace_id = $2 AND user_id = $3`,
        [id, workspaceId, userId],
      ),

    activeSession: (
      workspaceId: string,
      userId: string,
      agentId: string,
      surface: string,
      reader: Pick<Database, 'get'> = database,
    ) =>
      reader.get<SessionRow>(
        `SELECT ${sessionColumns} FROM sessions
         WHERE workspace_id = $1 AND user_id = $2 AND opened_agent_id = $3 AND surface = $4 AND status = 'active'`,
        [workspaceId, userId, agentId, surface],
      ),

    /** False when another request opened one at the same moment. */
    async openSession(
      tx: Transaction,
      session: {
        id: string;
        workspaceId: string;
        userId: string;
        agentId: string;
        surface: string;
        title: string;
        now: number;
      },
    ): Promise<boolean> {
      const { changes } = await tx.run(
        `INSERT INTO sessions (id, workspace_id, user_id, opened_agent_id, agent_id, surface, title, status, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $4, $5, $6, 'active', $7, $7) ON CONFLICT DO NOTHING`,
        [session.id, session.workspaceId, session.userId, session.agentId, session.surface, session.title, session.now],
      );
      if (changes === 1)
        await tx.run(
          `INSERT INTO usage_daily (workspace_id, day, user_id, agent_id, provider, model, sessions) VALUES ($1, $2, $3, $4, '', '', 1)
           ON CONFLICT (workspace_id, day, user_id, agent_id, provider, model) DO UPDATE SET sessions = usage_daily.sessions + 1`,
          [session.workspaceId, new Date(session.now).toISOString().slice(0, 10), session.userId, session.agentId],
        );
      return changes === 1;
    },

    /** Takes the turn when nobody has it, else a place in the queue. Undefined: closed, or too many wait. */
    async takeTurn(
      tx: Transaction,
      sessionId: string,
      runId: string,
      maximumWaiting: number,
      now: number,
    ): Promise<TurnTaken | undefined> {
      const { rows } = await tx.run<TurnTaken>(
        `UPDATE sessions SET turns = turns + 1, updated_at = $4,
           waiting = CASE WHEN running_run_id IS NULL THEN waiting ELSE waiting + 1 END,
           last_seq = CASE WHEN running_run_id IS NULL THEN last_seq + 1 ELSE last_seq END,
           message_count = CASE WHEN running_run_id IS NULL THEN message_count + 1 ELSE message_count END,
           last_message_at = CASE WHEN running_run_id IS NULL THEN $4 ELSE last_message_at END,
           running_run_id = COALESCE(running_run_id, $2)
         WHERE id = $1 AND status = 'active' AND (running_run_id IS NULL OR waiting < $3)
         RETURNING running_run_id, turns, waiting, last_seq, agent_id`,
        [sessionId, runId, maximumWaiting, now],
      );
      return rows[0];
    },

    async insertRun(
      tx: Transaction,
      run: NewRun,
      sessionId: string,
      turn: number,
      holds: boolean,
      lastSeq: number,
    ): Promise<void> {
      await tx.run(
        `INSERT INTO runs (id, workspace_id, user_id, session_id, agent_id, kind, status, turn, input, metadata, parent_run_id, batch_id,
           depth, attempts, claim, node, lease_until, created_at, started_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
        [
          run.id,
          run.workspaceId,
          run.userId,
          sessionId,
          run.agentId,
          run.kind,
          holds ? 'running' : 'queued',
          turn,
          run.input,
          run.metadata,
          run.parentRunId,
          run.batchId,
          run.depth,
          holds ? 1 : 0,
          holds ? run.claim : null,
          run.node,
          holds ? run.leaseUntil : null,
          run.now,
          holds ? run.now : null,
        ],
      );
      if (holds)
        await storeInput(
          tx,
          {
            id: run.id,
            workspace_id: run.workspaceId,
            user_id: run.userId,
            session_id: sessionId,
            agent_id: run.agentId,
            input: run.input,
          },
          lastSeq,
          run.now,
        );
    },

    /** Begins a queued run whose turn has come. Undefined when it was not this node's to begin. */
    async claim(
      runId: string,
      claim: string,
      node: string,
      leaseUntil: number,
      now: number,
    ): Promise<{ run: RunRow; lastSeq: number } | undefined> {
      return database
        .transaction(async (tx) => {
          const before = await tx.get<RunRow>("SELECT * FROM runs WHERE id = $1 AND status = 'queued'", [runId]);
          if (!before) return undefined;
          const isNew = before.started_at === null;
          // The session's row before the run's, here as everywhere: two orders would be a deadlock.
          const { rows } = await tx.run<{ last_seq: number }>(
            `UPDATE sessions SET last_seq = last_seq + $3, message_count = message_count + $3, last_message_at = $4, updated_at = $4
             WHERE id = $1 AND running_run_id = $2 RETURNING last_seq`,
            [before.session_id, runId, isNew ? 1 : 0, now],
          );
          if (!rows[0]) return undefined;
          const { rows: claimed } = await tx.run<RunRow>(
            `UPDATE runs SET status = 'running', claim = $2, node = $3, lease_until = $4, attempts = attempts + 1,
               started_at = COALESCE(started_at, $5) WHERE id = $1 AND status = 'queued' RETURNING *`,
            [runId, claim, node, leaseUntil, now],
          );
          if (!claimed[0]) throw new AlreadyBegun();
          if (isNew) await storeInput(tx, before, rows[0].last_seq, now);
          return { run: claimed[0], lastSeq: rows[0].last_seq };
        })
        .catch((error) => {
          if (error instanceof AlreadyBegun) return undefined;
          throw error;
        });
    },

    /**
     * The session goes to whoever waits longest, in the same transaction in which its holder ends: it is never free
     * while someone waits, so nobody who comes later can slip in between.
     */
    async handOver(tx: Transaction, sessionId: string, runId: string, now: number): Promise<string | undefined> {
      // First the lock, then the look: a run that queues at this moment either is seen here or sees the session free.
      await tx.get('SELECT id FROM sessions WHERE id = $1 FOR UPDATE', [sessionId]);
      const next = await tx.get<{ id: string }>(
        "SELECT id FROM runs WHERE session_id = $1 AND status = 'queued' AND id <> $2 ORDER BY turn LIMIT 1",
        [sessionId, runId],
      );
      if (next) await tx.run('UPDATE runs SET lease_until = $2 WHERE id = $1', [next.id, now + headStartMs]);
      await tx.run(
        `UPDATE sessions SET running_run_id = $3, waiting = CASE WHEN $3 IS NULL OR waiting = 0 THEN waiting ELSE waiting - 1 END
         WHERE id = $1 AND running_run_id = $2`,
        [sessionId, runId, next?.id ?? null],
      );
      return next?.id;
    },

    leaveQueue: (tx: Transaction, sessionId: string) =>
      tx.run('UPDATE sessions SET waiting = CASE WHEN waiting > 0 THEN waiting - 1 ELSE 0 END WHERE id = $1', [
        sessionId,
      ]),

    /** Parked or handed-over runs that nobody began in time. */
    handedOver: (now: number) =>
      database.all<{ id: string }>(
        "SELECT id FROM runs WHERE status = 'queued' AND lease_until < $1 ORDER BY lease_until LIMIT 50",
        [now],
      ),
    abandoned: (now: number) =>
      database.all<RunRow>(
        "SELECT * FROM runs WHERE status = 'running' AND lease_until < $1 ORDER BY lease_until LIMIT 50",
        [now],
      ),

    renewLeases: async (node: string, leaseUntil: number) =>
      (
        await database.run<{ id: string; claim: string; cancel_requested: number }>(
          "UPDATE runs SET lease_until = $2 WHERE node = $1 AND status = 'running' RETURNING id, claim, cancel_requested",
          [node, leaseUntil],
        )
      ).rows,
  };
}

export type TurnStore = ReturnType<typeof createTurnStore>;
