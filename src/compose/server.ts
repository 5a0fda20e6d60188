import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { createAdminService, createAdminStore, createDeadJobService } from '../features/admin/index.ts';
import { createAgentHealth, createSocketDoor } from '../features/runs/index.ts';
import type { SlidingWindow } from '../http/limits/sliding-window.store.ts';
import { version } from '../version.ts';
import type { Abilities } from './abilities.ts';
import type { Clockwork } from './clockwork.ts';
import type { Connections } from './connections.ts';
import type { Files } from './files.ts';
import type { Foundation } from './foundation.ts';
import type { Identities } from './identities.ts';
import type { Knowledge } from './knowledge.ts';
import type { Memory } from './memory.ts';
import type { Observation } from './observation.ts';
import type { People } from './people.ts';
import type { Runs } from './runs.ts';
import type { Tenants } from './tenants.ts';
import type { Webhooks } from './webhooks.ts';

type Parts = {
  people: People;
  files: Files;
  connections: Connections;
  identities: Identities;
  webhooks: Webhooks;
  memory: Memory;
  knowledge: Knowledge;
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
  const {
    runs,
    remembering,
    sessions,
    traces,
    approvals,
    autonomous,
    swarms,
    channels,
    inference,
    agUiDoor,
    mcpDoor,
    uiDoor,
    a2aDoor,
  } = parts.runs;
  return createApp({
    ...foundation,
    ...people,
    identities: parts.identities,
    files: parts.files.service,
    connections: { ...parts.connections, workspaceModels: tenants.workspaceModels },
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
      regenerate: runs.regenerate,
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
    sessions: { sessions, search: abilities.searchMessages, ...parts.runs.conversations },
    approvals,
    socketFrames: createSocketDoor({
      engine: runs.engine,
      jobs: runs.jobs,
      followRun: runs.followRun,
      readMessage: runs.readMessage,
      countMessage: messageLimit.hit,
      refresh: people.sameCaller,
    }),
    onDeparted: runs.departures.onDeparted,
    tools: abilities.tools,
    mcpServers: abilities.mcpServers,
    skills: { library: abilities.skills, cache: abilities.skillCache },
    webhooks,
    knowledge: parts.knowledge,
    memory: { ...memory.routes, propagations: remembering.propagations },
    inference,
    agUiDoor,
    mcpDoor,
    uiDoor,
    a2aDoor,
    channels,
  });
}
