import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Writes to `workspaces` and `workspace_members` for other features, each in the caller's transaction. */
export const workspaceRows = {
  async insertPersonal(tx: Transaction, { workspaceId, userId }: Person, now: number): Promise<void> {
    await tx.run('INSERT INTO workspaces (id, name, personal, created_at) VALUES ($1, $2, 1, $3)', [
      workspaceId,
      'Personal',
      now,
    ]);
    await tx.run(
      "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)",
      [workspaceId, userId, now],
    );
  },

  /** Everything of the workspace is deleted with its row. */
  delete: (tx: Transaction, id: string) => tx.run('DELETE FROM workspaces WHERE id = $1', [id]),

  /** False if nothing changed, or the workspace does not exist. */
  async setDisabled(tx: Transaction, id: string, disabledAt: number | null): Promise<boolean> {
    const { changes } = await tx.run(
      `UPDATE workspaces SET disabled_at = $2 WHERE id = $1 AND disabled_at IS ${disabledAt === null ? 'NOT NULL' : 'NULL'}`,
      [id, disabledAt],
    );
    return changes === 1;
  },

  /** Called when the agent is deleted. */
  forgetDefaultAgent: (tx: Transaction, workspaceId: string, agentId: string) =>
    tx.run('UPDATE workspaces SET default_agent_id = NULL WHERE id = $1 AND default_agent_id = $2', [
      workspaceId,
      agentId,
    ]),

  /** Locks the row, and tells every node that what it keeps of the workspace's connections is old. */
  connectionsChanged: (tx: Transaction, id: string) =>
    tx.run('UPDATE workspaces SET connections_version = connections_version + 1 WHERE id = $1', [id]),

  /** Stores the last day that the usage totals include. False if another node was first. */
  async usageFoldedThrough(tx: Transaction, id: string, { first, last }: { first: string; last: string }) {
    const { changes } = await tx.run('UPDATE workspaces SET usage_through = $3 WHERE id = $1 AND usage_through < $2', [
      id,
      first,
      last,
    ]);
    return changes === 1;
  },
};
