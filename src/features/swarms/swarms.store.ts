import { newest, type Position } from '../../http/pagination.ts';
import type { Person } from '../../kernel/person.ts';
import { deleteById } from '../../platform/db/by-age.ts';
import type { Database, Reader, Transaction } from '../../platform/db/database.ts';
import type { RunStatus } from '../runs/index.ts';

export type SwarmRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  max_concurrency: number;
  cancel_requested: number;
  created_at: number;
  finished_at: number | null;
  agent_count: number;
};

type EndStatus = 'completed' | 'failed' | 'cancelled';
type NewMember = { agentId: string; runId: string | null; status: EndStatus | null; error: string | null };

export type MemberRow = {
  position: number;
  agent_id: string;
  run_id: string | null;
  status: EndStatus | null;
  error: string | null;
  run_status: RunStatus | null;
  content: string | null;
  truncated: number;
  /** Of a run with a format (runs/run.ts). */
  structured: string | null;
};

const columns = `s.id, s.workspace_id, s.user_id, s.max_concurrency, s.cancel_requested, s.created_at, s.finished_at,
  (SELECT count(*) FROM swarm_members m WHERE m.swarm_id = s.id) AS agent_count`;

/** A member whose run was deleted with its session: it will never end. */
const lost = `m.status IS NULL AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = m.run_id)`;

export function createSwarmStore(database: Database) {
  return {
    transaction: database.transaction,

    async insert(
      tx: Transaction,
      { workspaceId, userId }: Person,
      id: string,
      maxConcurrency: number,
      now: number,
    ): Promise<void> {
      await tx.run(
        'INSERT INTO swarms (id, workspace_id, user_id, max_concurrency, created_at) VALUES ($1, $2, $3, $4, $5)',
        [id, workspaceId, userId, maxConcurrency, now],
      );
    },
    async insertMember(tx: Transaction, swarmId: string, position: number, member: NewMember): Promise<void> {
      await tx.run(
        'INSERT INTO swarm_members (swarm_id, position, agent_id, run_id, status, error) VALUES ($1, $2, $3, $4, $5, $6)',
        [swarmId, position, member.agentId, member.runId, member.status, member.error],
      );
    },

    find: ({ workspaceId, userId }: Person, id: string) =>
      database.get<SwarmRow>(
        `SELECT ${columns} FROM swarms s WHERE s.id = $1 AND s.workspace_id = $2 AND s.user_id = $3`,
        [id, workspaceId, userId],
      ),
    list: ({ workspaceId, userId }: Person, limit: number, { at, id }: Position = newest) =>
      database.all<SwarmRow>(
        `SELECT ${columns} FROM swarms s WHERE s.workspace_id = $1 AND s.user_id = $2 AND (s.created_at, s.id) < ($3, $4)
         ORDER BY s.created_at DESC, s.id DESC LIMIT $5`,
        [workspaceId, userId, at, id, limit],
      ),
    /** With the first `characters` of each answer. The stored message of a very long answer has only its beginning. */
    members: (reader: Reader, swarmId: string, characters: number) =>
      reader.all<MemberRow>(
        `SELECT m.position, m.agent_id, m.run_id, m.status, m.error, r.status AS run_status, r.structured,
           substr(COALESCE(r.content, a.content), 1, CAST($2 AS INTEGER)) AS content,
           CASE WHEN (r.content IS NULL AND a.content IS NOT NULL) OR length(r.content) > $2 THEN 1 ELSE 0 END AS truncated
         FROM swarm_members m LEFT JOIN runs r ON r.id = m.run_id LEFT JOIN messages a ON a.id = r.message_id
         WHERE m.swarm_id = $1 ORDER BY m.position`,
        [swarmId, characters],
      ),

    /** Members that end at the same time wait for this lock, so that exactly one of them is the last. */
    lock: (tx: Transaction, id: string) =>
      tx.get<SwarmRow>(`SELECT ${columns} FROM swarms s WHERE s.id = $1 FOR UPDATE`, [id]),
    async endMember(tx: Transaction, runId: string, status: EndStatus, error: string | null): Promise<void> {
      await tx.run('UPDATE swarm_members SET status = $2, error = $3 WHERE run_id = $1 AND status IS NULL', [
        runId,
        status,
        error,
      ]);
    },
    endLost: (tx: Transaction, id: string) =>
      tx.run(
        `UPDATE swarm_members SET status = 'cancelled' WHERE swarm_id = $1 AND run_id IN (
           SELECT m.run_id FROM swarm_members m WHERE m.swarm_id = $1 AND ${lost})`,
        [id],
      ),
    hasUnended: async (tx: Transaction, id: string) =>
      (await tx.get('SELECT 1 FROM swarm_members WHERE swarm_id = $1 AND status IS NULL LIMIT 1', [id])) !== undefined,
    /** Returns true only for the first call. */
    async finish(tx: Transaction, id: string, now: number): Promise<boolean> {
      const { changes } = await tx.run(
        `UPDATE swarms SET finished_at = $2, cancel_requested = CASE WHEN cancel_requested = 1 AND EXISTS (
           SELECT 1 FROM swarm_members WHERE swarm_id = $1 AND status = 'cancelled') THEN 1 ELSE 0 END
         WHERE id = $1 AND finished_at IS NULL`,
        [id, now],
      );
      return changes === 1;
    },

    requestCancel: ({ workspaceId, userId }: Person, id: string) =>
      database.run(
        `UPDATE swarms SET cancel_requested = 1
         WHERE id = $1 AND workspace_id = $2 AND user_id = $3 AND finished_at IS NULL`,
        [id, workspaceId, userId],
      ),
    /** In reverse order: queued members are cancelled before a place becomes free for them. */
    openRuns: async (id: string) =>
      (
        await database.all<{ run_id: string }>(
          'SELECT run_id FROM swarm_members WHERE swarm_id = $1 AND status IS NULL ORDER BY position DESC',
          [id],
        )
      ).map(({ run_id }) => run_id),

    /** Those that are over. */
    before: (time: number) =>
      deleteById(database, { table: 'swarms', prefix: 'swm', before: time, aged: 't.finished_at' }),

    /** Swarms that will not end without help. */
    stuck: () =>
      database.all<SwarmRow>(
        `SELECT ${columns} FROM swarms s WHERE s.finished_at IS NULL AND (s.cancel_requested = 1
           OR EXISTS (SELECT 1 FROM swarm_members m WHERE m.swarm_id = s.id AND ${lost})) ORDER BY s.created_at LIMIT 100`,
      ),
  };
}

export type SwarmStore = ReturnType<typeof createSwarmStore>;
