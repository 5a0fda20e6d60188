import type { Transaction } from './db/database.ts';

/** All types of events that webhooks can receive. */
export const eventTypes = [
  'agent.completed',
  'agent.failed',
  'document.ready',
  'document.failed',
  'approval.requested',
  'memory.propagated',
  'memory.written',
  'message.rated',
  'heartbeat.fired',
  'swarm.finished',
  'tool.executed',
  'webhook.disabled',
  'provider.key_refused',
  'api.deprecated',
] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * The workspace of the event, and the person whose run, schedule or memory caused it. The event goes to that person's
 * own webhooks and to the workspace's, and is erased with the account. Null where no person caused it.
 */
type EventSource = { workspaceId: string; userId: string | null };

/** Publishes an event in the transaction of the fact: it is delivered if and only if that commits. */
export type PublishEvent = (
  tx: Transaction,
  source: EventSource,
  type: EventType,
  data: object,
  now: number,
) => Promise<void>;
