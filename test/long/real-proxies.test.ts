import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPostgres } from '../../src/platform/db/postgres.ts';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { newPlace } from '../harness/databases.ts';
import { startFakeModel } from '../harness/fake-model.ts';
import { freePort } from '../harness/free-port.ts';
import { callTo, type TestGateway } from '../harness/gateway.ts';
import { quickPerson } from '../harness/people.ts';
import { type ProxyKind, programOf, proxyKinds, startProxy } from '../harness/real-proxies.ts';
import { patienceMs } from '../harness/talking.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { onThisMachine } from '../harness/this-machine.ts';

/** PROXY_ROLLS=10 for the figures in docs/operations/deployment.md. */
const rolls = Number(process.env.PROXY_ROLLS ?? 2);
const clients = 6;

for (const kind of proxyKinds)
  if (!programOf(kind)) process.stdout.write(`SKIPPED: restarts behind ${kind}, because it is not installed.\n`);
const isPresent = (kind: ProxyKind) => programOf(kind) !== undefined;

/** Two nodes on one database behind a proxy, and somebody with an agent there. */
async function startWorld(kind: ProxyKind) {
  const [place, model] = await Promise.all([newPlace('postgres'), startFakeModel()]);
  model.reply(() => ({ text: 'Certainly.', delayMs: 30 }));
  const direct = new URL(place.settings.DATABASE_URL ?? '');
  const database = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) });
  const store = openPostgres({ url: direct.href, poolSize: 1, onIdleError: () => undefined });
  const person = await quickPerson({ gateway: { database: store } as TestGateway['gateway'] }, 'ada');
  const token = person.accessToken;
  await store.close();
  const ports = [await freePort(), await freePort()];
  const nodes: ChildGateway[] = [];

  /** The first node reaches its database through a proxy that can break the connection. */
  async function startNode(index: number): Promise<void> {
    const url = new URL(direct);
    if (index === 0) url.port = String(database.port);
    nodes[index] = await startChildGateway({
      DATABASE_URL: url.href,
      PORT: String(ports[index]),
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      DEFAULT_MODEL: 'openai-compatible/fake',
      LOG_LEVEL: 'info',
      SHUTDOWN_GRACE: '3s',
    });
  }

  await Promise.all(ports.map((_port, index) => startNode(index)));
  const proxy = await startProxy(kind, ports);
  const call = callTo(proxy.url);
  await vi.waitFor(async () => expect((await call('GET', '/readiness')).status).toBe(200), { timeout: patienceMs });
  const agentId = (await call('POST', '/agents', { token, body: { name: 'Ada' } })).body.id as string;

  /** Without the checks of `call`: the answer may be the proxy's own. */
  async function ask(method: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(`${proxy.url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** Clients that send one request after another, each on its own kept-alive connections, until they are stopped. */
  function load() {
    const failures: { what: string; beganAt: number; tookMs: number }[] = [];
    let done = 0;
    let isOver = false;
    async function expectFine(method: string, path: string, body?: unknown): Promise<void> {
      const beganAt = performance.now();
      const answer = await ask(method, path, body).catch((error) => ({
        status: 0,
        text: String(error.cause ?? error),
      }));
      const isWhole = !path.endsWith('stream') || answer.text.includes('stream_done');
      const tookMs = Math.round(performance.now() - beganAt);
      if (answer.status === 200 && isWhole) done += 1;
      else failures.push({ what: `${method} ${path} ${answer.status} ${answer.text.slice(-200)}`, beganAt, tookMs });
    }
    const client = async (number: number): Promise<void> => {
      for (let round = 1; !isOver; round += 1) {
        const say = (message: string) => ({ agentId, message, surface: `client ${number}, ${round}` });
        await expectFine('POST', '/agent/chat', say('hello'));
        await expectFine('POST', '/agent/chat/stream', say('hello again'));
        for (const path of ['/auth/me', `/agents/${agentId}`, '/sessions', '/webhooks']) await expectFine('GET', path);
        await sleep(200);
      }
    };
    const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
    return {
      failures,
      done: () => done,
      async end(): Promise<void> {
        isOver = true;
        await all;
      },
    };
  }

  return {
    ports,
    nodes,
    database,
    startNode,
    load,
    async stop(): Promise<void> {
      for (const node of nodes) node.process.kill('SIGKILL');
      await proxy.stop();
      await Promise.all([model.stop(), database.stop()]);
      await place.remove();
    },
  };
}

const worlds = new Map<ProxyKind, Awaited<ReturnType<typeof startWorld>>>();
const behind = (kind: ProxyKind) => worlds.get(kind) ?? expect.unreachable(`nothing runs behind ${kind}`);
beforeAll(async () => {
  await Promise.all(proxyKinds.filter(isPresent).map(async (kind) => worlds.set(kind, await startWorld(kind))));
});
afterAll(async () => {
  await Promise.all([...worlds.values()].map((world) => world.stop()));
});

const timeout = 120_000 + rolls * 60_000;

// Both proxies at once: a roll waits for seconds, until a node has ended and until a proxy has noticed.
for (const kind of proxyKinds)
  it.runIf(isPresent(kind))(
    `behind ${kind} requests survive ${rolls} rolling restarts of both nodes`,
    { timeout, concurrent: true },
    async () => {
      const { ports, nodes, startNode, load } = behind(kind);
      const work = load();
      for (let roll = 0; roll < rolls; roll += 1)
        for (const index of ports.keys()) {
          expect(await nodes[index]?.end('SIGTERM')).toEqual({ code: 0, signal: null });
          await startNode(index);
          // Until the proxy has noticed.
          await sleep(1_500);
        }
      await work.end();
      process.stdout.write(`\n  ${kind}: ${rolls} rolls, ${work.done()} requests, ${work.failures.length} failed\n`);
      // nginx does not check readiness: a request may reach the port while it closes.
      if (kind === 'nginx') expect(work.failures.length).toBeLessThanOrEqual(rolls * ports.length);
      else expect(work.failures).toEqual([]);
      expect(work.done()).toBeGreaterThan(100);
    },
  );

// nginx does not check readiness: it keeps sending requests to a node that answers 503.
it.runIf(isPresent('haproxy'))(
  'behind haproxy a node that is cut off from its database for 10 s fails what was in flight, and refuses others only until the proxy has noticed',
  { timeout },
  async () => {
    const { nodes, database, load } = behind('haproxy');
    const work = load();
    await sleep(1_500);
    const cutAt = performance.now();
    database.freeze();
    await sleep(10_000);
    database.heal();
    await sleep(4_000);
    await work.end();
    const late = work.failures.filter(({ beganAt }) => beganAt > cutAt + 3_000);
    process.stdout.write(`\n  haproxy: cut for 10 s, ${work.done()} requests, ${work.failures.length} failed\n`);
    expect(late).toEqual([]);
    // Others are refused at once, in the half second before the proxy asks the node again.
    const inFlight = work.failures.filter(({ tookMs }) => tookMs > onThisMachine(200));
    expect(inFlight.length, JSON.stringify(work.failures)).toBeLessThanOrEqual(clients);
    for (const { tookMs } of work.failures) expect(tookMs).toBeLessThan(onThisMachine(8_000));
    // It usually is at once. Where it takes longer, its own log says why.
    const readiness = async () => (await fetch(`${nodes[0]?.url}/readiness`)).status;
    const status = await readiness();
    const about = () =>
      nodes[0]
        ?.output()
        .split('\n')
        .filter((line) => /database is|unhandled/.test(line))
        .join('\n');
    if (status !== 200) process.stdout.write(`\n  not ready ${new Date().toISOString()}:\n${about()}\n`);
    await expect.poll(readiness, { timeout: patienceMs }).toBe(200);
  },
);
