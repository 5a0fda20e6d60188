import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { openStream } from '../../../../test/harness/event-stream-client.ts';
import { quickPerson } from '../../../../test/harness/people.ts';
import {
  newTalker,
  patienceMs,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

type Job = { id: string; status: string; kind: string; agentId: string; sessionId: string; message: string };
type Page = { data: Job[]; nextCursor: string | null };
type Presence = { data: { agentId: string; state: string; runId: string | null; since: string | null }[] };

describe.each(engines)('jobs on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine);
    ada = await newTalker(world.gateway);
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  const jobs = async (query: string, talker: Talker = ada) => (await talker.act<Page>('GET', `/jobs?${query}`)).body;

  it('are listed newest first, in pages, and each once', async () => {
    const bea = await newTalker(world.gateway);
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) made.unshift((await say(bea, `m${n}`, { surface: `s${n % 2}` })).runId);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await jobs(`limit=3${cursor ? `&cursor=${cursor}` : ''}`, bea);
      expect(page.data.length).toBeLessThanOrEqual(3);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(made);
    expect((await bea.act('GET', '/jobs?limit=0')).status).toBe(400);
    expect((await bea.act('GET', '/jobs?cursor=rubbish')).status).toBe(400);
    expect((await jobs('limit=1000', bea)).data).toHaveLength(7);
  });

  it('are filtered by status, kind, session and agent', async () => {
    const second = await ada.newAgent({ name: 'Second' });
    const done = await say(ada, 'done', { surface: 'filters' });
    const other = await say(ada, 'other', { agentId: second });
    world.model.script({ status: 400 });
    const failed = (await ada.act<{ runId: string }>('POST', '/agent/chat', { agentId: second, message: 'fails' }))
      .body;
    const stream = await openStream(`${world.gateway.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { agentId: second, message: 'streamed' },
    });
    const [streamed] = await stream.all();
    const ids = async (query: string) => (await jobs(query)).data.map(({ id }) => id);
    expect(await ids('status=failed')).toEqual([failed.runId]);
    expect(await ids('kind=stream')).toEqual([streamed?.json.runId]);
    expect(await ids(`sessionId=${done.sessionId}`)).toEqual([done.runId]);
    expect(await ids(`agentId=${second}`)).toEqual([streamed?.json.runId, failed.runId, other.runId]);
    expect(await ids(`agentId=${second}&status=completed&kind=chat`)).toEqual([other.runId]);
    expect(await ids('status=cancelled')).toEqual([]);
    expect(await ids('batchId=none')).toEqual([]);
    for (const query of ['status=unknown', 'kind=unknown'])
      expect((await ada.act('GET', `/jobs?${query}`)).status).toBe(400);
  });

  it('are the caller’s own, in the workspace they were started in', async () => {
    const mine = await say(ada, 'mine');
    const bob = await quickPerson(world.gateway, 'bob');
    const { body: team } = await ada.act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    await ada.act('POST', `/workspaces/${team.id}/members`, { userId: bob.id, role: 'admin' });
    const adaThere = await newTalker(world.gateway, { person: ada, workspaceId: team.id });
    const bobThere = await newTalker(world.gateway, { person: bob, workspaceId: team.id });
    const shared = await say(adaThere, 'in the team');
    expect((await jobs('', bobThere)).data).toEqual([]);
    expect((await bobThere.act('GET', `/jobs/${shared.runId}`)).status).toBe(404);
    expect((await jobs('', adaThere)).data.map(({ id }) => id)).toEqual([shared.runId]);
    expect((await adaThere.act('GET', `/jobs/${mine.runId}`)).status).toBe(404);
  });

  it('show a long message in full, and only its beginning in a list', async () => {
    const message = 'long '.repeat(1_000);
    const { runId } = await say(ada, message, { surface: 'long' });
    expect((await ada.act<Job>('GET', `/jobs/${runId}`)).body.message).toBe(message);
    const [listed] = (await jobs('limit=1')).data;
    expect(listed?.message).toBe(message.slice(0, 1_000));
  });

  it('say when they were created, started and finished', async () => {
    const { runId } = await say(ada, 'when');
    const { body } = await ada.act<Record<string, string>>('GET', `/jobs/${runId}`);
    const times = ['createdAt', 'startedAt', 'finishedAt'].map((field) => Date.parse(body[field] ?? ''));
    expect(times).toEqual(times.toSorted());
    expect(times.every(Number.isFinite)).toBe(true);
  });
});

describe.each(engines)('the presence of agents on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine);
    ada = await newTalker(world.gateway, { agent: { tools: ['calculator'], approvals: ['calculator'] } });
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  const presence = async (talker = ada) => (await talker.act<Presence>('GET', '/agent/presence')).body.data;

  it('is idle, thinking or awaiting approval', async () => {
    const quiet = await ada.newAgent({ name: 'Quiet' });
    expect(await presence()).toEqual(
      expect.arrayContaining([
        { agentId: ada.agentId, name: 'Ada', state: 'idle', sessionId: null, runId: null, since: null },
      ]),
    );
    world.model.script({ hang: true });
    const answer = ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'x', surface: 'thinking' });
    await world.model.waitFor(1, patienceMs);
    const thinking = (await presence()).find(({ agentId }) => agentId === ada.agentId);
    expect(thinking).toMatchObject({
      state: 'thinking',
      runId: expect.stringMatching(/^run_/),
      sessionId: expect.stringMatching(/^ses_/),
      since: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await presence()).find(({ agentId }) => agentId === quiet)?.state).toBe('idle');
    await ada.act('POST', `/jobs/${thinking?.runId}/cancel`);
    await answer;
    world.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] });
    const parked = await ada.act<{ runId: string }>('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: 'x',
      surface: 'asking',
    });
    expect(parked.status).toBe(202);
    expect((await presence()).find(({ agentId }) => agentId === ada.agentId)).toMatchObject({
      state: 'awaiting_approval',
      runId: parked.body.runId,
    });
    await ada.act('POST', `/jobs/${parked.body.runId}/cancel`);
    expect((await presence()).every(({ state }) => state === 'idle')).toBe(true);
  });

  it('covers the caller’s runs only', async () => {
    const bob = await quickPerson(world.gateway, 'bob');
    const { body: team } = await ada.act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    await ada.act('POST', `/workspaces/${team.id}/members`, { userId: bob.id, role: 'member' });
    const adaThere = await newTalker(world.gateway, { person: ada, workspaceId: team.id });
    const bobThere = await newTalker(world.gateway, { person: bob, workspaceId: team.id });
    world.model.script({ hang: true });
    const answer = adaThere.act('POST', '/agent/chat', { agentId: adaThere.agentId, message: 'x' });
    await world.model.waitFor(1, patienceMs);
    expect((await presence(bobThere)).map(({ state }) => state)).toEqual(['idle', 'idle']);
    const [busy] = (await presence(adaThere)).filter(({ state }) => state === 'thinking');
    await adaThere.act('POST', `/jobs/${busy?.runId}/cancel`);
    await answer;
  });

  it('is reset for all agents, or for some', async () => {
    const second = await ada.newAgent({ name: 'Second' });
    const opened = new Map<string, string>();
    for (const [agentId, surface] of [
      [ada.agentId, 'a'],
      [ada.agentId, 'b'],
      [second, 'a'],
      [second, 'b'],
    ] as const)
      opened.set(`${agentId} ${surface}`, (await say(ada, 'x', { agentId, surface })).sessionId);
    const reset = async (body?: object) =>
      (await ada.act<{ reset: string[] }>('POST', '/agent/reset', body)).body.reset.sort();
    const of = (...keys: string[]) => keys.map((key) => opened.get(key)).sort();
    expect(await reset({ agentId: second, surface: 'a' })).toEqual(of(`${second} a`));
    expect(await reset({ agentId: second })).toEqual(of(`${second} b`));
    expect(await reset({ surface: 'b' })).toEqual(of(`${ada.agentId} b`));
    const left = await reset();
    expect(left).toContain(opened.get(`${ada.agentId} a`));
    expect(await reset()).toEqual([]);
    const anew = await say(ada, 'x', { surface: 'a' });
    expect([...opened.values()]).not.toContain(anew.sessionId);
  });
});

describe('the health of the default model', () => {
  it('is up or down', async () => {
    const world = await startTalking('sqlite');
    const ada = await newTalker(world.gateway);
    const health = () => ada.act<{ latencyMs: number }>('GET', '/agent/health');
    const open = await health();
    expect(open).toMatchObject({ status: 200, body: { status: 'ok', provider: 'openai-compatible', model: 'fake' } });
    expect(open.body.latencyMs).toBeGreaterThan(0);
    await world.model.stop();
    expect(await health()).toMatchObject({ status: 200, body: { status: 'down', provider: 'openai-compatible' } });
    await world.stop();
  });

  it('is always up if no provider is configured', async () => {
    const world = await startTalking('sqlite', {
      settings: { OPENAI_COMPATIBLE_BASE_URL: undefined, DEFAULT_MODEL: undefined },
    });
    const ada = await newTalker(world.gateway);
    expect((await ada.act('GET', '/agent/health')).body).toMatchObject({
      status: 'ok',
      provider: 'local',
      model: 'offline',
    });
    await world.stop();
  });
});
