import { settleUsage } from '../../src/features/costs/usage-additions.store.ts';
import type { Database } from '../../src/platform/db/database.ts';

/** All usage is added up by day, also what the gateway itself is adding up at this moment. */
export async function settleAllUsage(database: Database): Promise<void> {
  do await settleUsage(database);
  while (await database.get('SELECT 1 FROM usage_additions LIMIT 1'));
}
