import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/platform/db/database.ts';
import { type Route, readDescription, resolveSchema, routesOf } from '../harness/api-description.ts';
import { buildConsole } from '../harness/built-console.ts';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { engines, newPlace, type Place } from '../harness/databases.ts';
import { apiKey, callTo } from '../harness/gateway.ts';
import { someHostileBodies } from '../harness/hostile-values.ts';
import { holdsOf, watchedLoop } from '../harness/loop-holds.ts';
import { onThisMachine } from '../harness/this-machine.ts';

/** How long one request may block all others, in CPU time, so that a busy machine does not matter. */
const longestHoldMs = 200;
/**
 * HOSTILE_EVERY=1 sends every body, for the full test. Most are refused before the database is used, so PostgreSQL gets
 * fewer.
 */
const everyOn = (engine: Engine) => Number(process.env.HOSTILE_EVERY ?? (engine === 'sqlite' ? 3 : 6));

const description = readDescription();
// One would erase the account, one the memory; the others never end.
const unwanted = new Set([
  'DELETE /auth/me',
  'GET /changelog/stream',
  'GET /webhooks/{id}/listen',
  'GET /ws',
  'DELETE /memory',
]);
const routes = routesOf(description).filter(({ name }) => !unwanted.has(name));
const resolve = (schema: Record<string, unknown>) => resolveSchema(description, schema);

/** `body` is its beginning. */
type Sent = { name: string; status: number; begun: number; body: string };
/** A copy: a slice would keep the whole, which together were a gigabyte. */
const beginningOf = (text: string) => Buffer.from(text.slice(0, 200)).toString();

// Each engine has a process, and its CPU time is what counts: both at once take half as long.
describe.concurrent.each(engines)('hostile requests to every route, on %s', (engine) => {
  let place: Place;
  let gateway: ChildGateway;
  let token: string;
  const real: Record<string, string> = {};
  let tools: { name: string; parameters: Record<string, unknown> }[] = [];
  const begin = async () => {
    // Without it the pages of the console are 503.
    await buildConsole();
    place = await newPlace(engine);
    gateway = await startChildGateway({
      ...place.settings,
      ...watchedLoop,
      // Hostile bodies make connections too; one that leads nowhere must not become the default.
      DEFAULT_MODEL: 'local/offline',
      RATE_LIMIT_AUTH: '1000000',
      RATE_LIMIT_USER: '1000000',
    });
    const call = callTo(gateway.url);
    const body = { email: 'hostile@example.com', password: 'correct horse battery' };
    token = (await call<{ accessToken: string }>('POST', '/auth/register', { body })).body.accessToken;
    const me = await call<{ id: string; defaultWorkspaceId: string }>('GET', '/auth/me', { token });
    real.workspaces = me.body.defaultWorkspaceId;
    real.users = me.body.id;
    const make = async (path: string, made: object) =>
      (await call<{ id: string }>('POST', path, { token, body: made })).body.id;
    real.agents = await make('/agents', { name: 'Ada' });
    real.webhooks = await make('/webhooks', { url: 'https://example.com', events: ['*'] });
    const beat = { type: 'rss', url: 'https://example.com', agentId: real.agents, intervalSeconds: 86_400 };
    real.heartbeat = await make('/heartbeat', beat);
    real.cron = await make('/cron', { agentId: real.agents, message: 'Hello', cron: '0 0 29 2 *' });
    real['memory-profiles'] = await make('/memory-profiles', { name: 'Mine', tiers: ['daily'] });
    tools = (await call<{ data: typeof tools }>('GET', '/tools?limit=200', { token })).body.data;
  };
  const end = async () => {
    gateway.process.kill('SIGKILL');
    await place.remove();
  };

  /** Replaces ids in the examples by existing ones: a 404 would measure nothing. */
  const known = (body: string) =>
    body
      .replaceAll(/"agentId":"\w+"/g, `"agentId":"${real.agents}"`)
      .replaceAll(/"sessionId":"text",?/g, '')
      .replaceAll(/usr_\w{26}/g, real.users ?? '');

  const ownPath = ({ path }: Route) =>
    path.replace(/^\/([\w-]+)\/made-up-id/, (whole, group: string) =>
      real[group] ? `/${group}/${real[group]}` : whole,
    );

  async function send(route: Pick<Route, 'name' | 'method' | 'secured'>, path: string, body?: string): Promise<Sent> {
    const begun = Date.now();
    const init: RequestInit = {
      method: route.method,
      headers: {
        ...(route.secured === 'apiKey' ? { 'x-api-key': apiKey } : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    };
    const ask = () => fetch(`${gateway.url}${path}`, init);
    // The gateway closes the connection of a body that is too large, perhaps as the next request is sent on it.
    const response = await ask().catch(ask);
    await response.arrayBuffer();
    // Follow-up work counts for this request.
    await sleep(4);
    return { name: route.name, status: response.status, begun, body: beginningOf(body ?? path) };
  }

  async function* attack(): AsyncGenerator<Sent> {
    const hostileBodies = someHostileBodies(everyOn(engine));
    for (const route of routes) {
      const { bodySchema, operation } = route;
      if (!bodySchema) continue;
      const example = operation.requestBody?.content['application/json']?.example;
      for (const body of hostileBodies(bodySchema, example, resolve)) yield send(route, ownPath(route), known(body));
    }
    for (const { name, parameters } of tools) {
      const path = `/tools/${name}/invoke`;
      for (const params of hostileBodies(parameters, undefined, (schema) => schema))
        yield send({ name: `POST ${path}`, method: 'POST', secured: 'bearer' }, path, `{"params":${params}}`);
    }
    // Last, so that the lists contain what was stored before.
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      yield send(route, ownPath(route));
      for (const { name } of (route.operation.parameters ?? []).filter((parameter) => parameter.in === 'query'))
        for (const value of ['200', 'a'.repeat(12_000), '"a" -'.repeat(2_000), '%28'.repeat(4_000)])
          yield send(route, `${ownPath(route)}?${name}=${value}`);
    }
  }

  /** Another client, which sends simple requests. */
  async function wait(until: AbortSignal): Promise<number[]> {
    const waits: number[] = [];
    while (!until.aborted) {
      const begun = performance.now();
      expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
      waits.push(performance.now() - begun);
      await sleep(20);
    }
    return waits.sort((one, other) => one - other);
  }

  beforeAll(begin);
  afterAll(end);
  it('do not block the event loop, and another client is served meanwhile', {
    timeout: 900_000,
  }, async () => {
    const over = new AbortController();
    const other = wait(over.signal);
    const sent: Sent[] = [];
    const before = holdsOf(gateway).length;
    try {
      for await (const one of attack()) sent.push(one);
    } finally {
      over.abort();
    }
    const waits = await other;
    const holds = holdsOf(gateway)
      .slice(before)
      .map((hold) => ({ ...hold, during: sent.findLast(({ begun }) => begun <= hold.at) }))
      .sort((one, next) => next.cpuMs - one.cpuMs);
    const shown = holds
      .slice(0, Number(process.env.HOSTILE_SHOWN ?? 8))
      .map(
        ({ cpuMs, heldMs, during }) =>
          `${cpuMs} ms of computing in ${heldMs} ms: ${during?.name} ${during?.status} ${during?.body.slice(0, 100)}`,
      );
    const median = waits[Math.floor(waits.length / 2)] ?? 0;
    process.stdout.write(
      `\n  ${engine}: ${sent.length} requests; another client waited ${Math.round(median)} ms, ${Math.round(waits.at(-1) ?? 0)} at most\n  ${shown.join('\n  ')}\n`,
    );
    expect(
      sent.filter(({ status }) => status >= 500).map(({ name, status, body }) => `${status} ${name} ${body}`),
    ).toEqual([]);
    const limit = onThisMachine(longestHoldMs);
    expect(holds.filter(({ cpuMs }) => cpuMs >= limit).length, shown.join('\n')).toBe(0);
    expect(median).toBeLessThan(limit);
    // The requests must reach the handlers, not only validation.
    expect(sent.filter(({ status }) => status < 300).length).toBeGreaterThan(sent.length / 20);
  });
});
