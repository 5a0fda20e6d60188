import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { type Answer, type Person, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Exchange, startLocalServer } from '../../../test/harness/local-server.ts';
import { recordLog } from '../../../test/harness/log-lines.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import type { ToolDetails, ToolInvocation, ToolSummary } from './tools.schema.ts';

type Seen = { method: string; url: string; headers: Record<string, unknown>; body: string };
const seen: Seen[] = [];
const last = () => seen.at(-1) as Seen;

async function answer({ request, response, path, body, hang }: Exchange): Promise<void> {
  seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: body.toString() });
  const json = (status: number, value: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (path === '/slow') return hang();
  if (path === '/missing') return json(404, { reason: 'no such city' });
  if (path === '/huge')
    return void response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(2_000_000));
  if (path === '/broken-json') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":');
  if (path === '/nul') return void response.writeHead(200, { 'content-type': 'text/plain' }).end('a\0b');
  if (path === '/png') return void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(100));
  if (path === '/latin')
    return void response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from([0xfc]));
  if (path === '/to-metadata') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  if (path === '/page')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        '<html><head><title>A &amp; B</title><script>alert(1)</script></head><body><h1>Hello</h1><a href="/next">go on</a></body></html>',
      );
  return json(200, { path, ok: true });
}

describe.each(engines)('tools on %s', (engine) => {
  const recorded = recordLog();
  let gateway: TestGateway;
  let owner: Person;
  let other: Person;
  let server: Awaited<ReturnType<typeof startLocalServer>>;

  beforeAll(async () => {
    gateway = await startGateway(engine, { log: recorded.log });
    [owner, other] = [await gateway.person(), await gateway.person()];
    server = await startLocalServer(answer);
  });
  afterAll(async () => {
    await gateway.stop();
    await server.stop();
  });

  const call = <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    person = owner,
  ): Promise<Answer<Body>> => gateway.call<Body>(method, path, { token: person.accessToken, body });
  const invoke = (name: string, params?: unknown, person = owner) =>
    call<ToolInvocation & { result: Record<string, unknown> }>(
      'POST',
      `/tools/${name}/invoke`,
      params === undefined ? {} : { params },
      person,
    );
  const create = (name: string, http: object, more: object = {}, person = owner) =>
    call<ToolDetails>('POST', '/tools', { name, description: 'A tool', http, ...more }, person);
  const schema = (properties: object, required: string[] = []) => ({
    parameters: { type: 'object', properties, required },
  });

  it('the list contains the built-in tools and those of skills', async () => {
    const { body } = await call<{ data: ToolSummary[]; nextCursor: null }>('GET', '/tools?limit=200');
    expect(body.nextCursor).toBeNull();
    const names = body.data.map(({ name, source }) => `${name} ${source}`);
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(
      expect.arrayContaining([
        'calculator builtin',
        'current_time builtin',
        'http_fetch builtin',
        'statistics skill:data-math',
      ]),
    );
    for (const tool of body.data)
      expect(tool).toEqual({
        name: expect.any(String),
        description: expect.any(String),
        source: expect.any(String),
        parameters: expect.objectContaining({ type: 'object' }),
      });
  });

  it('pages list every tool once', async () => {
    const all = (await call<{ data: ToolSummary[] }>('GET', '/tools?limit=200')).body.data.map(({ name }) => name);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Answer<{ data: ToolSummary[]; nextCursor: string | null }> = await call(
        'GET',
        `/tools?limit=3${cursor && `&cursor=${cursor}`}`,
      );
      found.push(...page.body.data.map(({ name }) => name));
      cursor = page.body.nextCursor;
    }
    expect(found).toEqual(all);
    expect((await call('GET', '/tools?cursor=nonsense')).status).toBe(400);
    expect((await call('GET', '/tools?limit=0')).status).toBe(400);
  });

  it('calculator and current_time answer', async () => {
    expect((await invoke('calculator', { expression: '2 + 3 * 4 ^ 2' })).body).toEqual({
      result: { expression: '2 + 3 * 4 ^ 2', result: 50 },
      isError: false,
      durationMs: expect.any(Number),
    });
    expect((await invoke('calculator', { expression: '1 / 0' })).body).toMatchObject({
      result: { error: 'Division by zero.' },
      isError: true,
    });
    const { result } = (await invoke('current_time', { timezone: 'Asia/Kolkata' })).body;
    expect(result).toMatchObject({ timezone: 'Asia/Kolkata', offset: '+05:30' });
    expect(Math.abs(Date.parse(String(result.iso)) - Date.now())).toBeLessThan(10_000);
    expect(Date.parse(`${result.date}T${result.time}${result.offset}`)).toBe(Number(result.unixSeconds) * 1_000);
    expect((await invoke('current_time')).body.result).toMatchObject({ timezone: 'UTC', offset: '+00:00' });
    expect((await invoke('current_time', { timezone: 'Mars/Olympus' })).body).toMatchObject({ isError: true });
  });

  it('invalid parameters are 400 with the name of each', async () => {
    expect(await invoke('calculator', {})).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ path: 'params.expression', message: 'is required' }] },
    });
    expect((await invoke('calculator', { expression: 5, precision: 3 })).body).toMatchObject({
      errors: expect.arrayContaining([
        { path: 'params.expression', message: 'must be a string' },
        { path: 'params.precision', message: 'is not known' },
      ]),
    });
    expect((await invoke('statistics', { numbers: [1, 'two'] })).body).toMatchObject({
      errors: [{ path: 'params.numbers.1', message: 'must be a number' }],
    });
    expect((await invoke('http_fetch', { url: 'http://x/', method: 'TRACE' })).body).toMatchObject({
      errors: [{ path: 'params.method', message: expect.stringContaining('GET, HEAD, POST') }],
    });
    expect((await invoke('calculator', 'text')).status).toBe(400);
    expect((await invoke('no_such_tool', {})).status).toBe(404);
  });

  it('http_fetch returns pages as text, other text unchanged, and a note instead of binary data', async () => {
    const fetched = async (path: string, more = {}) =>
      (await invoke('http_fetch', { url: server.origin + path, ...more })).body;
    expect((await fetched('/page')).result).toMatchObject({
      status: 200,
      title: 'A & B',
      body: `Hello\n[go on](${server.origin}/next)`,
      truncated: false,
    });
    expect((await fetched('/missing')).result).toMatchObject({ status: 404, body: '{"reason":"no such city"}' });
    expect((await fetched('/latin')).result.body).toBe('ü');
    expect((await fetched('/nul')).result.body).toBe('a\ufffdb');
    expect((await fetched('/png')).result.body).toBe('[image/png, 100 bytes, not text]');
    const huge = (await fetched('/huge')).result;
    expect(huge).toMatchObject({ truncated: true });
    expect(String(huge.body).length).toBe(50_000);
    await fetched('/post', { method: 'POST', body: 'text', headers: { 'X-Mine': 'yes' } });
    expect(last()).toMatchObject({ method: 'POST', body: 'text', headers: { 'x-mine': 'yes' } });
    expect(await fetched('/x', { headers: { Host: 'internal' } })).toMatchObject({ isError: true });
    expect(await fetched('/to-metadata')).toMatchObject({
      isError: true,
      result: { error: expect.stringContaining('metadata') },
    });
  });

  it('an own tool calls its URL with parameters in the path, the query or the body', async () => {
    const url = `${server.origin}/cities/{city}/weather`;
    const properties = { city: { type: 'string' }, days: { type: 'integer', default: 3 }, tags: { type: 'array' } };
    const created = await create(
      'weather',
      { url, headers: { Authorization: 'Bearer canary-tool-secret' } },
      schema(properties, ['city']),
    );
    expect(created).toMatchObject({
      status: 201,
      body: {
        name: 'weather',
        source: 'http',
        http: { url, method: 'GET', headerNames: ['Authorization'] },
        timeoutMs: 30_000,
      },
    });
    const { body } = await invoke('weather', { city: 'a b?c=ü&#', tags: ['x', 'y'] });
    expect(body).toMatchObject({ isError: false, result: { status: 200, body: { ok: true } } });
    expect(last()).toMatchObject({
      method: 'GET',
      url: '/cities/a%20b%3Fc%3D%C3%BC%26%23/weather?tags=x&tags=y&days=3',
      headers: { authorization: 'Bearer canary-tool-secret' },
      body: '',
    });
    await create(
      'order',
      { url: `${server.origin}/orders/{id}`, method: 'POST' },
      schema({ id: { type: 'integer' }, note: {} }),
    );
    await invoke('order', { id: 7, note: { deep: [1] } });
    expect(last()).toMatchObject({
      method: 'POST',
      url: '/orders/7',
      body: '{"note":{"deep":[1]}}',
      headers: { 'content-type': 'application/json' },
    });
    await create('remove', { url: `${server.origin}/orders`, method: 'DELETE' }, schema({ id: {} }));
    await invoke('remove', { id: 7 });
    expect(last()).toMatchObject({ method: 'DELETE', url: '/orders?id=7', body: '' });
  });

  it('a parameter cannot change the path beyond its segment', async () => {
    const before = seen.length;
    const climbing = ['../admin', 'a/b', 'a\\b', 'x..y', '%2e%2e', '%2E.', 'a%2fb', 'a%5Cb', '%252e%252e%252fadmin'];
    const lines = ['a\r\nb', 'a%0d%0ab', 'a\tb', '%00', '%zz%2f'];
    for (const city of ['.', '..', '', ...climbing, ...lines])
      expect((await invoke('weather', { city })).body, city).toMatchObject({
        isError: true,
        result: { error: expect.stringMatching(/address/) },
      });
    expect(seen.length).toBe(before);
    await invoke('weather', { city: '100% sure, e.g. St. John' });
    expect(last().url).toMatch(/^\/cities\/100%25%20sure%2C%20e.g.%20St.%20John\/weather/);
    await invoke('weather', { city: '@169.254.169.254' });
    expect(last().url).toMatch(/^\/cities\/%40169.254.169.254\/weather/);
  });

  it('undeclared parameters are not sent, unless the schema allows them', async () => {
    const http = { url: `${server.origin}/sent`, method: 'POST' };
    const sent = async (name: string, parameters: object) => {
      await create(name, http, { parameters });
      expect((await invoke(name, { known: 1, also: 2, internal_note: 'private' })).body, name).toMatchObject({
        isError: false,
      });
      return JSON.parse(last().body);
    };
    const known = { known: {} };
    expect(await sent('declares', { type: 'object', properties: known })).toEqual({ known: 1 });
    expect(await sent('declares_none', { type: 'object' })).toEqual({});
    const parts = {
      type: 'object',
      properties: known,
      allOf: [{ $ref: '#/$defs/more' }],
      $defs: { more: { properties: { also: {} } } },
    };
    expect(await sent('declares_in_parts', parts)).toEqual({ known: 1, also: 2 });
    const anything = { known: 1, also: 2, internal_note: 'private' };
    expect(await sent('takes_anything', { type: 'object', properties: known, additionalProperties: true })).toEqual(
      anything,
    );
    await create('asks', { url: `${server.origin}/sent` }, schema(known));
    await invoke('asks', { known: 1, internal_note: 'private' });
    expect(last().url).toBe('/sent?known=1');
  });

  it('the server’s answer is the result; an error status is an error with its text', async () => {
    await create('missing', { url: `${server.origin}/missing` });
    expect((await invoke('missing')).body).toMatchObject({
      isError: true,
      result: { error: 'The server answered 404.', status: 404, body: { reason: 'no such city' } },
    });
    await create('broken', { url: `${server.origin}/broken-json` });
    expect((await invoke('broken')).body).toMatchObject({ isError: false, result: { body: '{"a":' } });
    await create('redirecting', { url: `${server.origin}/to-metadata` });
    expect((await invoke('redirecting')).body).toMatchObject({
      isError: true,
      result: { error: expect.stringContaining('metadata') },
    });
    await create('nobody', { url: 'http://127.0.0.1:1/' });
    expect((await invoke('nobody')).body).toMatchObject({
      isError: true,
      result: { error: expect.stringContaining('refused') },
    });
  });

  it('large results are truncated and slow calls end', async () => {
    await create('huge', { url: `${server.origin}/huge` });
    const huge = await invoke('huge');
    expect(huge.body).toMatchObject({ isError: false, result: { truncated: true, bytes: expect.any(Number) } });
    expect(huge.text.length).toBeLessThan(80_000);
    await create('slow', { url: `${server.origin}/slow` }, { timeoutMs: 200 });
    const { body } = await invoke('slow');
    expect(body).toMatchObject({ isError: true, result: { error: 'No answer within 200 ms.' } });
    expect(body.durationMs).toBeLessThan(onThisMachine(2_000));
  });

  it('header values are neither shown nor logged nor stored in the clear', async () => {
    const shown = [
      (await call('GET', '/tools/weather')).text,
      (await call('GET', '/tools?limit=200')).text,
      JSON.stringify(await gateway.gateway.database.all('SELECT * FROM tools')),
      JSON.stringify(await gateway.gateway.database.all('SELECT * FROM audit_log')),
      recorded.text(),
    ];
    for (const text of shown) expect(text).not.toContain('canary-tool-secret');
    expect(shown[0]).toContain('Authorization');
  });

  it('other workspaces cannot see, call or delete them, and may use the same name', async () => {
    expect((await call('GET', '/tools/weather', undefined, other)).status).toBe(404);
    expect((await invoke('weather', { city: 'x' }, other)).status).toBe(404);
    expect((await call('DELETE', '/tools/weather', undefined, other)).status).toBe(404);
    const listed = await call<{ data: ToolSummary[] }>('GET', '/tools?limit=200', undefined, other);
    expect(listed.body.data.filter(({ source }) => source === 'http')).toEqual([]);
    expect((await create('weather', { url: `${server.origin}/other` }, {}, other)).status).toBe(201);
    await invoke('weather', {}, other);
    expect(last()).toMatchObject({ url: '/other' });
    expect(last().headers.authorization).toBeUndefined();
    expect((await call('DELETE', '/tools/weather', undefined, other)).status).toBe(204);
    expect((await call('GET', '/tools/weather')).status).toBe(200);
  });

  it('names are unique among built-in tools, skills and the workspace', async () => {
    const http = { url: `${server.origin}/x` };
    for (const name of ['calculator', 'memory_write', 'spawn_agent', 'statistics', 'weather', 'mcp-servers'])
      expect((await create(name, http)).status, name).toBe(409);
    for (const name of ['', '1st', 'has.dot', 'has space', 'x'.repeat(65), 'ü'])
      expect((await create(name, http)).body, name).toMatchObject({ errors: [{ path: 'name' }] });
    expect((await call('DELETE', '/tools/calculator')).status).toBe(409);
    const twins = await Promise.all(Array.from({ length: 5 }, () => create('twin', http)));
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    ['http.url', { url: 'http://169.254.169.254/' }, {}],
    ['http.url', { url: 'http://user:pass@example.com/' }, {}],
    ['http.url', { url: 'file:///etc/passwd' }, {}],
    ['http.url', { url: 'http://{host}/x' }, schema({ host: {} })],
    ['http.url', { url: 'http://example.com:{port}/x' }, schema({ port: {} })],
    ['http.url', { url: '{scheme}://example.com/x' }, schema({ scheme: {} })],
    ['http.url', { url: 'http:{x}' }, schema({ x: {} })],
    ['http.url', { url: 'http:\\\\{host}\\x' }, schema({ host: {} })],
    ['http.url', { url: 'http://example.com/{unknown}' }, schema({ known: {} })],
    ['http.headers', { url: 'http://example.com/', headers: { Host: 'x' } }, {}],
    ['http.headers', { url: 'http://example.com/', headers: { 'x-a': 'b\r\nc: d' } }, {}],
    ['http.method', { url: 'http://example.com/', method: 'CONNECT' }, {}],
    ['parameters', { url: 'http://example.com/' }, { parameters: { type: 'string' } }],
    [
      'parameters',
      { url: 'http://example.com/' },
      { parameters: { type: 'object', properties: { a: { type: 'nope' } } } },
    ],
    ['parameters', { url: 'http://example.com/' }, schema({ a: { $ref: 'http://example.com/schema' } })],
    ['parameters', { url: 'http://example.com/' }, schema({ a: { $ref: '#/$defs/nowhere' } })],
    ['parameters', { url: 'http://example.com/' }, schema({ a: { $ref: '#' } })],
    ['parameters', { url: 'http://example.com/' }, schema({ a: { pattern: '^(?=a)b$' } })],
    ['parameters', { url: 'http://example.com/' }, schema({ a: { pattern: '(' } })],
    ['parameters', { url: 'http://example.com/' }, schema({ a: { description: 'x'.repeat(40_000) } })],
    ['timeoutMs', { url: 'http://example.com/' }, { timeoutMs: 1 }],
  ])('a tool with an invalid %s is refused: %j %j', async (path, http, more) => {
    const refused = await create('wrong', http, more);
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((refused.body as unknown as { errors: { path: string }[] }).errors.map((error) => error.path)).toContain(
      path,
    );
  });

  it.each(['^.*.*.*.*.*.*.*.*x$', '^(a|a)*$', '^(y+)+$', '(y|y?)+z'])(
    'the pattern %s, which would take for ever elsewhere, takes a moment',
    async (pattern) => {
      const name = `tricky_${Buffer.from(pattern).toString('hex')}`;
      const parameters = schema({ a: { type: 'string', pattern } });
      expect((await create(name, { url: `${server.origin}/x` }, parameters)).status).toBe(201);
      const started = performance.now();
      expect((await invoke(name, { a: `${'y'.repeat(5_000)}!` })).body).toMatchObject({
        errors: [{ path: 'params.a', message: `must match the pattern ${pattern}` }],
      });
      expect(performance.now() - started).toBeLessThan(onThisMachine(3_000));
    },
  );

  it('a deleted tool cannot be called; an agent can have only existing tools', async () => {
    const agent = await call<{ id: string }>('POST', '/agents', {
      name: 'A',
      tools: ['weather', 'calculator'],
      skills: ['research'],
    });
    expect(agent.status).toBe(201);
    const capable = await call<{ tools: ToolSummary[]; skills: unknown[] }>(
      'GET',
      `/agents/${agent.body.id}/capabilities`,
    );
    expect(capable.body.tools.map(({ name }) => name).sort()).toEqual([
      'calculator',
      'current_time',
      'http_fetch',
      'weather',
    ]);
    expect((await call('POST', '/agents', { name: 'B', tools: ['nothing'] })).status).toBe(400);
    expect((await call('DELETE', '/tools/weather')).status).toBe(204);
    expect((await call('DELETE', '/tools/weather')).status).toBe(404);
    expect((await invoke('weather', { city: 'x' })).status).toBe(404);
  });

  it('members of the workspace use its tools, which are deleted with the workspace', async () => {
    const workspace = (await call<{ id: string }>('POST', '/workspaces', { name: 'Team' })).body.id;
    const inTeam = (method: string, path: string, body?: unknown, person = owner) =>
      gateway.call(method, path, { token: person.accessToken, body, headers: { 'x-workspace-id': workspace } });
    expect(
      (await inTeam('POST', '/tools', { name: 'shared', description: 'x', http: { url: `${server.origin}/shared` } }))
        .status,
    ).toBe(201);
    expect((await inTeam('GET', '/tools/shared', undefined, other)).status).toBe(403);
    await call('POST', `/workspaces/${workspace}/members`, { email: other.email, role: 'member' });
    expect((await inTeam('POST', '/tools/shared/invoke', {}, other)).status).toBe(200);
    expect(last().url).toBe('/shared');
  });
});

describe('under EGRESS_POLICY=public', () => {
  let gateway: TestGateway;
  let token: string;
  beforeAll(async () => {
    gateway = await startGateway('sqlite', { settings: { EGRESS_POLICY: 'public' } });
    token = (await gateway.person()).accessToken;
  });
  afterAll(() => gateway.stop());

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://100.64.0.1/',
    'http://169.254.169.254/',
    'http://user@example.com/',
    'http://localhost./',
    'http://localhost/',
  ])('%s is refused as a tool and by http_fetch', async (url) => {
    const body = { name: 'inside', description: 'x', http: { url } };
    expect(await gateway.call('POST', '/tools', { token, body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ path: 'http.url' }] },
    });
    const fetched = await gateway.call('POST', '/tools/http_fetch/invoke', { token, body: { params: { url } } });
    expect(fetched).toMatchObject({
      status: 200,
      body: { isError: true, result: { error: expect.stringMatching(/^The address/) } },
    });
  });
});
