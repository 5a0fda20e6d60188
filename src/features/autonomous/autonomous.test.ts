import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newCrowd } from '../../../test/harness/crowd.ts';
import { engines } from '../../../test/harness/databases.ts';
import { openStream } from '../../../test/harness/event-stream-client.ts';
import { apiKey } from '../../../test/harness/gateway.ts';
import { actingAs, quickPerson } from '../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  newTeam,
  patienceMs,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../test/harness/talking.ts';

type Job = { id: string; userId: string; kind: string; status: string; content: string | null; error: object | null };
type Started = { batchId: string; runs: { userId: string; runId?: string; error?: { code: string } }[] };
type Progress = { status: string; userCount: number; counts: Record<string, number> };
const unknownId = 'agt_01jd3v9k4m8q2w5x7y0z1a2b3c';

describe.each(engines)('runs without a person on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  let bea: Talker;
  let workspaceId: string;
  const places = 6;

  beforeAll(async () => {
    world = await startTalking(engine, { settings: { BACKGROUND_RUNS: String(places) } });
    const person = await quickPerson(world.gateway, 'ada');
    const member = await quickPerson(world.gateway, 'bea');
    workspaceId = await newTeam(await newTalker(world.gateway, { person }), { member });
    ada = await newTalker(world.gateway, { person, workspaceId });
    bea = {
      ...member,
      act: actingAs(world.gateway, member, workspaceId),
      agentId: ada.agentId,
      newAgent: ada.newAgent,
    };
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  const byKey = <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    world.gateway.call<Body>(method, path, { body, headers: { 'x-api-key': apiKey, ...headers } });
  const run = <Body = Chat>(more: object = {}, headers = {}) =>
    byKey<Body & { code: string }>(
      'POST',
      '/autonomous/run',
      { agentId: ada.agentId, userId: bea.id, message: 'Good morning', ...more },
      headers,
    );
  const batch = (userIds: string[], more: object = {}, headers = {}) =>
    byKey<Started & { code: string }>(
      'POST',
      '/autonomous/batch',
      { agentId: ada.agentId, userIds, message: 'News', ...more },
      headers,
    );
  const job = async (runId: string) => (await byKey<Job>('GET', `/jobs/${runId}`)).body;
  const jobsOf = async (batchId: string, query = '') =>
    (await byKey<{ data: Job[] }>('GET', `/jobs?batchId=${batchId}&limit=200${query}`)).body.data;
  const progress = async (batchId: string) => (await byKey<Progress>('GET', `/autonomous/batches/${batchId}`)).body;
  const ended = async (runId: string) => {
    await expect
      .poll(async () => (await job(runId)).status, { timeout: patienceMs })
      .toMatch(/completed|failed|cancelled/);
    return job(runId);
  };
  const done = (batchId: string) =>
    expect.poll(async () => (await progress(batchId)).status, { timeout: patienceMs }).toBe('completed');
  const newKey = async (...scopes: string[]) =>
    (await byKey<{ key: string }>('POST', '/admin/api-keys', { name: 'test', scopes })).body.key;

  it('act as the user, in the agent’s workspace, in a session of their own', async () => {
    const own = await say(bea, 'I am here', { surface: 'web' });
    const { status, body } = await run({ metadata: { reason: 'morning' } });
    expect([status, body.content]).toEqual([200, 'Echo: Good morning']);
    expect(body.sessionId).not.toBe(own.sessionId);
    const seen = await bea.act<Job & { surface: string }>('GET', `/jobs/${body.runId}`);
    expect(seen.body).toMatchObject({ kind: 'autonomous', status: 'completed', userId: bea.id });
    const session = await bea.act<{ surface: string }>('GET', `/sessions/${body.sessionId}`);
    expect(session.body.surface).toBe('autonomous');
    expect((await run()).body.sessionId).toBe(body.sessionId);
    expect((await run({ sessionId: own.sessionId })).body.sessionId).toBe(own.sessionId);
    expect((await ada.act('GET', `/jobs/${body.runId}`)).status).toBe(404);
  });

  it('need a key with the scope', async () => {
    for (const key of ['', 'wrong', bea.accessToken])
      for (const [method, path] of [
        ['POST', '/autonomous/run'],
        ['POST', '/autonomous/batch'],
        ['GET', '/autonomous/batches/bat_x'],
      ] as const) {
        const answer = await byKey(method, path, method === 'POST' ? {} : undefined, { 'x-api-key': key });
        expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
      }
    expect((await world.gateway.call('POST', '/autonomous/run', { token: bea.accessToken, body: {} })).status).toBe(
      401,
    );
    const other = { 'x-api-key': await newKey('admin', 'diagnostics') };
    const scoped = { 'x-api-key': await newKey('autonomous') };
    expect(await run({}, other)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(await batch([bea.id], {}, other)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect((await byKey('GET', '/jobs?batchId=x', undefined, other)).status).toBe(403);
    expect((await run({}, scoped)).status).toBe(200);
  });

  it('are refused for the same reasons as a chat message', async () => {
    const stranger = await quickPerson(world.gateway, 'stranger');
    expect(await run({ agentId: unknownId })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const refusals = await Promise.all([run({ userId: stranger.id }), run({ userId: 'usr_none' })]);
    for (const async of [false, true])
      expect(await run({ userId: stranger.id, async })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([403, 'forbidden']));
    const foreign = await say(ada, 'mine');
    expect((await run({ sessionId: foreign.sessionId })).status).toBe(404);
    const restrict = (body: object) => ada.act('PUT', `/workspaces/${workspaceId}/restrictions`, body);
    await restrict({ allowedProviders: ['anthropic'] });
    for (const async of [false, true])
      expect(await run({ async })).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } });
    await restrict({ allowedProviders: null });
    expect(world.model.requests).toHaveLength(1);
  });

  it('wait for an approval as in chat, with `async` and without', async () => {
    const agentId = await ada.newAgent({ tools: ['calculator'], approvals: ['calculator'] });
    const asks = { toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] };
    world.model.script(asks, asks);
    const waiting = await run<{ status: string; runId: string; approval: { requestId: string } }>({ agentId });
    expect(waiting).toMatchObject({ status: 202, body: { status: 'awaiting_approval', runId: expect.any(String) } });
    const { runId } = (await run({ agentId, async: true, surface: 'other' })).body;
    await expect.poll(async () => (await job(runId)).status, { timeout: patienceMs }).toBe('awaiting_approval');
    const { data } = (await bea.act<{ data: { id: string }[] }>('GET', '/approvals?status=pending')).body;
    expect(data).toHaveLength(2);
    for (const { id } of data) await bea.act('POST', `/approvals/${id}/resolve`, { decision: 'approve' });
    expect((await ended(waiting.body.runId)).status).toBe('completed');
    expect((await ended(runId)).status).toBe('completed');
  });

  it('answer at once with `async`, and can be watched, read and cancelled with the key', async () => {
    const { status, body } = await run({ async: true, surface: 'async' });
    expect([status, Object.keys(body)]).toEqual([202, ['runId']]);
    const stream = await openStream(`${world.gateway.url}/jobs/${body.runId}/stream`, {
      headers: { 'x-api-key': apiKey },
    });
    const events = await stream.all();
    expect(events[0]).toMatchObject({ event: 'session_resolved', json: { created: true } });
    expect(events.at(-1)).toMatchObject({ event: 'stream_done', json: { content: 'Echo: Good morning' } });
    expect(await job(body.runId)).toMatchObject({ kind: 'autonomous', status: 'completed', userId: bea.id });

    world.model.script({ hang: true });
    const second = (await run({ async: true })).body.runId;
    await world.model.waitFor(2, patienceMs);
    expect((await byKey<Job>('POST', `/jobs/${second}/cancel`)).body.status).toBe('cancelled');
    const chat = await say(bea, 'mine');
    for (const path of [`/jobs/${chat.runId}`, `/jobs/${chat.runId}/stream`])
      expect((await byKey('GET', path)).status).toBe(404);
    expect((await byKey('POST', `/jobs/${chat.runId}/cancel`)).status).toBe(404);
    expect((await byKey('GET', '/jobs')).status).toBe(400);
  });

  it('wait their turn in a busy session, and the next message waits for them', async () => {
    const held = Promise.withResolvers<string>();
    world.model.reply(({ body }) => (body.messages?.at(-1)?.content === 'first' ? held.promise : undefined));
    const first = say(bea, 'first', { surface: 'busy' });
    await world.model.waitFor(1, patienceMs);
    const { runId } = (await run({ async: true, message: 'second', surface: 'busy' })).body;
    expect((await job(runId)).status).toBe('queued');
    const third = say(bea, 'third', { surface: 'busy' });
    await expect
      .poll(async () => (await bea.act<{ data: object[] }>('GET', '/jobs?status=queued')).body.data.length, {
        timeout: patienceMs,
      })
      .toBe(2);
    held.resolve('at last');
    const { sessionId } = await first;
    await third;
    expect((await job(runId)).content).toBe('Echo: second');
    const { messages } = (
      await bea.act<{ messages: { content: string; seq: number }[] }>('GET', `/sessions/${sessionId}`)
    ).body;
    expect(messages.map(({ content }) => content)).toEqual([
      'first',
      'at last',
      'second',
      'Echo: second',
      'third',
      'Echo: third',
    ]);
    expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('happen once for one idempotency key, however many ask at once', async () => {
    const key = { 'idempotency-key': 'once' };
    const all = await Promise.all(Array.from({ length: 20 }, () => run({ async: true, surface: 'once' }, key)));
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(new Set(all.map(({ body }) => body.runId)).size).toBe(1);
    expect(all.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
    await ended(all[0]?.body.runId ?? '');

    const wait = { 'idempotency-key': 'waiting' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => run({ surface: 'once' }, wait)));
    const runs = answers.filter(({ status }) => status === 200).map(({ body }) => body.runId);
    expect(new Set(runs).size).toBe(1);
    expect(answers.every(({ status, body }) => status === 200 || body.code === 'idempotency_in_flight')).toBe(true);
    const again = await run({ surface: 'once' }, wait);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(world.model.requests).toHaveLength(2);

    expect((await run({ surface: 'once', message: 'else' }, wait)).status).toBe(422);
    const another = { ...wait, 'x-api-key': await newKey('autonomous') };
    const others = await run({ surface: 'once' }, another);
    expect([others.status, others.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  it('are not replayed to a person who is no longer a member', async () => {
    const cara = await quickPerson(world.gateway, 'cara');
    await ada.act('POST', `/workspaces/${workspaceId}/members`, { userId: cara.id, role: 'member' });
    const key = { 'idempotency-key': 'gone' };
    expect((await run({ userId: cara.id }, key)).status).toBe(200);
    await ada.act('DELETE', `/workspaces/${workspaceId}/members/${cara.id}`);
    expect((await run({ userId: cara.id }, key)).status).toBe(403);
  });

  it('are started for many people at once: one run each, or the reason for the refusal', async () => {
    const crowd = await newCrowd(world.database, workspaceId, 20);
    const stranger = await quickPerson(world.gateway, 'stranger');
    const given = [...crowd.slice(0, 10), stranger.id, crowd[3] ?? '', 'usr_none', ...crowd.slice(10), crowd[0] ?? ''];
    const { status, body } = await batch(given);
    expect(status).toBe(202);
    expect(body.runs.map(({ userId }) => userId)).toEqual([...new Set(given)]);
    const refused = body.runs.filter(({ error }) => error);
    expect(refused).toEqual(
      [stranger.id, 'usr_none'].map((userId) => ({
        userId,
        error: { code: 'forbidden', message: expect.stringContaining(userId) },
      })),
    );
    const jobs = await jobsOf(body.batchId);
    expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set(body.runs.flatMap(({ runId }) => runId ?? [])));
    await done(body.batchId);
    expect(await progress(body.batchId)).toMatchObject({
      userCount: 22,
      counts: { completed: 20, refused: 2, queued: 0, running: 0, failed: 0 },
    });
    const completed = await jobsOf(body.batchId, '&status=completed&kind=batch');
    expect(new Set(completed.map(({ userId }) => userId))).toEqual(new Set(crowd));
    expect(world.model.requests).toHaveLength(20);
    const [first] = crowd;
    const own = await world.database.all('SELECT surface FROM sessions WHERE user_id = $1', [first ?? '']);
    expect(own).toEqual([{ surface: 'autonomous' }]);
    expect((await byKey('GET', '/autonomous/batches/bat_none')).status).toBe(404);
    expect((await batch([bea.id], { agentId: unknownId })).status).toBe(404);
    expect((await batch([])).status).toBe(400);
    expect((await batch(Array.from({ length: 1_001 }, (_, n) => `usr_${n}`))).status).toBe(400);
  });

  it('of a batch never exceed its own limit nor that of the node', async () => {
    const crowd = await newCrowd(world.database, workspaceId, 12);
    for (const [maxConcurrency, limit] of [
      [2, 2],
      [100, places],
    ] as const) {
      world.model.reset();
      let [working, most] = [0, 0];
      const full = Promise.withResolvers<void>();
      world.model.reply(async () => {
        working += 1;
        most = Math.max(most, working);
        await full.promise;
        await nextTurn();
        working -= 1;
        return 'done';
      });
      const { batchId } = (await batch(crowd, { maxConcurrency })).body;
      await world.model.waitFor(limit, patienceMs);
      expect((await progress(batchId)).counts).toMatchObject({ running: limit, queued: crowd.length - limit });
      full.resolve();
      await done(batchId);
      expect(most).toBe(limit);
    }
  });

  it('of a batch are all queued when it is answered, and may end as cancelled or refused', async () => {
    const crowd = await newCrowd(world.database, workspaceId, 4);
    const held = Promise.withResolvers<string>();
    world.model.reply(() => held.promise);
    const { batchId, runs } = (await batch(crowd, { maxConcurrency: 1 })).body;
    await world.model.waitFor(1, patienceMs);
    expect(await progress(batchId)).toMatchObject({ status: 'running', counts: { running: 1, queued: 3 } });
    const waiting = await jobsOf(batchId, '&status=queued');
    const [cancelled, removed] = waiting;
    expect((await byKey<Job>('POST', `/jobs/${cancelled?.id}/cancel`)).body.status).toBe('cancelled');
    expect((await ada.act('DELETE', `/workspaces/${workspaceId}/members/${removed?.userId}`)).status).toBe(204);
    held.resolve('done');
    await done(batchId);
    const { completed, failed = 0, cancelled: stopped = 0 } = (await progress(batchId)).counts;
    expect([completed, failed + stopped]).toEqual([2, 2]);
    // The runs of a person who leaves are stopped; a run that begins at the same moment is refused.
    expect(['cancelled', 'failed']).toContain((await job(removed?.id ?? '')).status);
    expect(runs).toHaveLength(4);
    const free = await world.database.all(
      'SELECT id FROM sessions WHERE workspace_id = $1 AND (running_run_id IS NOT NULL OR waiting > 0)',
      [workspaceId],
    );
    expect(free).toEqual([]);
  });

  it('of a batch are started once for one idempotency key', async () => {
    const crowd = await newCrowd(world.database, workspaceId, 5);
    const key = { 'idempotency-key': 'batch' };
    const all = await Promise.all(Array.from({ length: 20 }, () => batch(crowd, {}, key)));
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(all.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
    await done(all[0]?.body.batchId ?? '');
    expect(world.model.requests).toHaveLength(5);
    expect((await batch(crowd.slice(1), {}, key)).status).toBe(422);
    // The key is the API key's own.
    const another = await batch(crowd, {}, { ...key, 'x-api-key': await newKey('autonomous') });
    expect(another.body.batchId).not.toBe(all[0]?.body.batchId);
    await done(another.body.batchId);
  });

  it('of a long batch do not delay those of others', async () => {
    const crowd = await newCrowd(world.database, workspaceId, 30);
    world.model.reply(({ body }) => ({ text: String(body.messages?.at(-1)?.content), delayMs: 30 }));
    const { batchId } = (await batch(crowd, { maxConcurrency: 1_000 })).body;
    const { runId } = (await run({ async: true, message: 'me too', surface: 'quick' })).body;
    await ended(runId);
    expect((await progress(batchId)).status).toBe('running');
    await done(batchId);
  });

  it('belong to the key that started them: another key can neither see nor stop them', async () => {
    const keyWith = async (scopes: string[]) => {
      const { body } = await byKey<{ id: string; key: string }>('POST', '/admin/api-keys', { name: 'x', scopes });
      const call = <Body>(method: string, path: string, content?: unknown) =>
        world.gateway.call<Body & { code: string }>(method, path, {
          body: content,
          headers: { 'x-api-key': body.key },
        });
      return { id: `key:${body.id}`, call };
    };
    const [mine, other] = [await keyWith(['autonomous']), await keyWith(['autonomous'])];
    world.model.reply(() => ({ hang: true }));
    const asked = { agentId: ada.agentId, userId: bea.id, message: 'Slowly', async: true, surface: 'keys' };
    const { runId } = (await mine.call<{ runId: string }>('POST', '/autonomous/run', asked)).body;
    const people = { agentId: ada.agentId, userIds: [ada.id, bea.id], message: 'News', surface: 'keys-batch' };
    const { batchId, runs } = (await mine.call<Started>('POST', '/autonomous/batch', people)).body;
    const paths = [runId, ...runs.map((one) => one.runId)].flatMap((id) => [`/jobs/${id}`, `/jobs/${id}/stream`]);
    for (const path of [...paths, `/autonomous/batches/${batchId}`])
      expect(await other.call('GET', path), path).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await other.call('POST', `/jobs/${runId}/cancel`)).status).toBe(404);
    expect((await other.call<{ data: Job[] }>('GET', `/jobs?batchId=${batchId}`)).body.data).toEqual([]);
    const listed = (await mine.call<{ data: Job[] }>('GET', `/jobs?batchId=${batchId}`)).body.data;
    expect(listed).toHaveLength(2);
    expect((await mine.call('GET', `/autonomous/batches/${batchId}`)).status).toBe(200);
    // The operator's own key of the settings sees them all.
    expect((await byKey('GET', `/jobs/${runId}`)).status).toBe(200);
    expect((await byKey('GET', `/autonomous/batches/${batchId}`)).status).toBe(200);
    for (const { id } of [...listed, { id: runId }])
      expect((await mine.call('POST', `/jobs/${id}/cancel`)).status).toBe(200);
    const entries = await world.database.all<{
      action: string;
      target: string;
      user_id: string | null;
      ip: string | null;
    }>('SELECT action, target, user_id, ip FROM audit_log WHERE actor = $1 ORDER BY seq', [mine.id]);
    expect(entries).toEqual([
      { action: 'autonomous.run', target: runId, user_id: bea.id, ip: '127.0.0.1' },
      { action: 'autonomous.batch', target: batchId, user_id: null, ip: '127.0.0.1' },
      ...[...listed, { id: runId, userId: bea.id }].map((one) => ({
        action: 'autonomous.cancel',
        target: one.id,
        user_id: one.userId,
        ip: null,
      })),
    ]);
    const stranger = await quickPerson(world.gateway, 'stranger');
    expect((await other.call('POST', '/autonomous/run', { ...asked, userId: stranger.id })).status).toBe(403);
    expect(
      await world.database.all('SELECT action, outcome, user_id FROM audit_log WHERE actor = $1', [other.id]),
    ).toEqual([{ action: 'autonomous.run', outcome: 'failure', user_id: stranger.id }]);
  });
});
