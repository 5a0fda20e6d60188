import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChildGateway, startChildGateway } from '../../../../test/harness/child-gateway.ts';
import { newPlace, type Place } from '../../../../test/harness/databases.ts';
import { callTo, type TestGateway } from '../../../../test/harness/gateway.ts';
import { startLocalServer } from '../../../../test/harness/local-server.ts';
import { holdsOf, watchedLoop } from '../../../../test/harness/loop-holds.ts';
import { echoTool, startMcpServer } from '../../../../test/harness/mcp-server.ts';
import { onThisMachine } from '../../../../test/harness/this-machine.ts';

/** Of computing, so that a busy machine does not count. */
const longestHoldMs = 200;

/** Nearly as long as is taken, and of what takes longest to compile. */
const heavy = (seed: number, parts = 380) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: parts }, (_, at) => [
      `p${seed}_${at}`,
      {
        anyOf: [
          { type: 'string', minLength: 1 },
          { type: 'number', minimum: at },
        ],
      },
    ]),
  ),
});

let place: Place;
let gateway: ChildGateway;
let call: TestGateway['call'];
let server: Awaited<ReturnType<typeof startLocalServer>>;
let remote: Awaited<ReturnType<typeof startMcpServer>>;
let small: Awaited<ReturnType<typeof startMcpServer>>;
let mallory: string;
let ada: string;
beforeAll(async () => {
  place = await newPlace('sqlite');
  gateway = await startChildGateway({ ...place.settings, ...watchedLoop });
  call = callTo(gateway.url);
  server = await startLocalServer(async ({ response }) => void response.end('{"ok":true}'));
  const done = { content: [{ type: 'text' as const, text: 'done' }] };
  // Smaller ones: what a server says of itself is kept to half a megabyte.
  remote = await startMcpServer(
    Array.from({ length: 128 }, (_, at) => ({ name: `heavy_${at}`, inputSchema: heavy(at, 40), call: () => done })),
  );
  const register = async (email: string) => {
    const body = { email, password: 'correct horse battery' };
    return (await call<{ accessToken: string }>('POST', '/auth/register', { body })).body.accessToken;
  };
  mallory = await register('mallory@example.com');
  // The first server makes the gateway load the library that speaks to it, whatever that server says.
  small = await startMcpServer([echoTool]);
  await call('POST', '/tools/mcp-servers', { token: mallory, body: { name: 'small', url: small.url } });
  ada = await register('ada@example.com');
});
afterAll(async () => {
  gateway.process.kill('SIGKILL');
  await Promise.all([server.stop(), remote.stop(), small.stop()]);
  await place.remove();
});

const create = (token: string, name: string, parameters: object) =>
  call('POST', '/tools', {
    token,
    body: { name, description: 'x', parameters, http: { url: `${server.origin}/x`, method: 'POST' } },
  });

async function worstHold(during: () => Promise<void>): Promise<number> {
  const before = holdsOf(gateway).length;
  await during();
  await sleep(50);
  return Math.max(
    0,
    ...holdsOf(gateway)
      .slice(before)
      .map(({ cpuMs }) => cpuMs),
  );
}

it('ten of the slowest schemas at once do not delay the tools of another workspace', {
  timeout: 240_000,
}, async () => {
  const schema = { type: 'object', properties: { city: { type: 'string', pattern: '^[A-Z]', default: 'Rome' } } };
  expect((await create(ada, 'weather', schema)).status).toBe(201);
  const invoke = (params: object) => call('POST', '/tools/weather/invoke', { token: ada, body: { params } });
  expect((await invoke({})).status).toBe(200);
  let waited = 0;
  const worst = await worstHold(async () => {
    const attack = Promise.all(Array.from({ length: 10 }, (_, at) => create(mallory, `heavy${at}`, heavy(at))));
    for (let round = 0; round < 5; round += 1) {
      const begun = performance.now();
      expect((await invoke({ city: 'Oslo' })).status).toBe(200);
      waited = Math.max(waited, performance.now() - begun);
    }
    expect((await attack).every(({ status }) => status === 201 || status === 400)).toBe(true);
  });
  process.stdout.write(`\n  ten schemas: loop held ${worst} ms, another workspace waited ${Math.round(waited)} ms\n`);
  expect(worst).toBeLessThan(onThisMachine(longestHoldMs));
});

it('a server with 128 slow schemas is read quickly; each is compiled on first use', async () => {
  const worst = await worstHold(async () => {
    const added = await call('POST', '/tools/mcp-servers', { token: mallory, body: { name: 'many', url: remote.url } });
    expect(added).toMatchObject({ status: 201, body: { toolCount: 128, error: null } });
    expect(
      await call('POST', '/tools/many.heavy_7/invoke', { token: mallory, body: { params: { p7_1: 5 } } }),
    ).toMatchObject({ status: 200, body: { result: 'done' } });
    expect(
      await call('POST', '/tools/many.heavy_7/invoke', { token: mallory, body: { params: { p7_1: null } } }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'params.p7_1', message: 'must be a string or a number' }] },
    });
  });
  process.stdout.write(`\n  128 tools of a server: loop held ${worst} ms\n`);
  expect(worst).toBeLessThan(onThisMachine(longestHoldMs));
});

it('a parameter of a megabyte is checked in a thread, and quickly', async () => {
  const parameters = { type: 'object', properties: { a: { type: 'string', pattern: '^(a|a)*$' } } };
  expect((await create(mallory, 'evil', parameters)).status).toBe(201);
  const worst = await worstHold(async () => {
    const params = { a: `${'a'.repeat(900_000)}!` };
    const answer = await call('POST', '/tools/evil/invoke', { token: mallory, body: { params } });
    expect(answer.status).toBe(400);
  });
  expect(worst).toBeLessThan(onThisMachine(longestHoldMs));
});

it('a schema that reached the timeout is refused at once afterwards', async () => {
  // Every item is compared with every other: 20,000 of them take seconds.
  const parameters = { type: 'object', properties: { list: { type: 'array', uniqueItems: true } } };
  expect((await create(mallory, 'unique', parameters)).status).toBe(201);
  const params = { list: Array.from({ length: 14_000 }, (_, at) => ({ at })) };
  const invoke = (body: object) => call('POST', '/tools/unique/invoke', { token: mallory, body: { params: body } });
  const worst = await worstHold(async () => {
    for (let round = 0; round < 3; round += 1)
      expect((await invoke(params)).body.detail).toMatch(/cannot be checked .* too long/);
    expect((await invoke({ list: [] })).body.detail).toMatch(/cannot be checked .* too long/);
  });
  expect(worst).toBeLessThan(onThisMachine(longestHoldMs));
  // The same schema elsewhere is no worse for it.
  expect((await create(ada, 'unique', parameters)).status).toBe(201);
  expect((await call('POST', '/tools/unique/invoke', { token: ada, body: { params: { list: [1] } } })).status).toBe(
    200,
  );
});
