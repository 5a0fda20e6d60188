import { iso } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { ShownUsage } from '../run.ts';
import type { ClientCall, ClientWait } from './client-tool.ts';

export type ClientCallRow = {
  id: string;
  run_id: string;
  tool: string;
  params: string;
  status: 'pending' | 'answered' | 'expired';
  result: string | null;
  is_error: number;
  digest: string | null;
  seq: number;
  usage: string;
  created_at: number;
  expires_at: number;
  resolved_at: number | null;
};
export type OwnedCall = ClientCallRow & { session_id: string; agent_id: string; personal_key_id: string | null };
export type NewClientCalls = {
  runId: string;
  calls: readonly ClientCall[];
  seq: number;
  usage: ShownUsage;
  expiresAt: number;
};

/** The calls of tools that a run's client runs. */
export function createClientToolStore(database: Database) {
  const ofRun = (runId: string) =>
    database.all<ClientCallRow>('SELECT * FROM client_tool_calls WHERE run_id = $1 ORDER BY seq, position', [runId]);

  return {
    transaction: database.transaction,

    async insert(tx: Transaction, { runId, calls, seq, usage, expiresAt }: NewClientCalls, now: number): Promise<void> {
      for (const [position, { toolCallId, tool, params }] of calls.entries())
        await tx.run(
          `INSERT INTO client_tool_calls (id, run_id, position, tool, params, status, seq, usage, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7, $8, $9)`,
          [toolCallId, runId, position, tool, JSON.stringify(params), seq, JSON.stringify(usage), now, expiresAt],
        );
    },

    /** Undefined for a call of somebody else. */
    findOf: ({ workspaceId, userId }: Person, id: string) =>
      database.get<OwnedCall>(
        `SELECT c.*, r.session_id, r.agent_id, r.personal_key_id FROM client_tool_calls c JOIN runs r ON r.id = c.run_id
         WHERE c.id = $1 AND r.workspace_id = $2 AND r.user_id = $3`,
        [id, workspaceId, userId],
      ),
    ofRun,

    /** Only once: false if it was answered or has expired. */
    async answer(
      tx: Transaction,
      id: string,
      { result, isError, digest }: { result: string; isError: boolean; digest: string },
      now: number,
    ): Promise<boolean> {
      const { changes } = await tx.run(
        `UPDATE client_tool_calls SET status = 'answered', result = $2, is_error = $3, digest = $4, resolved_at = $5
         WHERE id = $1 AND status = 'pending' AND expires_at > $5`,
        [id, result, isError ? 1 : 0, digest, now],
      );
      return changes === 1;
    },
    digestOf: (tx: Transaction, id: string) =>
      tx.get<Pick<ClientCallRow, 'digest'>>('SELECT digest FROM client_tool_calls WHERE id = $1', [id]),
    /** Those that are due by `time`, or with null all of them. */
    async expire(tx: Transaction, runId: string, time: number | null, now: number): Promise<number> {
      const { changes } = await tx.run(
        `UPDATE client_tool_calls SET status = 'expired', resolved_at = $2, params = '{}'
         WHERE run_id = $1 AND status = 'pending' AND expires_at <= $3`,
        [runId, now, time ?? Number.MAX_SAFE_INTEGER],
      );
      return changes;
    },
    /** The run has taken the results: they and the parameters are in its messages. */
    async forgetResults(tx: Transaction, runId: string): Promise<void> {
      await tx.run(
        "UPDATE client_tool_calls SET result = NULL, params = '{}' WHERE run_id = $1 AND status = 'answered'",
        [runId],
      );
    },

    /** What the run waits for now. */
    async waiting(runId: string): Promise<ClientWait | undefined> {
      const open = (await ofRun(runId)).filter(({ status }) => status === 'pending');
      const [first] = open;
      return (
        first && {
          calls: open.map(({ id, tool, params }) => ({ toolCallId: id, tool, params: JSON.parse(params) as unknown })),
          expiresAt: iso(first.expires_at),
          usage: JSON.parse(first.usage) as ShownUsage,
        }
      );
    },
  };
}

export type ClientToolStore = ReturnType<typeof createClientToolStore>;
