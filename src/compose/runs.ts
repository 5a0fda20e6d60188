import type { Config } from '../config.ts';
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
import { createRemembering } from '../features/memory/index.ts';
import { createRunCounts, createRuns, parkedRuns } from '../features/runs/index.ts';
import {
  createSessionRetention,
  createSessionRetentionStore,
  createSessionService,
  createSessionStore,
} from '../features/sessions/index.ts';
import { createSwarms } from '../features/swarms/index.ts';
import { createTraces } from '../features/traces/index.ts';
import { createSharedCounter } from '../http/limits/rate-limits.ts';
import { version } from '../version.ts';
import type { Abilities } from './abilities.ts';
import type { Foundation } from './foundation.ts';
import type { Memory } from './memory.ts';
import type { Tenants } from './tenants.ts';
import type { Webhooks } from './webhooks.ts';

export type Runs = ReturnType<typeof composeRuns>;
type Parts = { memory: Memory; abilities: Abilities; tenants: Tenants; webhooks: Webhooks };

/** Admission, the run engine, and the doors that need more than a route. */
export function composeRuns(
  config: Config,
  foundation: Foundation,
  { memory: { memory }, abilities: { toolbox, skills }, tenants, webhooks: { publish } }: Parts,
) {
  const { database, clock, log, metrics, models, limiter } = foundation;
  const { agentStore, costs, rules, versionStore, versions } = tenants;
  const acceptance = createAcceptance({ store: versionStore, bringUpToDate: versions.bringUpToDate });
  const admit = createAdmission({
    admissions: createAdmissionStore(database),
    store: agentStore,
    kept: createKeptVersions({ store: versionStore, bringUpToDate: versions.bringUpToDate }),
    refusal: rules.refusal,
    purseFor: costs.budgets.purseFor,
    resolveModel: models.resolve,
  });
  const remembering = createRemembering({ ...foundation, memory, admit, budgets: costs.budgets, publish });
  const approvalStore = createApprovalStore(database);
  const approvals = createApprovalService({
    ...foundation,
    store: approvalStore,
    parkedRuns,
    lifetimeMs: config.approvalLifetimeMs,
  });
  const sessions = createSessionService({
    store: createSessionStore(database),
    clock,
    admitAgent: async ({ userId, workspaceId }, agentId) => (await admit({ userId, workspaceId, agentId })).agent,
    standingOf: agentStore.standing,
  });
  const traces = createTraces({ database, clock, log, metrics, version, settings: config.telemetry });
  const runs = createRuns({
    ...foundation,
    admit,
    toolbox,
    findSkill: skills.find,
    approvals: approvals.desk,
    versionOf: async (agentId) => (await agentStore.current(agentId))?.version,
    pendingApproval: approvalStore.firstPending,
    sessions,
    budgets: costs.budgets,
    memory: remembering.turns,
    publish,
    countEnd: createRunCounts(metrics),
    exportTrace: traces.exportTrace,
    settings: { ...config.runs, drainTimeoutMs: foundation.drainTimeoutMs },
  });
  const swarms = createSwarms({
    ...foundation,
    background: runs.background,
    cancelRun: runs.jobs.cancel,
    publish,
  });
  const channels = createChannels({
    ...foundation,
    acceptance,
    engine: runs.engine,
    admitAgent: ({ userId, workspaceId }, agentId) => admit({ userId, workspaceId, agentId }),
    count: createSharedCounter(
      limiter,
      { name: 'channel', limit: config.limits.channelPerMinute, windowMs: 60_000 },
      clock,
    ),
    settings: config.webhooks,
  });
  return {
    acceptance,
    admit,
    remembering,
    approvals,
    approvalsBefore: approvalStore.before,
    sessions,
    sessionRetention: createSessionRetention({
      store: createSessionRetentionStore(database),
      deleteRuns: runs.retention.deleteOfSessions,
      onDelete: sessions.onDelete.run,
    }),
    traces,
    runs,
    autonomous: createAutonomous({ ...foundation, chat: runs.chat, background: runs.background }),
    swarms,
    channels,
    inference: createInference({
      ...foundation,
      rules,
      budgets: costs.budgets,
      runs,
      keepAliveMs: config.runs.keepAliveMs,
    }),
  };
}
