import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../platform/db/database.ts';
import { addToOverall } from './overall-usage.store.ts';

/** What happens to the ledger and its rollups when a workspace or a person is erased. */
export const usageErasure = {
  /**
   * Before its rows are deleted, so that the gateway's totals never fall. No foreign key deletes what is not added up by day. The caller
   * holds the workspace, so that nobody adds it up meanwhile.
   */
  async retireWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
    const unfolded = 'workspace_id = $1 AND day > (SELECT through FROM usage_overall WHERE id = 1)';
    await addToOverall(tx, unfolded, [workspaceId]);
    await tx.run('DELETE FROM usage_additions WHERE workspace_id = $1', [workspaceId]);
  },

  /** In workspaces of others the costs stay, under a random id. */
  async erasePerson(tx: Transaction, userId: string): Promise<void> {
    const params = [userId, `erased_${randomBytes(9).toString('hex')}`];
    // Distinct, so that PostgreSQL reads the additions once and not for each row that is compared.
    const days = 'SELECT DISTINCT workspace_id, day, user_id FROM usage_days WHERE user_id = $1';
    const workspaces = 'SELECT DISTINCT workspace_id FROM usage_days WHERE user_id = $1';
    await tx.run(`UPDATE tool_usage_daily SET user_id = $2 WHERE (workspace_id, day, user_id) IN (${days})`, params);
    await tx.run(
      `UPDATE usage_running SET user_id = $2 WHERE user_id = $1
       AND workspace_id IN (${workspaces})`,
      params,
    );
    await tx.run(
      `UPDATE usage_people SET user_id = $2 WHERE user_id = $1
       AND workspace_id IN (${workspaces})`,
      params,
    );
    await tx.run('UPDATE usage_records SET user_id = $2 WHERE user_id = $1', params);
    // In this order: what is added up by day meanwhile is waited for here, and found there.
    await tx.run('UPDATE usage_additions SET user_id = $2 WHERE user_id = $1', params);
    await tx.run('UPDATE usage_daily SET user_id = $2 WHERE user_id = $1', params);
  },

  /**
   * Called after a charge that writes nothing else about the person: if the person was erased while the model answered,
   * the charge does not name them. It comes after the charge because an erasure locks the workspace first and then the
   * account.
   */
  async forgetErased(tx: Transaction, userId: string): Promise<void> {
    const held = await tx.get('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    if (!held) await this.erasePerson(tx, userId);
  },
};
