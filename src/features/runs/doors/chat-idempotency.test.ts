import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { createFakeClock, type FakeClock } from '../../../../test/harness/fake-clock.ts';
import type { Answer } from '../../../../test/harness/gateway.ts';
import { quickPerson } from '../../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  patienceMs,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

type Body = Chat & { code: string; runId: string; requestId?: string };

describe.each(engines)('chat with an idempotency key on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  let clock: FakeClock;
  beforeAll(async () => {
    clock = createFakeClock();
    world = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1, clock });
    ada = await newTalker(world.gateway, { clock });
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  let keys = 0;
  const newKey = () => `key-${++keys}`;
  const send = (key: string, more: object = {}, node = 0, token = ada.accessToken): Promise<Answer<Body>> => {
    const gateway = world.gateways[node % world.gateways.length] ?? world.gateway;
    return gateway.call<Body>('POST', '/agent/chat', {
      token,
      body: { agentId: ada.agentId, message: 'Pay the bill', surface: 'keys', ...more },
      headers: { 'idempotency-key': key },
    });
  };
  const withoutRequestId = ({ requestId, ...rest }: Body) => rest;
  const replayed = ({ headers }: Answer<Body>) => headers.get('idempotent-replayed');

  it('is one run, for any number of concurrent requests on any node', async () => {
    const key = newKey();
    const surface = key;
    world.model.reply(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return 'Paid.';
    });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => send(key, { surface }, n)));
    const done = answers.filter(({ status }) => status === 200);
    const early = answers.filter(({ status }) => status === 409);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length + early.length).toBe(50);
    for (const { body } of done) expect(body).toEqual(done[0]?.body);
    for (const { body } of early)
      expect(body).toMatchObject({ code: 'idempotency_in_flight', runId: done[0]?.body.runId });
    for (const { headers } of early) expect(headers.get('retry-after')).toBe('1');
    expect(done.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(world.model.requests).toHaveLength(1);
    const again = await send(key, { surface }, 1);
    expect(again.body).toEqual(done[0]?.body);
    expect(replayed(again)).toBe('true');
    const runs = await world.database.all('SELECT id FROM runs WHERE session_id = $1', [again.body.sessionId]);
    expect(runs).toHaveLength(1);
  });

  it('may be sent as X-Idempotency-Key; if both are sent they must be equal', async () => {
    const key = newKey();
    const ask = (headers: Record<string, string>) =>
      world.gateway.call<Body>('POST', '/agent/chat', {
        token: ada.accessToken,
        body: { agentId: ada.agentId, message: 'Pay the bill', surface: key },
        headers,
      });
    const first = await ask({ 'x-idempotency-key': key });
    expect([first.status, replayed(first)]).toEqual([200, null]);
    for (const headers of [
      { 'x-idempotency-key': key },
      { 'idempotency-key': key },
      { 'idempotency-key': key, 'x-idempotency-key': key },
    ]) {
      const again = await ask(headers as Record<string, string>);
      expect([again.status, again.body, replayed(again)]).toEqual([200, first.body, 'true']);
    }
    for (const headers of [
      { 'idempotency-key': key, 'x-idempotency-key': newKey() },
      { 'idempotency-key': newKey(), 'x-idempotency-key': key },
      { 'x-idempotency-key': 'x'.repeat(256) },
    ])
      expect(await ask(headers as Record<string, string>)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    expect(world.model.requests).toHaveLength(1);
  });

  it('is 409 while the first request is under way, then its answer', async () => {
    const key = newKey();
    const held = Promise.withResolvers<string>();
    world.model.reply(() => held.promise);
    const first = send(key);
    await world.model.waitFor(1, patienceMs);
    expect(await send(key)).toMatchObject({ status: 409, body: { code: 'idempotency_in_flight' } });
    held.resolve('Paid.');
    const { body } = await first;
    const again = await send(key);
    expect([again.status, again.body, replayed(again)]).toEqual([200, body, 'true']);
  });

  it('repeats an answer with tool calls to the last field', async () => {
    const agentId = await ada.newAgent({ tools: ['calculator'] });
    const key = newKey();
    world.model.script(
      {
        text: 'Hm',
        toolCalls: [
          { name: 'calculator', arguments: { expression: '1+1' } },
          { name: 'nothing', arguments: 'broken' },
        ],
      },
      'Two.',
    );
    const first = await send(key, { agentId });
    const again = await send(key, { agentId });
    expect(again.body).toEqual(first.body);
    expect(first.body.toolCalls).toHaveLength(2);
  });

  it('is 422 with another body; the order of its fields does not matter', async () => {
    const key = newKey();
    const first = await send(key, { metadata: { a: 1, b: 2 } });
    expect(first.status).toBe(200);
    for (const more of [{}, { message: 'Pay twice' }, { metadata: { a: 1, b: 3 } }, { surface: 'other' }])
      expect(await send(key, more)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    const reordered = await world.gateway.call<Body>('POST', '/agent/chat', {
      token: ada.accessToken,
      body: { metadata: { b: 2, a: 1 }, surface: 'keys', message: 'Pay the bill', agentId: ada.agentId },
      headers: { 'idempotency-key': key },
    });
    expect(reordered.body).toEqual(first.body);
    expect(world.model.requests).toHaveLength(1);
  });

  it('repeats a failure as it was', async () => {
    const key = newKey();
    world.model.script({ status: 401 });
    const first = await send(key);
    const again = await send(key);
    expect([first.status, again.status]).toEqual([502, 502]);
    expect(withoutRequestId(again.body)).toEqual(withoutRequestId(first.body));
    expect([replayed(first), replayed(again)]).toEqual([null, 'true']);
    expect(world.model.requests).toHaveLength(1);
  });

  it('repeats a timeout and a cancellation too', async () => {
    const agentId = await ada.newAgent({ timeoutMs: 1_000 });
    world.model.script({ hang: true }, { hang: true });
    const late = newKey();
    expect((await send(late, { agentId })).status).toBe(504);
    expect(await send(late, { agentId })).toMatchObject({ status: 504, body: { code: 'timeout' } });
    const key = newKey();
    const first = send(key);
    await world.model.waitFor(2, patienceMs);
    const [run] = (await ada.act<{ data: { id: string }[] }>('GET', '/jobs?status=running')).body.data;
    await ada.act('POST', `/jobs/${run?.id}/cancel`);
    const { body } = await first;
    expect(body.stopReason).toBe('cancelled');
    expect((await send(key)).body).toEqual(body);
  });

  it('is not used up by a request that was refused', async () => {
    const key = newKey();
    expect((await send(key, { agentId: 'agt_nobody' })).status).toBe(404);
    expect((await send(key, { message: '' })).status).toBe(400);
    expect(await send(key)).toMatchObject({ status: 200 });
  });

  it('is one person’s own, in one workspace', async () => {
    const key = newKey();
    const mine = await send(key);
    const { body: team } = await ada.act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    const there = await newTalker(world.gateway, { person: ada, workspaceId: team.id });
    const inTeam = await there.act<Body>(
      'POST',
      '/agent/chat',
      { agentId: there.agentId, message: 'Pay the bill', surface: 'keys' },
      { 'idempotency-key': key },
    );
    expect(inTeam.status).toBe(200);
    expect(inTeam.body.runId).not.toBe(mine.body.runId);
    const stranger = await quickPerson(world.gateway, 'stranger', clock);
    expect((await send(key, {}, 0, stranger.accessToken)).status).toBe(403);
  });

  it('checks permission again before it repeats an answer', async () => {
    const key = newKey();
    expect((await send(key)).status).toBe(200);
    const path = `/workspaces/${ada.workspaceId}/restrictions`;
    await ada.act('PUT', path, { allowedProviders: ['local'] });
    expect(await send(key)).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } });
    await ada.act('PUT', path, null);
    expect(replayed(await send(key))).toBe('true');
  });

  it('is 404 after the session was deleted', async () => {
    const key = newKey();
    const { body } = await send(key, { surface: 'deleted' });
    await ada.act('DELETE', `/sessions/${body.sessionId}`);
    expect((await send(key, { surface: 'deleted' })).status).toBe(404);
  });

  it('is forgotten after 24 hours', async () => {
    const key = newKey();
    const first = await send(key);
    clock.advance(24 * 3_600_000 - 1);
    expect((await send(key)).body.runId).toBe(first.body.runId);
    clock.advance(2);
    const next = await send(key);
    expect(next.status).toBe(200);
    expect(next.body.runId).not.toBe(first.body.runId);
    expect((await send(key)).body.runId).toBe(next.body.runId);
    expect((await say(ada, 'and without a key')).content).toContain('without');
  });

  it('may have up to 255 characters', async () => {
    expect((await send('k'.repeat(255))).status).toBe(200);
    expect((await send('k'.repeat(256))).status).toBe(400);
  });
});
