import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { Shell } from './shell.tsx';
import { ErrorNote, Loading } from './ui/basics.tsx';
import { lazyPage } from './ui/lazy-page.tsx';

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: () => <p className="note">There is no such page.</p>,
});

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
/** Keeps only the parameters that are present and not empty. */
const given = <Name extends string>(search: Record<string, unknown>, ...names: Name[]): Partial<Record<Name, string>> =>
  Object.fromEntries(names.map((name) => [name, text(search[name])]).filter(([, value]) => value)) as Partial<
    Record<Name, string>
  >;

/** Where a passage begins and ends in its document. */
const passage = ({ start, end }: Record<string, unknown>): { start?: number; end?: number } =>
  typeof start === 'number' && typeof end === 'number' ? { start, end } : {};

const index = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/chat' });
  },
});
const chat = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat',
  validateSearch: (search) => given(search, 'agent', 'session'),
  component: lazyPage(() => import('./pages/chat.tsx'), 'ChatPage'),
});

const agents = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents',
  component: lazyPage(() => import('./pages/agents.tsx'), 'AgentsPage'),
});
const newAgent = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/new',
  component: lazyPage(() => import('./pages/agent.tsx'), 'NewAgentPage'),
});
const agent = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$id',
  component: lazyPage(() => import('./pages/agent.tsx'), 'AgentPage'),
});
const models = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models',
  validateSearch: (search) => given(search, 'part'),
  component: lazyPage(() => import('./pages/models.tsx'), 'ModelsPage'),
});
const sessions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: (search) => given(search, 'q', 'agent', 'status', 'since', 'sort'),
  component: lazyPage(() => import('./pages/sessions.tsx'), 'SessionsPage'),
});
const session = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions/$id',
  component: lazyPage(() => import('./pages/session.tsx'), 'SessionPage'),
});
const runs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: (search) => given(search, 'status', 'agent', 'kind', 'since', 'q', 'sort'),
  component: lazyPage(() => import('./pages/runs.tsx'), 'RunsPage'),
});
const run = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$id',
  validateSearch: (search) => given(search, 'with'),
  component: lazyPage(() => import('./pages/run.tsx'), 'RunPage'),
});
const approvals = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals',
  validateSearch: (search) => given(search, 'status'),
  component: lazyPage(() => import('./pages/approvals.tsx'), 'ApprovalsPage'),
});
const memory = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memory',
  validateSearch: (search) => given(search, 'tier'),
  component: lazyPage(() => import('./pages/memory.tsx'), 'MemoryPage'),
});
const knowledge = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge',
  component: lazyPage(() => import('./pages/knowledge.tsx'), 'KnowledgePage'),
});
const collection = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge/$id',
  validateSearch: (search) => given(search, 'q', 'status'),
  component: lazyPage(() => import('./pages/collection.tsx'), 'CollectionPage'),
});
const document = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge/$id/$documentId',
  validateSearch: passage,
  component: lazyPage(() => import('./pages/document.tsx'), 'DocumentPage'),
});
const citedDocument = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents/$id',
  validateSearch: (search) => ({ ...passage(search), ...given(search, 'agent') }),
  component: lazyPage(() => import('./pages/cited-document.tsx'), 'CitedDocumentPage'),
});
const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyPage(() => import('./pages/webhooks.tsx'), 'WebhooksPage'),
});
const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$id',
  validateSearch: (search) => given(search, 'since'),
  component: lazyPage(() => import('./pages/webhook.tsx'), 'WebhookPage'),
});
const inspector = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/inspector',
  validateSearch: (search) => given(search, 'event', 'since'),
  component: lazyPage(() => import('./pages/webhook-inspector.tsx'), 'WebhookInspectorPage'),
});
const deadLetters = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/dead-letters',
  component: lazyPage(() => import('./pages/dead-letters.tsx'), 'DeadLettersPage'),
});
const testMode = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/test-mode',
  component: lazyPage(() => import('./pages/webhook-test-mode.tsx'), 'WebhookTestModePage'),
});
const tools = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools',
  validateSearch: (search) => given(search, 'part'),
  component: lazyPage(() => import('./pages/tools.tsx'), 'ToolsPage'),
});
const channels = createRoute({
  getParentRoute: () => rootRoute,
  path: '/channels',
  component: lazyPage(() => import('./pages/channels.tsx'), 'ChannelsPage'),
});
const swarms = createRoute({
  getParentRoute: () => rootRoute,
  path: '/swarms',
  validateSearch: (search) => given(search, 'swarm'),
  component: lazyPage(() => import('./pages/swarms.tsx'), 'SwarmsPage'),
});
const schedules = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schedules',
  component: lazyPage(() => import('./pages/schedules.tsx'), 'SchedulesPage'),
});
const costs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/costs',
  validateSearch: (search) => given(search, 'days', 'from', 'to'),
  component: lazyPage(() => import('./pages/costs.tsx'), 'CostsPage'),
});
const workspace = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workspace',
  component: lazyPage(() => import('./pages/workspace.tsx'), 'WorkspacePage'),
});
const diagnostics = createRoute({
  getParentRoute: () => rootRoute,
  path: '/diagnostics',
  component: lazyPage(() => import('./pages/diagnostics.tsx'), 'DiagnosticsPage'),
});
const operators = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operators',
  component: lazyPage(() => import('./pages/operators.tsx'), 'OperatorsPage'),
});
const reference = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reference',
  component: lazyPage(() => import('./pages/reference.tsx'), 'ReferencePage'),
});
const accountPage = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  validateSearch: (search) => given(search, 'part'),
  component: lazyPage(() => import('./pages/account.tsx'), 'AccountPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyPage(() => import('./entrance/reset-password.tsx'), 'ResetPasswordPage'),
});
const verifyEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyPage(() => import('./entrance/verify-email.tsx'), 'VerifyEmailPage'),
});
const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyPage(() => import('./entrance/invitation.tsx'), 'InvitationPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    index,
    chat,
    agents,
    newAgent,
    agent,
    models,
    sessions,
    session,
    runs,
    run,
    approvals,
    memory,
    knowledge,
    collection,
    document,
    citedDocument,
    webhooks,
    webhook,
    inspector,
    deadLetters,
    testMode,
    tools,
    channels,
    swarms,
    schedules,
    costs,
    workspace,
    diagnostics,
    operators,
    reference,
    accountPage,
    resetPassword,
    verifyEmail,
    invitation,
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error }) => <ErrorNote error={error} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
