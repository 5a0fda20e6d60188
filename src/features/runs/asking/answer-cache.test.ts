import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { isEnd, openStream, textOf } from '../../../../test/harness/event-stream-client.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { actingAs, ownPassword } from '../../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  newTeam,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

type Told = Chat & { cached?: boolean };

describe.each(engines)('answers that are kept, on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  const clock = createFakeClock(Date.UTC(2026, 4, 5, 12));
  const settings = { MODEL_PRICES: '{"openai-compatible/fake": {"input": 1, "output": 10}}' };
  beforeAll(async () => {
    world = await startTalking(engine, { clock, settings });
  });
  beforeEach(async () => {
    world.model.reset();
    ada = await newTalker(world.gateway, { clock, agent: { cacheSeconds: 60, systemPrompt: 'Be brief.' } });
  });
  afterAll(() => world.stop());

  let surfaces = 0;
  const ask = async (talker: Talker, message = 'What is six times seven?', more: object = {}): Promise<Told> =>
    (await say(talker, message, { surface: `s${++surfaces}`, ...more })) as Told;
  const calls = () => world.model.requests.filter(({ path }) => path.endsWith('/completions')).length;
  const kept = async ({ id }: Talker) =>
    Number(
      (await world.database.get<{ n: number }>('SELECT COUNT(*) AS n FROM answer_cache WHERE user_id = $1', [id]))?.n,
    );

  it('are given again for the same request, at no cost, and the run counts', async () => {
    world.model.script('Forty-two.');
    const first = await ask(ada);
    expect([first.content, first.cached]).toEqual(['Forty-two.', undefined]);
    const again = await ask(ada);
    expect(again).toMatchObject({ content: 'Forty-two.', cached: true, costUsd: 0, usage: { promptTokens: 0 } });
    expect(calls()).toBe(1);
    const job = await ada.act('GET', `/jobs/${again.runId}`);
    expect(job.body).toMatchObject({ cached: true, model: 'openai-compatible/fake', costUsd: 0, status: 'completed' });
    const rows = await world.database.all('SELECT id FROM usage_records WHERE user_id = $1', [ada.id]);
    expect(rows).toHaveLength(1);
    const counted = await world.database.get<{ runs: number }>(
      'SELECT SUM(runs) AS runs FROM usage_days WHERE user_id = $1',
      [ada.id],
    );
    expect(Number(counted?.runs)).toBe(2);
    type Trace = { spans: { name: string; attributes: Record<string, unknown> }[] };
    const { body } = await ada.act<Trace>('GET', `/traces/${again.runId.replace('run_', 'trc_')}`);
    expect(body.spans.find(({ name }) => name === 'chat fake')?.attributes['gateway.cached']).toBe('true');
    // The session has both sides of it.
    const session = await ada.act<{ messages: { role: string; content: string }[] }>(
      'GET',
      `/sessions/${again.sessionId}`,
    );
    expect(session.body.messages.map(({ content }) => content)).toEqual(['What is six times seven?', 'Forty-two.']);
  });

  it('are streamed again too, from an answer that was streamed', async () => {
    world.model.script('Forty-two, of course.');
    const stream = async () => {
      const { accessToken: token, agentId } = ada;
      const body = { agentId, message: 'And streamed?', surface: `s${++surfaces}` };
      return (await openStream(`${world.gateway.url}/agent/chat/stream`, { token, body })).all();
    };
    const [first, again] = [await stream(), await stream()];
    expect([textOf(first), textOf(again)]).toEqual(['Forty-two, of course.', 'Forty-two, of course.']);
    expect(first.find(isEnd)?.json).not.toHaveProperty('cached');
    expect(again.find(isEnd)?.json).toMatchObject({ cached: true, costUsd: 0, model: 'openai-compatible/fake' });
    expect(calls()).toBe(1);
  });

  it('are not given for another question, agent, person or temperature, nor after their time', async () => {
    await ask(ada);
    await ask(ada, 'What is seven times eight?');
    expect(calls()).toBe(2);
    await ask({ ...ada, agentId: await ada.newAgent({ cacheSeconds: 60, systemPrompt: 'Be brief.' }) });
    expect(calls()).toBe(3);
    await ada.act('PUT', `/agents/${ada.agentId}`, { temperature: 1 });
    await ask(ada);
    expect(calls()).toBe(4);
    const bob = await newTalker(world.gateway, { clock });
    const team = await newTeam(ada, { member: bob });
    const inTeam = await newTalker(world.gateway, {
      clock,
      workspaceId: team,
      person: ada,
      agent: { cacheSeconds: 60 },
    });
    await ask(inTeam);
    await ask({ ...bob, act: actingAs(world.gateway, bob, team), agentId: inTeam.agentId });
    expect(calls()).toBe(6);
    const before = calls();
    clock.set(clock.now() + 61_000);
    await ask(ada);
    expect(calls()).toBe(before + 1);
  });

  it('have no tool calls, and are whole', async () => {
    const agentId = await ada.newAgent({ cacheSeconds: 60, tools: ['calculator'] });
    const careful = { ...ada, agentId };
    world.model.reply(({ body }) =>
      body.messages?.some(({ role }) => role === 'tool')
        ? 'Forty-two.'
        : { toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }] },
    );
    await ask(careful);
    await ask(careful);
    // The call of the tool is asked for each time.
    expect(calls()).toBeGreaterThanOrEqual(3);
    world.model.reset();
    world.model.reply(() => ({ text: 'Forty-', finishReason: 'length' }));
    await ask(ada, 'Cut off');
    await ask(ada, 'Cut off');
    expect(calls()).toBe(2);
  });

  it('are not kept for an agent that does not say so', async () => {
    const agentId = await ada.newAgent();
    await ask({ ...ada, agentId });
    await ask({ ...ada, agentId });
    expect([calls(), await kept(ada)]).toEqual([2, 0]);
  });

  it('are not given by a model that the workspace no longer allows', async () => {
    await ask(ada);
    const path = `/workspaces/${ada.workspaceId}/restrictions`;
    const set = await ada.act('PUT', path, { allowedProviders: ['local'], allowedModels: null });
    expect(set.status).toBe(200);
    const refused = await ada.act<{ code: string }>('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: 'What is six times seven?',
      surface: 'refused',
    });
    expect(refused.body.code).toBe('model_not_allowed');
  });

  it('go with their session, their agent and their person', async () => {
    const { sessionId } = await ask(ada);
    expect(await kept(ada)).toBe(1);
    await ada.act('DELETE', `/sessions/${sessionId}`);
    await expect.poll(() => kept(ada)).toBe(0);
    const agentId = await ada.newAgent({ cacheSeconds: 60 });
    await ask({ ...ada, agentId });
    expect(await kept(ada)).toBe(1);
    expect((await ada.act('DELETE', `/agents/${agentId}`)).status).toBe(204);
    expect(await kept(ada)).toBe(0);
    await ask(ada);
    expect(await kept(ada)).toBe(1);
    const erased = await ada.act('DELETE', '/auth/me', ownPassword);
    expect(erased.status, erased.text).toBeLessThan(300);
    await expect.poll(() => kept(ada)).toBe(0);
  });
});
