import { bootstrapActor } from '../../http/authentication.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { RunStatus } from '../runs/index.ts';

type BatchRow = {
  id: string;
  workspace_id: string;
  agent_id: string;
  users: number;
  refused: number;
  max_concurrency: number;
  created_at: number;
};

type NewBatch = { id: string; agentId: string; users: number; refused: number; apiKey: string };

/** For the operator's API key, which belongs to no tenant: no statement here carries a caller's workspace. */
export function createAutonomousStore(database: Database) {
  return {
    transaction: database.transaction,

    workspaceOf: async (agentId: string) =>
      (await database.get<{ id: string }>('SELECT workspace_id AS id FROM agents WHERE id = $1', [agentId]))?.id,

    async insertBatch(tx: Transaction, { id, agentId, users, refused, apiKey }: NewBatch): Promise<void> {
      await tx.run(
        'INSERT INTO autonomous_batches (id, agent_id, users, refused, api_key) VALUES ($1, $2, $3, $4, $5)',
        [id, agentId, users, refused, apiKey],
      );
    },

    /** Locked before any other row of the person. */
    async holdPerson(tx: Transaction, userId: string): Promise<void> {
      await tx.all('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    },

    /** A key sees its own batches; keys from the settings see all. */
    findBatch: (id: string, apiKey: string) =>
      database.get<BatchRow>(
        `SELECT a.id, a.agent_id, a.users, a.refused, b.workspace_id, b.max_concurrency, b.created_at
         FROM autonomous_batches a JOIN run_batches b ON b.id = a.id
         WHERE a.id = $1 AND (a.api_key = $2 OR $2 = '${bootstrapActor}')`,
        [id, apiKey],
      ),
    countRuns: (batchId: string) =>
      database.all<{ status: RunStatus; count: number }>(
        'SELECT status, count(*) AS count FROM runs WHERE batch_id = $1 GROUP BY status',
        [batchId],
      ),
  };
}
