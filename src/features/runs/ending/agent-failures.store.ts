import type { Transaction } from '../../../platform/db/database.ts';

/** Failures of an agent in a row; a run that completes sets the number back. */
export async function agentSucceeded(tx: Transaction, agentId: string): Promise<void> {
  const failing = 'SELECT 1 FROM agent_health WHERE agent_id = $1 AND consecutive_failures > 0';
  if (tx.engine === 'sqlite' && !(await tx.steady(failing, [agentId]))) return;
  await tx.run('UPDATE agent_health SET consecutive_failures = 0 WHERE agent_id = $1 AND consecutive_failures > 0', [
    agentId,
  ]);
}

/** Answers the number of failures in a row. */
export async function agentFailed(tx: Transaction, agentId: string): Promise<number> {
  const { rows } = await tx.run<{ consecutive_failures: number }>(
    `INSERT INTO agent_health (agent_id, consecutive_failures) VALUES ($1, 1)
     ON CONFLICT (agent_id) DO UPDATE SET consecutive_failures = agent_health.consecutive_failures + 1 RETURNING consecutive_failures`,
    [agentId],
  );
  return rows[0]?.consecutive_failures ?? 1;
}
