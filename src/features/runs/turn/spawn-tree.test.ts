import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endOf, fetching, jobOf, pendingOf, resolve } from '../../../../test/harness/approvals.ts';
import { engines } from '../../../../test/harness/databases.ts';
import type { ModelRequest, ModelStep } from '../../../../test/harness/fake-model.ts';
import {
  newTalker,
  patienceMs,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts';

describe.each(engines)('a tree of agents on %s', (engine) => {
  let talking: Talking;
  let world: Receiver;
  let ada: Talker;
  beforeAll(async () => {
    const settings = { MODEL_PRICES: JSON.stringify({ 'openai-compatible/fake': { input: 1_000, output: 1_000 } }) };
    [talking, world] = await Promise.all([startTalking(engine, { settings }), startReceiver()]);
    ada = await newTalker(talking.gateway);
  });
  afterAll(async () => {
    await talking.stop();
    await world.stop();
  });
  afterEach(() => {
    talking.model.reset();
    world.reset();
  });

  const anyone = { enabled: true, agents: ['*'] };
  const nameOf = ({ body }: ModelRequest) => String(body.messages?.[0]?.content);
  const hasResult = ({ body }: ModelRequest) => body.messages?.at(-1)?.role === 'tool';
  const spawning = (agentId: string, count = 1) => ({
    toolCalls: Array.from({ length: count }, (_, n) => ({
      name: 'spawn_agent',
      arguments: { agentId, message: `task ${n}` },
    })),
  });
  /** Each agent makes its calls once, and then says that it is done. */
  const roles = (steps: Record<string, () => ModelStep>) =>
    talking.model.reply((request) => (hasResult(request) ? 'done' : (steps[nameOf(request)]?.() ?? 'nothing')));
  const runsOf = async (root: string) =>
    Number(
      (
        await talking.database.get<{ count: number }>(
          'SELECT count(*) AS count FROM runs WHERE id = $1 OR root_run_id = $1',
          [root],
        )
      )?.count,
    );

  it('needs approvals below a guarded agent: it cannot have another agent run the tool', async () => {
    const free = await ada.newAgent({ systemPrompt: 'free', tools: ['http_fetch'] });
    const middle = await ada.newAgent({ systemPrompt: 'middle', tools: ['spawn_agent'], spawn: anyone });
    const guarded = await ada.newAgent({
      systemPrompt: 'guarded',
      tools: ['spawn_agent', 'http_fetch'],
      approvals: ['http_fetch'],
      spawn: { ...anyone, maxDepth: 2 },
    });
    await ada.act('PUT', `/agents/${middle}`, { spawn: { maxDepth: 5 } });
    roles({
      free: () => ({ toolCalls: [fetching(world)] }),
      middle: () => spawning(free),
      guarded: () => spawning(middle),
    });
    const answer = await say(ada, 'go', { agentId: guarded });
    expect(world.records).toEqual([]);
    const [approval] = await pendingOf(ada, 1);
    expect(approval).toMatchObject({ tool: 'http_fetch', status: 'pending' });
    expect(await jobOf(ada, approval?.runId ?? '')).toMatchObject({ status: 'awaiting_approval', agentId: free });
    expect(answer.content).toBe('done');

    // The child resumes on any node, and still needs an approval for the next call.
    talking.model.script({ toolCalls: [fetching(world, '/again')] });
    expect((await resolve(ada, approval?.id ?? '', 'approve')).status).toBe(200);
    const [second] = await pendingOf(ada, 1);
    expect(second?.params).toMatchObject({ url: `${world.url}/again` });
    expect(world.records.map(({ path }) => path)).toEqual(['/']);
    await resolve(ada, second?.id ?? '', 'deny');
    expect(await endOf(ada, approval?.runId ?? '')).toMatchObject({ status: 'completed' });
    expect(world.records).toHaveLength(1);

    roles({ free: () => ({ toolCalls: [fetching(world)] }) });
    await say(ada, 'go', { agentId: free });
    expect(world.records).toHaveLength(2);
  });

  it('keeps its guard in a run that hands the session over while it waits', async () => {
    const free = await ada.newAgent({ systemPrompt: 'free', tools: ['http_fetch'] });
    const guarded = await ada.newAgent({
      systemPrompt: 'guarded',
      tools: ['handoff', 'http_fetch'],
      approvals: ['http_fetch'],
    });
    const handoff = { name: 'handoff', arguments: { agentId: free } };
    talking.model.script(
      { toolCalls: [handoff, fetching(world, '/first')] },
      { toolCalls: [fetching(world, '/second')] },
      'over',
    );
    const { status, body } = await ada.act<{ runId: string }>('POST', '/agent/chat', {
      agentId: guarded,
      message: 'go',
      surface: 'handing',
    });
    expect(status).toBe(202);
    const [first] = await pendingOf(ada, 1);
    await resolve(ada, first?.id ?? '', 'approve');
    const [second] = await pendingOf(ada, 1);
    expect(second?.params).toMatchObject({ url: `${world.url}/second` });
    expect(world.records.map(({ path }) => path)).toEqual(['/first']);
    await resolve(ada, second?.id ?? '', 'deny');
    expect(await endOf(ada, body.runId)).toMatchObject({ status: 'completed', agentId: guarded });
    // The next run is the other agent's.
    talking.model.script('Free here.');
    expect(await say(ada, 'next', { agentId: guarded, surface: 'handing' })).toMatchObject({ agentId: free });
  });

  it('has one limit for its runs, however deep and wide its agents may spawn', async () => {
    const self = await ada.newAgent({
      systemPrompt: 'self',
      tools: ['spawn_agent'],
      spawn: { ...anyone, maxDepth: 5, maxChildren: 20 },
    });
    roles({ self: () => spawning(self, 20) });
    const { runId, content } = await say(ada, 'go', { agentId: self });
    expect(content).toBe('done');
    expect(await runsOf(runId)).toBe(32);
    const refused = await talking.database.all<{ result: string }>(
      "SELECT result FROM tool_calls WHERE is_error = 1 AND result LIKE '%limit of 32 runs%'",
    );
    expect(refused.length).toBeGreaterThan(0);
  });

  it('keeps to the limits of its root (runs, depth, cost), whatever the agents below allow', async () => {
    const generous = await ada.newAgent({
      systemPrompt: 'generous',
      tools: ['spawn_agent'],
      spawn: { ...anyone, maxDepth: 5, maxChildren: 20 },
    });
    const below = (spawn: object) =>
      ada.newAgent({ systemPrompt: 'root', tools: ['spawn_agent'], spawn: { ...anyone, maxDepth: 5, ...spawn } });
    roles({ root: () => spawning(generous, 3), generous: () => spawning(generous, 3) });
    const few = await say(ada, 'go', { agentId: await below({ maxRuns: 5 }) });
    expect(await runsOf(few.runId)).toBe(5);

    const flat = await say(ada, 'go', { agentId: await below({ maxDepth: 1 }) });
    expect(await runsOf(flat.runId)).toBe(4);

    const poor = await ada.act<{ code: string; runId: string }>('POST', '/agent/chat', {
      agentId: await below({ maxCostUsd: 0 }),
      message: 'go',
    });
    expect(await runsOf(poor.body.runId)).toBe(1);
  });

  it('ends when the time of its root is over, even if a child has more', async () => {
    const slow = await ada.newAgent({ systemPrompt: 'slow', timeoutMs: 60_000 });
    const hasty = await ada.newAgent({
      systemPrompt: 'hasty',
      tools: ['spawn_agent'],
      spawn: anyone,
      timeoutMs: 1_500,
    });
    roles({ slow: () => ({ hang: true }), hasty: () => spawning(slow) });
    expect((await ada.act('POST', '/agent/chat', { agentId: hasty, message: 'go' })).status).toBe(504);
    const inherited = await talking.database.get<{ inherited: string }>(
      'SELECT inherited FROM runs WHERE agent_id = $1',
      [slow],
    );
    expect(JSON.parse(inherited?.inherited ?? '{}').timeoutMs).toBeLessThanOrEqual(1_500);
  });

  it('is cancelled as a whole, parked runs included', async () => {
    const child = await ada.newAgent({ systemPrompt: 'child', tools: ['http_fetch'], approvals: ['http_fetch'] });
    const parent = await ada.newAgent({ systemPrompt: 'parent', tools: ['spawn_agent'], spawn: anyone });
    const held = Promise.withResolvers<ModelStep>();
    talking.model.reply((request) => {
      if (nameOf(request) === 'child') return { toolCalls: [fetching(world)] };
      return hasResult(request) ? held.promise : (spawning(child) as ModelStep);
    });
    const answer = ada.act('POST', '/agent/chat', { agentId: parent, message: 'go' });
    const [approval] = await pendingOf(ada, 1);
    await talking.model.waitFor(3, patienceMs);
    const { parentRunId } = (await ada.act<{ parentRunId: string }>('GET', `/jobs/${approval?.runId}`)).body;
    expect((await ada.act('POST', `/jobs/${parentRunId}/cancel`)).status).toBe(200);
    await answer;
    expect(await jobOf(ada, approval?.runId ?? '')).toMatchObject({ status: 'cancelled' });
    expect((await resolve(ada, approval?.id ?? '', 'approve')).status).toBe(409);
    expect(world.records).toEqual([]);
  });
});
