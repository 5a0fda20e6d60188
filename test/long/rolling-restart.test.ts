import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../src/platform/db/postgres.ts';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { newPlace, type Place } from '../harness/databases.ts';
import { type FakeModel, startFakeModel } from '../harness/fake-model.ts';
import { callTo, type TestGateway } from '../harness/gateway.ts';
import { quickPerson } from '../harness/people.ts';
import { type RoundRobin, startRoundRobin } from '../harness/round-robin.ts';
import { patienceMs } from '../harness/talking.ts';

const clients = 4;

let place: Place;
let model: FakeModel;
let proxy: RoundRobin;
const nodes: ChildGateway[] = [];
beforeAll(async () => {
  [place, model, proxy] = await Promise.all([newPlace('postgres'), startFakeModel(), startRoundRobin(400)]);
});
afterAll(async () => {
  for (const node of nodes) node.process.kill('SIGKILL');
  await Promise.all([model.stop(), proxy.stop()]);
  await place.remove();
});

const startNode = async (): Promise<ChildGateway> => {
  const node = await startChildGateway({
    ...place.settings,
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    DEFAULT_MODEL: 'openai-compatible/fake',
    LOG_LEVEL: 'info',
    SHUTDOWN_GRACE: '1500ms',
  });
  nodes.push(node);
  proxy.add(node.url);
  return node;
};

/** Simulates the first half of a newer version's migration: every table has one more column. */
async function expandSchema(): Promise<void> {
  const url = place.settings.DATABASE_URL ?? '';
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  for (const { name } of rows as { name: string }[])
    if (name !== 'schema_migrations')
      await client.query(`ALTER TABLE ${name} ADD COLUMN added_by_the_next_version TEXT`);
  await client.query("INSERT INTO schema_migrations VALUES ('9999_next_version', 'unknown', 0)");
  await client.end();
}

it('nodes are restarted one after the other, and the schema grows, without a failed request', {
  timeout: 120_000,
}, async () => {
  const database = openPostgres({ url: place.settings.DATABASE_URL ?? '', poolSize: 1, onIdleError: () => undefined });
  const person = await quickPerson({ gateway: { database } as TestGateway['gateway'] }, 'ada');
  await database.close();
  const [first, second] = [await startNode(), await startNode()];
  await expect.poll(proxy.readyNodes, { timeout: patienceMs }).toHaveLength(2);

  const call = callTo(proxy.url);
  const as = (method: string, path: string, body?: unknown) => call(method, path, { token: person.accessToken, body });
  const agent = await as('POST', '/agents', { name: 'Ada' });
  const agentId = agent.body.id as string;
  let slowTurns = 0;
  model.reply(({ body }) => {
    const isSlow = JSON.stringify(body.messages?.at(-1)).includes('slowly');
    if (isSlow) slowTurns += 1;
    return { text: 'Certainly.', delayMs: isSlow ? 2_500 : 30 };
  });

  const failures: string[] = [];
  let done = 0;
  let isOver = false;
  async function expectFine(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await as(method, path, body).catch((error) => ({ status: 0, text: String(error.cause ?? error) }));
    const isWhole = !path.endsWith('stream') || answer.text.includes('stream_done');
    if (answer.status === 200 && isWhole) done += 1;
    else failures.push(`${method} ${path} ${answer.status} ${answer.text.slice(-300)}`);
  }
  const client = async (number: number): Promise<void> => {
    for (let round = 1; !isOver; round += 1) {
      const say = (message: string) => ({ agentId, message, surface: `client ${number}, ${round}` });
      await expectFine('POST', '/agent/chat', say('hello'));
      await expectFine('POST', '/agent/chat/stream', say('hello again'));
      for (const path of ['/auth/me', `/agents/${agentId}`, '/sessions', '/approvals', '/cron', '/webhooks'])
        await expectFine('GET', path);
      await sleep(250);
    }
  };
  const load = Array.from({ length: clients }, (_, number) => client(number));

  async function restart(node: ChildGateway): Promise<ChildGateway> {
    // Started before the node is stopped, and longer than it keeps serving.
    const before = slowTurns;
    const slow = ['one', 'another'].map((surface) =>
      expectFine('POST', '/agent/chat', { agentId, message: 'slowly', surface }),
    );
    await expect.poll(() => slowTurns, { timeout: patienceMs }).toBe(before + 2);
    expect(await node.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await Promise.all(slow);
    proxy.remove(node.url);
    const fresh = await startNode();
    await expect.poll(proxy.readyNodes, { timeout: patienceMs }).toContain(fresh.url);
    return fresh;
  }
  await restart(first);
  await expandSchema();
  await restart(second);
  const before = done;
  await expect.poll(() => done, { timeout: patienceMs }).toBeGreaterThan(before + 30);
  isOver = true;
  await Promise.all(load);
  expect(failures).toEqual([]);
  expect(done).toBeGreaterThan(100);
  process.stdout.write(`\n  rolling restart: ${done} requests\n`);
});
