import { inWorkspace, type Row } from './row.ts';
import { expectStatus, type Seed, type World } from './world.ts';

/** An address without a listener. */
const deadAddress = 'http://127.0.0.1:1';

/** A working tool: it calls the gateway's own /health. */
const toolBody = ({ gateway, canaries }: World, scope: 'acme' | 'globex' | 'initech', name: string) => ({
  name,
  description: canaries.plant(scope, 'tool description'),
  parameters: { type: 'object', properties: { [canaries.plant(scope, 'tool parameter')]: { type: 'string' } } },
  http: {
    url: `${gateway.url}/readiness?${canaries.plant(scope, 'tool address')}`,
    headers: { [canaries.plant(scope, 'tool header name')]: canaries.plant(scope, 'tool header') },
  },
});

const serverBody = ({ canaries }: World, scope: 'acme' | 'globex' | 'initech', name: string) => ({
  name,
  url: `${deadAddress}/${canaries.plant(scope, 'MCP address')}`,
  headers: { [canaries.plant(scope, 'MCP header name')]: canaries.plant(scope, 'MCP header') },
});

export const seedTools: Seed = async (world, { name, as }) => {
  const { canaries } = world;
  const tool = toolBody(world, name, canaries.plant(name, 'tool name'));
  await expectStatus(as('POST', '/tools', tool), 201);
  const server = await expectStatus(
    as<{ id: string }>('POST', '/tools/mcp-servers', serverBody(world, name, canaries.plant(name, 'MCP name'))),
    201,
  );
  canaries.mark(server.id, 'MCP server id', name);
};

async function newTool(world: World): Promise<{ name: string }> {
  const name = world.unique();
  await expectStatus(world.acme.as('POST', '/tools', toolBody(world, 'acme', name)), 201);
  return { name };
}

/** A workspace has at most 20: the oldest temporary ones are deleted. */
async function newServer(world: World): Promise<{ id: string }> {
  const { acme } = world;
  const { data } = await expectStatus(
    acme.as<{ data: { id: string; name: string }[] }>('GET', '/tools/mcp-servers'),
    200,
  );
  for (const { id } of data.filter(({ name }) => /^u\d+x$/.test(name)).slice(8))
    await acme.as('DELETE', `/tools/mcp-servers/${id}`);
  const body = serverBody(world, 'acme', world.unique());
  const { id } = await expectStatus(acme.as<{ id: string }>('POST', '/tools/mcp-servers', body), 201);
  return { id };
}

const plainTool = ({ gateway, unique }: World) => ({
  name: unique(),
  description: 'New',
  http: { url: `${gateway.url}/readiness`, headers: { 'x-one': 'two' } },
});

export const toolRows: Row[] = [
  inWorkspace('listTools', { members: 200, fromHome: 200 }),
  inWorkspace('createTool', { members: 201, fromHome: 201 }, (world) => ({ body: plainTool(world) })),
  inWorkspace('getTool', { members: 200, fromHome: 404 }, async (world) => ({ path: await newTool(world) })),
  inWorkspace('getTool', { members: 200, fromHome: 200 }, () => ({ path: { name: 'calculator' } }), {
    name: 'that everyone has',
  }),
  inWorkspace('deleteTool', { members: 204, fromHome: 404 }, async (world) => ({ path: await newTool(world) })),
  inWorkspace('invokeTool', { members: 200, fromHome: 404 }, async (world) => ({
    path: await newTool(world),
    body: { params: {} },
  })),
  inWorkspace(
    'invokeTool',
    { members: 200, fromHome: 200 },
    () => ({
      path: { name: 'calculator' },
      body: { params: { expression: '6 * 7' } },
    }),
    { name: 'that everyone has' },
  ),

  inWorkspace('listMcpServers', { members: 200, fromHome: 200 }),
  inWorkspace('createMcpServer', { members: 201, fromHome: 201 }, ({ unique }) => ({
    body: { name: unique(), url: deadAddress },
  })),
  inWorkspace('getMcpServer', { members: 200, fromHome: 404 }, async (world) => ({ path: await newServer(world) })),
  inWorkspace('updateMcpServer', { members: 200, fromHome: 404 }, async (world) => ({
    path: await newServer(world),
    body: { name: world.unique() },
  })),
  inWorkspace('deleteMcpServer', { members: 204, fromHome: 404 }, async (world) => ({ path: await newServer(world) })),
];
