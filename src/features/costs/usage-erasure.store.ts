import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../platform/db/database.ts';
import { addToOverall } from './overall-usage.store.ts';

/** What the ledger and its rollups do when a workspace or a person goes. */
export const usageErasure = {
  /** Before its rows go: the totals of the whole gateway never fall. */
  retireWorkspace: (tx: Transaction, workspaceId: string): Promise<void> =>
    addToOverall(tx, 'workspace_id = $1 AND day > (SELECT through FROM usage_overall WHERE id = 1)', [workspaceId]),

  /** In workspaces of others what was spent stays spent, by someone who can no longer be named. */
  async erasePerson(tx: Transaction, userId: string): Promise<void> {
    const params = [userId, `erased_${randomBytes(9).toString('hex')}`];
    const days = 'SELECT workspace_id, day, user_id FROM usage_daily WHERE user_id = $1';
    await tx.run(`UPDATE tool_usage_daily SET user_id = $2 WHERE (workspace_id, day, user_id) IN (${days})`, params);
    await tx.run(
      `UPDATE usage_running SET user_id = $2 WHERE user_id = $1
       AND workspace_id IN (SELECT workspace_id FROM usage_daily WHERE user_id = $1)`,
      params,
    );
    await tx.run(
      `UPDATE usage_people SET user_id = $2 WHERE user_id = $1
       AND workspace_id IN (SELECT workspace_id FROM usage_daily WHERE user_id = $1)`,
      params,
    );
    await tx.run('UPDATE usage_records SET user_id = $2 WHERE user_id = $1', params);
    await tx.run('UPDATE usage_daily SET user_id = $2 WHERE user_id = $1', params);
  },

  /**
   * After a charge that nothing else of the person's is written with: erased while the model answered, they are not named
   * by it either. Not before it: an erasure takes the workspace first, and then the account.
   */
  async forgetErased(tx: Transaction, userId: string): Promise<void> {
    const held = await tx.get('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    if (!held) await this.erasePerson(tx, userId);
  },
};
