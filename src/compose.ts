import type { Logger } from 'pino';
import { composeAbilities } from './compose/abilities.ts';
import { composeClockwork } from './compose/clockwork.ts';
import { composeFoundation } from './compose/foundation.ts';
import { composeIdentities } from './compose/identities.ts';
import { composeMemory } from './compose/memory.ts';
import { composeObservation } from './compose/observation.ts';
import { composePeople } from './compose/people.ts';
import { composeRuns } from './compose/runs.ts';
import { composeServer } from './compose/server.ts';
import { subscribe } from './compose/subscriptions.ts';
import { composeTenants } from './compose/tenants.ts';
import { composeWebhooks } from './compose/webhooks.ts';
import type { Config } from './config.ts';
import { createDescribing } from './features/agents/index.ts';
import { keepHouse } from './housekeeping.ts';
import { addressOf } from './http/address-of.ts';
import { createSlidingWindow } from './http/limits/sliding-window.store.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { createProcess } from './process.ts';

export type Gateway = ReturnType<typeof compose>;

/**
 * The whole gateway: every part is made here, once, and receives the parts it needs. Each part has a file in
 * `compose/`.
 */
export function compose(
  config: Config,
  { clock: given = systemClock, log: givenLog }: { clock?: Clock; log?: Logger } = {},
) {
  const foundation = composeFoundation(config, { clock: given, log: givenLog });
  const people = composePeople(config, foundation);
  const webhooks = composeWebhooks(config, foundation);
  const memory = composeMemory(config, foundation, webhooks);
  const abilities = composeAbilities(foundation, memory);
  const tenants = composeTenants(config, foundation, memory, abilities, people);
  const identities = composeIdentities(config, foundation, people, tenants);
  const runs = composeRuns(config, foundation, { memory, abilities, tenants, webhooks });
  const clockwork = composeClockwork(config, foundation, webhooks, abilities, runs);
  const listeningOn = () => addressOf(app.server);
  const observation = composeObservation(config, foundation, { people, memory, tenants, listeningOn });

  const { clock, sharedClock, databaseWatch, database, bus, jobs, recurring, log } = foundation;
  const messageLimit = createSlidingWindow(database, clock, { name: 'messages', limit: 30, windowMs: 60_000 });
  subscribe({ foundation, people, identities, webhooks, memory, abilities, tenants, runs, clockwork, messageLimit });
  keepHouse({
    ...foundation,
    ...people,
    ...identities,
    ...tenants,
    ...runs,
    ...clockwork,
    memory: memory.memory,
    webhooks,
    messageLimit,
    retention: config.retention,
  });

  const { app, inFlight, document } = composeServer(config, foundation, {
    people,
    identities,
    webhooks,
    memory,
    abilities,
    tenants,
    runs,
    clockwork,
    observation,
    messageLimit,
  });
  // Otherwise a proxy would send its next request on one of these connections.
  databaseWatch?.subscribe((isAway) => isAway && app.server.closeIdleConnections());
  const { start, stop } = createProcess({
    config,
    clock,
    log,
    app,
    database,
    health: observation.health,
    inFlight,
    services: [
      ...(databaseWatch ? [databaseWatch] : []),
      foundation.keyCheck,
      ...(sharedClock ? [sharedClock] : []),
      observation.eventLoop,
      bus,
      foundation.anchors,
      { ...foundation.embeddings, start: () => undefined },
      memory.meaning.background,
      runs.remembering.background,
      abilities.connections,
      abilities.threads,
      clockwork.feedReader,
      createDescribing({ store: tenants.versionStore, versions: tenants.versions, log }),
    ],
    background: [
      foundation.cleaning,
      jobs,
      recurring,
      webhooks.background,
      runs.traces.endingAfter(runs.runs.supervisor),
      clockwork.schedules.background,
    ],
  });
  return { app, database, bus, jobs, recurring, publish: webhooks.publish, log, document, listeningOn, start, stop };
}
