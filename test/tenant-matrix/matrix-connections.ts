import { ofWorkspace, type Row } from './row.ts';
import { expectStatus, type Seed, type World } from './world.ts';

/** An address without a listener. */
const deadAddress = 'http://127.0.0.1:1';

function bodyOf({ canaries }: World, scope: 'acme' | 'globex' | 'initech') {
  /** Only for managers. */
  const managed = (label: string) =>
    scope === 'acme' ? canaries.plant('owner', label, 'admin') : canaries.plant(scope, label);
  const apiKey = `sk-${canaries.plant(scope, 'provider key')}`;
  const header = `secret ${canaries.plant(scope, 'provider header')}`;
  // For nobody at all.
  canaries.mark(apiKey, 'a provider’s key');
  canaries.mark(header, 'a provider’s header');
  return {
    name: canaries.plant(scope, 'provider name'),
    kind: 'openai-compatible',
    baseUrl: `${deadAddress}/${managed('provider address')}`,
    apiKey,
    headers: { [managed('provider header name')]: header },
    models: [canaries.plant(scope, 'provider model')],
    pool: canaries.plant(scope, 'provider pool'),
  };
}

export const seedConnections: Seed = async (world, { name, as, workspaceId }) => {
  const made = await expectStatus(
    as<{ id: string }>('POST', `/workspaces/${workspaceId}/providers`, bodyOf(world, name)),
    201,
  );
  world.canaries.mark(made.id, 'provider id', name);
};

/** A workspace has at most 50: the temporary ones of before are deleted. */
async function newProvider(world: World): Promise<{ providerId: string }> {
  const { acme, unique } = world;
  const path = `/workspaces/${acme.workspaceId}/providers`;
  const { providers } = await expectStatus(acme.as<{ providers: { id: string; name: string }[] }>('GET', path), 200);
  const old = providers.filter(({ name }) => /^u\d+x$/.test(name));
  for (const { id } of old.length > 20 ? old : []) await acme.as('DELETE', `${path}/${id}`);
  const body = { name: unique(), kind: 'openai-compatible', baseUrl: deadAddress };
  return { providerId: (await expectStatus(acme.as<{ id: string }>('POST', path, body), 201)).id };
}

const managers = (status: number) => ({ owner: status, member: 403 });
const everyone = (status: number) => ({ owner: status, member: status });

export const connectionRows: Row[] = [
  ofWorkspace('listProviders', everyone(200)),
  ofWorkspace('createProvider', managers(201), ({ unique }) => ({
    body: { name: unique(), kind: 'vllm', baseUrl: deadAddress, apiKey: 'a-key', headers: { 'x-one': 'two' } },
  })),
  ofWorkspace('getProvider', everyone(200), async (world) => ({ path: await newProvider(world) })),
  ofWorkspace('updateProvider', managers(200), async (world) => ({
    path: await newProvider(world),
    body: { name: world.unique(), models: ['one'], weight: 2 },
  })),
  ofWorkspace('deleteProvider', managers(204), async (world) => ({ path: await newProvider(world) })),
  ofWorkspace('testProvider', managers(200), async (world) => ({ path: await newProvider(world) })),
  ofWorkspace('listWorkspaceModels', everyone(200)),
  ...['getProvider', 'updateProvider', 'testProvider', 'deleteProvider'].map((operationId) =>
    ofWorkspace(
      operationId,
      operationId === 'getProvider' ? everyone(404) : managers(404),
      async ({ gateway, globex }) => {
        const row = await gateway.gateway.database.get<{ id: string }>(
          'SELECT id FROM model_connections WHERE workspace_id = $1',
          [globex.workspaceId],
        );
        return { path: { providerId: row?.id ?? '' }, ...(operationId === 'updateProvider' ? { body: {} } : {}) };
      },
      { name: 'of another tenant' },
    ),
  ),
];
