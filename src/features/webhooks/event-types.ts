import { type EventType, eventTypes } from '../../platform/events.ts';

/** What a webhook may ask for: `agent_completed` is another name of `agent.completed`, `*` is everything. */
export const eventNames = [...eventTypes, 'agent_completed', '*'] as const;

/** What can stand in the inspector. */
export const dispatchedEvents = [...eventTypes, 'webhook.test'] as const;

const canonical: Partial<Record<string, EventType>> = { agent_completed: 'agent.completed' };

/** What says nothing of anyone. */
const aboutNobody: ReadonlySet<string> = new Set<EventType>(['api.deprecated']);

/** A member's own webhook is told what they caused themselves. */
export const concerns = (
  { audience, created_by }: { audience: 'own' | 'workspace'; created_by: string },
  { user_id, type }: { user_id: string | null; type: string },
): boolean => audience === 'workspace' || user_id === created_by || (user_id === null && aboutNobody.has(type));

/** However often a webhook names an event, it is told once. */
export const wants = (events: readonly string[], type: string): boolean =>
  events.some((name) => name === '*' || (canonical[name] ?? name) === type);
