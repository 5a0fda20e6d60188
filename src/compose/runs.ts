import type { Config } from '../config.ts';
import { createA2aDoor } from '../features/a2a-door/index.ts';
import { createAgUiDoor } from '../features/ag-ui-door/index.ts';
import {
  createAcceptance,
  createAdmission,
  createAdmissionStore,
  createKeptVersions,
} from '../features/agents/index.ts';
import { createApprovalService, createApprovalStore } from '../features/approvals/index.ts';
import { createAutonomous } from '../features/autonomous/index.ts';
import { createChannels } from '../features/channels/index.ts';
import { createInference } from '../features/inference/index.ts';
import { createMcpDoor } from '../features/mcp-door/index.ts';
import { createRemembering } from '../features/memory/index.ts';
import { createRunCounts, createRuns, parkedRuns } from '../features/runs/index.ts';
import {
  createBranches,
  createBranchStore,
  createCopyStore,
  createFeedback,
  createFeedbackStore,
  createFork,
  createSessionExport,
  createSessionRetention,
  createSessionRetentionStore,
  createSessionService,
  createSessionStore,
} from '../features/sessions/index.ts';
import { createSwarms } from '../features/swarms/index.ts';
import { createTraces } from '../features/traces/index.ts';
import { createUiDoor } from '../features/ui-door/index.ts';
import { createSharedCounter } from '../http/limits/rate-limits.ts';
import { version } from '../version.ts';
import type { Abilities } from './abilities.ts';
import type { Connections } from './connections.ts';
import type { Files } from './files.ts';
import type { Foundation } from './foundation.ts';
import type { Knowledge } from './knowledge.ts';
import type { Memory } from './memory.ts';
import type { Tenants } from './tenants.ts';
import type { Webhooks } from './webhooks.ts';

export type Runs = ReturnType<typeof composeRuns>;
type Parts = {
  memory: Memory;
  knowledge: Knowledge;
  abilities: Abilities;
  tenants: Tenants;
  webhooks: Webhooks;
  files: Files;
  connections: Connections;
};

/** Admission, the run engine, and the doors that need more than a route. */
export function composeRuns(
  config: Config,
  foundation: Foundation,
  {
    memory: { memory },
    knowledge,
    abilities: { toolbox, tools, skills, answers },
    tenants,
    webhooks: { publish },
    files,
    connections: { scopeOf },
  }: Parts,
) {
  const { database, clock, log, metrics, limiter } = foundation;
  const { agentStore, costs, rules, versionStore, versions } = tenants;
  const acceptance = createAcceptance({ store: versionStore, bringUpToDate: versions.bringUpToDate });
  const admit = createAdmission({
    admissions: createAdmissionStore(database),
    store: agentStore,
    kept: createKeptVersions({ store: versionStore, bringUpToDate: versions.bringUpToDate }),
    refusal: rules.refusal,
    purseFor: costs.budgets.purseFor,
    scopeOf,
  });
  const remembering = createRemembering({ ...foundation, memory, admit, budgets: costs.budgets, publish });
  const approvalStore = createApprovalStore(database);
  const approvals = createApprovalService({
    ...foundation,
    store: approvalStore,
    parkedRuns,
    lifetimeMs: config.approvalLifetimeMs,
  });
  const sessionStore = createSessionStore(database);
  const copies = createCopyStore(database);
  const branchStore = createBranchStore(database);
  const branches = createBranches({ store: branchStore, sessions: sessionStore, clock });
  const sessions = createSessionService({
    store: sessionStore,
    branches,
    clock,
    admitAgent: async ({ userId, workspaceId }, agentId) => (await admit({ userId, workspaceId, agentId })).agent,
    standingOf: agentStore.standing,
  });
  const traces = createTraces({ database, clock, log, metrics, version, settings: config.telemetry });
  const runs = createRuns({
    ...foundation,
    admit,
    toolbox,
    answers,
    findSkill: skills.find,
    approvals: approvals.desk,
    versionOf: async (agentId) => (await agentStore.current(agentId))?.version,
    pendingApproval: approvalStore.firstPending,
    sessions,
    branches,
    budgets: costs.budgets,
    files: files.service,
    memory: remembering.turns,
    knowledge: knowledge.turns,
    publish,
    countEnd: createRunCounts(metrics),
    exportTrace: traces.exportTrace,
    settings: {
      ...config.runs,
      clientToolLifetimeMs: config.clientToolLifetimeMs,
      drainTimeoutMs: foundation.drainTimeoutMs,
    },
  });
  const swarms = createSwarms({
    ...foundation,
    background: runs.background,
    readMessage: runs.readMessage,
    cancelRun: runs.jobs.cancel,
    publish,
  });
  const channels = createChannels({
    ...foundation,
    acceptance,
    engine: runs.engine,
    readMessage: runs.readMessage,
    admitAgent: ({ userId, workspaceId }, agentId) => admit({ userId, workspaceId, agentId }),
    count: createSharedCounter(
      limiter,
      { name: 'channel', limit: config.limits.channelPerMinute, windowMs: 60_000 },
      clock,
    ),
    settings: config.webhooks,
  });
  const inference = createInference({
    ...foundation,
    scopeOf,
    rules,
    budgets: costs.budgets,
    runs,
    files: files.service,
    releaseFiles: files.removal.release,
    maxFileBytes: config.limits.maxFileBytes,
    keepAliveMs: config.runs.keepAliveMs,
  });
  return {
    acceptance,
    admit,
    remembering,
    approvals,
    approvalsBefore: approvalStore.before,
    sessions,
    conversations: {
      fork: createFork({
        sessions: sessionStore,
        store: copies,
        branches: branchStore,
        roomForSession: runs.roomForSession,
        shareFiles: files.service.share,
        clock,
      }),
      exportSession: createSessionExport({ sessions: sessionStore, store: copies, clock }),
      branches,
      feedback: createFeedback({ store: createFeedbackStore(database), publish, clock }),
    },
    sessionRetention: createSessionRetention({
      store: createSessionRetentionStore(database),
      deleteRuns: runs.retention.deleteOfSessions,
      onDelete: sessions.onDelete.run,
    }),
    traces,
    runs,
    autonomous: createAutonomous({
      ...foundation,
      chat: runs.chat,
      background: runs.background,
      readMessage: runs.readMessage,
    }),
    swarms,
    channels,
    inference,
    uiDoor: createUiDoor({ database, runs, approvals, keepAliveMs: config.runs.keepAliveMs }),
    a2aDoor: createA2aDoor({ ...runs, agent: agentStore.current, baseUrl: config.baseUrl }),
    agUiDoor: createAgUiDoor({ ...foundation, runs, approvals, keepAliveMs: config.runs.keepAliveMs }),
    mcpDoor: createMcpDoor({
      ...foundation,
      agentsOf: inference.names.agents,
      toolsOf: toolbox.list,
      invoke: tools.invoke,
      runs,
      approvals,
      skills,
      version,
      baseUrl: config.baseUrl,
      keepAliveMs: config.runs.keepAliveMs,
    }),
  };
}
