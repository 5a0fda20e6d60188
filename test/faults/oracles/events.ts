import { disruptive, type Happened } from '../nemesis.ts';
import { deadPath } from '../servers.ts';
import { mostAttempts, type World } from '../world.ts';
import { countBy, type EventRow, type Facts, type Oracle, seenByClients } from './oracle.ts';

/** POSTs that may be under way to one endpoint, or answered and not stored yet, when something breaks. */
const mostUnsettled = 64;
/** A busy machine may keep a receiver waiting for longer than a delivery does. */
const slowShare = 0.05;

const dataOf = ({ data }: EventRow) => JSON.parse(data) as Record<string, string>;

/** What happened and what was told of it: one event for each end of a run, no more and no less. */
function eventsOfRuns({ tenants }: World, { runs, events }: Facts, complain: (what: string) => void): void {
  const told = countBy(events, (event) => `${event.type} ${dataOf(event).sessionId ?? ''}`);
  const watched = new Set(tenants.map(({ workspaceId }) => workspaceId));
  for (const [type, status] of [
    ['agent.completed', 'completed'],
    ['agent.failed', 'failed'],
  ] as const) {
    const ended = countBy(
      runs.filter((run) => run.status === status && watched.has(run.workspace_id)),
      ({ session_id }) => session_id,
    );
    for (const [sessionId, count] of ended) {
      const times = told.get(`${type} ${sessionId}`) ?? 0;
      if (times !== count) complain(`${sessionId} has ${count} runs that ${status}, and ${times} events of it`);
    }
    for (const [name, times] of told)
      if (name.startsWith(`${type} `) && !ended.has(name.slice(type.length + 1)))
        complain(`${times} times ${name} for runs that did not end so`);
  }
}

/** The same events, each once, for each webhook that wants them all. */
function deliveriesOfEvents({ tenants }: World, { events, deliveries }: Facts, complain: (what: string) => void): void {
  for (const { id, type, waiting } of events) if (waiting) complain(`${id} ${type} was never turned into deliveries`);
  for (const { workspaceId, webhookIds } of tenants) {
    const happened = events.filter((event) => event.workspace_id === workspaceId);
    const wanted = countBy(happened, ({ type, data }) => `${type} ${data}`);
    for (const webhookId of webhookIds) {
      const own = deliveries.filter((delivery) => delivery.webhook_id === webhookId);
      const present = countBy(own, ({ event, body }) => `${event} ${JSON.stringify(JSON.parse(body).data)}`);
      for (const [name, count] of wanted)
        if (present.get(name) !== count) complain(`${webhookId}: ${present.get(name) ?? 0} deliveries of ${name}`);
      if (own.length !== happened.length)
        complain(`${webhookId} has ${own.length} deliveries of ${happened.length} events`);
    }
  }
}

/** What the receiver really got. */
function arrivals({ hooks }: World, { deliveries }: Facts, complain: (what: string) => void): number {
  const byId = Map.groupBy(hooks.records, ({ headers }) => String(headers['webhook-id']));
  for (const { id, status, attempts, body, event } of deliveries) {
    const received = byId.get(id) ?? [];
    if (['pending', 'retrying'].includes(status)) complain(`${id} ${event} is still ${status} after ${attempts} tries`);
    if (status === 'succeeded' && !hooks.taken.has(id)) complain(`${id} ${event} succeeded, and nobody took it`);
    if (status === 'dead' && attempts !== mostAttempts) complain(`${id} is dead after ${attempts} tries`);
    if (status === 'dead' && received.some(({ path }) => path !== deadPath) && hooks.taken.has(id))
      complain(`${id} was taken, and counts as dead`);
    if (received.some(({ rawBody }) => rawBody.toString() !== body)) complain(`${id} came with another body`);
  }
  const known = new Set(deliveries.map(({ id }) => id));
  for (const id of byId.keys()) if (!known.has(id)) complain(`${id} was received, and the store knows nothing of it`);
  return [...hooks.taken.values()].reduce((sum, times) => sum + times - 1, 0);
}

/** Nothing that happened is untold; what is told twice is known by its id, and is little. */
export const events: Oracle = (world, facts, happened: readonly Happened[]) => {
  const failures = seenByClients(world, 'events');
  const complain = (what: string) => failures.push(what);
  eventsOfRuns(world, facts, complain);
  deliveriesOfEvents(world, facts, complain);
  const duplicates = arrivals(world, facts, complain);
  const disruptions = happened.filter(({ kind }) => disruptive.includes(kind)).length;
  const bound = disruptions * mostUnsettled + Math.ceil(slowShare * world.hooks.taken.size);
  if (duplicates > bound) complain(`${duplicates} deliveries came again, ${bound} may`);
  const statuses = [...countBy(facts.deliveries, ({ status }) => status)].map(
    ([status, count]) => `${count} ${status}`,
  );
  return {
    name: 'events',
    failures,
    figures: `${facts.events.length} events, deliveries: ${statuses.join(', ')}; ${duplicates} repeated (at most ${bound})`,
  };
};
