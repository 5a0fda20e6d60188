import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createAdmission, createAgentService, createAgentStore, createCapabilities } from './features/agents/index.ts';
import { createApiKeyService, createApiKeyStore } from './features/api-keys/index.ts';
import { createApprovalService, createApprovalStore } from './features/approvals/index.ts';
import { createAuditLog } from './features/audit/index.ts';
import { createAuth, createAuthenticator } from './features/auth/index.ts';
import {
  createHealthService,
  measureTotals,
  probeDatabase,
  probeHeader,
  probeSearch,
  probeWebSocket,
} from './features/health/index.ts';
import { createOnboarding } from './features/onboarding/index.ts';
import { createAgentHealth, createRuns, createSocketDoor } from './features/runs/index.ts';
import { createMessageSearch, createSessionService, createSessionStore } from './features/sessions/index.ts';
import { createSkillCache, createSkillLibrary, skillTools } from './features/skills/index.ts';
import { createBuiltInTools, createTools } from './features/tools/index.ts';
import { createWebhooks } from './features/webhooks/index.ts';
import {
  createCallerResolver,
  createGrantService,
  createMemberService,
  createStatistics,
  createWorkspaceService,
  createWorkspaceStore,
} from './features/workspaces/index.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createRateLimiter } from './http/rate-limits.ts';
import { requestContext } from './http/request-id.ts';
import { createSlidingWindow } from './http/sliding-window.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { createBus } from './platform/bus/create-bus.ts';
import { openDatabase } from './platform/db/open.ts';
import { createEgress } from './platform/egress/egress.ts';
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
  const metrics = createMetrics();

  // Where things are kept, and how nodes wake each other.
  const database = openDatabase(config.database, (error) => log.warn({ err: error }, 'a database connection was lost'));
  const bus = createBus(database, config.database.databaseUrl, log);
  const jobs = createJobs({ database, bus, clock, log });
  const recurring = createRecurring({ database, jobs, clock, log });
  const limiter = createRateLimiter(database, clock);
  const secrets = createSecretBox({ encryption: config.encryption, jwt: config.jwt, log });
  const egress = createEgress({ policy: config.egressPolicy });

  // Who is who.
  const audit = createAuditLog({ clock, requestId: () => requestContext.getStore()?.requestId });
  const { tokens, service: auth } = createAuth({
    database,
    limiter,
    audit,
    clock,
    jwt: config.jwt,
    failedLoginsPerMinute: config.limits.failedLoginsPerMinute,
  });
  const apiKeys = createApiKeyService({
    store: createApiKeyStore(database),
    audit,
    clock,
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
  const searchMessages = createMessageSearch(database);
  const builtInTools = createBuiltInTools({
    clock,
    egress,
    searchSessions: async (query, limit, { caller }) => (await searchMessages(caller, query, limit, undefined)).data,
    spawnAgent: (input, context) => runs.delegation.spawnAgent(input, context),
    handOff: (input, context) => runs.delegation.handOff(input, context),
  });
  const skills = createSkillLibrary({ builtIn: builtInTools, tools: skillTools });
  const skillCache = createSkillCache({ clock, bus });
  const { toolbox, tools, mcpServers, connections } = createTools({
    database,
    egress,
    secrets,
    audit,
    clock,
    log,
    version,
    shared: [...builtInTools, ...skills.tools],
    cache: skillCache,
  });

  // Tenants and their agents.
  const workspaceStore = createWorkspaceStore(database);
  const workspaces = createWorkspaceService({ store: workspaceStore, audit, clock, knownProviders: providerNames });
  const statistics = createStatistics(database, clock);
  const agentStore = createAgentStore(database);
  const agents = createAgentService({
    store: agentStore,
    references: {
      knowsTool: async (workspaceId, name) => (await toolbox.find(workspaceId, name)) !== undefined,
      knowsSkill: (id) => skills.find(id) !== undefined,
      knowsMemoryProfile: async () => false,
      knowsAgent: agentStore.exists,
    },
    clock,
  });
  const capabilities = createCapabilities({
    getAgent: agents.get,
    findTool: toolbox.find,
    findSkill: skills.find,
    restrictionsOf: workspaces.restrictionsOf,
    resolveModel: models.resolve,
  });
  const idempotency = createIdempotency(clock);
  const onboarding = createOnboarding({ database, workspaces, agents, idempotency });

  // Who is told of what happens.
  const webhooks = createWebhooks({
    database,
    bus,
    clock,
    log,
    metrics,
    // Many tenants' endpoints may share an origin, and the worker bounds what is under way itself.
    egress: createEgress({ policy: config.egressPolicy, connections: 1_000 }),
    secrets,
    audit,
    settings: config.webhooks,
    patienceMs: config.shutdownTimeoutMs / 2,
  });

  // Agents at work.
  const admit = createAdmission({ database, store: agentStore, resolveModel: models.resolve });
  const approvalStore = createApprovalStore(database);
  const approvals = createApprovalService({
    store: approvalStore,
    jobs,
    audit,
    bus,
    clock,
    lifetimeMs: config.approvalLifetimeMs,
  });
  const sessions = createSessionService({
    store: createSessionStore(database),
    clock,
    admitAgent: async ({ userId, workspaceId }, agentId) => (await admit({ userId, workspaceId, agentId })).agent,
    cancelRuns: (person, sessionId) => runs.jobs.cancelAllIn(person, sessionId),
  });
  const runs = createRuns({
    database,
    bus,
    clock,
    log,
    admit,
    models,
    toolbox: () => toolbox,
    findSkill: skills.find,
    approvals: approvals.desk,
    pendingApproval: approvalStore.firstPending,
    sessions,
    idempotency,
    publish: webhooks.publish,
    settings: { ...config.runs, patienceMs: config.shutdownTimeoutMs / 2 },
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
  const health = createHealthService({
    probes: {
      database: probeDatabase(database),
      search: probeSearch(database),
      websocket: probeWebSocket(() => `ws://${listeningOn()}`, probe.secret),
    },
    version,
    log,
  });

  measureTotals(database, metrics);

  // What must happen by itself.
  recurring.schedule('clean-refresh-tokens', '0 3 * * *', async () => {
    log.info({ deleted: await auth.cleanUp() }, 'dead refresh tokens deleted');
  });
  recurring.schedule('fold-usage', '20 * * * *', () => statistics.foldAll());
  recurring.schedule('clean-rate-limits', '*/10 * * * *', () => limiter.forgetBefore(clock.now() - 3_600_000));
  recurring.schedule('clean-idempotency-keys', '5 * * * *', async () => void (await idempotency.forgetOld(database)));
  recurring.schedule(
    'clean-run-events',
    '15 * * * *',
    async () => void (await runs.forgetEventsBefore(clock.now() - 7 * 86_400_000)),
  );
  recurring.schedule(
    'clean-webhook-deliveries',
    '25 * * * *',
    async () => void (await webhooks.forgetBefore(clock.now() - 30 * 86_400_000)),
  );
  recurring.schedule('clean-message-counts', '*/10 * * * *', async () => void (await messageLimit.forgetOld()));

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
    workspaces: {
      workspaces,
      members: createMemberService({ store: workspaceStore, audit, clock }),
      grants: createGrantService({ store: workspaceStore, audit, clock }),
      statistics,
    },
    agents: { agents, capabilities },
    onboarding,
    chat: {
      chat: runs.chat,
      streamRun: runs.streamRun,
      presence: runs.presence,
      reset: sessions.close,
      probeModel: createAgentHealth({ models }),
    },
    jobs: { jobs: runs.jobs, streamRun: runs.streamRun },
    sessions: { sessions, search: searchMessages },
    approvals,
    socketFrames,
    tools,
    mcpServers,
    skills: { library: skills, cache: skillCache },
    webhooks,
  });

  function listeningOn(): string {
    const { address, port, family } = app.server.address() as AddressInfo;
    const everywhere = address === '0.0.0.0' || address === '::';
    const host = everywhere ? (family === 'IPv6' ? '::1' : '127.0.0.1') : address;
    return `${family === 'IPv6' ? `[${host}]` : host}:${port}`;
  }

  const { start, stop } = createProcess({
    config,
    clock,
    log,
    app,
    database,
    health,
    inFlight,
    background: [bus, jobs, recurring, connections, webhooks.background, runs.supervisor],
  });
  return { app, database, bus, jobs, recurring, publish: webhooks.publish, log, document, listeningOn, start, stop };
}
