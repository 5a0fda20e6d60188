import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createErasure } from './erasure.ts';
import {
  createAccountService,
  createAccountStore,
  createAdminService,
  createAdminStore,
} from './features/admin/index.ts';
import {
  createAcceptance,
  createAdmission,
  createAgentService,
  createAgentStore,
  createAgentVersionStore,
  createAgentVersions,
  createCapabilities,
  createDescribe,
  createDescribing,
  createKeptVersions,
  createModelRules,
} from './features/agents/index.ts';
import { createApiKeyService, createApiKeyStore } from './features/api-keys/index.ts';
import { createApprovalService, createApprovalStore } from './features/approvals/index.ts';
import { createAnchors, createAuditLog, createChainCheck, createSealer } from './features/audit/index.ts';
import { createAuth, createAuthenticator } from './features/auth/index.ts';
import { createAutonomous } from './features/autonomous/index.ts';
import { createChannels } from './features/channels/index.ts';
import { createCosts, usageErasure } from './features/costs/index.ts';
import { createCronService, cronTrade } from './features/cron/index.ts';
import { createDiagnosticChecks } from './features/diagnostics/index.ts';
import {
  createHealthService,
  measureBacklog,
  measureTotals,
  probeDatabase,
  probeHeader,
  probeSearch,
  probeWebSocket,
} from './features/health/index.ts';
import { createHeartbeats } from './features/heartbeats/index.ts';
import { createInference } from './features/inference/index.ts';
import { createMeaning, createMemory, createMemoryTools, createRemembering } from './features/memory/index.ts';
import { createOnboarding } from './features/onboarding/index.ts';
import { createAgentHealth, createRunCounts, createRuns, createSocketDoor } from './features/runs/index.ts';
import { createSchedules } from './features/schedules/index.ts';
import { createMessageSearch, createSessionService, createSessionStore } from './features/sessions/index.ts';
import { createSkillCache, createSkillLibrary, skillTools } from './features/skills/index.ts';
import { createSwarms } from './features/swarms/index.ts';
import { createBuiltInTools, createTools } from './features/tools/index.ts';
import { createTraces } from './features/traces/index.ts';
import { createWebhooks } from './features/webhooks/index.ts';
import {
  createCallerResolver,
  createGrantService,
  createMemberService,
  createStatistics,
  createWorkspaceService,
  createWorkspaceStore,
} from './features/workspaces/index.ts';
import { keepHouse } from './housekeeping.ts';
import { addressOf } from './http/address-of.ts';
import { signaturesFor } from './http/hmac-rules.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createRateLimiter, createSharedCounter } from './http/limits/rate-limits.ts';
import { createSlidingWindow } from './http/limits/sliding-window.ts';
import { requestContext } from './http/request-id.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { createQuotas } from './kernel/quotas.ts';
import { createBus } from './platform/bus/create-bus.ts';
import { openDatabase } from './platform/db/open.ts';
import { createWordScrub } from './platform/db/word-scrub.ts';
import { createEgress } from './platform/egress/egress.ts';
import { createEmbeddings } from './platform/embeddings/create-embeddings.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { createRecurring } from './platform/jobs/recurring.ts';
import { createLogger } from './platform/logger.ts';
import { createMetrics } from './platform/metrics.ts';
import { providerNames } from './platform/models/model.ts';
import { createModels } from './platform/models/models.ts';
import { createSecretBox } from './platform/secret-box.ts';
import { createProcess } from './process.ts';

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export type Gateway = ReturnType<typeof compose>;

/** The whole house: every part is built here, once, and handed what it needs. */
export function compose(config: Config, { clock = systemClock, log: givenLog }: { clock?: Clock; log?: Logger } = {}) {
  const log = givenLog ?? createLogger(config.logLevel, () => requestContext.getStore());
  /** How long a stop waits for what is under way, once nothing new comes. */
  const drainTimeoutMs = (config.shutdownTimeoutMs - config.shutdownGraceMs) / 2;
  const metrics = createMetrics();

  // Where things are kept, and how nodes wake each other.
  const database = openDatabase(config.database, (error) => log.warn({ err: error }, 'a database connection was lost'));
  const bus = createBus(database, config.database.databaseUrl, log);
  const jobs = createJobs({ database, bus, clock, log });
  const recurring = createRecurring({ database, jobs, clock, log });
  const wordScrub = createWordScrub({ database, jobs, clock });
  const limiter = createRateLimiter(database, clock);
  const secrets = createSecretBox({ encryption: config.encryption, jwt: config.jwt, log });
  const egress = createEgress({ policy: config.egressPolicy });
  const sealer = createSealer(config);
  const anchors = createAnchors({ database, sealer, clock, log, folder: config.database.anchorDirectory });
  const audit = createAuditLog({ clock, sealer, requestId: () => requestContext.getStore()?.requestId });
  const quotas = createQuotas(config.operator.quotas);
  /** What most parts stand on; each takes of it what it needs. */
  const base = {
    quotas,
    database,
    bus,
    jobs,
    recurring,
    clock,
    log,
    metrics,
    secrets,
    egress,
    audit,
    limiter,
    wordScrub,
  };

  // Who is who.
  const { tokens, service: auth } = createAuth({
    ...base,
    usage: usageErasure,
    beforeErasure: (userId, leaving) => runs.departures.beforeErasure(userId, leaving),
    erasure: createErasure(() => [memory, webhooks.erasure]),
    jwt: config.jwt,
    failedLoginsPerMinute: config.limits.failedLoginsPerMinute,
    registration: config.operator.registration,
  });
  const apiKeys = createApiKeyService({
    ...base,
    store: createApiKeyStore(database),
    bootstrapKeys: config.apiKeys,
    signServiceToken: tokens.service,
    readServiceToken: tokens.readService,
  });
  const probe = { header: probeHeader, secret: randomBytes(32).toString('base64url') };
  const resolveCaller = createCallerResolver(database);
  const authenticator = createAuthenticator({
    tokens,
    resolveCaller,
    apiKeys: { authenticateApiKey: apiKeys.authenticate, authenticateServiceAccount: apiKeys.authenticateAccount },
    probe,
  });

  // What agents can use.
  const models = createModels(config.models, { log });
  const embeddings = createEmbeddings(config.models, { log });
  const searchMessages = createMessageSearch(database);
  const builtInTools = createBuiltInTools({
    ...base,
    searchSessions: async (query, limit, { caller }) => (await searchMessages(caller, query, limit, undefined)).data,
    spawnAgent: (input, context) => runs.delegation.spawnAgent(input, context),
    handOff: (input, context) => runs.delegation.handOff(input, context),
    more: createMemoryTools({ database, clock, memory: () => ({ ...memory, ...remembering }) }),
  });
  const skills = createSkillLibrary({ builtIn: builtInTools, tools: skillTools });
  const skillCache = createSkillCache({ clock, bus });
  const { toolbox, tools, mcpServers, connections } = createTools({
    ...base,
    version,
    shared: [...builtInTools, ...skills.tools],
    cache: skillCache,
    onToolsChanged: (...change) => versions.toolsChanged(...change),
  });

  // What it costs, and what of it the operator allows.
  const costs = createCosts({ database, clock, limits: config.operator.budgets });
  const rules = createModelRules(config.operator.models);

  // Tenants and their agents.
  const workspaceStore = createWorkspaceStore(database);
  const workspaces = createWorkspaceService({
    store: workspaceStore,
    audit,
    clock,
    knownProviders: providerNames,
    largestBudgetNano: config.operator.budgets.workspaceMaximumNano,
    quotas,
  });
  const statistics = createStatistics(database, clock);
  const agentStore = createAgentStore(database);
  const versionStore = createAgentVersionStore(database);
  const versions = createAgentVersions({
    store: versionStore,
    describe: createDescribe({
      findTool: toolbox.find,
      policyOf: (workspaceId, memoryProfileId) => memory.policies.policyOf(workspaceId, memoryProfileId),
    }),
    quotas,
    clock,
  });
  const agents = createAgentService({
    store: agentStore,
    versionStore,
    versions,
    audit,
    references: {
      knowsTool: async (workspaceId, name) => (await toolbox.find(workspaceId, name)) !== undefined,
      knowsSkill: (id) => skills.find(id) !== undefined,
      knowsMemoryPolicy: (workspaceId, id) => memory.policies.knows(workspaceId, id),
      knowsAgent: agentStore.exists,
    },
    clock,
    quotas,
  });
  const capabilities = createCapabilities({
    getAgent: agents.get,
    findTool: toolbox.find,
    findSkill: skills.find,
    restrictionsOf: workspaces.restrictionsOf,
    refusal: rules.refusal,
    resolveModel: models.resolve,
  });
  const idempotency = createIdempotency(clock);
  const onboarding = createOnboarding({ database, workspaces, agents, idempotency });

  // Who is told of what happens.
  const webhooks = createWebhooks({
    ...base,
    // Many tenants' endpoints may share an origin, and the worker bounds what is under way itself.
    egress: createEgress({ policy: config.egressPolicy, connections: 1_000 }),
    settings: config.webhooks,
    patienceMs: drainTimeoutMs,
  });

  // What is remembered.
  const { dataDirectory } = config.database;
  const meaning = createMeaning({ database, dataDirectory, embeddings, clock, log });
  const memory = createMemory({
    ...base,
    meaning,
    onPolicyChanged: versions.policyChanged,
    publish: webhooks.publish,
  });

  // Agents at work.
  const kept = createKeptVersions({ store: versionStore, bringUpToDate: versions.bringUpToDate });
  const acceptance = createAcceptance({ bringUpToDate: versions.bringUpToDate });
  const admit = createAdmission({
    database,
    store: agentStore,
    kept,
    refusal: rules.refusal,
    purseFor: costs.budgets.purseFor,
    resolveModel: models.resolve,
  });
  const remembering = createRemembering({
    ...base,
    memory,
    findAgent: agentStore.current,
    admit,
    models,
    budgets: costs.budgets,
    publish: webhooks.publish,
  });
  const approvalStore = createApprovalStore(database);
  const approvals = createApprovalService({
    ...base,
    store: approvalStore,
    lifetimeMs: config.approvalLifetimeMs,
  });
  const sessions = createSessionService({
    store: createSessionStore(database),
    clock,
    admitAgent: async ({ userId, workspaceId }, agentId) => (await admit({ userId, workspaceId, agentId })).agent,
    standingOf: agentStore.standing,
    cancelRuns: (person, sessionId) => runs.jobs.cancelAllIn(person, sessionId),
    onClosed: remembering.summaries.summariseLater,
    onDeleted: remembering.summaries.forget,
  });
  const traces = createTraces({ database, clock, log, metrics, version, settings: config.telemetry });
  const runs = createRuns({
    ...base,
    admit,
    models,
    toolbox: () => toolbox,
    findSkill: skills.find,
    approvals: approvals.desk,
    versionOf: async (agentId) => (await agentStore.current(agentId))?.version,
    pendingApproval: approvalStore.firstPending,
    sessions,
    idempotency,
    budgets: costs.budgets,
    memory: remembering.turns,
    publish: webhooks.publish,
    countEnd: createRunCounts(metrics),
    exportTrace: traces.exportTrace,
    onBatchRunEnd: (tx, end, now) => swarms.onRunEnd(tx, end, now),
    onChannelRunEnd: (tx, runId) => channels.onRunEnd(tx, runId),
    settings: { ...config.runs, drainTimeoutMs },
  });
  const autonomous = createAutonomous({
    database,
    chat: runs.chat,
    background: runs.background,
    idempotency,
    clock,
    audit,
  });
  const swarms = createSwarms({
    ...base,
    background: runs.background,
    cancelRun: runs.jobs.cancel,
    idempotency,
    publish: webhooks.publish,
  });
  const channels = createChannels({
    ...base,
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
  const inference = createInference({
    ...base,
    models,
    embeddings,
    rules,
    budgets: costs.budgets,
    runs,
    keepAliveMs: config.runs.keepAliveMs,
  });

  // What agents do by the clock.
  const heartbeats = createHeartbeats({
    ...base,
    publish: webhooks.publish,
    timeoutMs: config.heartbeatTimeoutMs,
  });
  const schedules = createSchedules({
    ...base,
    admit,
    acceptance,
    defer: runs.background.defer,
    trades: { heartbeat: heartbeats.trade, cron: cronTrade },
    patienceMs: config.heartbeatTimeoutMs,
  });

  const messageLimit = createSlidingWindow(database, clock, { name: 'messages', limit: 30, windowMs: 60_000 });
  const socketFrames = createSocketDoor({
    engine: runs.engine,
    jobs: runs.jobs,
    watch: runs.watch,
    sending: runs.sending,
    countMessage: messageLimit.hit,
    refresh: ({ userId, workspaceId }) => resolveCaller(userId, workspaceId),
  });

  // How it is.
  const probes = {
    database: probeDatabase(database),
    search: probeSearch(database),
    websocket: probeWebSocket(
      () => `ws://${listeningOn()}`,
      probe.secret,
      signaturesFor(config.hmacRules, 'GET', '/ws'),
    ),
  };
  const health = createHealthService({ probes, version, log });
  const { diagnostics, background: eventLoop } = createDiagnosticChecks({
    ...base,
    models,
    embeddings,
    keys: config,
    tokens,
    probeDatabase: probes.database,
    probeWebSocket: probes.websocket,
    vectors: meaning.index,
    verifyChain: createChainCheck({ database, sealer, anchors }),
  });

  metrics.gauges('gateway_build_info', 'The version that runs here.', ['version'], async () => [
    { labels: { version }, value: 1 },
  ]);
  measureTotals(metrics, clock, costs.overall.read);
  measureBacklog(database, metrics, clock);

  // What must happen by itself.
  keepHouse({ ...base, auth, statistics, costs, idempotency, runs, webhooks, schedules, messageLimit });

  const { app, inFlight, document } = createApp({
    config,
    clock,
    log,
    version,
    limiter,
    metrics,
    auth,
    authenticator,
    apiKeys,
    health,
    diagnostics,
    workspaces: {
      workspaces,
      members: createMemberService({
        store: workspaceStore,
        audit,
        clock,
        quotas,
        onMemberRemoved: runs.departures.onMemberRemoved,
        onChanged: webhooks.webhooks.makerChanged,
      }),
      grants: createGrantService({
        store: workspaceStore,
        audit,
        clock,
        onGrantRevoked: runs.departures.onGrantRevoked,
      }),
      statistics,
    },
    agents: { agents, capabilities },
    onboarding,
    costs: costs.service,
    admin: createAdminService({
      store: createAdminStore(database),
      health: health.health,
      readOverall: costs.overall.read,
      usageOfUser: costs.ofUser,
    }),
    accounts: createAccountService({ ...base, ...runs.departures, store: createAccountStore(database) }),
    chat: {
      chat: runs.chat,
      streamRun: runs.streamRun,
      presence: runs.presence,
      reset: sessions.close,
      probeModel: createAgentHealth({ models }),
    },
    jobs: { jobs: runs.jobs, streamRun: runs.streamRun },
    autonomous,
    swarms: swarms.swarms,
    heartbeats: heartbeats.service(schedules.serviceOf),
    cron: createCronService(schedules.serviceOf),
    traces: traces.service,
    sessions: { sessions, search: searchMessages },
    approvals,
    socketFrames,
    onDeparted: runs.departures.onDeparted,
    tools,
    mcpServers,
    skills: { library: skills, cache: skillCache },
    webhooks,
    memory: { ...memory.routes, propagations: remembering.propagations },
    inference,
    channels,
  });

  const listeningOn = () => addressOf(app.server);

  const { start, stop } = createProcess({
    config,
    clock,
    log,
    app,
    database,
    health,
    inFlight,
    services: [
      eventLoop,
      bus,
      anchors,
      { ...embeddings, start: () => undefined },
      meaning.background,
      remembering.background,
      connections,
      heartbeats.background,
      createDescribing({ store: versionStore, versions, log }),
    ],
    background: [jobs, recurring, webhooks.background, traces.endingAfter(runs.supervisor), schedules.background],
  });
  return { app, database, bus, jobs, recurring, publish: webhooks.publish, log, document, listeningOn, start, stop };
}
