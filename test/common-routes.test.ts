import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, readDescription, resolveSchema, routesOf, schemaChecker } from './harness/api-description.ts';
import { type Answer, apiKey, type Call, type Person, startGateway, type TestGateway } from './harness/gateway.ts';

/**
 * Rules for every route. The routes come from the API description, so a new route is tested here as soon as it is
 * described.
 */
const description = readDescription();
const routes = routesOf(description);
const checker = schemaChecker(description);

let gateway: TestGateway;
let ada: Person;
let webhookId: string;
let heartbeatId: string;
let cronId: string;
let agentId: string;
let collectionId: string;
beforeAll(async () => {
  // The limit of large bodies is the usual one here.
  gateway = await startGateway('sqlite', { settings: { RATE_LIMIT_AUTH: '1000000', MAX_MESSAGE_BYTES: '1048576' } });
  ada = await gateway.person();
  const make = async (path: string, body: object) =>
    (await gateway.call<{ id: string }>('POST', path, { token: ada.accessToken, body })).body.id;
  webhookId = await make('/webhooks', { url: 'https://example.com', events: ['*'] });
  agentId = await make('/agents', { name: 'Ada' });
  collectionId = await make('/knowledge', { name: 'Rules' });
  const heartbeat = { type: 'rss', url: 'https://example.com', agentId, intervalSeconds: 86_400 };
  heartbeatId = await make('/heartbeat', heartbeat);
  cronId = await make('/cron', { agentId, message: 'Hello', cron: '0 0 29 2 *' });
});
afterAll(() => gateway.stop());

/**
 * A caller who may use the route. Ids of things with their own list are the caller's, because another person's would be
 * 403 or 404.
 */
const allowed = (route: Route): { path: string; call: Call } => ({
  path: route.path
    .replace('/workspaces/made-up-id', `/workspaces/${ada.workspaceId}`)
    .replace('/admin/sessions/made-up-uid', `/admin/sessions/${ada.id}`)
    .replace('/webhooks/made-up-id/deliveries', `/webhooks/${webhookId}/deliveries`)
    .replace('/heartbeat/made-up-id/runs', `/heartbeat/${heartbeatId}/runs`)
    .replace('/knowledge/made-up-id/documents', `/knowledge/${collectionId}/documents`)
    .replace('/memory/daily/made-up-date', '/memory/daily/2026-01-01')
    .replace('/agents/made-up-id/versions', `/agents/${agentId}/versions`)
    .replace('/cron/made-up-id/runs', `/cron/${cronId}/runs`),
  call:
    route.secured === 'bearer'
      ? { token: ada.accessToken }
      : { headers: route.secured === 'apiKey' ? { 'x-api-key': apiKey } : {} },
});

let asked = 0;
async function ask(route: Route, path: string, { headers = {}, ...call }: Call): Promise<Answer> {
  asked += 1;
  const requestId = `common-${asked}`;
  const answer = await gateway.call(route.method, path, {
    ...call,
    headers: { ...headers, 'x-request-id': requestId },
  });
  expect(answer.headers.get('x-request-id')).toBe(requestId);
  return answer;
}

/** Under /inference errors have OpenAI's form. */
function expectOpenAiError(answer: Answer, status: number, codes: string[], what: string) {
  expect([answer.status, answer.headers.get('content-type')], `${what}: ${answer.text}`).toEqual([
    status,
    'application/json; charset=utf-8',
  ]);
  const { message, type, code } = answer.body.error as Record<string, unknown>;
  expect([typeof message, typeof type], what).toEqual(['string', 'string']);
  expect(codes, what).toContain(code);
}

/** Under /inference/messages they have Anthropic's. */
function expectAnthropicError(answer: Answer, status: number, codes: string[], what: string) {
  const id = answer.headers.get('x-request-id');
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('request-id')], what).toEqual([
    status,
    'application/json; charset=utf-8',
    id,
  ]);
  expect(answer.body, what).toMatchObject({
    type: 'error',
    error: { type: expect.any(String), message: expect.any(String) },
    request_id: id,
  });
  expect(codes, what).toContain((answer.body.error as { details: { error_code: string } }).details.error_code);
}

const rpcPath = /^\/(?:mcp|a2a\/[^/]+)$/;
/** There errors are JSON-RPC's, with the problem inside. */
function problemIn(route: Route, answer: Answer): { body: Answer['body']; contentType: string } {
  if (!rpcPath.test(route.path)) return { body: answer.body, contentType: 'application/problem+json; charset=utf-8' };
  const { jsonrpc, error } = answer.body as { jsonrpc?: string; error?: { code: number; data: Answer['body'] } };
  expect([jsonrpc, typeof error?.code], answer.text).toEqual(['2.0', 'number']);
  return { body: error?.data ?? {}, contentType: 'application/json; charset=utf-8' };
}

function expectProblem(route: Route, answer: Answer, status: number, codes: string[], what: string) {
  expect(Object.keys(route.operation.responses), `${what} is described`).toContain(String(status));
  if (route.path.startsWith('/inference/messages')) return expectAnthropicError(answer, status, codes, what);
  if (route.path.startsWith('/inference/')) return expectOpenAiError(answer, status, codes, what);
  const { body, contentType } = problemIn(route, answer);
  expect([answer.status, answer.headers.get('content-type')], `${what}: ${answer.text}`).toEqual([status, contentType]);
  expect(body).toMatchObject({
    type: `urn:agent-gateway:problem:${body.code}`,
    title: expect.any(String),
    detail: expect.any(String),
    status,
    requestId: answer.headers.get('x-request-id'),
  });
  expect(codes, what).toContain(body.code);
}

const refusalCode = { bearer: 'unauthenticated', apiKey: 'invalid_api_key', signature: 'invalid_signature' };

const secured = routes.filter(({ secured }) => secured !== undefined);
describe.each(secured)('$name needs credentials', (route) => {
  const code = refusalCode[route.secured ?? 'bearer'];
  const refusals: [string, () => Call][] = [
    ['none', () => ({})],
    ['empty ones', () => ({ headers: { authorization: 'Bearer ', 'x-api-key': '' } })],
    ['wrong ones', () => ({ token: 'wrong', headers: { 'x-api-key': 'wrong' } })],
    ['a token with another signature', () => ({ token: `${ada.accessToken.slice(0, -3)}AAA` })],
    ['a refresh token', () => ({ token: ada.refreshToken, headers: { 'x-api-key': ada.refreshToken } })],
    [
      'those of the other kind',
      () =>
        route.secured === 'apiKey' ? { token: ada.accessToken } : { token: apiKey, headers: { 'x-api-key': apiKey } },
    ],
    ['a token as Basic', () => ({ headers: { authorization: `Basic ${ada.accessToken}` } })],
    ['a token in the address', () => ({})],
  ];
  it('and answers 401 without valid ones, before any other check', async () => {
    for (const [what, call] of refusals) {
      const query = what.endsWith('address') ? `?token=${ada.accessToken}&access_token=${ada.accessToken}` : '';
      expectProblem(route, await ask(route, `${route.path}${query}`, call()), 401, [code], what);
      if (route.bodySchema)
        expectProblem(route, await ask(route, route.path, { ...call(), body: '{"broken' }), 401, [code], what);
    }
  });
});

const wrongValues = [{ unexpected: true }, 'text', 42, [[]], null, true];
/** Bodies that the schema does not allow: another type, or one field of another type. */
function badBodies({ bodySchema = {}, operation }: Route): unknown[] {
  const fits = checker(bodySchema);
  const example = operation.requestBody?.content['application/json']?.example;
  const whole = [null, [], [example], 'text', 42, true, {}];
  const fields = Object.keys((resolveSchema(description, bodySchema).properties as object | undefined) ?? {});
  const spoiled = fields.map((field) =>
    wrongValues.map((value) => ({ ...(example as object), [field]: value })).find((body) => !fits(body)),
  );
  return [...whole.filter((body) => !fits(body)), ...spoiled.filter((body) => body !== undefined)];
}

// Channels check the signature before the body, so their own tests cover bodies.
const withBody = routes.filter(({ bodySchema, secured }) => bodySchema !== undefined && secured !== 'signature');
describe.each(withBody)('$name takes a body', (route) => {
  it('of its schema only: anything else is 400', async () => {
    const { path, call } = allowed(route);
    const bodies = badBodies(route);
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) {
      const text = JSON.stringify(body);
      const answer = await ask(route, path, { ...call, body: text });
      expectProblem(route, answer, 400, ['validation_failed'], text);
      if (route.path.startsWith('/inference/')) continue;
      expect(problemIn(route, answer).body.errors, text).toEqual(
        expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
      );
    }
  });

  it('that is JSON: malformed is 400, another media type 415, too large 413', async () => {
    const { path, call } = allowed(route);
    const send = (body: string, headers: Record<string, string> = {}) =>
      ask(route, path, { ...call, body, headers: { ...call.headers, ...headers } });
    expectProblem(route, await send('{"broken'), 400, ['malformed_json'], 'broken JSON');
    expectProblem(route, await send('['.repeat(65)), 400, ['malformed_json'], 'too deep');
    expectProblem(route, await send('a=b', { 'content-type': 'text/plain' }), 415, ['unsupported_media_type'], 'text');
    expectProblem(route, await send('x'.repeat(1_048_577)), 413, ['body_too_large'], 'too large');
  });
});

const numeric = routes
  .map((route) => ({
    ...route,
    numbers: (route.operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && ['integer', 'number'].includes(String(parameter.schema.type)))
      .map(({ name }) => name),
  }))
  .filter(({ numbers }) => numbers.length > 0);
describe.each(numeric)('$name has numbers in its query', (route) => {
  it('and refuses invalid numbers and an empty page', async () => {
    const { path, call } = allowed(route);
    for (const name of route.numbers)
      for (const value of ['text', '1e999', '', ...(name === 'limit' ? ['0', '-1', '1.5'] : [])]) {
        const query = `${name}=${value}`;
        expectProblem(route, await ask(route, `${path}?${query}`, call), 400, ['validation_failed'], query);
      }
  });
});

const filtered = routes
  .map((route) => ({
    ...route,
    filters: (route.operation.parameters ?? []).flatMap(({ name, in: place, schema }) =>
      place === 'query' && Array.isArray(schema.enum) ? [{ name, known: schema.enum as string[] }] : [],
    ),
  }))
  .filter(({ filters }) => filters.length > 0);
describe.each(filtered)('$name has filters', (route) => {
  it('and refuses a value that it does not know, naming those it knows', async () => {
    const { path, call } = allowed(route);
    for (const { name, known } of route.filters) {
      const answer = await ask(route, `${path}?${name}=nonsense`, call);
      expectProblem(route, answer, 400, ['validation_failed'], name);
      const { message } = (answer.body.errors as { path: string; message: string }[])[0] ?? { message: '' };
      for (const value of known) expect(message, name).toContain(value);
    }
  });
});

/** The other required parameters of the route. */
function neededOf({ operation }: Route): string {
  const known = (name: string) => operation.parameters?.some((parameter) => parameter.name === name);
  return `${known('q') ? '&q=hello' : ''}${known('tier') ? '&tier=daily' : ''}`;
}

const bounded = numeric.filter(({ numbers }) => numbers.some((name) => name === 'limit' || name === 'days'));
describe.each(bounded)('$name has a maximum', (route) => {
  it('and uses it when a client asks for more', async () => {
    const { path, call } = allowed(route);
    for (const name of route.numbers.filter((number) => number === 'limit' || number === 'days'))
      for (const value of [201, 366, 100_000]) {
        const { status, text } = await ask(route, `${path}?${name}=${value}${neededOf(route)}`, call);
        // For a thing that does not exist there is no page either.
        expect([200, 404], `${name}=${value}: ${text}`).toContain(status);
      }
  });
});

const paged = routes.filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'cursor'));
describe.each(paged)('$name is a list', (route) => {
  it('that limits the page size and accepts its own cursors only', async () => {
    const { path, call } = allowed(route);
    const known = (name: string) => route.operation.parameters?.some((parameter) => parameter.name === name);
    const needed = neededOf(route);
    expect((await ask(route, `${path}?${known('limit') ? 'limit=100000' : ''}${needed}`, call)).status).toBe(200);
    const foreign = [...['x', '%F0%9F%92%A9', `${'a'.repeat(600)}`], Buffer.from('1.2.3').toString('base64url')];
    for (const cursor of foreign)
      expectProblem(
        route,
        await ask(route, `${path}?cursor=${cursor}${needed}`, call),
        400,
        ['validation_failed'],
        cursor,
      );
  });
});

// Monitors and browsers add their own parameters to public URLs, and OpenAI's clients to theirs.
const reading = routes.filter(
  ({ method, secured, path, operation }) =>
    method === 'GET' && secured !== undefined && !path.startsWith('/inference/') && !operation.responses['101'],
);
describe.each(reading)('$name reads', (route) => {
  const parameters = (route.operation.parameters ?? []).filter((parameter) => parameter.in === 'query');

  it('and refuses an unknown parameter, naming the known ones', async () => {
    const { path: given, call } = allowed(route);
    // A number in the path is validated before the query.
    const path = given.replaceAll(/made-up-(version|index)/g, '1');
    for (const unknown of ['startDate', '__proto__', 'a/b~c']) {
      const answer = await ask(route, `${path}?${encodeURIComponent(unknown)}=2026-01-01`, call);
      expectProblem(route, answer, 400, ['validation_failed'], unknown);
      const [first] = answer.body.errors as { path: string; message: string }[];
      expect(first?.path).toBe(`querystring.${unknown}`);
      for (const { name } of parameters) expect(first?.message).toContain(name);
    }
  });

  it('and refuses an unknown filter value, naming the known ones', async () => {
    const { path, call } = allowed(route);
    for (const { name, schema } of parameters.filter((parameter) => parameter.schema.enum)) {
      const answer = await ask(route, `${path}?${name}=made-up`, call);
      expectProblem(route, answer, 400, ['validation_failed'], name);
      for (const value of schema.enum as string[]) expect(answer.body.detail).toContain(value);
    }
  });
});

describe('validation errors are readable for people', () => {
  const keywords =
    /must NOT|schema|must have required|must be equal|allowed values|must be (string|object|array|integer|number|boolean|null)\b/;
  it.each(withBody)('$name', async (route) => {
    const { path, call } = allowed(route);
    for (const body of badBodies(route)) {
      const answer = await ask(route, path, { ...call, body: JSON.stringify(body) });
      const { message } = (answer.body.error ?? {}) as { message?: string };
      const said =
        message ??
        (problemIn(route, answer).body.errors as { message: string }[]).map((error) => error.message).join('\n');
      expect(said).not.toMatch(keywords);
      expect(said).not.toContain('is not valid');
    }
  });
});
