import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { type A2aDoor, a2aDoorRoutes } from './features/a2a-door/index.ts';
import { accountRoutes, adminRoutes, deadJobRoutes } from './features/admin/index.ts';
import { agUiRoutes } from './features/ag-ui-door/index.ts';
import { agentRoutes } from './features/agents/index.ts';
import { apiKeyRoutes, type createApiKeyService } from './features/api-keys/index.ts';
import { approvalRoutes } from './features/approvals/index.ts';
import { authRoutes, type createAuthenticator } from './features/auth/index.ts';
import { autonomousRoutes } from './features/autonomous/index.ts';
import { channelRoutes } from './features/channels/index.ts';
import { connectionRoutes } from './features/connections/index.ts';
import { consoleRoutes, consoleSessionRoutes, createBuildFolder, createSendPage } from './features/console/index.ts';
import { costRoutes } from './features/costs/index.ts';
import { cronRoutes } from './features/cron/index.ts';
import { diagnosticRoutes } from './features/diagnostics/index.ts';
import { fileRoutes } from './features/files/index.ts';
import { type createHealthService, healthRoutes } from './features/health/index.ts';
import { heartbeatRoutes } from './features/heartbeats/index.ts';
import { inferenceRoutes, messagesRoutes, responseRoutes } from './features/inference/index.ts';
import { invitationRoutes } from './features/invitations/index.ts';
import { keyRoutes } from './features/keys/index.ts';
import { collectionRoutes, documentRoutes, type Knowledge, knowledgeSearchRoutes } from './features/knowledge/index.ts';
import { mcpDoorRoutes } from './features/mcp-door/index.ts';
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
import { uiRoutes } from './features/ui-door/index.ts';
import { changelogRoutes, deliveryRoutes, listeningRoutes, webhookRoutes } from './features/webhooks/index.ts';
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
  connections: Parameters<typeof connectionRoutes>[0];
  files: Parameters<typeof fileRoutes>[0]['files'];
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
  inference: Omit<
    Parameters<typeof inferenceRoutes>[0] & Parameters<typeof messagesRoutes>[0] & Parameters<typeof responseRoutes>[0],
    'onDeparted'
  >;
  agUiDoor: Omit<Parameters<typeof agUiRoutes>[0], 'onDeparted'>;
  mcpDoor: Parameters<typeof mcpDoorRoutes>[0]['answer'];
  uiDoor: Parameters<typeof uiRoutes>[0];
  a2aDoor: A2aDoor;
  channels: Parameters<typeof channelRoutes>[0];
  heartbeats: Parameters<typeof heartbeatRoutes>[0];
  cron: Parameters<typeof cronRoutes>[0];
  webhooks: Parameters<typeof webhookRoutes>[0] & {
    listening: Parameters<typeof listeningRoutes>[0]['listening'];
    changelog: Parameters<typeof changelogRoutes>[0];
  };
  knowledge: Pick<Knowledge, 'collections' | 'documents' | 'searching'>;
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
  const isAllowedOrigin = (origin: string) => origin === ownOrigin || mayCross(config.corsOrigins, origin);
  let sockets = () => 0;
  app.register(async (routes) => {
    describeRoutes(routes);
    // Not `register`: no group has hooks or parsers of its own, and a scope for each of them was a quarter of a start.
    const add = (group: FastifyPluginAsyncTypebox) => group(routes.withTypeProvider<TypeBoxTypeProvider>(), {});
    sockets = serveWebSockets(routes, {
      identify: deps.authenticator.socket,
      isAllowedOrigin,
      handlers: deps.socketFrames,
      onDeparted: deps.onDeparted,
      places: createPlaces(config.limits.socketsPerUser, 'WebSockets'),
    }).count;
    await add(healthRoutes(deps.health, metrics, createAddressList(config.metricsAllow)));
    const consoleFolder = createBuildFolder(new URL('../console', import.meta.url).pathname);
    await add(entranceRoutes(deps.version));
    await add(referenceRoutes(createSendPage(consoleFolder)));
    await add(diagnosticRoutes(deps.diagnostics));
    await add(authRoutes(deps.auth));
    await add(
      consoleSessionRoutes({
        auth: deps.auth,
        secure: ownOrigin.startsWith('https:'),
        refreshExpiresSeconds: Math.floor(config.jwt.refreshExpiresMs / 1_000),
      }),
    );
    await add(oidcRoutes(deps.identities));
    await add(consoleRoutes(consoleFolder));
    await add(apiKeyRoutes(deps.apiKeys));
    await add(keyRoutes(deps.keys));
    await add(invitationRoutes(deps.invitations));
    await add(adminRoutes(deps.admin));
    await add(deadJobRoutes(deps.deadJobs));
    await add(accountRoutes({ accounts: deps.accounts, auth: deps.auth }));
    await add(workspaceRoutes(deps.workspaces));
    await add(connectionRoutes(deps.connections));
    await add(agentRoutes(deps.agents));
    await add(onboardingRoutes(deps.onboarding));
    await add(costRoutes(deps.costs));
    await add(chatRoutes(deps.chat));
    await add(fileRoutes({ files: deps.files, ...config.limits, pauseMs: config.limits.requestTimeoutMs }));
    await add(sessionRoutes(deps.sessions));
    await add(jobRoutes(deps.jobs));
    await add(autonomousRoutes(deps.autonomous));
    await add(swarmRoutes(deps.swarms));
    await add(traceRoutes(deps.traces));
    await add(approvalRoutes(deps.approvals));
    await add(toolRoutes(deps.tools));
    await add(mcpServerRoutes(deps.mcpServers));
    await add(skillRoutes(deps.skills));
    await add(webhookRoutes(deps.webhooks));
    await add(deliveryRoutes(deps.webhooks));
    await add(listeningRoutes({ listening: deps.webhooks.listening, onDeparted: deps.onDeparted }));
    await add(changelogRoutes(deps.webhooks.changelog));
    await add(heartbeatRoutes(deps.heartbeats));
    await add(cronRoutes(deps.cron));
    await add(inferenceRoutes({ ...deps.inference, onDeparted: deps.onDeparted }));
    await add(responseRoutes({ responses: deps.inference.responses, onDeparted: deps.onDeparted }));
    await add(messagesRoutes({ ...deps.inference, onDeparted: deps.onDeparted }));
    await add(agUiRoutes({ ...deps.agUiDoor, onDeparted: deps.onDeparted }));
    await add(
      mcpDoorRoutes({
        answer: deps.mcpDoor,
        baseUrl: config.baseUrl,
        issuers: config.oidcProviders.map(({ issuer }) => issuer),
        onDeparted: deps.onDeparted,
        isAllowedOrigin,
      }),
    );
    await add(uiRoutes(deps.uiDoor));
    await add(a2aDoorRoutes({ door: deps.a2aDoor, streamRun: deps.chat.streamRun }));
    await add(channelRoutes(deps.channels));
    await add(memoryRoutes(deps.memory));
    await add(memoryTierRoutes(deps.memory));
    await add(memoryPolicyRoutes(deps.memory.policies));
    await add(propagationRoutes(deps.memory.propagations));
    await add(collectionRoutes(deps.knowledge.collections));
    await add(documentRoutes(deps.knowledge.documents));
    await add(knowledgeSearchRoutes(deps.knowledge.searching));
  });
  metrics.gauge('gateway_websocket_connections', 'Open WebSockets on this node.', () => sockets());

  return { app, inFlight, document };
}
