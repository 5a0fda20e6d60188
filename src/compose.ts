import type { Logger } from 'pino';
import { composeAbilities } from './compose/abilities.ts';
import { composeClockwork } from './compose/clockwork.ts';
import { composeConnections } from './compose/connections.ts';
import { composeFiles } from './compose/files.ts';
import { composeFoundation } from './compose/foundation.ts';
import { composeIdentities } from './compose/identities.ts';
import { composeKnowledge } from './compose/knowledge.ts';
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
import { createCosts } from './features/costs/index.ts';
import { keepHouse } from './housekeeping.ts';
import { addressOf } from './http/address-of.ts';
import { createSlidingWindow } from './http/limits/sliding-window.store.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import type { Embeddings } from './platform/embeddings/embeddings.ts';
import { createProcess } from './process.ts';

export type Gateway = ReturnType<typeof compose>;

/** What tests replace. */
type Given = {
  clock?: Clock;
  log?: Logger;
  passwordRounds?: number;
  farewellMs?: number;
  /** Instead of a thread of its own for the built-in model. */
  encoder?: Embeddings;
};

/**
 * The whole gateway: every part is made here, once, and receives the parts it needs. Each part has a file in
 * `compose/`.
 */
export function compose(
  config: Config,
  { clock: given = systemClock, log: givenLog, passwordRounds, farewellMs, encoder }: Given = {},
) {
  const foundation = composeFoundation(config, { clock: given, log: givenLog, encoder });
  const webhooks = composeWebhooks(config, foundation);
  const connections = composeConnections(foundation, webhooks);
  const people = composePeople(config, foundation, connections, passwordRounds);
  const files = composeFiles(config, foundation);
  const memory = composeMemory(config, foundation, webhooks);
  const costs = createCosts({ ...foundation, limits: config.operator.budgets });
  const knowledge = composeKnowledge(foundation, files, memory, webhooks, costs);
  const abilities = composeAbilities(foundation, memory, knowledge);
  const tenants = composeTenants(config, foundation, { memory, knowledge, abilities, people, connections, costs });
  const identities = composeIdentities(config, foundation, people, tenants);
  const runs = composeRuns(config, foundation, { memory, knowledge, abilities, tenants, webhooks, files, connections });
  const clockwork = composeClockwork(config, foundation, webhooks, abilities, runs, files);
  const listeningOn = () => addressOf(app.server);
  const observation = composeObservation(config, foundation, { people, memory, tenants, connections, listeningOn });

  const { clock, sharedClock, databaseWatch, database, bus, jobs, recurring, log } = foundation;
  const messageLimit = createSlidingWindow(database, clock, { name: 'messages', limit: 30, windowMs: 60_000 });
  subscribe({
    foundation,
    people,
    files,
    identities,
    webhooks,
    memory,
    knowledge,
    abilities,
    tenants,
    runs,
    clockwork,
    messageLimit,
  });
  keepHouse({
    ...foundation,
    ...people,
    ...identities,
    ...tenants,
    ...runs,
    ...clockwork,
    memory: memory.memory,
    webhooks,
    fileRemoval: files.removal,
    responses: runs.inference.stored,
    connectionHoursBefore: connections.hoursBefore,
    messageLimit,
    uploadTimeoutMs: config.limits.uploadTimeoutMs,
    retention: config.retention,
  });

  const { app, inFlight, document } = composeServer(config, foundation, {
    people,
    files,
    connections,
    identities,
    webhooks,
    memory,
    knowledge,
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
    farewellMs,
    services: [
      ...(databaseWatch ? [databaseWatch] : []),
      foundation.keyCheck,
      ...(sharedClock ? [sharedClock] : []),
      foundation.eventLoopDelay,
      bus,
      foundation.anchors,
      { ...foundation.embeddings, start: () => undefined },
      ...(foundation.documentEmbeddings ? [{ ...foundation.documentEmbeddings, start: () => undefined }] : []),
      memory.meaning.background,
      runs.remembering.background,
      abilities.connections,
      abilities.messageWords,
      abilities.threads,
      clockwork.feedReader,
      // Stores what turns counted that ended meanwhile.
      connections.background,
      costs.settling,
      createDescribing({ store: tenants.versionStore, versions: tenants.versions, log }),
    ],
    background: [
      foundation.cleaning,
      jobs,
      recurring,
      webhooks.background,
      knowledge.background,
      runs.traces.endingAfter(runs.runs.supervisor),
      clockwork.schedules.background,
    ],
  });
  return { app, database, bus, jobs, recurring, publish: webhooks.publish, log, document, listeningOn, start, stop };
}
