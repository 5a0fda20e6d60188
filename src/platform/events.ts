import type { Transaction } from './db/database.ts';

/** Everything a webhook can be told of. */
export const eventTypes = [
  'agent.completed',
  'agent.failed',
  'approval.requested',
  'memory.propagated',
  'memory.written',
  'heartbeat.fired',
  'swarm.finished',
  'tool.executed',
  'webhook.disabled',
  'api.deprecated',
] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * Where it happened, and whose run, schedule or memory caused it: it is told to that person's own webhooks and to the
 * workspace's, and goes with the account. Null where nobody caused it.
 */
type EventSource = { workspaceId: string; userId: string | null };

/** Says that something happened, in the transaction that made it happen: it is told if and only if that commits. */
export type PublishEvent = (
  tx: Transaction,
  source: EventSource,
  type: EventType,
  data: object,
  now: number,
) => Promise<void>;
