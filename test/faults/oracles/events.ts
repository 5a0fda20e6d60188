import { deadPath } from '../servers.ts';
import { mostAttempts } from '../timings.ts';
import type { World } from '../world.ts';
import { countBy, eventOf, type Facts, type Oracle, seenByClients } from './oracle.ts';

type Complain = (what: string) => void;
type EntryRow = { id: string; workspace_id: string };

/** One event for each end of a run, each tool and each entry, no more and no less. */
function eventsOfWhatHappened(
  { tenants }: World,
  facts: Facts,
  entries: readonly EntryRow[],
  complain: Complain,
): void {
  const { runs, messages, events } = facts;
  const watched = new Set(tenants.map(({ workspaceId }) => workspaceId));
  const own = runs.filter(({ workspace_id }) => watched.has(workspace_id));
  const ownIds = new Set(own.map(({ id }) => id));
  const sessionsOf = (status: string) => own.filter((run) => run.status === status).map(({ session_id }) => session_id);
  // An interrupted tool call has a result too: an error.
  const answers = messages.filter(({ role, run_id }) => role === 'tool' && ownIds.has(run_id ?? ''));
  const tools = answers.filter(({ meta }) => JSON.parse(meta ?? '{}').isError === false);
  const remembered = entries.filter(({ workspace_id }) => watched.has(workspace_id));
  const expected: [type: string, field: string, present: string[]][] = [
    ['agent.completed', 'sessionId', sessionsOf('completed')],
    ['agent.failed', 'sessionId', sessionsOf('failed')],
    ['tool.executed', 'sessionId', tools.map(({ session_id }) => session_id)],
    ['memory.written', 'entryId', remembered.map(({ id }) => id)],
  ];
  for (const [type, field, present] of expected) {
    const told = countBy(
      events.filter((event) => event.type === type && event.data.isError !== true),
      ({ data }) => String(data[field]),
    );
    const happened = countBy(present, (id) => id);
    for (const id of new Set([...told.keys(), ...happened.keys()]))
      if (told.get(id) !== happened.get(id))
        complain(`${id}: ${told.get(id) ?? 0} events ${type}, and it happened ${happened.get(id) ?? 0} times`);
  }
}

/** Each webhook of a tenant has the same events, equally often, because all subscribe to everything. */
function deliveriesOfEvents({ tenants }: World, { deliveries, waiting }: Facts, complain: Complain): void {
  for (const { id, type } of waiting) complain(`${id} ${type} was never turned into deliveries`);
  const told = (webhookId: string | undefined) =>
    countBy(
      deliveries.filter(({ webhook_id }) => webhook_id === webhookId),
      (delivery) => JSON.stringify(eventOf(delivery)),
    );
  for (const { webhookIds } of tenants) {
    const first = told(webhookIds[0]);
    for (const webhookId of webhookIds.slice(1)) {
      const other = told(webhookId);
      for (const name of new Set([...first.keys(), ...other.keys()]))
        if (first.get(name) !== other.get(name))
          complain(`${webhookIds[0]} has ${first.get(name) ?? 0}, ${webhookId} ${other.get(name) ?? 0} of ${name}`);
    }
  }
  const askedFor = new Set(tenants.flatMap(({ webhookIds }) => webhookIds));
  for (const { id, event, webhook_id } of deliveries)
    if (!askedFor.has(webhook_id)) complain(`${id} ${event} is for ${webhook_id}, which does not want it`);
}

/** What the receiver really got. */
function arrivals({ hooks }: World, { deliveries }: Facts, complain: Complain): void {
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
}

/** Each fact has its event, each event its fact, and all events arrive. */
export const events: Oracle = async (world, facts) => {
  const failures = seenByClients(world, 'events');
  const complain = (what: string) => failures.push(what);
  const entries = await world.store.all<EntryRow>('SELECT id, workspace_id FROM memory_entries');
  eventsOfWhatHappened(world, facts, entries, complain);
  deliveriesOfEvents(world, facts, complain);
  arrivals(world, facts, complain);
  const counted = (names: Iterable<[string, number]>) =>
    [...names].map(([name, count]) => `${count} ${name}`).join(', ');
  const types = counted(countBy(facts.events, ({ type }) => type));
  const statuses = counted(countBy(facts.deliveries, ({ status }) => status));
  return { name: 'events', failures, figures: `${types}; deliveries: ${statuses}` };
};
