import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { type Person, startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { startLocalServer } from '../../../../test/harness/local-server.ts';
import { echoTool, startMcpServer } from '../../../../test/harness/mcp-server.ts';
import { createEgress } from '../../../platform/egress/egress.ts';
import type { ToolSummary } from '../tools.schema.ts';
import { createMcpConnections } from './mcp-connections.ts';
import type { McpServer } from './mcp-servers.schema.ts';

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

describe.each(engines)('unsupported features of MCP servers on %s', (engine) => {
  let gateway: TestGateway;
  let owner: Person;
  beforeAll(async () => {
    gateway = await startGateway(engine);
    owner = await gateway.person();
  });
  afterAll(() => gateway?.stop());

  const call = <Body>(method: string, path: string, body?: unknown) =>
    gateway.call<Body>(method, path, { token: owner.accessToken, body });
  const add = (name: string, url: string) => call<McpServer>('POST', '/tools/mcp-servers', { name, url });

  it('tools that answer with a task are not offered', async () => {
    const remote = await startMcpServer(
      [
        { ...echoTool, execution: { taskSupport: 'optional' } },
        { name: 'later', execution: { taskSupport: 'required' }, call: () => said('never') },
      ],
      'sessions',
    );
    expect((await add('tasks', remote.url)).body).toMatchObject({ toolCount: 1, error: null });
    const { body } = await call<{ data: ToolSummary[] }>('GET', '/tools?limit=200');
    const names = body.data.map(({ name }) => name).filter((name) => name.startsWith('tasks.'));
    expect(names).toEqual(['tasks.echo']);
    await remote.stop();
  });

  it('errors name a sign-in by OAuth, a wrong key, and the older transport', async () => {
    const server = await startLocalServer(async ({ request, response, path }) => {
      if (path === '/oauth')
        return void response
          .writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="https://x.example/.well-known/oauth"' })
          .end('{}');
      if (path === '/key') return void response.writeHead(401).end('{}');
      if (path === '/sse' && request.method === 'GET')
        return void response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .write('event: endpoint\ndata: /messages?id=1\n\n');
      return void response.writeHead(path === '/sse' ? 405 : 404).end();
    });
    for (const [name, path, words] of [
      ['oauth', '/oauth', 'OAuth, which is not supported'],
      ['key', '/key', 'missing or wrong'],
      ['sse', '/sse', 'HTTP with SSE, which is not supported'],
      ['nothing', '/nothing', 'streamable HTTP'],
    ] as const) {
      const added = await add(name, `${server.origin}${path}`);
      expect(added, name).toMatchObject({ status: 201, body: { toolCount: 0, error: expect.stringContaining(words) } });
      const { body } = await call<McpServer>('GET', `/tools/mcp-servers/${added.body.id}`);
      expect(body.error).toBe(added.body.error);
    }
    await server.stop();
  });

  it('a URL of another transport is refused with the transport’s name', async () => {
    for (const [url, words] of [
      ['wss://mcp.example.com/ws', 'WebSocket'],
      ['stdio:npx server', 'stdio'],
      ['npx -y @modelcontextprotocol/server', 'stdio'],
      ['file:///usr/bin/server', 'stdio'],
    ]) {
      const refused = await call<{ detail: string }>('POST', '/tools/mcp-servers', { name: 'other', url });
      expect(refused, url).toMatchObject({ status: 400, body: { errors: [{ path: 'url' }] } });
      expect(refused.body.detail).toContain(words);
    }
  });
});

it('a call continues while it reports progress, and ends when it is silent', async () => {
  const working = (steps: number) => async (_: unknown, progress: (done: number) => Promise<void>) => {
    for (let step = 1; step <= steps; step += 1) {
      await sleep(300);
      await progress(step);
    }
    await sleep(steps > 0 ? 0 : 5_000);
    return said('done');
  };
  const remote = await startMcpServer([
    { name: 'long', call: working(6) },
    { name: 'silent', call: working(0) },
  ]);
  const connections = createMcpConnections({ egress: createEgress({ policy: 'local' }), version: '1' });
  const target = { id: 'mcp_1', version: 1, url: remote.url, headers: () => ({}), sealedHeaders: null };
  const limits = () => ({ signal: new AbortController().signal, timeoutMs: 1_200 });
  expect(await connections.callTool(target, 'long', {}, limits())).toMatchObject(said('done'));
  await expect(connections.callTool(target, 'silent', {}, limits())).rejects.toThrow('did not answer in time');
  await connections.stop();
  await remote.stop();
});
