import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalsOf, pendingOf, resolve } from '../../../test/harness/approvals.ts';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { actingAs } from '../../../test/harness/people.ts';
import { newTalker, patienceMs, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';

type Result = {
  index: number;
  agentId: string;
  runId: string | null;
  status: string;
  content?: string;
  truncated?: boolean;
  error?: { code: string; message: string };
};
type Swarm = {
  id: string;
  status: string;
  agentCount: number;
  maxConcurrency: number;
  finishedAt: string | null;
  totalDurationMs: number | null;
  results: Result[];
  code: string;
};
const range = (length: number) => Array.from({ length }, (_, index) => index);

describe.each(engines)('swarms on %s', (engine) => {
  const clock = createFakeClock();
  let world: Talking;
  let receiver: Receiver;
  let ada: Talker;

  beforeAll(async () => {
    [world, receiver] = await Promise.all([
      startTalking(engine, { clock, nodes: engine === 'postgres' ? 2 : 1 }),
      startReceiver(),
    ]);
    ada = await newTalker(world.gateway, { clock });
    await ada.act('POST', '/webhooks', { url: receiver.url, events: ['swarm.finished'] });
  });
  beforeEach(() => world.model.reset());
  afterAll(async () => {
    await world.stop();
    await receiver.stop();
  });

  const members = (count: number, agentId = ada.agentId) =>
    range(count).map((n) => ({ agentId, message: `task ${n}` }));
  const create = (body: object, headers = {}) =>
    ada.act<{ swarmId: string; code: string }>('POST', '/swarms', body, headers);
  const start = async (body: object) => (await create(body)).body.swarmId;
  const swarm = async (id: string) => (await ada.act<Swarm>('GET', `/swarms/${id}`)).body;
  const finished = async (id: string) => {
    await expect.poll(async () => (await swarm(id)).status, { timeout: patienceMs }).not.toBe('running');
    return swarm(id);
  };
  const told = (id: string) => receiver.records.filter(({ json }) => json.data?.swarmId === id);
  const event = async (id: string) => {
    await receiver.waitFor(({ json }) => json.data?.swarmId === id, patienceMs);
    return told(id)[0]?.json;
  };
  const settled = async () => {
    const { data } = (await ada.act<{ data: { id: string }[] }>('GET', '/swarms?limit=200')).body;
    for (const { id } of data) expect(told(id)).toHaveLength(1);
  };

  it('of twenty with one that fails finish once, with nineteen results and one error', async () => {
    world.model.reply(({ body }) => (body.messages?.at(-1)?.content === 'task 7' ? { status: 400 } : undefined));
    const { status, body } = await create({ members: members(20) });
    expect([status, Object.keys(body)]).toEqual([202, ['swarmId']]);
    const done = await finished(body.swarmId);
    expect(done).toMatchObject({ status: 'completed', agentCount: 20, maxConcurrency: 5 });
    expect(done.results.map(({ index }) => index)).toEqual(range(20));
    for (const { index, content, error, status } of done.results)
      if (index === 7) expect([status, error?.code, content]).toEqual(['failed', 'model_error', undefined]);
      else expect([status, error, content]).toEqual(['completed', undefined, `Echo: task ${index}`]);
    expect(await event(body.swarmId)).toMatchObject({
      event: 'swarm.finished',
      data: { swarmId: body.swarmId, agentCount: 20, totalDurationMs: done.totalDurationMs, results: done.results },
    });
    expect(told(body.swarmId)).toHaveLength(1);
    const surfaces = await world.database.all<{ surface: string }>(
      'SELECT s.surface FROM sessions s JOIN runs r ON r.session_id = s.id WHERE r.batch_id = $1 ORDER BY r.id',
      [body.swarmId],
    );
    expect(surfaces).toEqual(range(20).map((n) => ({ surface: `swarm:${body.swarmId}:${n}` })));
    const jobs = await ada.act<{ data: object[] }>('GET', `/jobs?batchId=${body.swarmId}&kind=swarm`);
    expect(jobs.body.data).toHaveLength(20);
  });

  it('run their members in order, never more at once than allowed', async () => {
    const seen: unknown[] = [];
    let [working, most] = [0, 0];
    world.model.reply(async ({ body }) => {
      working += 1;
      most = Math.max(most, working);
      seen.push(body.messages?.at(-1)?.content);
      await new Promise(setImmediate);
      working -= 1;
      return 'done';
    });
    await finished(await start({ members: members(6), maxConcurrency: 1 }));
    expect(most).toBe(1);
    expect(seen).toEqual(range(6).map((n) => `task ${n}`));
  });

  it('start no run in a workspace whose budget is used up, not even a free one', async () => {
    const budget = (monthlyBudgetUsd: number | null) =>
      ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { monthlyBudgetUsd });
    await budget(0);
    const { results } = await finished(await start({ members: members(2) }));
    await budget(null);
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual(
      Array(2).fill(['failed', 'budget_exceeded']),
    );
    expect(world.model.requests).toHaveLength(0);
  });

  it('give the reason for each member that was not admitted', async () => {
    const other = await newTalker(world.gateway, { clock });
    const agentIds = [ada.agentId, 'agt_none', other.agentId];
    const mixed = await finished(await start({ members: agentIds.map((agentId) => ({ agentId, message: 'hello' })) }));
    expect(mixed.results.map(({ status, runId, error }) => [status, runId !== null, error?.code])).toEqual([
      ['completed', true, undefined],
      ['failed', false, 'not_found'],
      ['failed', false, 'agent_not_available'],
    ]);
    const id = await start({ members: [{ agentId: 'agt_none', message: 'hello' }] });
    expect(await swarm(id)).toMatchObject({ status: 'completed', results: [{ error: { code: 'not_found' } }] });
    expect(await event(id)).toMatchObject({ data: { agentCount: 1, results: [{ status: 'failed' }] } });
  });

  it('are cancelled with all their members, and publish one event', async () => {
    world.model.reply(({ body }) => (body.messages?.at(-1)?.content === 'task 0' ? 'quick' : { hang: true }));
    const id = await start({ members: members(8), maxConcurrency: 3 });
    await world.model.waitFor(4, patienceMs);
    expect(await swarm(id)).toMatchObject({ status: 'running', finishedAt: null, totalDurationMs: null });
    const { status, body } = await ada.act<Swarm>('POST', `/swarms/${id}/cancel`);
    expect([status, body.status]).toEqual([200, 'cancelled']);
    expect(body.results.map((result) => result.status)).toEqual(['completed', ...Array(7).fill('cancelled')]);
    expect(world.model.requests).toHaveLength(4);
    expect((await event(id))?.data).toMatchObject({ agentCount: 8 });
    expect((await ada.act<Swarm>('POST', `/swarms/${id}/cancel`)).body.status).toBe('cancelled');
    world.model.reset();
    const done = await finished(await start({ members: members(1) }));
    expect((await ada.act('POST', `/swarms/${done.id}/cancel`)).status).toBe(409);
    expect(told(id)).toHaveLength(1);
  });

  it('wait for a member that waits for an approval, while the other members go on', async () => {
    const asking = await ada.newAgent({ tools: ['calculator'], approvals: ['calculator'] });
    world.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] });
    const id = await start({ members: [...members(1, asking), ...members(2)], maxConcurrency: 1 });
    const [approval] = await pendingOf(ada, 1);
    await expect
      .poll(async () => (await swarm(id)).results.map(({ status }) => status), { timeout: patienceMs })
      .toEqual(['awaiting_approval', 'completed', 'completed']);
    expect((await swarm(id)).status).toBe('running');
    await resolve(ada, approval?.id ?? '', 'approve');
    expect((await finished(id)).results[0]?.status).toBe('completed');

    world.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] });
    const second = await start({ members: members(1, asking) });
    await pendingOf(ada, 1);
    expect((await ada.act<Swarm>('POST', `/swarms/${second}/cancel`)).body.status).toBe('cancelled');
    expect((await approvalsOf(ada, '?status=pending')).data).toEqual([]);
  });

  it('start once for one idempotency key, also with concurrent requests', async () => {
    const key = { 'idempotency-key': 'swarm' };
    const all = await Promise.all(range(20).map(() => create({ members: members(2) }, key)));
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(new Set(all.map(({ body }) => body.swarmId)).size).toBe(1);
    expect(all.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
    await finished(all[0]?.body.swarmId ?? '');
    expect(world.model.requests).toHaveLength(2);
    expect((await create({ members: members(3) }, key)).status).toBe(422);
  });

  it('are the caller’s own, newest first and in pages', async () => {
    const bea = await newTalker(world.gateway, { clock });
    const own = actingAs(world.gateway, bea);
    const made: string[] = [];
    for (const _ of range(3)) {
      clock.advance(1);
      const body = { members: members(1, bea.agentId) };
      made.unshift((await own<{ swarmId: string }>('POST', '/swarms', body)).body.swarmId);
    }
    type Page = { data: { id: string; agentCount: number }[]; nextCursor: string };
    const first = (await own<Page>('GET', '/swarms?limit=2')).body;
    const second = (await own<Page>('GET', `/swarms?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const)
      expect((await ada.act(method, `/swarms/${made[0]}${path}`)).status).toBe(404);
    for (const body of [{ members: [] }, { members: members(51) }, { members: members(1), maxConcurrency: 0 }])
      expect((await create(body)).status).toBe(400);
    // Runs that still ask the model would consume the next test's scripted answers.
    for (const id of made)
      await expect
        .poll(async () => (await own<{ status: string }>('GET', `/swarms/${id}`)).body.status, { timeout: patienceMs })
        .toBe('completed');
  });

  it('truncate a long answer in the event, and say so', async () => {
    const long = 'word '.repeat(4_000);
    world.model.script(long);
    const id = await start({ members: members(1) });
    const { results } = await finished(id);
    expect(results[0]).toMatchObject({ content: long });
    expect(results[0]).not.toHaveProperty('truncated');
    expect(await event(id)).toMatchObject({
      data: { results: [{ content: long.slice(0, 8_192), truncated: true }] },
    });
  });

  it('end although the session of a member was deleted meanwhile', async () => {
    world.model.script({ hang: true });
    const id = await start({ members: members(1) });
    const [run] = await world.model
      .waitFor(1, patienceMs)
      .then(() => swarm(id))
      .then(({ results }) => results);
    // As if the node had died during the deletion.
    await world.database.run('DELETE FROM sessions WHERE id = (SELECT session_id FROM runs WHERE id = $1)', [
      run?.runId ?? '',
    ]);
    expect(await swarm(id)).toMatchObject({ status: 'running', results: [{ status: 'cancelled' }] });
    clock.advance(60_000);
    await world.gateway.gateway.recurring.wake();
    expect(await finished(id)).toMatchObject({ status: 'completed', results: [{ status: 'cancelled' }] });
    await event(id);
    await settled();
  });
});
