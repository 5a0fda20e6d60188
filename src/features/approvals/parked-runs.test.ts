import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Approval,
  approvalsOf,
  calculating,
  endOf,
  fetching,
  jobOf,
  newAsker,
  park,
  pendingOf,
  resolve,
} from '../../../test/harness/approvals.ts';
import { engines } from '../../../test/harness/databases.ts';
import { type Chat, openTalk, patienceMs, say, startTalking, type Talking } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';

describe.each(engines)('approvals of a parked run on %s', (engine) => {
  let talking: Talking;
  let world: Receiver;
  beforeAll(async () => {
    [talking, world] = await Promise.all([startTalking(engine), startReceiver()]);
  });
  afterAll(async () => {
    await talking.stop();
    await world.stop();
  });
  afterEach(() => {
    talking.model.reset();
    world.reset();
  });

  const newcomer = (agent: object = {}) => newAsker(talking, agent);
  const fetch = (path?: string, id?: string) => fetching(world, path, id);
  it('take one of many decisions at once', async () => {
    const ada = await newcomer();
    for (let round = 0; round < 4; round += 1) {
      world.reset();
      talking.model.script({ toolCalls: [fetch()] }, 'over');
      const { approval, runId } = await park(ada);
      const answers = await Promise.all(
        ['approve', 'deny', 'approve', 'deny', 'deny', 'approve'].map((word) => resolve(ada, approval.requestId, word)),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('already_resolved');
      expect((await endOf(ada, runId)).status).toBe('completed');
      expect(world.records).toHaveLength(winners[0]?.body.status === 'approved' ? 1 : 0);
    }
  });

  /** Cancels as another node would, without a message on the bus. */
  const cancelUnheard = (userId: string) =>
    talking.database.run('UPDATE runs SET cancel_requested = 1 WHERE user_id = $1', [userId]);

  it('are not requested by a run that was cancelled on another node', async () => {
    const ada = await newcomer();
    talking.model.reply(async () => {
      await cancelUnheard(ada.id);
      return { toolCalls: [fetch()] };
    });
    const { status, body } = await ada.act<Chat>('POST', '/agent/chat', { agentId: ada.agentId, message: 'fetch it' });
    expect([status, body.stopReason]).toEqual([200, 'cancelled']);
    expect((await approvalsOf(ada)).data).toEqual([]);
    talking.model.reset();
    expect((await say(ada, 'next')).content).toBe('Echo: next');
  });

  it('do not resume a run that was cancelled meanwhile', async () => {
    const ada = await newcomer();
    talking.model.script({ toolCalls: [fetch()] }, 'over');
    const { approval, runId } = await park(ada);
    await cancelUnheard(ada.id);
    expect((await resolve(ada, approval.requestId, 'approve')).status).toBe(200);
    expect(await endOf(ada, runId)).toMatchObject({ status: 'cancelled', stopReason: 'cancelled' });
    expect(world.records).toEqual([]);
    talking.model.reset();
    expect((await say(ada, 'next')).content).toBe('Echo: next');
  });

  it('of one step are waited for together, while calls that need none run at once', async () => {
    const ada = await newcomer();
    talking.model.script({ toolCalls: [fetch('/a'), calculating, fetch('/b'), fetch('/c')] }, 'All done.');
    const { runId, approval } = await park(ada);
    const pending = (await approvalsOf(ada)).data;
    expect(pending.map(({ params }) => (params.url as string).slice(-2)).sort()).toEqual(['/a', '/b', '/c']);
    const byPath = (path: string) => pending.find(({ params }) => (params.url as string).endsWith(path))?.id ?? '';
    expect(approval.requestId).toBe(byPath('/a'));
    const { rows } = {
      rows: await talking.database.all<{ tool: string }>(
        "SELECT tool FROM tool_calls WHERE run_id = $1 AND status = 'done'",
        [runId],
      ),
    };
    expect(rows).toEqual([{ tool: 'calculator' }]);

    await resolve(ada, byPath('/b'), 'deny');
    await resolve(ada, byPath('/c'), 'approve');
    expect((await jobOf(ada, runId)).status).toBe('awaiting_approval');
    expect(world.records).toEqual([]);
    await resolve(ada, byPath('/a'), 'approve');
    const { toolCalls } = await endOf(ada, runId);
    expect(toolCalls.map(({ tool, isError }) => [tool, isError])).toEqual([
      ['http_fetch', false],
      ['calculator', false],
      ['http_fetch', true],
      ['http_fetch', false],
    ]);
    expect(world.records.map(({ path }) => path).sort()).toEqual(['/a', '/c']);
    // The model was shown exactly one result for each call.
    const shown = talking.model.requests.at(-1)?.body.messages ?? [];
    const asked = shown.flatMap(({ tool_calls }) => tool_calls ?? []).map(({ id }) => id);
    expect(
      shown
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id }) => tool_call_id)
        .sort(),
    ).toEqual(asked.sort());
  });

  it('are each for one call, even if the model gives two calls the same id', async () => {
    const ada = await newcomer();
    talking.model.script({ toolCalls: [fetch('/one', 'call_0')] }, { toolCalls: [fetch('/two', 'call_0')] }, 'Done.');
    const first = await park(ada);
    await resolve(ada, first.approval.requestId, 'approve');
    const [second] = await pendingOf(ada, 1);
    expect(world.records.map(({ path }) => path)).toEqual(['/one']);
    expect(second?.params.url).toMatch(/\/two$/);
    await resolve(ada, second?.id ?? '', 'deny');
    expect(await endOf(ada, first.runId)).toMatchObject({ status: 'completed', content: 'Done.' });
    expect(world.records).toHaveLength(1);
  });

  it('run the call with the parameters that were shown', async () => {
    const ada = await newcomer();
    const text = `{ "url": "http://other.invalid/", "method":"PUT",\n "url" : "${world.url}/shown", "headers": {} }`;
    talking.model.script({ toolCalls: [{ name: 'http_fetch', arguments: text }] }, 'Done.');
    const { runId, approval } = await park(ada);
    const params = { url: `${world.url}/shown`, method: 'PUT', headers: {} };
    expect((await ada.act<Approval>('GET', `/approvals/${approval.requestId}`)).body.params).toEqual(params);
    await resolve(ada, approval.requestId, 'approve');
    expect((await endOf(ada, runId)).toolCalls).toMatchObject([{ params, isError: false }]);
    expect(world.records.map(({ method, path }) => [method, path])).toEqual([['PUT', '/shown']]);
  });

  it('end with their run when it is cancelled, and the session is free', async () => {
    const ada = await newcomer();
    const client = await openTalk(talking.gateway.url, ada);
    talking.model.script({ toolCalls: [fetch()] });
    client.send({ type: 'message', agentId: ada.agentId, message: 'fetch', surface: 'api' });
    const { runId, requestId } = await client.until('approval_required');
    const waiting = say(ada, 'next');
    await expect
      .poll(async () => (await ada.act<{ data: unknown[] }>('GET', '/jobs?status=queued')).body.data.length, {
        timeout: patienceMs,
      })
      .toBe(1);
    client.send({ type: 'cancel', runId });
    expect((await client.untilEnd()).at(-1)).toMatchObject({ type: 'stream_done', stopReason: 'cancelled' });
    expect((await waiting).content).toBe('Echo: next');
    expect((await resolve(ada, requestId as string, 'approve')).body).toMatchObject({ code: 'already_resolved' });
    expect(world.records).toEqual([]);
    client.close();
  });

  it('keep the session meanwhile: later messages wait, a handoff is refused', async () => {
    const ada = await newcomer();
    const second = await ada.newAgent();
    talking.model.script({ toolCalls: [fetch()] }, 'first', 'second', 'third');
    const { runId, sessionId, approval } = await park(ada);
    const later: Promise<Chat>[] = [];
    for (const [index, text] of ['b', 'c'].entries()) {
      later.push(say(ada, text));
      const queued = async () => (await ada.act<{ data: unknown[] }>('GET', '/jobs?status=queued')).body.data.length;
      await expect.poll(queued, { timeout: patienceMs }).toBe(index + 1);
    }
    expect((await ada.act('POST', `/sessions/${sessionId}/handoff`, { agentId: second })).body).toMatchObject({
      status: 409,
      runId,
    });
    const presence = await ada.act<{ data: { agentId: string; state: string }[] }>('GET', '/agent/presence');
    expect(presence.body.data.find(({ agentId }) => agentId === ada.agentId)).toMatchObject({
      state: 'awaiting_approval',
      runId,
    });
    await resolve(ada, approval.requestId, 'approve');
    expect((await Promise.all(later)).map(({ content }) => content)).toEqual(['second', 'third']);
    const { body } = await ada.act<{ messages: { role: string; content: string }[] }>('GET', `/sessions/${sessionId}`);
    const spoken = body.messages.filter(({ role }) => role !== 'tool').map(({ content }) => content);
    expect(spoken).toEqual(['fetch it', '', 'first', 'b', 'second', 'c', 'third']);
  });

  it('do not count against the run’s time limit', async () => {
    const ada = await newcomer({ timeoutMs: 1_000 });
    talking.model.script({ toolCalls: [fetch()] }, 'In time.');
    const { runId, approval } = await park(ada);
    await sleep(1_500);
    await resolve(ada, approval.requestId, 'approve');
    const ended = (await endOf(ada, runId)) as unknown as { status: string; durationMs: number; content: string };
    expect(ended).toMatchObject({ status: 'completed', content: 'In time.' });
    expect(ended.durationMs).toBeLessThan(1_000);
  });

  it('follow the agent’s current version: a removed tool is not run, a newly guarded one needs an approval', async () => {
    const ada = await newcomer();
    const change = (fields: object) => ada.act('PUT', `/agents/${ada.agentId}`, fields);
    // The tool is no longer guarded: the open request stays.
    talking.model.script({ toolCalls: [fetch()] }, { toolCalls: [calculating] }, 'never said', 'over');
    const first = await park(ada);
    await change({ approvals: ['calculator'] });
    expect((await jobOf(ada, first.runId)).status).toBe('awaiting_approval');
    await resolve(ada, first.approval.requestId, 'deny');
    // The next step follows the new list.
    await expect
      .poll(async () => (await approvalsOf(ada, '?status=pending')).data.map(({ tool }) => tool), {
        timeout: patienceMs,
      })
      .toEqual(['calculator']);
    const [asked] = await pendingOf(ada, 1);
    // The tool was taken from the agent: its approval has no effect.
    await change({ tools: ['http_fetch'], approvals: ['http_fetch'] });
    await resolve(ada, asked?.id ?? '', 'approve');
    const { toolCalls } = await endOf(ada, first.runId);
    expect(toolCalls.map(({ tool, isError }) => [tool, isError])).toEqual([
      ['http_fetch', true],
      ['calculator', true],
    ]);
    expect(world.records).toEqual([]);
  });
});
