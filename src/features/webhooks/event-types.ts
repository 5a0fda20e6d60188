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

/** What a webhook may ask for: `agent_completed` is another name of `agent.completed`, `*` is everything. */
export const eventNames = [...eventTypes, 'agent_completed', '*'] as const;
export type EventName = (typeof eventNames)[number];

const canonical: Partial<Record<string, EventType>> = { agent_completed: 'agent.completed' };

/** However often a webhook names an event, it is told once. */
export const wants = (events: readonly string[], type: string): boolean =>
  events.some((name) => name === '*' || (canonical[name] ?? name) === type);
