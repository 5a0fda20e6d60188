import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { version } from '../src/version.ts';
import { type ApiDescription, readDescription, routesOf, schemaChecker } from './harness/api-description.ts';
import { apiKey, type Person, startGateway, type TestGateway } from './harness/gateway.ts';

/** The order of the tags is fixed. */
const tags =
  'agents sessions chat memory memory-profiles tools jobs traces workspaces skills channels auth inference cron webhooks admin health';

type Described = { description?: string; $ref?: string; properties?: Record<string, Described> } & Record<
  string,
  unknown
>;

let gateway: TestGateway;
let ada: Person;
let description: ApiDescription;
beforeAll(async () => {
  gateway = await startGateway('sqlite');
  ada = await gateway.person();
  description = (await gateway.call<ApiDescription>('GET', '/openapi.json', { token: ada.accessToken })).body;
});
afterAll(() => gateway.stop());

describe('access to the description', () => {
  it.each(['/openapi.json', '/openapi.yaml'])('%s: only for a person or a service account', async (path) => {
    const headers = { 'x-api-key': apiKey };
    const account = await gateway.call<{ id: string; accessToken: string }>('POST', '/admin/service-accounts', {
      headers,
      body: { name: 'docs' },
    });
    const ask = async (token?: string) => (await gateway.call('GET', path, { token })).status;
    expect(await ask(ada.accessToken)).toBe(200);
    expect(await ask(account.body.accessToken)).toBe(200);
    expect(await ask()).toBe(401);
    expect(await ask('nonsense')).toBe(401);
    expect(await ask(ada.refreshToken)).toBe(401);
    expect((await gateway.call('GET', path, { headers })).status).toBe(401);

    // Valid only for the description, until it is revoked.
    expect((await gateway.call('GET', '/auth/me', { token: account.body.accessToken })).status).toBe(401);
    await gateway.call('DELETE', `/admin/service-accounts/${account.body.id}`, { headers });
    expect(await ask(account.body.accessToken)).toBe(401);
  });
});

describe('the description', () => {
  it('is the committed one and matches the routes; `npm run openapi` writes it', () => {
    const committed = readDescription();
    const built = gateway.gateway.document() as unknown as ApiDescription;
    const names = (of: ApiDescription) => routesOf(of).map(({ name }) => name);
    expect(names(built)).toEqual(names(committed));
    // The difference is not shown: it may have thousands of lines.
    expect(JSON.stringify(built) === JSON.stringify(committed)).toBe(true);
    expect(JSON.stringify(description) === JSON.stringify(committed)).toBe(true);
  });

  it('is the same in YAML', async () => {
    const { headers, text } = await gateway.call('GET', '/openapi.yaml', { token: ada.accessToken });
    expect(headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect(parse(text)).toEqual(description);
  });

  it('is OpenAPI 3.1 with the seventeen tags in their order', () => {
    expect(description.openapi).toBe('3.1.0');
    expect(description.info).toMatchObject({ title: 'Agent Gateway', version });
    expect(description.tags.map(({ name }) => name).join(' ')).toBe(tags);
    expect(description.servers).toEqual([{ url: '/' }]);
  });

  it('has an operationId, a tag and the required credentials for every operation', () => {
    const routes = routesOf(description);
    expect(routes.length).toBeGreaterThan(15);
    for (const { name, operation } of routes) {
      expect(operation.operationId, name).toMatch(/^[a-z][A-Za-z0-9]+$/);
      expect(operation.summary, name).toEqual(expect.any(String));
      expect(operation.description, name).toMatch(/^\p{Lu}.*\.$/su);
      expect(operation.tags, name).toHaveLength(1);
      expect(tags.split(' '), name).toContain(operation.tags[0]);
      expect(operation.security, name).toBeInstanceOf(Array);
      for (const scheme of operation.security.flatMap(Object.keys))
        expect(Object.keys(description.components.securitySchemes), name).toContain(scheme);
      expect(
        Object.keys(operation.responses).some((status) => /^[123]/.test(status)),
        name,
      ).toBe(true);
      expect(Object.keys(operation.responses), name).toContain('500');
      if (operation.security.length > 0) expect(Object.keys(operation.responses), name).toContain('401');
      if (operation.requestBody) expect(Object.keys(operation.responses), name).toContain('400');
    }
    const ids = routes.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has every route of the gateway', () => {
    const listed = new Set(routesOf(description).map(({ name }) => name));
    const served: string[] = [];
    const above: string[] = [];
    for (const line of gateway.gateway.app.printRoutes({ commonPrefix: false }).split('\n')) {
      const [, indent = '', part = '', methods] = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?$/u.exec(line) ?? [];
      if (!part) continue;
      const depth = indent.length / 4;
      above.splice(depth - 1, above.length, part);
      for (const method of methods?.split(', ') ?? [])
        served.push(`${method} ${above.join('').replaceAll(/:(\w+)/g, '{$1}')}`);
    }
    // The pages of the console are not operations.
    const operations = served.filter((name) => !/^(HEAD|OPTIONS) |^GET \/console(\/?\*)?$/.test(name));
    expect(operations.sort()).toEqual([...listed].sort());
  });

  it('describes every parameter of every path', () => {
    for (const [path, operations] of Object.entries(description.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      for (const [method, { parameters = [] }] of Object.entries(operations)) {
        const described = parameters.filter((parameter) => parameter.in === 'path');
        expect(described.map(({ name }) => name).sort(), `${method} ${path}`).toEqual(named);
        expect(
          described.every(({ required }) => required),
          `${method} ${path}`,
        ).toBe(true);
      }
    }
  });

  it('has only valid schemas and references, and no unused component', () => {
    const compile = schemaChecker(description);
    const contents = routesOf(description).flatMap(({ operation: { requestBody, responses, parameters = [] } }) => [
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content).map(({ schema }) => schema)),
      ...parameters.map(({ schema }) => schema),
    ]);
    for (const schema of contents) expect(() => compile(schema)).not.toThrow();
    const text = JSON.stringify(description);
    for (const name of Object.keys(description.components.schemas))
      expect(text, name).toContain(`"#/components/schemas/${name}"`);
  });

  it('says of every property, parameter and answer what it is', () => {
    const { schemas } = description.components;
    const silent: string[] = [];
    const isSilent = (schema: Described) =>
      !schema.description && !(schema.$ref && schemas[schema.$ref.split('/').at(-1) ?? '']?.description);
    const visit = (value: unknown, place: string): void => {
      if (Array.isArray(value)) for (const member of value) visit(member, place);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      const { properties = {}, example: _, examples: __, default: ___, ...others } = value as Described;
      for (const [name, property] of Object.entries(properties)) {
        if (isSilent(property)) silent.push(`${place}.${name}`);
        visit(property, `${place}.${name}`);
      }
      for (const member of Object.values(others)) visit(member, place);
    };
    for (const [name, schema] of Object.entries(schemas)) visit(schema, name);
    for (const { name, operation } of routesOf(description)) {
      for (const parameter of operation.parameters ?? [])
        if (isSilent(parameter as Described) && isSilent(parameter.schema)) silent.push(`${name} ?${parameter.name}`);
      visit([operation.requestBody, operation.responses], name);
      for (const [status, answer] of Object.entries(operation.responses))
        if (!answer.$ref && (answer.description ?? 'Default Response') === 'Default Response')
          silent.push(`${name} ${status}`);
    }
    expect(silent).toEqual([]);
  });

  it('has a valid example for every body', () => {
    const compile = schemaChecker(description);
    for (const [name, { content }] of Object.entries(description.components.responses))
      for (const { schema, example } of Object.values(content ?? {})) expect(compile(schema)(example), name).toBe(true);
    for (const { name, operation } of routesOf(description)) {
      const failures = Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status));
      // Readiness and health have a body of their own with 503 too.
      for (const [status, { $ref, content }] of failures) expect($ref ?? content, `${name} ${status}`).toBeDefined();
      const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      for (const [status, { content = {} }] of good)
        for (const [type, { example }] of Object.entries(content))
          expect(example, `${name} ${status} ${type}`).toBeDefined();
      for (const [what, content] of [
        ['request', operation.requestBody?.content],
        ...good.map(([status, response]) => [status, response.content] as const),
      ] as const) {
        const shown = content?.['application/json'];
        if (!shown) continue;
        const fits = compile(shown.schema);
        expect(
          fits(shown.example),
          `${name} ${what}: ${JSON.stringify(shown.example)} ${JSON.stringify(fits.errors)}`,
        ).toBe(true);
      }
    }
  });
});
