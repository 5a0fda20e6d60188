import { newId } from '../../../kernel/ids.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { pinOf } from '../../agents/index.ts';
import {
  type Brings,
  insertMessage,
  type MessageRow,
  type SessionRows,
  type SessionState,
  storedMessage,
} from '../../sessions/index.ts';
import { readAgain } from '../again/again.ts';
import { statusIs } from '../run.store.ts';
import type { RunKind, RunRow } from '../run.ts';

/** How long only the node at which a queued run arrived may begin it. */
export const headStartMs = 500;

/** The next run of a session. A deferred run still waits for a place on a node. */
export type NextRun = { id: string; waits_for: RunRow['waits_for'] };
/** Wakes the node that should begin the run. */
export type WakeNext = (next: NextRun) => void;

export type NewRun = {
  id: string;
  workspaceId: string;
  userId: string;
  sessionId: string;
  agentId: string;
  kind: RunKind;
  /** The position in the session queue; without a claim the run waits there. */
  position: number;
  claim: string | null;
  node: string;
  leaseUntil: number;
  input: string;
  askedFor: string | null;
  again: string | null;
  parts: string | null;
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
  personalKeyId: string | null;
  now: number;
};

type Input = Pick<
  RunRow,
  'id' | 'workspace_id' | 'user_id' | 'session_id' | 'agent_id' | 'kind' | 'input' | 'parts' | 'metadata' | 'again'
>;

class AlreadyBegun extends Error {}

/** Whether the same agent answered last, with another version. */
export const hasChanged = (answeredBy: string | null, answers: string | null): boolean =>
  answeredBy !== null &&
  answers !== null &&
  answeredBy !== answers &&
  answeredBy.split('@', 1)[0] === answers.split('@', 1)[0];

/**
 * Whether the input holds text that the person did not write: always for a heartbeat, and for a channel when it says so.
 * Metadata from clients means nothing here.
 */
const fromOutside = ({ kind, metadata }: Input): boolean =>
  kind === 'heartbeat' ||
  (kind === 'channel' && metadata !== null && (JSON.parse(metadata) as { external?: boolean }).external === true);

/** A run that answers a question again brings none; another question in its place is beside the chosen path at first. */
export const broughtBy = ({ again }: Pick<RunRow, 'again'>): Brings => ({
  message: readAgain(again)?.question === undefined,
  beside: again !== null,
});

/** What the person said, as a message of the session; undefined if the run brings none. */
export async function storeInput(
  tx: Transaction,
  run: Input,
  seq: number,
  now: number,
): Promise<MessageRow | undefined> {
  if (!broughtBy(run).message) return undefined;
  const message = {
    id: newId('msg', now),
    sessionId: run.session_id,
    workspaceId: run.workspace_id,
    userId: run.user_id,
    runId: run.id,
    seq,
    role: 'user' as const,
    agentId: run.agent_id,
    content: run.input,
    parts: run.parts,
    status: 'complete' as const,
    meta: fromOutside(run) ? JSON.stringify({ external: true }) : null,
    beside: run.again !== null,
    now,
  };
  await insertMessage(tx, message);
  return storedMessage(message);
}

/** Runs and their positions in the session queue. Which run holds the session is in the session's own row. */
export function createSessionQueueStore(database: Database, sessions: SessionRows) {
  return {
    /** Called first in its transaction: all runs of a tree lock the row of the root. */
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
    /** The stored cost of all runs of a tree. */
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
           inherited, api_key, agent_version, agent_changed, pin, personal_key_id, asked_for, again, parts)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26,
           $27, $28, $29, $30, $31, $32, $33)`,
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
          run.personalKeyId,
          run.askedFor,
          run.again,
          run.parts,
        ],
      );
    },

    /** Claims a queued run that holds its session. Undefined if this node may not begin it. */
    async claim(
      runId: string,
      claim: string,
      node: string,
      leaseUntil: number,
      now: number,
    ): Promise<RunRow | undefined> {
      return database
        .transaction(async (tx) => {
          const before = await tx.get<RunRow & Pick<SessionState, 'answered_by'>>(
            `SELECT r.*, s.answered_by FROM runs r JOIN sessions s ON s.id = r.session_id
             WHERE r.id = $1 AND r.status = 'queued' AND r.waits_for IS NULL`,
            [runId],
          );
          if (!before) return undefined;
          const answers = before.agent_version === null ? null : pinOf(before.agent_id, before.agent_version);
          const isNew = before.started_at === null;
          // The session is locked before the run, as everywhere, to avoid deadlocks.
          const session = await sessions.beginHeld(tx, {
            sessionId: before.session_id,
            runId,
            isNew,
            brings: broughtBy(before),
            agentId: before.agent_id,
            answeredBy: answers,
            now,
          });
          if (!session) return undefined;
          const { last_seq, agent_id } = session;
          // The session may have been handed over while the run waited. A run that had begun stays with its agent and
          // its guards.
          const { rows: claimed } = await tx.run<RunRow>(
            `UPDATE runs SET status = 'running', claim = $2, node = $3, lease_until = $4, attempts = attempts + 1,
               agent_id = CASE WHEN started_at IS NULL THEN $6 ELSE agent_id END,
               agent_version = CASE WHEN started_at IS NOT NULL OR agent_id = $6 THEN agent_version END,
               agent_changed = CASE WHEN started_at IS NULL AND agent_id = $6 THEN $7 ELSE agent_changed END,
               started_at = COALESCE(started_at, $5) WHERE id = $1 AND ${statusIs('queued')} RETURNING *`,
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
     * Gives the session to the run that waits longest, in the transaction that ends its holder: it is never free while a
     * run waits, so a later run cannot overtake.
     */
    async promoteNext(tx: Transaction, sessionId: string, runId: string, now: number): Promise<NextRun | undefined> {
      // Locked before the read: a run that queues at this moment is either found here or finds the session free.
      await sessions.lockHolder(tx, sessionId);
      const next = await tx.get<NextRun>(
        "SELECT id, waits_for FROM runs WHERE session_id = $1 AND status = 'queued' AND id <> $2 ORDER BY turn LIMIT 1",
        [sessionId, runId],
      );
      if (next?.waits_for) await tx.run("UPDATE runs SET waits_for = 'room' WHERE id = $1", [next.id]);
      else if (next) await tx.run('UPDATE runs SET lease_until = $2 WHERE id = $1', [next.id, now + headStartMs]);
      await sessions.passTo(tx, sessionId, runId, next?.id ?? null);
      return next;
    },
    /** A queued run leaves the queue. */
    leave: sessions.leaveQueue,
  };
}

export type SessionQueueStore = ReturnType<typeof createSessionQueueStore>;
