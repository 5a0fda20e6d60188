import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildGateway, spawnGateway, startChildGateway } from './harness/child-gateway.ts';
import { newPlace, type Place } from './harness/databases.ts';
import { callTo } from './harness/gateway.ts';

const waiting = { timeout: 40_000 };

const linesOf = (gateway: ChildGateway) =>
  gateway
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; pid?: number; pids?: number[] });
const saidBy = (gateway: ChildGateway, msg: string) => linesOf(gateway).filter((line) => line.msg === msg);
/** Of the gateways that have answered a request. */
const answering = (gateway: ChildGateway) => new Set(saidBy(gateway, 'request').map(({ pid }) => pid));

/** Each request on a connection of its own, as from many clients. */
const ask = (gateway: ChildGateway, path: string) =>
  fetch(`${gateway.url}${path}`, { headers: { connection: 'close' } });

describe('PROCESSES=2', () => {
  let place: Place;
  let gateway: ChildGateway;

  beforeAll(async () => {
    place = await newPlace('postgres');
    gateway = await startChildGateway({ ...place.settings, PROCESSES: '2', SHUTDOWN_TIMEOUT: '10s' });
  });
  afterAll(async () => {
    gateway.process.kill('SIGKILL');
    await place.remove();
  });

  it('answers on one port from both processes, with one log', async () => {
    await expect.poll(() => saidBy(gateway, 'all processes are ready'), waiting).toHaveLength(1);
    for (let count = 0; count < 8; count += 1) expect((await ask(gateway, '/')).status).toBe(200);
    const [ready] = saidBy(gateway, 'all processes are ready');
    expect(ready?.pids).toHaveLength(2);
    expect([...answering(gateway)].sort()).toEqual([...(ready?.pids ?? [])].sort());
  });

  it('answers a conversation whichever process gets a request, and counts all in its metrics', async () => {
    const call = callTo(gateway.url);
    const { body } = await call<{ accessToken: string }>('POST', '/auth/register', {
      body: { email: 'several@example.com', password: 'correct horse battery' },
    });
    const headers = { connection: 'close' };
    const token = body.accessToken;
    const agent = await call<{ id: string }>('POST', '/agents', { token, headers, body: { name: 'One of several' } });
    let sessionId: string | undefined;
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await call<{ sessionId: string }>('POST', '/agent/chat', {
        token,
        headers,
        body: { agentId: agent.body.id, sessionId, message: `Turn ${turn}` },
      });
      expect(answer.status).toBe(200);
      sessionId = answer.body.sessionId;
    }
    const session = await call<{ messages: unknown[] }>('GET', `/sessions/${sessionId}`, { token, headers });
    expect(session.body.messages).toHaveLength(8);
    // Whichever process is asked.
    for (let count = 0; count < 2; count += 1) {
      const text = await (await ask(gateway, '/metrics')).text();
      const finished = [...text.matchAll(/^gateway_runs_finished_total\{.*\} (\d+)$/gm)].map(([, count]) =>
        Number(count),
      );
      expect(finished).toEqual([4]);
      expect(text).toMatch(/^gateway_build_info\{version="[^"]+"\} 1$/m);
    }
  });

  it('starts a process again that was killed, while the other answers', async () => {
    const killed = Number(saidBy(gateway, 'all processes are ready')[0]?.pids?.[0]);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => saidBy(gateway, 'a process ended by itself and is started again'), waiting).toHaveLength(1);
    expect((await ask(gateway, '/')).status).toBe(200);
    const before = answering(gateway);
    await expect
      .poll(async () => {
        expect((await ask(gateway, '/')).status).toBe(200);
        return [...answering(gateway)].filter((pid) => !before.has(pid)).length;
      }, waiting)
      .toBe(1);
  });

  it('replaces all processes at SIGHUP without failing a request', async () => {
    const before = answering(gateway);
    const statuses = new Map<number, number>();
    let over = false;
    async function keepAsking(headers: Record<string, string>): Promise<void> {
      while (!over) {
        const { status } = await fetch(`${gateway.url}/`, { headers });
        if (status !== 200) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await sleep(5);
      }
    }
    const clients = Promise.all([keepAsking({ connection: 'close' }), keepAsking({ connection: 'close' })]);
    gateway.process.kill('SIGHUP');
    await expect.poll(() => saidBy(gateway, 'restart over'), { timeout: 100_000 }).toHaveLength(1);
    over = true;
    await clients;
    expect([...statuses]).toEqual([]);
    for (let count = 0; count < 8; count += 1) await ask(gateway, '/');
    const after = [...answering(gateway)].filter((pid) => !before.has(pid));
    expect(after).toHaveLength(2);
  });

  it('stops all of them at SIGTERM and says 0', async () => {
    expect(await gateway.end('SIGTERM')).toEqual({ code: 0, signal: null });
    for (const pid of answering(gateway)) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  });
});

it('refuses several processes on the embedded database in one line', async () => {
  const place = await newPlace('sqlite');
  const { output, exited } = spawnGateway({ ...place.settings, JWT_SECRET: 'x'.repeat(40), PROCESSES: '3' });
  expect(await exited).toEqual({ code: 1, signal: null });
  expect(output()).toContain('PROCESSES needs PostgreSQL (DATABASE_URL)');
  await place.remove();
});
