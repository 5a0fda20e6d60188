import type { Transaction } from '../../platform/db/database.ts';
import type { PublishEvent } from '../../platform/events.ts';
import { outputOf, type RunEnded } from '../runs/index.ts';
import type { MemberResult } from './swarms.schema.ts';
import type { MemberRow, SwarmStore } from './swarms.store.ts';

/** Characters of each answer in the event; the whole answer is at the run. */
const toldCharacters = 8_192;

type Deps = { store: SwarmStore; publish: PublishEvent };

export const resultOf = ({
  position,
  agent_id,
  run_id,
  status,
  run_status,
  content,
  truncated,
  structured,
  error,
}: MemberRow): MemberResult => {
  const { code, message } = error === null ? {} : (JSON.parse(error) as { code?: string; message?: string });
  return {
    index: position,
    agentId: agent_id,
    runId: run_id,
    status: status ?? run_status ?? 'cancelled',
    // A member that failed or was cancelled may have no answer.
    ...(content === null || (content === '' && status !== 'completed') ? {} : { content }),
    // A part of an answer is not JSON.
    ...outputOf({ structured }, truncated ? null : content),
    ...(truncated ? { truncated: true } : {}),
    ...(code === undefined || message === undefined ? {} : { error: { code, message } }),
  };
};

/** A swarm ends in the transaction in which its last member ends: exactly once, on any node, also after a crash. */
export function createSwarmEnd({ store, publish }: Deps) {
  async function endWithLast(tx: Transaction, id: string, now: number): Promise<void> {
    const swarm = await store.lock(tx, id);
    if (!swarm || (await store.hasUnended(tx, id)) || !(await store.finish(tx, id, now))) return;
    const results = (await store.members(tx, id, toldCharacters)).map(resultOf);
    const totalDurationMs = Math.max(0, now - swarm.created_at);
    const data = { swarmId: id, agentCount: results.length, totalDurationMs, results };
    await publish(tx, { workspaceId: swarm.workspace_id, userId: swarm.user_id }, 'swarm.finished', data, now);
  }

  async function onRunEnd(tx: Transaction, { runId, batchId, kind, status, error }: RunEnded, now: number) {
    if (
      kind !== 'swarm' ||
      batchId === null ||
      (status !== 'completed' && status !== 'failed' && status !== 'cancelled')
    )
      return;
    // The swarm's row is always locked before its members': two orders would deadlock.
    await store.lock(tx, batchId);
    await store.endMember(tx, runId, status, error && JSON.stringify(error));
    await endWithLast(tx, batchId, now);
  }

  return { onRunEnd, endWithLast };
}

export type SwarmEnd = ReturnType<typeof createSwarmEnd>;
