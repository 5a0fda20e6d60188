import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { accountRoutes, adminRoutes, deadJobRoutes } from './features/admin/index.ts';
import { agentRoutes } from './features/agents/index.ts';
import { apiKeyRoutes, type createApiKeyService } from './features/api-keys/index.ts';
import { approvalRoutes } from './features/approvals/index.ts';
import { authRoutes, type createAuthenticator } from './features/auth/index.ts';
import { autonomousRoutes } from './features/autonomous/index.ts';
import { channelRoutes } from './features/channels/index.ts';
import { consoleRoutes, consoleSessionRoutes, createBuildFolder, createSendPage } from './features/console/index.ts';
import { costRoutes } from './features/costs/index.ts';
import { cronRoutes } from './features/cron/index.ts';
import { diagnosticRoutes } from './features/diagnostics/index.ts';
import { type createHealthService, healthRoutes } from './features/health/index.ts';
import { heartbeatRoutes } from './features/heartbeats/index.ts';
import { inferenceRoutes } from './features/inference/index.ts';
import { invitationRoutes } from './features/invitations/index.ts';
import { keyRoutes } from './features/keys/index.ts';
import { memoryPolicyRoutes, memoryRoutes, memoryTierRoutes, propagationRoutes } from './features/memory/index.ts';
import { oidcRoutes } from './features/oidc/index.ts';
import { onboardingRoutes } from './features/onboarding/index.ts';
import { entranceRoutes, referenceRoutes } from './features/reference/index.ts';
import { chatRoutes, jobRoutes } from './features/runs/index.ts';
import { sessionRoutes } from './features/sessions/index.ts';
import { skillRoutes } from './features/skills/index.ts';
import { swarmRoutes } from './features/swarms/index.ts';
import { mcpServerRoutes, toolRoutes } from './features/tools/index.ts';
import { traceRoutes } from './features/traces/index.ts';
import { changelogRoutes, deliveryRoutes, webhookRoutes } from './features/webhooks/index.ts';
import { workspaceRoutes } from './features/workspaces/index.ts';
import { logRequests } from './http/access-log.ts';
import { createAddressList } from './http/address-list.ts';
import { authenticateRoutes } from './http/authentication.ts';
import { mayCross } from './http/cross-origin.ts';
import { describeRoutes } from './http/description/description.routes.ts';
import { describeApi } from './http/description/openapi.ts';
import { enforceHmacRules } from './http/hmac-rules.ts';
import { enforceKeyScopes } from './http/key-scopes.ts';
import { trackRequests } from './http/lifecycle.ts';
import { createPlaces, limitStreams } from './http/limits/open-connections.ts';
import { createSharedCounter, limitByAddress, type RateLimiter } from './http/limits/rate-limits.ts';
import { measureRequests } from './http/measure.ts';
import { enforcePermissions } from './http/permissions.ts';
import { checkRoutes } from './http/route-rules.ts';
import { bodyLimit, createHttpServer, requireHost } from './http/server.ts';
import type { FrameHandler } from './http/socket/socket-connection.ts';
import { serveWebSockets } from './http/socket/web-socket.ts';
import type { Clock } from './kernel/clock.ts';
import type { Metrics } from './platform/metrics.ts';

type Deps = {
  config: Config;
  clock: Clock;
  log: FastifyBaseLogger;
  version: string;
  limiter: RateLimiter;
  metrics: Metrics;
  auth: Parameters<typeof authRoutes>[0];
  authenticator: ReturnType<typeof createAuthenticator>;
  identities: Parameters<typeof oidcRoutes>[0];
  apiKeys: ReturnType<typeof createApiKeyService>;
  keys: Parameters<typeof keyRoutes>[0];
  invitations: Parameters<typeof invitationRoutes>[0];
  health: ReturnType<typeof createHealthService>;
  diagnostics: Parameters<typeof diagnosticRoutes>[0];
  workspaces: Parameters<typeof workspaceRoutes>[0];
  agents: Parameters<typeof agentRoutes>[0];
  onboarding: Parameters<typeof onboardingRoutes>[0];
  admin: Parameters<typeof adminRoutes>[0];
  deadJobs: Parameters<typeof deadJobRoutes>[0];
  accounts: Parameters<typeof accountRoutes>[0]['accounts'];
  costs: Parameters<typeof costRoutes>[0];
  chat: Parameters<typeof chatRoutes>[0];
  jobs: Parameters<typeof jobRoutes>[0];
  autonomous: Parameters<typeof autonomousRoutes>[0];
  swarms: Parameters<typeof swarmRoutes>[0];
  traces: Parameters<typeof traceRoutes>[0];
  sessions: Parameters<typeof sessionRoutes>[0];
  approvals: Parameters<typeof approvalRoutes>[0];
  socketFrames: Record<string, FrameHandler>;
  onDeparted: Parameters<typeof serveWebSockets>[1]['onDeparted'];
  tools: Parameters<typeof toolRoutes>[0];
  mcpServers: Parameters<typeof mcpServerRoutes>[0];
  skills: Parameters<typeof skillRoutes>[0];
  inference: Omit<Parameters<typeof inferenceRoutes>[0], 'onDeparted'>;
  channels: Parameters<typeof channelRoutes>[0];
  heartbeats: Parameters<typeof heartbeatRoutes>[0];
  cron: Parameters<typeof cronRoutes>[0];
  webhooks: Parameters<typeof webhookRoutes>[0] & { changelog: Parameters<typeof changelogRoutes>[0] };
  memory: Parameters<typeof memoryRoutes>[0] &
    Parameters<typeof memoryTierRoutes>[0] & {
      policies: Parameters<typeof memoryPolicyRoutes>[0];
      propagations: Parameters<typeof propagationRoutes>[0];
    };
};

/** The HTTP server: the hooks that every request passes, then every group of routes by name. */
export function createApp(deps: Deps) {
  const { config, clock, limiter, metrics } = deps;
  const app: FastifyInstance = createHttpServer({
    log: deps.log,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    ...config.limits,
  });
  const minute = 60_000;

  logRequests(app);
  measureRequests(app, metrics);
  const { inFlight } = trackRequests(app, () => deps.health.readiness().status === 'ready');
  // Must be the first hook that refuses requests.
  enforceHmacRules(app, config.hmacRules, bodyLimit);
  requireHost(app);
  checkRoutes(app);
  const document = describeApi(app, { version: deps.version });
  limitByAddress(app, limiter, { name: 'auth', limit: config.limits.authPerMinute, windowMs: minute });
  authenticateRoutes(
    app,
    deps.authenticator.http,
    createSharedCounter(limiter, { name: 'user', limit: config.limits.userPerMinute, windowMs: minute }, clock),
  );
  enforcePermissions(app);
  enforceKeyScopes(app);
  limitStreams(app, config.limits.streamsPerUser);

  const ownOrigin = new URL(config.baseUrl).origin;
  let sockets = () => 0;
  app.register(async (routes) => {
    describeRoutes(routes);
    sockets = serveWebSockets(routes, {
      identify: deps.authenticator.socket,
      isAllowedOrigin: (origin) => origin === ownOrigin || mayCross(config.corsOrigins, origin),
      handlers: deps.socketFrames,
      onDeparted: deps.onDeparted,
      places: createPlaces(config.limits.socketsPerUser, 'WebSockets'),
    }).count;
    await routes.register(healthRoutes(deps.health, metrics, createAddressList(config.metricsAllow)));
    const consoleFolder = createBuildFolder(new URL('../console', import.meta.url).pathname);
    await routes.register(entranceRoutes(deps.version));
    await routes.register(referenceRoutes(createSendPage(consoleFolder)));
    await routes.register(diagnosticRoutes(deps.diagnostics));
    await routes.register(authRoutes(deps.auth));
    await routes.register(
      consoleSessionRoutes({
        auth: deps.auth,
        secure: ownOrigin.startsWith('https:'),
        refreshExpiresSeconds: Math.floor(config.jwt.refreshExpiresMs / 1_000),
      }),
    );
    await routes.register(oidcRoutes(deps.identities));
    await routes.register(consoleRoutes(consoleFolder));
    await routes.register(apiKeyRoutes(deps.apiKeys));
    await routes.register(keyRoutes(deps.keys));
    await routes.register(invitationRoutes(deps.invitations));
    await routes.register(adminRoutes(deps.admin));
    await routes.register(deadJobRoutes(deps.deadJobs));
    await routes.register(accountRoutes({ accounts: deps.accounts, auth: deps.auth }));
    await routes.register(workspaceRoutes(deps.workspaces));
    await routes.register(agentRoutes(deps.agents));
    await routes.register(onboardingRoutes(deps.onboarding));
    await routes.register(costRoutes(deps.costs));
    await routes.register(chatRoutes(deps.chat));
    await routes.register(sessionRoutes(deps.sessions));
    await routes.register(jobRoutes(deps.jobs));
    await routes.register(autonomousRoutes(deps.autonomous));
    await routes.register(swarmRoutes(deps.swarms));
    await routes.register(traceRoutes(deps.traces));
    await routes.register(approvalRoutes(deps.approvals));
    await routes.register(toolRoutes(deps.tools));
    await routes.register(mcpServerRoutes(deps.mcpServers));
    await routes.register(skillRoutes(deps.skills));
    await routes.register(webhookRoutes(deps.webhooks));
    await routes.register(deliveryRoutes(deps.webhooks));
    await routes.register(changelogRoutes(deps.webhooks.changelog));
    await routes.register(heartbeatRoutes(deps.heartbeats));
    await routes.register(cronRoutes(deps.cron));
    await routes.register(inferenceRoutes({ ...deps.inference, onDeparted: deps.onDeparted }));
    await routes.register(channelRoutes(deps.channels));
    await routes.register(memoryRoutes(deps.memory));
    await routes.register(memoryTierRoutes(deps.memory));
    await routes.register(memoryPolicyRoutes(deps.memory.policies));
    await routes.register(propagationRoutes(deps.memory.propagations));
  });
  metrics.gauge('gateway_websocket_connections', 'Open WebSockets on this node.', () => sockets());

  return { app, inFlight, document };
}
