import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { engines, newPlace } from '../harness/databases.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { startReceiver } from '../harness/webhook-receiver.ts';

/** The full test: WEBHOOK_EVENTS=5000 WEBHOOK_KILLS=100. WEBHOOK_SEED repeats the times of the kills. */
const events = Number(process.env.WEBHOOK_EVENTS ?? 600);
const kills = Number(process.env.WEBHOOK_KILLS ?? 8);
const seed = Number(process.env.WEBHOOK_SEED ?? Math.floor(Math.random() * 2 ** 31));
const clients = 8;
const timeoutMs = 1_000;
const leaseMs = 2 * timeoutMs;
/** POSTs under way to one endpoint, and answers that were not stored yet. */
const mostUnsettled = 64;

const settings = {
  JWT_ACCESS_EXPIRES: '12h',
  RATE_LIMIT_USER: '1000000',
  WEBHOOK_TIMEOUT: `${timeoutMs}ms`,
  // Long delays: a receiver that is slow on a busy machine is not tested here.
  WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s',
};

function random(): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function call<Body>(url: string, method: string, path: string, token?: string, body?: object): Promise<Body> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

async function subscribe(url: string, hook: string) {
  const credentials = { email: `faults-${Date.now()}@example.com`, password: 'correct horse battery' };
  const { accessToken: token } = await call<{ accessToken: string }>(
    url,
    'POST',
    '/auth/register',
    undefined,
    credentials,
  );
  const { id: agentId } = await call<{ id: string }>(url, 'POST', '/agents', token, { name: 'Helper' });
  const webhook = { url: hook, events: ['agent.completed'] };
  const { id: webhookId } = await call<{ id: string }>(url, 'POST', '/webhooks', token, webhook);
  return { token, agentId, webhookId };
}

describe.each(engines)('under kill -9 on %s', (engine) => {
  it(`${events} events and ${kills} kills: none lost, few repeated, each with one id`, {
    timeout: 1_200_000,
  }, async () => {
    const receiver = await startReceiver();
    receiver.reply(() => ({ delayMs: 2 }));
    // Only the gateway is killed: the durability of the database is tested elsewhere.
    const server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    const place = server
      ? { settings: { DATABASE_URL: server.url('postgres') }, remove: () => server.stop() }
      : await newPlace('sqlite');
    const start = () => startChildGateway({ ...settings, ...place.settings });
    let gateway: ChildGateway | undefined = await start();
    const { token, agentId } = await subscribe(gateway.url, `${receiver.url}/hook`);
    const acknowledged = new Set<string>();
    let asked = 0;
    const client = async () => {
      while (acknowledged.size < events || killed < kills) {
        const url = gateway?.url;
        try {
          if (!url) throw new Error('down');
          const body = { agentId, message: 'Hello', surface: `s${++asked}` };
          const { sessionId } = await call<{ sessionId: string }>(url, 'POST', '/agent/chat', token, body);
          acknowledged.add(sessionId);
          // Spread over all kills.
          if (acknowledged.size > (events * (killed + 1)) / (kills + 1)) await sleep(20);
        } catch {
          await sleep(20);
        }
      }
    };
    let killed = 0;
    const next = random();
    const killer = async () => {
      while (killed < kills) {
        while (acknowledged.size < (events * (killed + 0.5)) / (kills + 1)) await sleep(5);
        await sleep(next() * 200);
        const victim = gateway;
        gateway = undefined;
        await victim?.end('SIGKILL');
        killed += 1;
        gateway = await start();
      }
    };
    const began = performance.now();
    await Promise.all([killer(), ...Array.from({ length: clients }, client)]);
    const drivenMs = performance.now() - began;
    const received = () => new Set(receiver.records.map(({ json }) => String(json.data?.sessionId)));
    const lost = () => [...acknowledged].filter((id) => !received().has(id));
    const drainBegan = performance.now();
    await vi.waitFor(() => expect(lost()).toEqual([]), { timeout: leaseMs + 30_000, interval: 100 });
    const drainMs = performance.now() - drainBegan;
    await sleep(leaseMs + 1_500);
    const times = new Map<string, number>();
    for (const { headers } of receiver.records) {
      const id = String(headers['webhook-id']);
      times.set(id, (times.get(id) ?? 0) + 1);
    }
    const repeated = [...times.values()].reduce((sum, count) => sum + count - 1, 0);
    const sessions = new Map<string, Set<string>>();
    for (const { headers, json } of receiver.records) {
      const ids = sessions.get(String(json.data?.sessionId)) ?? new Set();
      sessions.set(String(json.data?.sessionId), ids.add(String(headers['webhook-id'])));
    }
    process.stdout.write(
      `${engine}, seed ${seed}: ${acknowledged.size} acknowledged turns and ${kills} kills in ${(drivenMs / 1_000).toFixed(0)} s; ` +
        `${receiver.records.length} POSTs of ${times.size} deliveries, ${repeated} repeated, 0 lost, drained in ${(drainMs / 1_000).toFixed(1)} s\n`,
    );
    // A repeated delivery has the same id: one event never has two.
    expect([...sessions.values()].filter((ids) => ids.size !== 1)).toEqual([]);
    expect(repeated).toBeLessThanOrEqual(kills * mostUnsettled);
    await gateway?.end('SIGTERM');
    await receiver.stop();
    await place.remove();
  });
});

it('a worker that was paused for two leases does not overwrite later results', { timeout: 120_000 }, async () => {
  // Longer than above: the node must be paused before it gives up, also when this process waits for a core.
  const patientMs = 3 * timeoutMs;
  const place = await newPlace('postgres');
  const start = () => startChildGateway({ ...settings, ...place.settings, WEBHOOK_TIMEOUT: `${patientMs}ms` });
  const one = await start();
  let other: ChildGateway | undefined;
  const receiver = await startReceiver();
  receiver.reply((_, attempt) => (attempt === 1 ? { hang: true } : {}));
  try {
    const { token, agentId, webhookId } = await subscribe(one.url, `${receiver.url}/hook`);
    await call(one.url, 'POST', '/agent/chat', token, { agentId, message: 'Hello' });
    await receiver.waitFor(1);
    one.process.kill('SIGSTOP');
    // Only now: of two nodes either may send first.
    other = await start();
    const { url } = other;
    await receiver.waitFor(2, 40_000);
    const deliveries = () =>
      call<{ data: object[] }>(url, 'GET', `/webhooks/${webhookId}/deliveries`, token).then(({ data }) => data);
    const settled = async () => expect(await deliveries()).toMatchObject([{ status: 'succeeded', attempts: 1 }]);
    await vi.waitFor(settled, { timeout: 40_000 });
    const before = await deliveries();
    await sleep(2 * patientMs);
    one.process.kill('SIGCONT');
    // Both POSTs happened, and the inspector shows both. The late one is recorded in the transaction that would have overwritten the result.
    const recorded = async () => {
      const { data } = await call<{ data: { statusCode: number | null }[] }>(url, 'GET', '/webhook-inspector', token);
      expect(data.map(({ statusCode }) => statusCode).sort()).toEqual([200, null]);
    };
    await vi.waitFor(recorded, { timeout: 40_000, interval: 100 });
    await sleep(3_000);
    await recorded();
    expect(await deliveries()).toEqual(before);
    expect(receiver.records).toHaveLength(2);
    expect(new Set(receiver.records.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  } finally {
    await Promise.all([one.end('SIGKILL'), other?.end('SIGKILL')]);
    await receiver.stop();
    await place.remove();
  }
});
