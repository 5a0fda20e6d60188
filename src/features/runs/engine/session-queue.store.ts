import { utcDay } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { pinOf } from '../../agents/index.ts';
import { insertMessage } from '../../sessions/index.ts';
import { historyMeta } from '../context/context.ts';
import type { RunKind, RunRow, SessionRow } from '../run.ts';

/** How long the node a queued run came to has to begin it, before any other may. */
export const headStartMs = 500;

/** Whose turn has come. A deferred one still waits for a place. */
export type NextRun = { id: string; waits_for: RunRow['waits_for'] };
/** Tells whoever is to begin it that a run's turn has come. */
export type WakeNext = (next: NextRun) => void;

export type NewRun = {
  id: string;
  workspaceId: string;
  userId: string;
  sessionId: string;
  agentId: string;
  kind: RunKind;
  /** The place in the session's queue; without a claim it waits there. */
  position: number;
  claim: string | null;
  node: string;
  leaseUntil: number;
  input: string;
  metadata: string | null;
  parentRunId: string | null;
  batchId: string | null;
  trace: string | null;
  requestId: string | null;
  depth: number;
  rootRunId: string | null;
  inherited: string | null;
  lastSeq: number;
  waitsFor: RunRow['waits_for'];
  apiKey: string | null;
  agentVersion: number | null;
  agentChanged: boolean;
  pin: string | null;
  now: number;
};

type PositionTaken = { running_run_id: string; turns: number; waiting: number; last_seq: number; agent_id: string };
type Input = Pick<
  RunRow,
  'id' | 'workspace_id' | 'user_id' | 'session_id' | 'agent_id' | 'kind' | 'input' | 'metadata'
>;

const sessionColumns = `id, workspace_id, user_id, opened_agent_id, agent_id, surface, title, status, message_count, prompt_tokens,
  completion_tokens, cost_nano, created_at, updated_at, last_message_at, running_run_id, waiting, last_seq, summary, summary_seq, answered_by`;

class AlreadyBegun extends Error {}

/** Whether the same agent answered last, in another version. */
export const hasChanged = (answeredBy: string | null, answers: string | null): boolean =>
  answeredBy !== null &&
  answers !== null &&
  answeredBy !== answers &&
  answeredBy.split('@', 1)[0] === answers.split('@', 1)[0];

/**
 * A heartbeat says what it found, and a channel may pass on what others wrote: nobody's own words. Of what clients send,
 * metadata is theirs and means nothing here.
 */
const fromOutside = ({ kind, metadata }: Input): boolean =>
  kind === 'heartbeat' ||
  (kind === 'channel' && metadata !== null && (JSON.parse(metadata) as { external?: boolean }).external === true);

/** What the person said, as a message of the session. */
export const storeInput = (tx: Transaction, run: Input, seq: number, now: number): Promise<void> =>
  insertMessage(tx, {
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
    meta: fromOutside(run) ? JSON.stringify({ external: true }) : null,
    now,
  });

/** Who has a session, and who comes next. All of it is in the session's row, so nodes cannot disagree. */
export function createSessionQueueStore(database: Database) {
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

    /** Whether the agent had the session before it was handed on. Its opener and its present agent need not ask. */
    async handedOnBy(sessionId: string, agentId: string): Promise<boolean> {
      const name = agentId.replace(/[%_!]/g, '!$&');
      const marker = await database.get(
        "SELECT id FROM messages WHERE session_id = $1 AND role = 'system' AND meta LIKE $2 ESCAPE '!' LIMIT 1",
        [sessionId, `{"kind":"handoff","fromAgentId":"${name}",%`],
      );
      return marker !== undefined;
    },

    /** How many there are in a workspace, and no further than the number that matters. */
    async countSessions(workspaceId: string, most: number): Promise<number> {
      const row = await database.get<{ sessions: number }>(
        'SELECT count(*) AS sessions FROM (SELECT 1 FROM sessions WHERE workspace_id = $1 LIMIT $2) AS counted',
        [workspaceId, most],
      );
      return Number(row?.sessions ?? 0);
    },

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
      return changes === 1;
    },

    /** One row for all sessions of a day: whoever counts there goes last, and holds up the others no longer than a commit. */
    countSession: (
      tx: Transaction,
      session: { workspaceId: string; userId: string; agentId: string; now: number },
    ): Promise<unknown> =>
      tx.run(
        `INSERT INTO usage_daily (workspace_id, day, user_id, agent_id, provider, model, sessions) VALUES ($1, $2, $3, $4, '', '', 1)
         ON CONFLICT (workspace_id, day, user_id, agent_id, provider, model) DO UPDATE SET sessions = usage_daily.sessions + 1`,
        [session.workspaceId, utcDay(session.now), session.userId, session.agentId],
      ),

    /** What was said elsewhere before; not searched, since a client may send it again with every message. */
    async beginWith(
      tx: Transaction,
      session: { id: string; workspaceId: string; userId: string; agentId: string; now: number },
      history: string,
    ): Promise<void> {
      const { id, workspaceId, userId, agentId, now } = session;
      await tx.run('UPDATE sessions SET last_seq = 1, message_count = 1 WHERE id = $1', [id]);
      await insertMessage(tx, {
        id: newId('msg', now),
        sessionId: id,
        workspaceId,
        userId,
        runId: null,
        seq: 1,
        role: 'system',
        agentId,
        content: history,
        status: 'complete',
        meta: historyMeta,
        unsearched: true,
        now,
      });
    },

    /** The turn it has is its last. */
    closeSession: (tx: Transaction, sessionId: string, surface: string) =>
      tx.run("UPDATE sessions SET status = 'closed', surface = $2 WHERE id = $1", [sessionId, surface]),

    /**
     * Takes the turn when nobody has it, else a place in the queue. Undefined: closed, or too many wait. Whoever `begins`
     * at once is given the number of its first message.
     */
    async takePosition(
      tx: Transaction,
      sessionId: string,
      runId: string,
      maximumWaiting: number,
      begins: boolean,
      answeredBy: string,
      now: number,
    ): Promise<PositionTaken | undefined> {
      const { rows } = await tx.run<PositionTaken>(
        `UPDATE sessions SET turns = turns + 1, updated_at = $4,
           waiting = CASE WHEN running_run_id IS NULL THEN waiting ELSE waiting + 1 END,
           last_seq = CASE WHEN running_run_id IS NULL THEN last_seq + $5 ELSE last_seq END,
           message_count = CASE WHEN running_run_id IS NULL THEN message_count + $5 ELSE message_count END,
           last_message_at = CASE WHEN running_run_id IS NULL AND $5 = 1 THEN $4 ELSE last_message_at END,
           answered_by = CASE WHEN running_run_id IS NULL AND $5 = 1 THEN $6 ELSE answered_by END,
           running_run_id = COALESCE(running_run_id, $2)
         WHERE id = $1 AND status = 'active' AND (running_run_id IS NULL OR waiting < $3)
         RETURNING running_run_id, turns, waiting, last_seq, agent_id`,
        [sessionId, runId, maximumWaiting, now, begins ? 1 : 0, answeredBy],
      );
      return rows[0];
    },

    /** First of all in its transaction: the row of the run at the root is the one that all of its tree wait for. */
    async growTree(
      tx: Transaction,
      rootId: string,
      maxRuns: number,
      maxCostNano: number | null,
    ): Promise<'grown' | 'full' | 'spent' | 'cancelled'> {
      const { rows } = await tx.run<{ cost_nano: number }>(
        `UPDATE runs SET tree_runs = tree_runs + 1
         WHERE id = $1 AND tree_runs < $2 AND status <> 'cancelled' AND cancel_requested = 0 RETURNING cost_nano`,
        [rootId, maxRuns],
      );
      if (!rows[0]) {
        const root = await tx.get<{ tree_runs: number }>('SELECT tree_runs FROM runs WHERE id = $1', [rootId]);
        return root && root.tree_runs >= maxRuns ? 'full' : 'cancelled';
      }
      if (maxCostNano === null) return 'grown';
      return (await this.treeCost(tx, rootId)) < maxCostNano ? 'grown' : 'spent';
    },
    /** What the runs of a tree have cost so far, as far as it is written down. */
    async treeCost(reader: Pick<Database, 'get'>, rootId: string): Promise<number> {
      const row = await reader.get<{ cost: number }>(
        'SELECT COALESCE(sum(cost_nano), 0) AS cost FROM runs WHERE id = $1 OR root_run_id = $1',
        [rootId],
      );
      return Number(row?.cost ?? 0);
    },

    async insertRun(tx: Transaction, run: NewRun): Promise<void> {
      const begins = run.claim !== null;
      await tx.run(
        `INSERT INTO runs (id, workspace_id, user_id, session_id, agent_id, kind, status, turn, input, metadata, parent_run_id, batch_id,
           depth, attempts, claim, node, lease_until, last_seq, created_at, started_at, trace, waits_for, request_id, root_run_id,
           inherited, api_key, agent_version, agent_changed, pin)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26,
           $27, $28, $29)`,
        [
          run.id,
          run.workspaceId,
          run.userId,
          run.sessionId,
          run.agentId,
          run.kind,
          begins ? 'running' : 'queued',
          run.position,
          run.input,
          run.metadata,
          run.parentRunId,
          run.batchId,
          run.depth,
          begins ? 1 : 0,
          run.claim,
          run.node,
          begins ? run.leaseUntil : null,
          run.lastSeq,
          run.now,
          begins ? run.now : null,
          run.trace,
          run.waitsFor,
          run.requestId,
          run.rootRunId,
          run.inherited,
          run.apiKey,
          run.agentVersion,
          run.agentChanged ? 1 : 0,
          run.pin,
        ],
      );
    },

    /** Begins a queued run whose turn has come. Undefined when it was not this node's to begin. */
    async claim(
      runId: string,
      claim: string,
      node: string,
      leaseUntil: number,
      now: number,
    ): Promise<RunRow | undefined> {
      return database
        .transaction(async (tx) => {
          const before = await tx.get<RunRow & Pick<SessionRow, 'answered_by'>>(
            `SELECT r.*, s.answered_by FROM runs r JOIN sessions s ON s.id = r.session_id
             WHERE r.id = $1 AND r.status = 'queued' AND r.waits_for IS NULL`,
            [runId],
          );
          if (!before) return undefined;
          const answers = before.agent_version === null ? null : pinOf(before.agent_id, before.agent_version);
          const isNew = before.started_at === null;
          // The session's row before the run's, here as everywhere: two orders would be a deadlock.
          const { rows } = await tx.run<{ last_seq: number; agent_id: string }>(
            `UPDATE sessions SET last_seq = last_seq + $3, message_count = message_count + $3, last_message_at = $4, updated_at = $4,
               answered_by = CASE WHEN agent_id = $5 AND $3 = 1 THEN COALESCE($6, answered_by) ELSE answered_by END
             WHERE id = $1 AND running_run_id = $2 RETURNING last_seq, agent_id`,
            [before.session_id, runId, isNew ? 1 : 0, now, before.agent_id, answers],
          );
          if (!rows[0]) return undefined;
          const { last_seq, agent_id } = rows[0];
          // The session may have been handed to another agent while the run waited for its turn. One that had begun stays
          // with its agent, and under what guards it.
          const { rows: claimed } = await tx.run<RunRow>(
            `UPDATE runs SET status = 'running', claim = $2, node = $3, lease_until = $4, attempts = attempts + 1,
               agent_id = CASE WHEN started_at IS NULL THEN $6 ELSE agent_id END,
               agent_version = CASE WHEN started_at IS NOT NULL OR agent_id = $6 THEN agent_version END,
               agent_changed = CASE WHEN started_at IS NULL AND agent_id = $6 THEN $7 ELSE agent_changed END,
               started_at = COALESCE(started_at, $5) WHERE id = $1 AND status = 'queued' RETURNING *`,
            [...[runId, claim, node, leaseUntil, now, agent_id], hasChanged(before.answered_by, answers) ? 1 : 0],
          );
          if (!claimed[0]) throw new AlreadyBegun();
          if (isNew) await storeInput(tx, { ...before, agent_id }, last_seq, now);
          return claimed[0];
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
    async promoteNext(tx: Transaction, sessionId: string, runId: string, now: number): Promise<NextRun | undefined> {
      // First the lock, then the look: a run that queues at this moment either is seen here or sees the session free.
      await tx.get('SELECT id FROM sessions WHERE id = $1 FOR UPDATE', [sessionId]);
      const next = await tx.get<NextRun>(
        "SELECT id, waits_for FROM runs WHERE session_id = $1 AND status = 'queued' AND id <> $2 ORDER BY turn LIMIT 1",
        [sessionId, runId],
      );
      if (next?.waits_for) await tx.run("UPDATE runs SET waits_for = 'room' WHERE id = $1", [next.id]);
      else if (next) await tx.run('UPDATE runs SET lease_until = $2 WHERE id = $1', [next.id, now + headStartMs]);
      await tx.run(
        `UPDATE sessions SET running_run_id = $3, waiting = CASE WHEN CAST($3 AS TEXT) IS NULL THEN 0 WHEN waiting = 0 THEN 0 ELSE waiting - 1 END
         WHERE id = $1 AND running_run_id = $2`,
        [sessionId, runId, next?.id ?? null],
      );
      return next;
    },

    leaveQueue: (tx: Transaction, sessionId: string) =>
      tx.run('UPDATE sessions SET waiting = CASE WHEN waiting > 0 THEN waiting - 1 ELSE 0 END WHERE id = $1', [
        sessionId,
      ]),
  };
}

export type SessionQueueStore = ReturnType<typeof createSessionQueueStore>;
