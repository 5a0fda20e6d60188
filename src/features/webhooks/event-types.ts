import { type EventType, eventTypes } from '../../platform/events.ts';

/** What a webhook may ask for: `agent_completed` is another name of `agent.completed`, `*` is everything. */
export const eventNames = [...eventTypes, 'agent_completed', '*'] as const;

/** What can stand in the inspector. */
export const dispatchedEvents = [...eventTypes, 'webhook.test'] as const;

const canonical: Partial<Record<string, EventType>> = { agent_completed: 'agent.completed' };

/** However often a webhook names an event, it is told once. */
export const wants = (events: readonly string[], type: string): boolean =>
  events.some((name) => name === '*' || (canonical[name] ?? name) === type);
