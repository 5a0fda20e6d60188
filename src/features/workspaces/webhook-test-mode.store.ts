import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Whether deliveries are intercepted instead of sent: for the whole workspace, or for one member's own webhooks. */
export const webhookTestMode = {
  set: (tx: Transaction, workspaceId: string, enabled: boolean) =>
    tx.run('UPDATE workspaces SET webhook_test_mode = $2 WHERE id = $1', [workspaceId, enabled ? 1 : 0]),
  setOwn: (tx: Transaction, { workspaceId, userId }: Person, enabled: boolean) =>
    tx.run('UPDATE workspace_members SET webhook_test_mode = $3 WHERE workspace_id = $1 AND user_id = $2', [
      workspaceId,
      userId,
      enabled ? 1 : 0,
    ]),
};
