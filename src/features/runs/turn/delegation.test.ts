import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import type { ModelRequest, ModelStep } from '../../../../test/harness/fake-model.ts';
import { quickPerson } from '../../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  patienceMs,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

type Job = { id: string; kind: string; status: string; parentRunId: string | null; sessionId: string; agentId: string };

describe.each(engines)('an agent that delegates on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  let children: string;
  beforeAll(async () => {
    world = await startTalking(engine);
    ada = await newTalker(world.gateway);
    children = await ada.newAgent({ name: 'Child', systemPrompt: 'child' });
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  const parentWith = (spawn: object, more: object = {}) =>
    ada.newAgent({
      name: 'Parent',
      systemPrompt: 'parent',
      tools: ['spawn_agent'],
      spawn: { agents: ['*'], ...spawn },
      ...more,
    });
  const spawn = (agentId: string, message: string, id?: string) => ({
    name: 'spawn_agent',
    arguments: { agentId, message },
    ...(id ? { id } : {}),
  });
  const systemOf = ({ body }: ModelRequest) => String(body.messages?.[0]?.content);
  const hasResult = ({ body }: ModelRequest) => body.messages?.at(-1)?.role === 'tool';
  /** The parent makes these calls once, then says that it is done; a child answers as scripted. */
  const family = (calls: object[], child: ModelStep | ((request: ModelRequest) => ModelStep)) =>
    world.model.reply((request) => {
      if (systemOf(request) === 'child') return typeof child === 'function' ? child(request) : child;
      return hasResult(request) ? 'All done.' : ({ toolCalls: calls } as ModelStep);
    });
  const jobs = async (query = '') => (await ada.act<{ data: Job[] }>('GET', `/jobs?${query}`)).body.data;
  const errorOf = (answer: Chat, index = 0) => JSON.stringify(answer.toolCalls[index]?.result);

  it('spawns a child that runs in a session of its own, and gets its answer', async () => {
    const parent = await parentWith({ enabled: true });
    family([spawn(children, 'Count the ships')], 'There are seven.');
    const answer = await say(ada, 'How many ships?', { agentId: parent });
    expect(answer.content).toBe('All done.');
    expect(answer.toolCalls).toMatchObject([
      { tool: 'spawn_agent', isError: false, result: { content: 'There are seven.', stopReason: 'end_turn' } },
    ]);
    const [child] = await jobs('kind=spawn');
    expect(child).toMatchObject({ parentRunId: answer.runId, agentId: children, status: 'completed' });
    expect(child?.sessionId).not.toBe(answer.sessionId);
    const session = await ada.act<SessionDetails>('GET', `/sessions/${child?.sessionId}`);
    expect(session.body.messages.map(({ content }) => content)).toEqual(['Count the ships', 'There are seven.']);
  });

  it('gives each child a session of its own, also if the model reuses an id', async () => {
    const parent = await parentWith({ enabled: true });
    family([spawn(children, 'same', 'call_0')], 'ok');
    await say(ada, 'one', { agentId: parent, surface: 'reuse' });
    await say(ada, 'two', { agentId: parent, surface: 'reuse' });
    const sessions = (await jobs('kind=spawn&limit=2')).map(({ sessionId }) => sessionId);
    expect(new Set(sessions).size).toBe(2);
  });

  it('does not wait for itself when it spawns itself', async () => {
    const self = await ada.newAgent({
      systemPrompt: 'self',
      tools: ['spawn_agent'],
      spawn: { enabled: true, maxDepth: 2, agents: ['*'] },
    });
    world.model.reply((request) => (hasResult(request) ? 'back' : { toolCalls: [spawn(self, 'again', 'call_0')] }));
    const answer = await say(ada, 'go', { agentId: self });
    expect(answer.content).toBe('back');
    const depths = await world.database.all<{ depth: number }>(
      'SELECT depth FROM runs WHERE agent_id = $1 ORDER BY depth',
      [self],
    );
    expect(depths.map(({ depth }) => depth)).toEqual([0, 1, 2]);
  });

  it('cannot spawn if it is not enabled, too deep, too often, or other agents than listed', async () => {
    const listed = await ada.newAgent({ name: 'Listed', systemPrompt: 'child' });
    family([spawn(children, 'x')], 'never');
    const disabled = await say(ada, 'x', { agentId: await parentWith({ enabled: false }) });
    expect(disabled.toolCalls[0]?.isError).toBe(true);
    expect(errorOf(disabled)).toContain('may not spawn others');

    for (const none of [
      { enabled: true, agents: [] },
      { enabled: true, agents: undefined },
    ]) {
      const nobody = await ada.newAgent({ systemPrompt: 'parent', tools: ['spawn_agent'], spawn: none });
      expect(errorOf(await say(ada, 'x', { agentId: nobody }))).toContain(`may not spawn ${children}`);
    }

    const picky = await parentWith({ enabled: true, agents: [listed] });
    const refused = await say(ada, 'x', { agentId: picky });
    expect(errorOf(refused)).toContain(`may not spawn ${children}`);
    family([spawn(listed, 'x')], 'fine');
    expect((await say(ada, 'x', { agentId: picky })).toolCalls[0]?.isError).toBe(false);

    family(
      Array.from({ length: 4 }, (_, n) => spawn(children, `child ${n}`)),
      'here',
    );
    const many = await say(ada, 'x', { agentId: await parentWith({ enabled: true, maxChildren: 2 }) });
    expect(many.toolCalls.map(({ isError }) => isError)).toEqual([false, false, true, true]);
    expect(errorOf(many, 2)).toContain('At most 2 agents');
  });

  it('cannot spawn an agent that the caller may not use', async () => {
    const stranger = await newTalker(world.gateway, { person: await quickPerson(world.gateway, 'stranger') });
    const parent = await parentWith({ enabled: true });
    family([spawn(stranger.agentId, 'x'), spawn('agt_nobody', 'x')], 'never');
    const { toolCalls } = await say(ada, 'x', { agentId: parent });
    expect(toolCalls.map(({ isError }) => isError)).toEqual([true, true]);
    expect(JSON.stringify(toolCalls.map(({ result }) => result))).toMatch(/another workspace.*not found/);
  });

  it('is told that a child failed, and goes on', async () => {
    const parent = await parentWith({ enabled: true });
    family([spawn(children, 'x')], { status: 401 });
    const answer = await say(ada, 'x', { agentId: parent });
    expect(answer).toMatchObject({ content: 'All done.', toolCalls: [{ isError: true }] });
    expect(errorOf(answer)).toContain('The agent failed');
  });

  it('ends its children when it is cancelled or times out', async () => {
    const parent = await parentWith({ enabled: true });
    family([spawn(children, 'one'), spawn(children, 'two')], { hang: true });
    const answer = ada.act<Chat>('POST', '/agent/chat', { agentId: parent, message: 'x' });
    await world.model.waitFor(3, patienceMs);
    const [running] = await jobs(`status=running&agentId=${parent}`);
    await ada.act('POST', `/jobs/${running?.id}/cancel`);
    expect((await answer).body.stopReason).toBe('cancelled');
    const settled = async () => {
      while ((await jobs('status=running')).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      return (await jobs('kind=spawn&limit=2')).map(({ status }) => status);
    };
    expect(await settled()).toEqual(['cancelled', 'cancelled']);
    expect(world.model.requests.filter(({ aborted }) => aborted)).toHaveLength(2);

    const hasty = await parentWith({ enabled: true }, { timeoutMs: 1_000 });
    family([spawn(children, 'slow')], { hang: true });
    expect((await ada.act('POST', '/agent/chat', { agentId: hasty, message: 'x' })).status).toBe(504);
    // Its own limit is what was left of its parent's: it times out itself, or its parent cancels it.
    expect(['cancelled', 'failed']).toContain((await settled())[0]);
  });

  it('hands the session over, and is told so', async () => {
    const expert = await ada.newAgent({ name: 'Expert', systemPrompt: 'expert' });
    const front = await ada.newAgent({ name: 'Front', systemPrompt: 'front', tools: ['handoff', 'calculator'] });
    const handoff = { name: 'handoff', arguments: { agentId: expert, reason: 'hard' }, id: 'h' };
    const sum = { name: 'calculator', arguments: { expression: '1+1' }, id: 's' };
    world.model.script({ text: 'One moment.', toolCalls: [handoff, sum] }, 'The expert takes over.');
    const first = await say(ada, 'A hard one', { agentId: front });
    expect(first).toMatchObject({ agentId: front, content: 'One moment.\n\nThe expert takes over.' });
    expect(first.toolCalls).toMatchObject([
      { tool: 'handoff', isError: false, result: { handedTo: expert, name: 'Expert' } },
      { tool: 'calculator', isError: false },
    ]);
    // The marker stands between the call and its result; the model sees the result all the same.
    const results = (world.model.requests[1]?.body.messages ?? []).filter(({ role }) => role === 'tool');
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(['h', 's']);
    expect(results[0]?.content).toContain('Expert');
    const { messages } = (await ada.act<SessionDetails>('GET', `/sessions/${first.sessionId}`)).body;
    expect(messages.map(({ role, seq }) => [seq, role])).toEqual([
      [1, 'user'],
      [2, 'assistant'],
      [3, 'system'],
      [4, 'tool'],
      [5, 'tool'],
      [6, 'assistant'],
    ]);
    expect(messages[2]?.meta).toEqual({ kind: 'handoff', fromAgentId: front, toAgentId: expert, reason: 'hard' });
    const next = await say(ada, 'Hello expert', { agentId: front });
    expect(next).toMatchObject({ agentId: expert, sessionId: first.sessionId });
    expect(String(world.model.requests.at(-1)?.body.messages?.[0]?.content)).toMatch(/^expert/);
  });

  it('cannot hand it to an agent that the caller may not use', async () => {
    const front = await ada.newAgent({ tools: ['handoff'] });
    world.model.script({ toolCalls: [{ name: 'handoff', arguments: { agentId: 'agt_nobody' } }] }, 'I stay.');
    const answer = await say(ada, 'x', { agentId: front });
    expect(answer).toMatchObject({ content: 'I stay.', toolCalls: [{ isError: true }] });
    expect((await say(ada, 'y', { agentId: front })).agentId).toBe(front);
  });

  it('leaves queued messages to the new agent, and their answers say so', async () => {
    const expert = await ada.newAgent({ name: 'Expert', systemPrompt: 'expert' });
    const front = await ada.newAgent({ systemPrompt: 'front', tools: ['handoff'] });
    const held = Promise.withResolvers<ModelStep>();
    world.model.reply((request) => {
      if (systemOf(request).startsWith('expert')) return 'Expert here.';
      return hasResult(request) ? 'Handed.' : held.promise;
    });
    const send = (message: string) => ada.act<Chat>('POST', '/agent/chat', { agentId: front, message });
    const first = send('first');
    await world.model.waitFor(1, patienceMs);
    const second = send('second');
    while ((await jobs('status=queued')).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    held.resolve({ toolCalls: [{ name: 'handoff', arguments: { agentId: expert } }] });
    expect((await first).body).toMatchObject({ agentId: front, content: 'Handed.' });
    const { body } = await second;
    expect(body).toMatchObject({ agentId: expert, content: 'Expert here.' });
    expect((await ada.act('GET', `/jobs/${body.runId}`)).body).toMatchObject({ agentId: expert });
  });
});
