import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { Shell } from './shell.tsx';
import { ErrorNote, Loading } from './ui/basics.tsx';

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
  component: lazyRouteComponent(() => import('./pages/chat.tsx'), 'ChatPage'),
});

const agents = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents',
  component: lazyRouteComponent(() => import('./pages/agents.tsx'), 'AgentsPage'),
});
const newAgent = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/new',
  component: lazyRouteComponent(() => import('./pages/agent.tsx'), 'NewAgentPage'),
});
const agent = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$id',
  component: lazyRouteComponent(() => import('./pages/agent.tsx'), 'AgentPage'),
});
const sessions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: (search) => given(search, 'q'),
  component: lazyRouteComponent(() => import('./pages/sessions.tsx'), 'SessionsPage'),
});
const session = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions/$id',
  component: lazyRouteComponent(() => import('./pages/session.tsx'), 'SessionPage'),
});
const runs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: (search) => given(search, 'status'),
  component: lazyRouteComponent(() => import('./pages/runs.tsx'), 'RunsPage'),
});
const run = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$id',
  component: lazyRouteComponent(() => import('./pages/run.tsx'), 'RunPage'),
});
const memory = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memory',
  validateSearch: (search) => given(search, 'tier'),
  component: lazyRouteComponent(() => import('./pages/memory.tsx'), 'MemoryPage'),
});
const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks.tsx'), 'WebhooksPage'),
});
const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$id',
  component: lazyRouteComponent(() => import('./pages/webhook.tsx'), 'WebhookPage'),
});
const inspector = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/inspector',
  component: lazyRouteComponent(() => import('./pages/webhook-inspector.tsx'), 'WebhookInspectorPage'),
});
const deadLetters = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/dead-letters',
  component: lazyRouteComponent(() => import('./pages/dead-letters.tsx'), 'DeadLettersPage'),
});
const testMode = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/test-mode',
  component: lazyRouteComponent(() => import('./pages/webhook-test-mode.tsx'), 'WebhookTestModePage'),
});
const schedules = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./pages/schedules.tsx'), 'SchedulesPage'),
});
const costs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/costs',
  validateSearch: (search) => given(search, 'days'),
  component: lazyRouteComponent(() => import('./pages/costs.tsx'), 'CostsPage'),
});
const workspace = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workspace',
  component: lazyRouteComponent(() => import('./pages/workspace.tsx'), 'WorkspacePage'),
});
const diagnostics = createRoute({
  getParentRoute: () => rootRoute,
  path: '/diagnostics',
  component: lazyRouteComponent(() => import('./pages/diagnostics.tsx'), 'DiagnosticsPage'),
});
const reference = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reference',
  component: lazyRouteComponent(() => import('./pages/reference.tsx'), 'ReferencePage'),
});
const accountPage = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  validateSearch: (search) => given(search, 'part'),
  component: lazyRouteComponent(() => import('./pages/account.tsx'), 'AccountPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./entrance/reset-password.tsx'), 'ResetPasswordPage'),
});
const verifyEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('./entrance/verify-email.tsx'), 'VerifyEmailPage'),
});
const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./entrance/invitation.tsx'), 'InvitationPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    index,
    chat,
    agents,
    newAgent,
    agent,
    sessions,
    session,
    runs,
    run,
    memory,
    webhooks,
    webhook,
    inspector,
    deadLetters,
    testMode,
    schedules,
    costs,
    workspace,
    diagnostics,
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
