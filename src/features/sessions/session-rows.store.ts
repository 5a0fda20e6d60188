import { newId } from '../../kernel/ids.ts';
import type { Person } from '../../kernel/person.ts';
import type { Database, Reader, Transaction } from '../../platform/db/database.ts';
import { historyMeta, insertMessage } from './messages.store.ts';
import { type SessionRow, sessionColumns, underSurface } from './sessions.store.ts';

/** A session, with what its next run needs. */
export type SessionState = SessionRow & {
  opened_agent_id: string;
  turns: number;
  waiting: number;
  summary: string | null;
  summary_seq: number;
  /** The agent that answered last, and its version (`pinOf`). */
  answered_by: string | null;
};

type NewSession = Person & { id: string; agentId: string; surface: string; title: string; now: number };

export type SessionGrowth = {
  messages: number;
  /** The messages are beside the chosen path. */
  beside: boolean;
  promptTokens: number;
  completionTokens: number;
  costNano: number;
};

/** Whether a run brings a message, and whether that is on the chosen path. */
export type Brings = { message: boolean; beside: boolean };
const numbered = ({ message }: Brings): number => (message ? 1 : 0);
const counted = ({ message, beside }: Brings): number => (message && !beside ? 1 : 0);

export type PositionRequest = {
  sessionId: string;
  runId: string;
  maximumWaiting: number;
  /** A run that begins at once; its first message gets a number here. */
  begins: boolean;
  brings: Brings;
  answeredBy: string;
  now: number;
};
export type PositionTaken = {
  running_run_id: string;
  turns: number;
  waiting: number;
  last_seq: number;
  agent_id: string;
};

/** A session is no longer as it was read. */
export class SessionChanged extends Error {}

const release = `UPDATE sessions SET message_count = message_count + $2, last_seq = last_seq + $3, prompt_tokens = prompt_tokens + $4,
    completion_tokens = completion_tokens + $5, cost_nano = cost_nano + $6, updated_at = $7, last_message_at = $7,
    running_run_id = NULL
  WHERE id = $1 AND waiting = 0`;

const stateColumns = `${sessionColumns}, opened_agent_id, turns, waiting, summary, summary_seq, answered_by`;

/**
 * The session columns that runs read and change, mostly in the transaction of a run. The row says which run holds the session
 * and how many wait, so nodes cannot disagree. A transaction that locks both rows locks the session's first.
 */
export function createSessionRows(database: Database) {
  // Put together once: a new text is hashed whenever it is looked up.
  const activeSession = `SELECT ${stateColumns} FROM sessions WHERE ${underSurface(database.engine)} AND opened_agent_id = $4`;

  return {
    findState: ({ workspaceId, userId }: Person, id: string, reader: Pick<Reader, 'get'> = database) =>
      reader.get<SessionState>(
        `SELECT ${stateColumns} FROM sessions WHERE id = $1 AND workspace_id = $2 AND user_id = $3`,
        [id, workspaceId, userId],
      ),

    findActive: (
      { workspaceId, userId }: Person,
      { agentId, surface }: { agentId: string; surface: string },
      reader: Pick<Reader, 'get'> = database,
    ) => reader.get<SessionState>(activeSession, [workspaceId, userId, surface, agentId]),

    /** Whether the agent had the session before a handoff. The first and the present agent are in the session's row. */
    async wasHandedOnBy(sessionId: string, agentId: string): Promise<boolean> {
      const name = agentId.replace(/[%_!]/g, '!$&');
      const marker = await database.get(
        "SELECT id FROM messages WHERE session_id = $1 AND role = 'system' AND meta LIKE $2 ESCAPE '!' LIMIT 1",
        [sessionId, `{"kind":"handoff","fromAgentId":"${name}",%`],
      );
      return marker !== undefined;
    },

    /** The sessions of a workspace, counted up to `most`. */
    async count(workspaceId: string, most: number): Promise<number> {
      const row = await database.get<{ sessions: number }>(
        'SELECT count(*) AS sessions FROM (SELECT 1 FROM sessions WHERE workspace_id = $1 LIMIT $2) AS counted',
        [workspaceId, most],
      );
      return Number(row?.sessions ?? 0);
    },

    /** False if another request has just opened it. */
    async open(tx: Transaction, session: NewSession): Promise<boolean> {
      const { changes } = await tx.run(
        `INSERT INTO sessions (id, workspace_id, user_id, opened_agent_id, agent_id, surface, title, status, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $4, $5, $6, 'active', $7, $7) ON CONFLICT DO NOTHING`,
        [session.id, session.workspaceId, session.userId, session.agentId, session.surface, session.title, session.now],
      );
      return changes === 1;
    },

    /** The conversation before the session, as one message. It is not searched: a client may send it with every message. */
    async beginWith(tx: Transaction, { id, workspaceId, userId, agentId, now }: NewSession, history: string) {
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

    /** Closes a session that exists for one run only, and gives it the surface that it is listed under. */
    closeOneOff: (tx: Transaction, sessionId: string, surface: string) =>
      tx.run("UPDATE sessions SET status = 'closed', surface = $2 WHERE id = $1", [sessionId, surface]),

    /** Gives a free session to the run, or else the next position. Undefined if it is closed or too many runs wait. */
    async takePosition(tx: Transaction, request: PositionRequest): Promise<PositionTaken | undefined> {
      const { sessionId, runId, maximumWaiting, begins, brings, answeredBy, now } = request;
      const { rows } = await tx.run<PositionTaken>(
        `UPDATE sessions SET turns = turns + 1, updated_at = $4,
           waiting = CASE WHEN running_run_id IS NULL THEN waiting ELSE waiting + 1 END,
           last_seq = CASE WHEN running_run_id IS NULL THEN last_seq + $7 ELSE last_seq END,
           message_count = CASE WHEN running_run_id IS NULL THEN message_count + $8 ELSE message_count END,
           last_message_at = CASE WHEN running_run_id IS NULL AND $5 = 1 THEN $4 ELSE last_message_at END,
           answered_by = CASE WHEN running_run_id IS NULL AND $5 = 1 THEN $6 ELSE answered_by END,
           running_run_id = COALESCE(running_run_id, $2)
         WHERE id = $1 AND status = 'active' AND (running_run_id IS NULL OR waiting < $3)
         RETURNING running_run_id, turns, waiting, last_seq, agent_id`,
        [
          ...[sessionId, runId, maximumWaiting, now, begins ? 1 : 0, answeredBy],
          ...(begins ? [numbered(brings), counted(brings)] : [0, 0]),
        ],
      );
      return rows[0];
    },

    /**
     * Gives a free session to the run as it was read, or a new one, without a look at the row first. Answers what it takes, and the
     * write that takes it, which fails with `SessionChanged` if another request was faster.
     */
    takeAsRead(
      tx: Transaction,
      session: SessionState | NewSession,
      { runId, brings, answeredBy, now }: Omit<PositionRequest, 'sessionId' | 'maximumWaiting' | 'begins'>,
    ): { taken: PositionTaken; write: () => Promise<void> } {
      const isNew = !('turns' in session);
      const before = isNew ? { turns: 0, waiting: 0, last_seq: 0, agent_id: session.agentId } : session;
      const taken = {
        running_run_id: runId,
        turns: before.turns + 1,
        waiting: before.waiting,
        last_seq: before.last_seq + numbered(brings),
        agent_id: before.agent_id,
      };
      const own = [now, runId, answeredBy, numbered(brings), counted(brings)];
      const write = () =>
        isNew
          ? tx.must(
              `INSERT INTO sessions (id, workspace_id, user_id, opened_agent_id, agent_id, surface, title, status, created_at, updated_at,
                 last_message_at, running_run_id, answered_by, last_seq, message_count, turns)
               VALUES ($6, $7, $8, $9, $9, $10, $11, 'active', $1, $1, $1, $2, $3, $4, $5, 1)`,
              [
                ...own,
                session.id,
                session.workspaceId,
                session.userId,
                session.agentId,
                session.surface,
                session.title,
              ],
              () => new SessionChanged(),
            )
          : tx.must(
              `UPDATE sessions SET turns = turns + 1, updated_at = $1, last_message_at = $1, running_run_id = $2, answered_by = $3,
                 last_seq = last_seq + $4, message_count = message_count + $5
               WHERE id = $6 AND status = 'active' AND running_run_id IS NULL AND turns = $7 AND last_seq = $8 AND agent_id = $9`,
              [...own, session.id, session.turns, session.last_seq, session.agent_id],
              () => new SessionChanged(),
            );
      return { taken, write };
    },

    /** Why no position was given. */
    holder: (tx: Transaction, sessionId: string) =>
      tx.get<Pick<SessionRow, 'status' | 'running_run_id'>>(
        'SELECT status, running_run_id FROM sessions WHERE id = $1',
        [sessionId],
      ),

    lockHolder: (tx: Transaction, sessionId: string) =>
      tx.get<Pick<SessionRow, 'running_run_id'>>('SELECT running_run_id FROM sessions WHERE id = $1 FOR UPDATE', [
        sessionId,
      ]),

    /** A queued run begins; `isNew` gives its message a number. Undefined if another run holds the session. */
    async beginHeld(
      tx: Transaction,
      begun: {
        sessionId: string;
        runId: string;
        isNew: boolean;
        brings: Brings;
        agentId: string;
        answeredBy: string | null;
        now: number;
      },
    ): Promise<Pick<SessionRow, 'last_seq' | 'agent_id'> | undefined> {
      const { sessionId, runId, isNew, brings, agentId, answeredBy, now } = begun;
      const { rows } = await tx.run<Pick<SessionRow, 'last_seq' | 'agent_id'>>(
        `UPDATE sessions SET last_seq = last_seq + $7, message_count = message_count + $8, last_message_at = $4, updated_at = $4,
           answered_by = CASE WHEN agent_id = $5 AND $3 = 1 THEN COALESCE($6, answered_by) ELSE answered_by END
         WHERE id = $1 AND running_run_id = $2 RETURNING last_seq, agent_id`,
        [
          ...[sessionId, runId, isNew ? 1 : 0, now, agentId, answeredBy],
          ...(isNew ? [numbered(brings), counted(brings)] : [0, 0]),
        ],
      );
      return rows[0];
    },

    /** Passes the session from one run to the next, or to none. */
    passTo: (tx: Transaction, sessionId: string, runId: string, nextRunId: string | null) =>
      tx.run(
        `UPDATE sessions SET running_run_id = $3, waiting = CASE WHEN CAST($3 AS TEXT) IS NULL THEN 0 WHEN waiting = 0 THEN 0 ELSE waiting - 1 END
         WHERE id = $1 AND running_run_id = $2`,
        [sessionId, runId, nextRunId],
      ),

    leaveQueue: (tx: Transaction, sessionId: string) =>
      tx.run('UPDATE sessions SET waiting = CASE WHEN waiting > 0 THEN waiting - 1 ELSE 0 END WHERE id = $1', [
        sessionId,
      ]),

    /**
     * Adds to the counters; `release` frees the session if no run waits. Answers how many wait and the last message number;
     * undefined for a session that was deleted.
     */
    async grow(
      tx: Transaction,
      sessionId: string,
      added: SessionGrowth,
      release: boolean,
      now: number,
    ): Promise<{ waiting: number; last_seq: number } | undefined> {
      const { rows } = await tx.run<{ waiting: number; last_seq: number }>(
        `UPDATE sessions SET message_count = message_count + $8, last_seq = last_seq + $2, prompt_tokens = prompt_tokens + $3,
           completion_tokens = completion_tokens + $4, cost_nano = cost_nano + $5, updated_at = $6, last_message_at = $6,
           running_run_id = CASE WHEN $7 = 1 AND waiting = 0 THEN NULL ELSE running_run_id END
         WHERE id = $1 RETURNING waiting, last_seq`,
        [
          ...[
            sessionId,
            added.messages,
            added.promptTokens,
            added.completionTokens,
            added.costNano,
            now,
            release ? 1 : 0,
          ],
          added.beside ? 0 : added.messages,
        ],
      );
      return rows[0];
    },

    /**
     * The same for a run that ends, in a session that no run waits for, and whose last message is `lastSeq` where that is known; fails
     * with `SessionChanged` otherwise.
     */
    growAndRelease(
      tx: Transaction,
      sessionId: string,
      added: SessionGrowth,
      lastSeq: number | null,
      now: number,
    ): Promise<void> {
      const row = [
        ...[sessionId, added.beside ? 0 : added.messages, added.messages, added.promptTokens, added.completionTokens],
        ...[added.costNano, now],
      ];
      const lost = () => new SessionChanged();
      return lastSeq === null
        ? tx.must(release, row, lost)
        : tx.must(`${release} AND last_seq = $8`, [...row, lastSeq], lost);
    },

    /** The summary of everything up to `seq`. False when the run has lost its claim. The status is asked for as by `statusIs` of the runs. */
    async storeSummary(
      tx: Transaction,
      sessionId: string,
      { runId, claim }: { runId: string; claim: string },
      { summary, seq }: { summary: string; seq: number },
    ): Promise<boolean> {
      const { changes } = await tx.run(
        `UPDATE sessions SET summary = $3, summary_seq = $4
         WHERE id = $1 AND EXISTS (SELECT 1 FROM runs WHERE id = $2 AND claim = $5 AND COALESCE(status, '') = 'running')`,
        [sessionId, runId, summary, seq, claim],
      );
      return changes === 1;
    },
  };
}

export type SessionRows = ReturnType<typeof createSessionRows>;
