import type { Engine } from '../../src/platform/db/database.ts';
import { buildConsole } from '../harness/built-console.ts';
import { startGateway, type TestGateway } from '../harness/gateway.ts';
import { type IdentityProvider, startIdentityProvider } from '../harness/identity-provider.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../harness/people.ts';
import { type Canaries, createCanaries } from './canaries.ts';
import { type Operation, operationsOf } from './operations.ts';
import type { Principal } from './row.ts';

export type Tenant = {
  name: 'acme' | 'globex' | 'initech';
  workspaceId: string;
  /** Requests of the tenant's owner, in the tenant's workspace. */
  as: Act;
  ownerId: string;
  /** Granted to Initech. */
  agentId: string;
  /** Not granted to anybody. */
  secretAgentId: string;
};

export type World = {
  gateway: TestGateway;
  /** People can sign in by it as `company`. */
  identityProvider: IdentityProvider;
  operations: Map<string, Operation>;
  canaries: Canaries;
  people: Record<Exclude<Principal, 'anonymous'>, QuickPerson>;
  acme: Tenant;
  globex: Tenant;
  initech: Tenant;
  /** A unique text, for fields that the test does not compare. */
  unique(): string;
};

/** The principal's own workspace. */
export function homeOf({ acme, globex, initech, people }: World, principal: Principal): string {
  if (principal === 'other') return globex.workspaceId;
  if (principal === 'grantee') return initech.workspaceId;
  return principal === 'removed' ? people.removed.workspaceId : acme.workspaceId;
}

/** Creates a tenant's data of one feature, with a canary in every field. */
export type Seed = (world: World, tenant: Tenant) => Promise<void>;

export async function expectStatus<Body>(
  answer: Promise<{ status: number; text: string; body: Body }>,
  status: number,
) {
  const { status: given, text, body } = await answer;
  if (given !== status) throw new Error(`The data could not be prepared: ${given} instead of ${status}: ${text}`);
  return body;
}

async function foundTenant(
  { gateway, canaries }: Pick<World, 'gateway' | 'canaries'>,
  name: Tenant['name'],
  owner: QuickPerson,
): Promise<Tenant> {
  const created = await expectStatus(
    gateway.call<{ id: string }>('POST', '/workspaces', {
      token: owner.accessToken,
      body: { name: canaries.plant(name, 'workspace name') },
    }),
    201,
  );
  canaries.mark(created.id, 'workspace id', name);
  const as = actingAs(gateway, owner, created.id);
  async function newAgent(more: object): Promise<string> {
    const text = (label: string) => canaries.plant(name, `agent ${label}`);
    const body = {
      name: text('name'),
      description: text('description'),
      systemPrompt: text('prompt'),
      metadata: { [text('metadata name')]: text('metadata') },
      ...more,
    };
    const { id } = await expectStatus(as<{ id: string }>('POST', '/agents', body), 201);
    canaries.mark(id, 'agent id', name);
    return id;
  }
  return {
    name,
    workspaceId: created.id,
    as,
    ownerId: owner.id,
    agentId: await newAgent({}),
    secretAgentId: await newAgent({ provider: 'openai', model: canaries.plant(name, 'agent model') }),
  };
}

/** Three tenants and eight kinds of people around Acme, each with their own things. */
export async function createWorld(engine: Engine, seeds: readonly Seed[]): Promise<World> {
  // Long delays, so that no retry becomes due during the tests.
  await buildConsole();
  const identityProvider = await startIdentityProvider();
  const started = await startGateway(engine, {
    settings: {
      // Otherwise the workspaces' own connections, which nobody listens to, would be their default.
      DEFAULT_MODEL: 'local/offline',
      WEBHOOK_RETRY_DELAYS: '7d,7d,7d,7d,7d',
      QUOTAS: '{"invitations":100000,"invitationsPerHour":100000}',
      OIDC_PROVIDERS: JSON.stringify([identityProvider.setting()]),
    },
  });
  const stop = async () => void (await Promise.all([started.stop(), identityProvider.stop()]));
  const gateway: TestGateway = { ...started, stop };
  const canaries = createCanaries();
  const names = ['owner', 'admin', 'member', 'colleague', 'removed', 'other', 'grantee'] as const;
  const registered = await Promise.all(names.map(async (name) => [name, await quickPerson(gateway, name)] as const));
  const people = Object.fromEntries(registered) as World['people'];
  for (const [name, { id, email, workspaceId }] of registered) {
    const tenants = {
      owner: 'acme',
      admin: 'acme',
      member: 'acme',
      colleague: 'acme',
      removed: 'acme',
      other: 'globex',
      grantee: 'initech',
    };
    canaries.mark(id, `id of ${name}`, name, tenants[name] as Tenant['name']);
    canaries.mark(email, `email of ${name}`, name, tenants[name] as Tenant['name']);
    canaries.mark(workspaceId, `personal workspace of ${name}`, name);
    const home = actingAs(gateway, people[name], workspaceId);
    await expectStatus(
      home('PUT', `/workspaces/${workspaceId}/settings`, { name: canaries.plant(name, 'personal workspace name') }),
      200,
    );
    await expectStatus(home('POST', '/agents', { name: canaries.plant(name, 'personal agent') }), 201);
  }

  let count = 0;
  const world: World = {
    gateway,
    identityProvider,
    operations: operationsOf(gateway),
    canaries,
    people,
    acme: await foundTenant({ gateway, canaries }, 'acme', people.owner),
    globex: await foundTenant({ gateway, canaries }, 'globex', people.other),
    initech: await foundTenant({ gateway, canaries }, 'initech', people.grantee),
    unique: () => `u${++count}x`,
  };
  const { acme, initech } = world;
  const members = `/workspaces/${acme.workspaceId}/members`;
  for (const [name, role] of [
    ['admin', 'admin'],
    ['member', 'member'],
    ['colleague', 'member'],
    ['removed', 'admin'],
  ] as const)
    await expectStatus(acme.as('POST', members, { userId: people[name].id, role }), 201);
  await expectStatus(acme.as('DELETE', `${members}/${people.removed.id}`), 204);
  await expectStatus(
    acme.as('POST', `/workspaces/${acme.workspaceId}/grants`, {
      agentId: acme.agentId,
      workspaceId: initech.workspaceId,
    }),
    201,
  );
  // Initech knows the id of the agent that it may use.
  canaries.mark(acme.agentId, 'agent id', 'acme', 'initech');
  for (const seed of seeds) for (const tenant of [world.acme, world.globex, world.initech]) await seed(world, tenant);
  return world;
}
