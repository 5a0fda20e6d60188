import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doneOrWaiting } from '../../../../test/harness/at-once.ts';
import { engines } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { type Answer, type Person, startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { startLocalServer } from '../../../../test/harness/local-server.ts';
import { recordLog } from '../../../../test/harness/log-lines.ts';
import { echoTool, type RemoteTool, startMcpServer } from '../../../../test/harness/mcp-server.ts';
import { onThisMachine } from '../../../../test/harness/this-machine.ts';
import type { ToolInvocation, ToolSummary } from '../tools.schema.ts';
import type { McpServer } from './mcp-servers.schema.ts';

const text = (content: string) => ({ content: [{ type: 'text' as const, text: content }] });

const remoteTools: RemoteTool[] = [
  echoTool,
  {
    name: 'add',
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
    call: ({ a, b }) => ({ content: [], structuredContent: { sum: Number(a) + Number(b) } }),
  },
  { name: 'fail', call: () => ({ ...text('the disk is full'), isError: true }) },
  { name: 'picture', call: () => ({ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }) },
  { name: 'huge', call: () => text('x'.repeat(300_000)) },
  { name: 'bad name!', call: () => text('') },
  {
    name: 'recursive',
    inputSchema: {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' }, depth: { type: 'integer', description: 'How deep' } },
      required: ['tree'],
      $defs: { node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } } } },
    },
    call: () => text('planted'),
  },
  {
    name: 'slow_pattern',
    inputSchema: { type: 'object', properties: { word: { type: 'string', pattern: '^(a+)+$' } } },
    call: () => text('matched'),
  },
  {
    name: 'backwards',
    inputSchema: { type: 'object', properties: { word: { type: 'string', pattern: '^(ab)\\1$' } } },
    call: () => text('unchecked'),
  },
];

describe.each(engines)('MCP servers on %s', (engine) => {
  const clock = createFakeClock(Date.now());
  const recorded = recordLog();
  let gateway: TestGateway;
  let owner: Person;
  let other: Person;
  let remote: Awaited<ReturnType<typeof startMcpServer>>;

  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, log: recorded.log });
    [owner, other] = [await gateway.person(), await gateway.person()];
    remote = await startMcpServer(remoteTools);
  });
  afterAll(async () => {
    await gateway.stop();
    await remote.stop();
  });

  const call = <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    person = owner,
  ): Promise<Answer<Body>> => gateway.call<Body>(method, path, { token: person.accessToken, body });
  const add = (name: string, url: string, headers = {}, person = owner) =>
    call<McpServer>('POST', '/tools/mcp-servers', { name, url, headers }, person);
  const invoke = (name: string, params: object, person = owner) =>
    call<ToolInvocation>('POST', `/tools/${encodeURIComponent(name)}/invoke`, { params }, person);
  const names = async (person = owner) =>
    (await call<{ data: ToolSummary[] }>('GET', '/tools?limit=200', undefined, person)).body.data
      .filter(({ source }) => source.startsWith('mcp:'))
      .map(({ name }) => name);

  it('their tools appear as <server>.<tool> and can be called; the server gets its headers', async () => {
    const added = await add('remote', remote.url, { authorization: 'Bearer canary-mcp-secret', 'x-team': 'blue' });
    expect(added).toMatchObject({
      status: 201,
      body: { name: 'remote', url: remote.url, headerNames: ['authorization', 'x-team'], toolCount: 8, error: null },
    });
    expect(await names()).toEqual([
      'remote.add',
      'remote.backwards',
      'remote.echo',
      'remote.fail',
      'remote.huge',
      'remote.picture',
      'remote.recursive',
      'remote.slow_pattern',
    ]);
    const echoed = await invoke('remote.echo', { text: 'hello' });
    expect(echoed.body).toEqual({ result: 'echo: hello', isError: false, durationMs: expect.any(Number) });
    expect(remote.requests.length).toBeGreaterThan(1);
    for (const { headers } of remote.requests)
      expect(headers).toMatchObject({ authorization: 'Bearer canary-mcp-secret', 'x-team': 'blue' });
    expect((await call('GET', '/tools/remote.echo')).body).toEqual({
      name: 'remote.echo',
      description: 'Says it again',
      source: 'mcp:remote',
      parameters: echoTool.inputSchema,
      timeoutMs: 60_000,
    });
  });

  it('results are structured data, text, errors or names of pictures, and are limited in size', async () => {
    expect((await invoke('remote.add', { a: 2, b: 3 })).body.result).toEqual({ sum: 5 });
    expect((await invoke('remote.fail', {})).body).toMatchObject({
      isError: true,
      result: { error: 'the disk is full' },
    });
    expect((await invoke('remote.picture', {})).body.result).toEqual([
      { type: 'image', mimeType: 'image/png', base64Length: 4 },
    ]);
    expect((await invoke('remote.huge', {})).body).toMatchObject({ isError: false, result: { truncated: true } });
  });

  it('parameters are checked by the gateway; a schema that cannot be checked safely is simplified', async () => {
    expect(await invoke('remote.echo', { text: 5 })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ path: 'params.text', message: 'must be a string' }] },
    });
    expect(await invoke('remote.echo', {})).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'params.text', message: 'is required' }] },
    });
    expect((await call<ToolSummary>('GET', '/tools/remote.recursive')).body.parameters).toEqual({
      type: 'object',
      properties: { tree: {}, depth: { type: 'integer', description: 'How deep' } },
      required: ['tree'],
    });
    expect((await invoke('remote.recursive', { tree: { child: { child: {} } } })).body.result).toBe('planted');
    expect((await invoke('remote.slow_pattern', { word: `${'a'.repeat(40)}!` })).status).toBe(400);
    expect((await invoke('remote.slow_pattern', { word: 'a'.repeat(40) })).body.result).toBe('matched');
    // Looking back takes time without bound: it is left to the server, which has to check anyway.
    expect((await invoke('remote.backwards', { word: 'abab' })).body.result).toBe('unchecked');
    expect((await invoke('remote.backwards', { word: 5 })).status).toBe(400);
  });

  it('header values are neither shown nor logged nor stored in the clear', async () => {
    const listed = await call('GET', '/tools/mcp-servers');
    const stored = await gateway.gateway.database.all('SELECT * FROM mcp_servers');
    const audited = await gateway.gateway.database.all('SELECT * FROM audit_log');
    expect(JSON.stringify(stored)).toContain('v1.');
    for (const shown of [listed.text, JSON.stringify(stored), JSON.stringify(audited), recorded.text()])
      expect(shown).not.toContain('canary-mcp-secret');
  });

  it('other workspaces cannot see, call, change or delete them', async () => {
    const id = (await call<{ data: McpServer[] }>('GET', '/tools/mcp-servers')).body.data[0]?.id;
    expect(await names(other)).toEqual([]);
    expect((await call<{ data: McpServer[] }>('GET', '/tools/mcp-servers', undefined, other)).body.data).toEqual([]);
    expect((await invoke('remote.echo', { text: 'x' }, other)).status).toBe(404);
    expect((await call('GET', '/tools/remote.echo', undefined, other)).status).toBe(404);
    for (const [method, body] of [['GET'], ['PUT', { url: 'http://127.0.0.1:1/' }], ['DELETE']] as const)
      expect((await call(method, `/tools/mcp-servers/${id}`, body, other)).status).toBe(404);
    expect((await call<McpServer>('GET', `/tools/mcp-servers/${id}`)).body.url).toBe(remote.url);
    // The same name is free in another workspace, and leads to another server.
    const mine = await startMcpServer([{ name: 'mine', call: () => text('mine') }]);
    expect((await add('remote', mine.url, {}, other)).status).toBe(201);
    expect(await names(other)).toEqual(['remote.mine']);
    expect((await invoke('remote.mine', {}, other)).body.result).toBe('mine');
    expect((await invoke('remote.mine', {})).status).toBe(404);
    await mine.stop();
  });

  it('a server that is down is stored with the reason, affects no other, and recovers by itself', async () => {
    const tools = [echoTool];
    const server = await startMcpServer(tools);
    await server.stop();
    const added = await add('down', server.url);
    expect(added).toMatchObject({ status: 201, body: { toolCount: 0, error: expect.stringContaining('refused') } });
    expect(await names()).toContain('remote.echo');
    expect(await names()).not.toContain('down.echo');
    expect((await invoke('down.echo', { text: 'x' })).status).toBe(404);

    const back = await startMcpServer(tools);
    const moved = await call<McpServer>('PUT', `/tools/mcp-servers/${added.body.id}`, { url: back.url });
    expect(moved.body).toMatchObject({ toolCount: 1, error: null });
    expect((await invoke('down.echo', { text: 'x' })).body.result).toBe('echo: x');
    await back.stop();
    // What was found a moment ago still counts; then it is looked at again.
    expect((await invoke('down.echo', { text: 'x' })).body).toMatchObject({ isError: true });
    clock.advance(61_000);
    expect(await names()).not.toContain('down.echo');
    expect((await call<McpServer>('GET', `/tools/mcp-servers/${added.body.id}`)).body).toMatchObject({
      toolCount: 0,
      error: expect.stringContaining('could not be reached'),
    });
    await call('DELETE', `/tools/mcp-servers/${added.body.id}`);
  });

  it('a new tool of a server appears within a minute', async () => {
    const tools: RemoteTool[] = [echoTool];
    const server = await startMcpServer(tools);
    await add('growing', server.url);
    tools.push({ name: 'second', call: () => text('second') });
    expect(await names()).not.toContain('growing.second');
    clock.advance(61_000);
    expect(await names()).toContain('growing.second');
    await server.stop();
  });

  it('a server that never answers does not delay the list', async () => {
    const silent = await startLocalServer(({ hang }) => hang());
    const started = performance.now();
    expect((await add('silent', silent.origin)).body).toMatchObject({
      toolCount: 0,
      error: expect.stringContaining('in time'),
    });
    expect(performance.now() - started).toBeLessThan(onThisMachine(8_000));
    const again = performance.now();
    await names();
    expect(performance.now() - again).toBeLessThan(onThisMachine(1_000));
    await silent.stop();
  });

  it('the error says that a server is not MCP, or needs other credentials', async () => {
    const web = await startLocalServer(async ({ response, path }) => {
      if (path === '/closed') response.writeHead(401).end('secret detail');
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    });
    expect((await add('web', web.origin)).body.error).toBe('The MCP server did not answer as one.');
    expect((await add('closed', `${web.origin}/closed`)).body.error).toBe(
      'The MCP server answered 401: the credentials in `headers` are missing or wrong.',
    );
    await web.stop();
  });

  it('a new session is opened when the server has lost the old one', async () => {
    const server = await startMcpServer([echoTool], 'sessions');
    await add('stateful', server.url);
    expect((await invoke('stateful.echo', { text: '1' })).body.result).toBe('echo: 1');
    const opened = () => server.requests.filter(({ body }) => body.includes('"initialize"')).length;
    const before = opened();
    expect((await invoke('stateful.echo', { text: '2' })).body.result).toBe('echo: 2');
    expect(opened()).toBe(before);
    server.forget();
    expect((await invoke('stateful.echo', { text: '3' })).body.result).toBe('echo: 3');
    expect(opened()).toBe(before + 1);
    await server.stop();
  });

  it('headers are not sent to another origin after a change of the URL', async () => {
    const thief = await startMcpServer([echoTool]);
    const { id } = (await add('guarded', remote.url, { authorization: 'Bearer canary-moved' })).body;
    const moved = await call('PUT', `/tools/mcp-servers/${id}`, { url: thief.url });
    expect(moved).toMatchObject({ status: 400, body: { errors: [{ path: 'headers' }] } });
    expect(thief.requests).toEqual([]);
    expect((await call('PUT', `/tools/mcp-servers/${id}`, { url: thief.url, headers: { 'x-new': '1' } })).status).toBe(
      200,
    );
    expect(JSON.stringify(thief.requests)).not.toContain('canary-moved');
    expect((await call<McpServer>('PUT', `/tools/mcp-servers/${id}`, { name: 'renamed' })).body).toMatchObject({
      name: 'renamed',
      headerNames: ['x-new'],
    });
    await thief.stop();
  });

  it('concurrent changes do not overwrite each other', async () => {
    const { database } = gateway.gateway;
    const { id } = (await add('rotated', remote.url, { 'x-old': '1' })).body;
    let renaming: Promise<Answer<McpServer>> | undefined;
    await database.transaction(async (tx) => {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [owner.workspaceId]);
      renaming ??= call<McpServer>('PUT', `/tools/mcp-servers/${id}`, { name: 'turned' });
      await doneOrWaiting(database, renaming);
      await tx.run("UPDATE mcp_servers SET headers = NULL, header_names = '[]' WHERE id = $1", [id]);
    });
    expect((await renaming)?.body).toMatchObject({ name: 'turned', headerNames: [] });
    await call('DELETE', `/tools/mcp-servers/${id}`);
  });

  it('a redirect to another origin is not followed', async () => {
    const redirecting = await startLocalServer(async ({ response }) => {
      response.writeHead(307, { location: remote.url }).end();
    });
    const before = remote.requests.length;
    const { body } = await add('redirecting', redirecting.origin);
    expect(body).toMatchObject({ toolCount: 0, error: expect.any(String) });
    expect(remote.requests.length).toBe(before);
    await redirecting.stop();
  });

  it('names are unique in the workspace, also after a change; errors name the invalid field', async () => {
    expect((await add('remote', remote.url)).status).toBe(409);
    const { id } = (await add('unique', remote.url)).body;
    expect((await call('PUT', `/tools/mcp-servers/${id}`, { name: 'remote' })).status).toBe(409);
    expect((await add('has.dot', remote.url)).body).toMatchObject({ errors: [{ path: 'name' }] });
    expect((await add('meta', 'http://169.254.169.254/')).body).toMatchObject({ errors: [{ path: 'url' }] });
    expect((await add('host', remote.url, { host: 'x' })).body).toMatchObject({ errors: [{ path: 'headers' }] });
    expect((await call('PUT', `/tools/mcp-servers/${id}`, { url: 'ftp://x/' })).status).toBe(400);
  });

  it('deleting a server deletes its tools; pages are newest first', async () => {
    const page = await call<{ data: McpServer[]; nextCursor: string }>('GET', '/tools/mcp-servers?limit=2');
    expect(page.body.data).toHaveLength(2);
    const rest = await call<{ data: McpServer[] }>(
      'GET',
      `/tools/mcp-servers?limit=200&cursor=${page.body.nextCursor}`,
    );
    const all = [...page.body.data, ...rest.body.data];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const id = all.find(({ name }) => name === 'remote')?.id;
    expect((await call('DELETE', `/tools/mcp-servers/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/tools/mcp-servers/${id}`)).status).toBe(404);
    expect(await names()).not.toContain('remote.echo');
    expect((await invoke('remote.echo', { text: 'x' })).status).toBe(404);
  });
});

it('under EGRESS_POLICY=public a server in the private network is refused, by literal and by name', async () => {
  const gateway = await startGateway('sqlite', { settings: { EGRESS_POLICY: 'public' } });
  const remote = await startMcpServer([echoTool]);
  const { accessToken: token } = await gateway.person();
  const add = (name: string, url: string) =>
    gateway.call<McpServer>('POST', '/tools/mcp-servers', { token, body: { name, url } });
  expect((await add('literal', remote.url)).body).toMatchObject({ errors: [{ path: 'url' }] });
  expect((await add('localhost', remote.url.replace('127.0.0.1', 'localhost'))).status).toBe(400);
  expect(remote.requests).toEqual([]);
  await gateway.stop();
  await remote.stop();
});
