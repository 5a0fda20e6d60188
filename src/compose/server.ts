import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { createAdminService, createAdminStore, createDeadJobService } from '../features/admin/index.ts';
import { createAgentHealth, createSocketDoor } from '../features/runs/index.ts';
import type { SlidingWindow } from '../http/limits/sliding-window.store.ts';
import { version } from '../version.ts';
import type { Abilities } from './abilities.ts';
import type { Clockwork } from './clockwork.ts';
import type { Foundation } from './foundation.ts';
import type { Identities } from './identities.ts';
import type { Memory } from './memory.ts';
import type { Observation } from './observation.ts';
import type { People } from './people.ts';
import type { Runs } from './runs.ts';
import type { Tenants } from './tenants.ts';
import type { Webhooks } from './webhooks.ts';

type Parts = {
  people: People;
  identities: Identities;
  webhooks: Webhooks;
  memory: Memory;
  abilities: Abilities;
  tenants: Tenants;
  runs: Runs;
  clockwork: Clockwork;
  observation: Observation;
  messageLimit: SlidingWindow;
};

/** What the HTTP server and its WebSocket serve. */
export function composeServer(config: Config, foundation: Foundation, parts: Parts) {
  const { people, webhooks, abilities, tenants, clockwork, observation, messageLimit } = parts;
  const { memory } = parts.memory;
  const { runs, remembering, sessions, traces, approvals, autonomous, swarms, channels, inference } = parts.runs;
  return createApp({
    ...foundation,
    ...people,
    identities: parts.identities,
    config,
    version,
    health: observation.health,
    diagnostics: observation.diagnostics,
    workspaces: { ...tenants, eraseWorkspace: people.auth.eraseWorkspace },
    agents: tenants,
    onboarding: tenants.onboarding,
    costs: tenants.costs.service,
    admin: createAdminService({
      store: createAdminStore(foundation.database),
      health: observation.health.health,
      readOverall: tenants.costs.overall.read,
      usageOfUser: tenants.costs.ofUser,
    }),
    deadJobs: createDeadJobService(foundation),
    accounts: tenants.accounts,
    chat: {
      chat: runs.chat,
      streamRun: runs.streamRun,
      presence: runs.presence,
      reset: sessions.close,
      probeModel: createAgentHealth(foundation),
    },
    jobs: { jobs: runs.jobs, streamRun: runs.streamRun },
    autonomous,
    swarms: swarms.swarms,
    heartbeats: clockwork.heartbeats,
    cron: clockwork.cron,
    traces: traces.service,
    sessions: { sessions, search: abilities.searchMessages },
    approvals,
    socketFrames: createSocketDoor({
      engine: runs.engine,
      jobs: runs.jobs,
      followRun: runs.followRun,
      countMessage: messageLimit.hit,
      refresh: people.sameCaller,
    }),
    onDeparted: runs.departures.onDeparted,
    tools: abilities.tools,
    mcpServers: abilities.mcpServers,
    skills: { library: abilities.skills, cache: abilities.skillCache },
    webhooks,
    memory: { ...memory.routes, propagations: remembering.propagations },
    inference,
    channels,
  });
}
