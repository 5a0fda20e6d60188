import { type EventType, eventTypes } from '../../platform/events.ts';

/** What a webhook may ask for: `agent_completed` is another name of `agent.completed`, `*` is everything. */
export const eventNames = [...eventTypes, 'agent_completed', '*'] as const;

/** Event types that the inspector can show. */
export const dispatchedEvents = [...eventTypes, 'webhook.test'] as const;

const canonical: Partial<Record<string, EventType>> = { agent_completed: 'agent.completed' };

/** Events about no person. */
const aboutNobody: ReadonlySet<string> = new Set<EventType>(['api.deprecated']);

/** A member's own webhook receives what that member caused. */
export const concerns = (
  { audience, created_by }: { audience: 'own' | 'workspace'; created_by: string },
  { user_id, type }: { user_id: string | null; type: string },
): boolean => audience === 'workspace' || user_id === created_by || (user_id === null && aboutNobody.has(type));

/** A webhook that names an event twice receives it once. */
export const wants = (events: readonly string[], type: string): boolean =>
  events.some((name) => name === '*' || (canonical[name] ?? name) === type);
