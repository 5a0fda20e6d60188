import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { agentRoutes } from './features/agents/index.ts';
import { apiKeyRoutes, type createApiKeyService } from './features/api-keys/index.ts';
import { approvalRoutes } from './features/approvals/index.ts';
import { authRoutes, type createAuthenticator } from './features/auth/index.ts';
import { type createHealthService, healthRoutes } from './features/health/index.ts';
import { onboardingRoutes } from './features/onboarding/index.ts';
import { chatRoutes, jobRoutes } from './features/runs/index.ts';
import { sessionRoutes } from './features/sessions/index.ts';
import { skillRoutes } from './features/skills/index.ts';
import { mcpServerRoutes, toolRoutes } from './features/tools/index.ts';
import { changelogRoutes, deliveryRoutes, webhookRoutes } from './features/webhooks/index.ts';
import { workspaceRoutes } from './features/workspaces/index.ts';
import { logRequests } from './http/access-log.ts';
import { authenticateRoutes } from './http/authentication.ts';
import { enforceHmacRules } from './http/hmac-rules.ts';
import { trackRequests } from './http/lifecycle.ts';
import { measureRequests } from './http/measure.ts';
import { describeApi, describeRoutes } from './http/openapi.ts';
import { enforcePermissions } from './http/permissions.ts';
import { createSharedCounter, limitByAddress, type RateLimiter } from './http/rate-limits.ts';
import { checkRoutes } from './http/route-rules.ts';
import { bodyLimit, createHttpServer } from './http/server.ts';
import type { FrameHandler } from './http/socket-connection.ts';
import { serveWebSockets } from './http/web-socket.ts';
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
  apiKeys: ReturnType<typeof createApiKeyService>;
  health: ReturnType<typeof createHealthService>;
  workspaces: Parameters<typeof workspaceRoutes>[0];
  agents: Parameters<typeof agentRoutes>[0];
  onboarding: Parameters<typeof onboardingRoutes>[0];
  chat: Parameters<typeof chatRoutes>[0];
  jobs: Parameters<typeof jobRoutes>[0];
  sessions: Parameters<typeof sessionRoutes>[0];
  approvals: Parameters<typeof approvalRoutes>[0];
  socketFrames: Record<string, FrameHandler>;
  tools: Parameters<typeof toolRoutes>[0];
  mcpServers: Parameters<typeof mcpServerRoutes>[0];
  skills: Parameters<typeof skillRoutes>[0];
  webhooks: Parameters<typeof webhookRoutes>[0] & { changelog: Parameters<typeof changelogRoutes>[0] };
};

/** The HTTP side of the house: what every request passes, then every group of routes by name. */
export function createApp(deps: Deps) {
  const { config, clock, limiter, metrics } = deps;
  const app: FastifyInstance = createHttpServer({ log: deps.log, trustProxy: config.trustProxy, ...config.limits });
  const minute = 60_000;

  logRequests(app);
  measureRequests(app, metrics);
  const { inFlight } = trackRequests(
    app,
    () => deps.health.readiness().status,
    new Set(['/health', '/readiness', '/metrics', '/ws']),
  );
  enforceHmacRules(app, config.hmacRules, bodyLimit);
  checkRoutes(app);
  const document = describeApi(app, { version: deps.version, baseUrl: config.baseUrl });
  limitByAddress(app, limiter, { name: 'auth', limit: config.limits.authPerMinute, windowMs: minute });
  authenticateRoutes(
    app,
    deps.authenticator.http,
    createSharedCounter(limiter, { name: 'user', limit: config.limits.userPerMinute, windowMs: minute }, clock),
  );
  enforcePermissions(app);

  const ownOrigin = new URL(config.baseUrl).origin;
  let sockets = () => 0;
  app.register(async (routes) => {
    describeRoutes(routes, document);
    sockets = serveWebSockets(routes, {
      identify: deps.authenticator.socket,
      isOwnOrigin: (origin) => origin === ownOrigin,
      handlers: deps.socketFrames,
    }).count;
    await routes.register(healthRoutes(deps.health, metrics));
    await routes.register(authRoutes(deps.auth));
    await routes.register(apiKeyRoutes(deps.apiKeys));
    await routes.register(workspaceRoutes(deps.workspaces));
    await routes.register(agentRoutes(deps.agents));
    await routes.register(onboardingRoutes(deps.onboarding));
    await routes.register(chatRoutes(deps.chat));
    await routes.register(sessionRoutes(deps.sessions));
    await routes.register(jobRoutes(deps.jobs));
    await routes.register(approvalRoutes(deps.approvals));
    await routes.register(toolRoutes(deps.tools));
    await routes.register(mcpServerRoutes(deps.mcpServers));
    await routes.register(skillRoutes(deps.skills));
    await routes.register(webhookRoutes(deps.webhooks));
    await routes.register(deliveryRoutes(deps.webhooks));
    await routes.register(changelogRoutes(deps.webhooks.changelog));
  });
  metrics.gauge('gateway_websocket_connections', 'Open WebSockets on this node.', () => sockets());

  return { app, inFlight, document };
}
