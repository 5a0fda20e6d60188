import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultInAuditChain } from '../../../test/harness/audit-chain.ts';
import { engines } from '../../../test/harness/databases.ts';
import { actingAs } from '../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  newTeam,
  openTalk,
  patienceMs,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';

type Approval = {
  id: string;
  runId: string;
  sessionId: string;
  tool: string;
  params: Record<string, unknown>;
  status: string;
  reason: string | null;
  resolvedBy: string | null;
  code?: string;
};
type Parked = { runId: string; sessionId: string; status: string; approval: { requestId: string } };

describe.each(engines)('approvals on %s', (engine) => {
  let talking: Talking;
  let world: Receiver;
  let hooks: Receiver;
  beforeAll(async () => {
    [talking, world, hooks] = await Promise.all([startTalking(engine), startReceiver(), startReceiver()]);
  });
  afterAll(async () => {
    await talking.stop();
    await Promise.all([world.stop(), hooks.stop()]);
  });
  afterEach(() => {
    talking.model.reset();
    world.reset();
  });

  /** Fetching is what needs leave; calculating does not. */
  const newcomer = (agent: object = {}) =>
    newTalker(talking.gateway, {
      agent: { tools: ['http_fetch', 'calculator'], approvals: ['http_fetch'], ...agent },
    });
  const fetching = (path = '/', id?: string) => ({
    name: 'http_fetch',
    arguments: { url: `${world.url}${path}`, method: 'POST', body: 'exactly this' },
    ...(id ? { id } : {}),
  });
  const calculating = { name: 'calculator', arguments: { expression: '6*7' } };
  async function park(talker: Talker, more: object = {}): Promise<Parked> {
    const { status, body, text } = await talker.act<Parked>('POST', '/agent/chat', {
      agentId: talker.agentId,
      message: 'fetch it',
      ...more,
    });
    if (status !== 202) throw new Error(`It was not parked but answered ${status}: ${text}`);
    return body;
  }
  const resolve = ({ act }: Pick<Talker, 'act'>, id: string, decision: string, reason?: string) =>
    act<Approval>('POST', `/approvals/${id}/resolve`, { decision, reason });
  const list = async ({ act }: Pick<Talker, 'act'>, query = '') =>
    (await act<{ data: Approval[]; nextCursor: string | null }>('GET', `/approvals${query}`)).body;
  const job = async ({ act }: Pick<Talker, 'act'>, runId: string) =>
    (await act<Chat & { status: string; approval: unknown }>('GET', `/jobs/${runId}`)).body;
  async function end(talker: Pick<Talker, 'act'>, runId: string) {
    await expect
      .poll(async () => (await job(talker, runId)).status, { timeout: patienceMs })
      .toMatch(/completed|failed|cancelled/);
    return job(talker, runId);
  }
  /** Somebody who is told of everything, and what they were told, by name. */
  async function subscriber() {
    const ada = await newcomer();
    const url = `${hooks.url}/${ada.id}`;
    expect((await ada.act('POST', '/webhooks', { url, events: ['*'] })).status).toBe(201);
    const told = () => hooks.records.filter(({ path }) => path === `/${ada.id}`).map(({ json }) => json);
    async function events(count: number) {
      await expect.poll(() => told().length, { timeout: patienceMs }).toBeGreaterThanOrEqual(count);
      return told()
        .map(({ event, data }) => ({ event, data }))
        .sort((one, other) => ((one.event ?? '') < (other.event ?? '') ? -1 : 1));
    }
    return { ada, events };
  }
  const lastToolMessage = () => talking.model.requests.at(-1)?.body.messages?.findLast(({ role }) => role === 'tool');

  it('park the run with 202, show what is asked, and once approved run exactly that, once', async () => {
    const ada = await newcomer();
    world.reply({ body: 'the page' });
    talking.model.script({ toolCalls: [fetching('/deep?q=1', 'call_1')] }, 'Here it is.');
    const { approval, ...parked } = await park(ada);
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const params = { url: `${world.url}/deep?q=1`, method: 'POST', body: 'exactly this' };
    expect(parked).toEqual({ runId: parked.runId, sessionId: parked.sessionId, status: 'awaiting_approval' });
    expect(approval).toEqual({ requestId: approval.requestId, tool: 'http_fetch', params, expiresAt: time });
    expect(await job(ada, parked.runId)).toMatchObject({ status: 'awaiting_approval', approval });
    const shown = {
      id: approval.requestId,
      runId: parked.runId,
      sessionId: parked.sessionId,
      agentId: ada.agentId,
      userId: ada.id,
      tool: 'http_fetch',
      params,
      status: 'pending',
      reason: null,
      resolvedBy: null,
      createdAt: time,
      expiresAt: time,
      resolvedAt: null,
    };
    expect((await ada.act('GET', `/approvals/${approval.requestId}`)).body).toEqual(shown);
    expect((await list(ada, '?status=pending')).data).toEqual([shown]);
    expect(world.records).toEqual([]);

    const answer = await resolve(ada, approval.requestId, 'approve', 'go ahead');
    const resolved = { ...shown, status: 'approved', reason: 'go ahead', resolvedBy: ada.id, resolvedAt: time };
    expect([answer.status, answer.body]).toEqual([200, resolved]);
    expect(await end(ada, parked.runId)).toMatchObject({
      status: 'completed',
      content: 'Here it is.',
      stopReason: 'end_turn',
      approval: null,
      toolCalls: [{ tool: 'http_fetch', params, isError: false }],
    });
    expect(world.records.map(({ method, path, rawBody }) => [method, path, String(rawBody)])).toEqual([
      ['POST', '/deep', 'exactly this'],
    ]);
    expect(lastToolMessage()?.content).toContain('the page');

    for (const decision of ['approve', 'deny'])
      expect((await resolve(ada, approval.requestId, decision)).body).toMatchObject({
        status: 409,
        code: 'already_resolved',
      });
    expect((await list(ada, '?status=pending')).data).toEqual([]);
    expect((await list(ada, '?status=approved')).data).toEqual([resolved]);
    expect(world.records).toHaveLength(1);
  });

  it('are refused when they are not well asked for', async () => {
    const ada = await newcomer();
    talking.model.script({ toolCalls: [fetching()] });
    const { approval } = await park(ada);
    for (const body of [{}, { decision: 'yes' }, { decision: 'approved' }, { decision: 'deny', reason: 7 }, null])
      expect((await ada.act('POST', `/approvals/${approval.requestId}/resolve`, body)).status).toBe(400);
    expect((await resolve(ada, 'apr_none', 'approve')).status).toBe(404);
    expect((await ada.act('GET', '/approvals?status=maybe')).status).toBe(400);
    expect((await ada.act('GET', '/approvals/apr_none')).status).toBe(404);
  });

  it.each(['stream', 'socket'] as const)('are announced as frames, over a %s', async (door) => {
    const ada = await newcomer();
    talking.model.script({ text: 'Asking. ', toolCalls: [fetching('/', 'call_1')] }, 'Done.');
    let frames: () => Promise<Record<string, unknown>[]>;
    if (door === 'socket') {
      const client = await openTalk(talking.gateway.url, ada);
      client.send({ type: 'message', agentId: ada.agentId, message: 'fetch it', surface: 'web' });
      frames = () => client.untilEnd();
    } else {
      const answer = ada.act('POST', '/agent/chat/stream', { agentId: ada.agentId, message: 'fetch it' });
      frames = async () =>
        [...(await answer).text.matchAll(/^data: (.*)$/gm)].map(
          ([, json]) => JSON.parse(json ?? '') as Record<string, unknown>,
        );
    }
    await expect.poll(async () => (await list(ada)).data.length, { timeout: patienceMs }).toBe(1);
    const [{ id, runId, sessionId } = { id: '', runId: '', sessionId: '' }] = (await list(ada)).data;
    await resolve(ada, id, 'approve');
    const all = await frames();
    const common = { runId, sessionId, agentId: ada.agentId, seq: expect.any(Number) };
    const shown = all.filter(({ type }) => type !== 'stream_chunk');
    expect(shown.map(({ type }) => type)).toEqual([
      'session_resolved',
      'tool_call',
      'approval_required',
      'approval_resolved',
      'tool_result',
      'stream_done',
    ]);
    expect(shown[2]).toEqual({
      type: 'approval_required',
      ...common,
      requestId: id,
      tool: 'http_fetch',
      params: fetching().arguments,
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect(shown[3]).toEqual({ type: 'approval_resolved', ...common, requestId: id, decision: 'approve' });
    expect(shown[5]).toMatchObject({
      stopReason: 'end_turn',
      toolCallCount: 1,
      content: expect.stringMatching(/^Asking.*Done\.$/s),
    });
    const seqs = all.map(({ seq }) => seq as number);
    expect(seqs).toEqual([...seqs].sort((one, other) => one - other));
  });

  it('when denied, tell the model so, and the turn ends like any other', async () => {
    const { ada, events } = await subscriber();
    talking.model.script({ toolCalls: [fetching()] }, 'Then not.');
    const { approval, runId } = await park(ada);
    expect((await resolve(ada, approval.requestId, 'deny', 'too dear')).body).toMatchObject({ status: 'denied' });
    expect(await end(ada, runId)).toMatchObject({
      status: 'completed',
      content: 'Then not.',
      stopReason: 'end_turn',
      toolCalls: [{ tool: 'http_fetch', isError: true }],
    });
    expect(lastToolMessage()?.content).toContain('too dear');
    expect(world.records).toEqual([]);
    expect((await events(2)).map(({ event }) => event)).toEqual(['agent.completed', 'approval.requested']);
  });

  it('write events with exactly their fields, and the audit log says who decided', async () => {
    const { ada, events } = await subscriber();
    talking.model.script(
      { toolCalls: [fetching()], usage: { promptTokens: 3, completionTokens: 2 } },
      {
        text: 'Done.',
        usage: { promptTokens: 4, completionTokens: 1 },
      },
    );
    const { approval, runId, sessionId } = await park(ada);
    await resolve(ada, approval.requestId, 'approve');
    await end(ada, runId);
    talking.model.script({ status: 400, message: 'broken' });
    await ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'break' });
    const ours = { agentId: ada.agentId, sessionId };
    expect(await events(4)).toEqual([
      {
        event: 'agent.completed',
        data: {
          ...ours,
          durationMs: expect.any(Number),
          usage: { promptTokens: 7, completionTokens: 3 },
          toolCallCount: 1,
        },
      },
      { event: 'agent.failed', data: { ...ours, error: expect.any(String), consecutiveFailures: 1 } },
      {
        event: 'approval.requested',
        data: {
          requestId: approval.requestId,
          agentId: ada.agentId,
          tool: 'http_fetch',
          params: fetching().arguments,
          expiresAt: expect.stringMatching(/Z$/),
        },
      },
      { event: 'tool.executed', data: { ...ours, tool: 'http_fetch', durationMs: expect.any(Number), isError: false } },
    ]);
    const audited = await talking.database.all(
      'SELECT action, actor, outcome, user_id, detail FROM audit_log WHERE target = $1',
      [approval.requestId],
    );
    expect(audited).toEqual([
      {
        action: 'approval.approve',
        actor: ada.id,
        outcome: 'success',
        user_id: ada.id,
        detail: JSON.stringify({ tool: 'http_fetch', runId }),
      },
    ]);
    expect(await faultInAuditChain(talking.database)).toBeUndefined();
  });

  it('let one of many answers at once win', async () => {
    const ada = await newcomer();
    for (let round = 0; round < 4; round += 1) {
      world.reset();
      talking.model.script({ toolCalls: [fetching()] }, 'over');
      const { approval, runId } = await park(ada);
      const answers = await Promise.all(
        ['approve', 'deny', 'approve', 'deny', 'deny', 'approve'].map((word) => resolve(ada, approval.requestId, word)),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('already_resolved');
      expect((await end(ada, runId)).status).toBe('completed');
      expect(world.records).toHaveLength(winners[0]?.body.status === 'approved' ? 1 : 0);
    }
  });

  it('are the run’s user’s, and an owner’s or admin’s; to others they are not there', async () => {
    const [owner, admin, member, other, stranger] = await Promise.all([
      newcomer(),
      newcomer(),
      newcomer(),
      newcomer(),
      newcomer(),
    ]);
    const team = await newTeam(owner, { admin, 'member 1': member, 'member 2': other });
    const inTeam = (who: Talker) => ({ ...who, act: actingAs(talking.gateway, who, team) });
    const agentId = (
      await inTeam(owner).act<{ id: string }>('POST', '/agents', {
        name: 'T',
        tools: ['http_fetch'],
        approvals: ['http_fetch'],
      })
    ).body.id;
    const mine = { ...inTeam(member), agentId };
    const ask = async (surface: string) => {
      talking.model.script({ toolCalls: [fetching()] }, 'over');
      return park(mine, { surface });
    };
    const first = await ask('one');
    for (const nobody of [inTeam(other), stranger, member, owner]) {
      expect((await list(nobody)).data).toEqual([]);
      expect((await nobody.act('GET', `/approvals/${first.approval.requestId}`)).status).toBe(404);
      expect((await resolve(nobody, first.approval.requestId, 'approve')).status).toBe(404);
    }
    expect((await list(mine)).data).toMatchObject([{ id: first.approval.requestId, userId: member.id }]);
    expect((await resolve(inTeam(owner), first.approval.requestId, 'approve')).body).toMatchObject({
      resolvedBy: owner.id,
    });
    await end(mine, first.runId);
    const second = await ask('two');
    expect((await list(inTeam(admin))).data.map(({ id }) => id)).toEqual([
      second.approval.requestId,
      first.approval.requestId,
    ]);
    expect((await resolve(inTeam(admin), second.approval.requestId, 'deny')).status).toBe(200);
    await end(mine, second.runId);
    // Who may decide does not see the conversation.
    expect((await inTeam(admin).act('GET', `/jobs/${second.runId}`)).status).toBe(404);

    // The person has left: what they asked for is not done in their name any more.
    const third = await ask('three');
    await owner.act('DELETE', `/workspaces/${team}/members/${member.id}`);
    const before = world.records.length;
    expect((await resolve(mine, third.approval.requestId, 'approve')).status).toBe(403);
    expect((await resolve(inTeam(owner), third.approval.requestId, 'approve')).status).toBe(200);
    const status = async () =>
      (await talking.database.get<{ status: string }>('SELECT status FROM runs WHERE id = $1', [third.runId]))?.status;
    await expect.poll(status, { timeout: patienceMs }).toBe('failed');
    expect(world.records).toHaveLength(before);
  });

  it('of one step are waited for together, while what needs no leave is done at once', async () => {
    const ada = await newcomer();
    talking.model.script({ toolCalls: [fetching('/a'), calculating, fetching('/b'), fetching('/c')] }, 'All done.');
    const { runId, approval } = await park(ada);
    const pending = (await list(ada)).data;
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
    expect((await job(ada, runId)).status).toBe('awaiting_approval');
    expect(world.records).toEqual([]);
    await resolve(ada, byPath('/a'), 'approve');
    const { toolCalls } = await end(ada, runId);
    expect(toolCalls.map(({ tool, isError }) => [tool, isError])).toEqual([
      ['http_fetch', false],
      ['calculator', false],
      ['http_fetch', true],
      ['http_fetch', false],
    ]);
    expect(world.records.map(({ path }) => path).sort()).toEqual(['/a', '/c']);
    // Every call has its one answer in what the model was shown.
    const shown = talking.model.requests.at(-1)?.body.messages ?? [];
    const asked = shown.flatMap(({ tool_calls }) => tool_calls ?? []).map(({ id }) => id);
    expect(
      shown
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id }) => tool_call_id)
        .sort(),
    ).toEqual(asked.sort());
  });

  it('are each for one call, even where a model gives two the same name', async () => {
    const ada = await newcomer();
    talking.model.script(
      { toolCalls: [fetching('/one', 'call_0')] },
      { toolCalls: [fetching('/two', 'call_0')] },
      'Done.',
    );
    const first = await park(ada);
    await resolve(ada, first.approval.requestId, 'approve');
    await expect.poll(async () => (await list(ada, '?status=pending')).data.length, { timeout: patienceMs }).toBe(1);
    expect(world.records.map(({ path }) => path)).toEqual(['/one']);
    const [second] = (await list(ada, '?status=pending')).data;
    expect(second?.params.url).toMatch(/\/two$/);
    await resolve(ada, second?.id ?? '', 'deny');
    expect(await end(ada, first.runId)).toMatchObject({ status: 'completed', content: 'Done.' });
    expect(world.records).toHaveLength(1);
  });

  it('are for the parameters that were shown, however the model wrote them', async () => {
    const ada = await newcomer();
    const text = `{ "url": "http://other.invalid/", "method":"PUT",\n "url" : "${world.url}/shown", "headers": {} }`;
    talking.model.script({ toolCalls: [{ name: 'http_fetch', arguments: text }] }, 'Done.');
    const { runId, approval } = await park(ada);
    const params = { url: `${world.url}/shown`, method: 'PUT', headers: {} };
    expect((await ada.act<Approval>('GET', `/approvals/${approval.requestId}`)).body.params).toEqual(params);
    await resolve(ada, approval.requestId, 'approve');
    expect((await end(ada, runId)).toolCalls).toMatchObject([{ params, isError: false }]);
    expect(world.records.map(({ method, path }) => [method, path])).toEqual([['PUT', '/shown']]);
  });

  it('end with their run when it is cancelled, and the session is free', async () => {
    const { ada, events } = await subscriber();
    const client = await openTalk(talking.gateway.url, ada);
    talking.model.script({ toolCalls: [fetching()] });
    client.send({ type: 'message', agentId: ada.agentId, message: 'fetch', surface: 'api' });
    const { runId, requestId } = await client.until('approval_required');
    const waiting = say(ada, 'next');
    await expect
      .poll(async () => (await ada.act<{ data: unknown[] }>('GET', '/jobs?status=queued')).body.data.length)
      .toBe(1);
    client.send({ type: 'cancel', runId });
    expect((await client.untilEnd()).at(-1)).toMatchObject({ type: 'stream_done', stopReason: 'cancelled' });
    expect((await waiting).content).toBe('Echo: next');
    expect((await resolve(ada, requestId as string, 'approve')).body).toMatchObject({ code: 'already_resolved' });
    expect(world.records).toEqual([]);
    expect((await events(2)).map(({ event }) => event)).toEqual(['agent.completed', 'approval.requested']);
    client.close();
  });

  it('hold the session meanwhile: later messages wait their turn, a handoff is refused', async () => {
    const ada = await newcomer();
    const second = await ada.newAgent();
    talking.model.script({ toolCalls: [fetching()] }, 'first', 'second', 'third');
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

  it('do not run against the turn’s time', async () => {
    const ada = await newcomer({ timeoutMs: 1_000 });
    talking.model.script({ toolCalls: [fetching()] }, 'In time.');
    const { runId, approval } = await park(ada);
    await new Promise((done) => setTimeout(done, 1_500));
    await resolve(ada, approval.requestId, 'approve');
    const ended = (await end(ada, runId)) as unknown as { status: string; durationMs: number; content: string };
    expect(ended).toMatchObject({ status: 'completed', content: 'In time.' });
    expect(ended.durationMs).toBeLessThan(1_000);
  });

  it('follow the agent as it is now: what it lost is not run, what was gated since is asked for', async () => {
    const ada = await newcomer();
    const change = (fields: object) => ada.act('PUT', `/agents/${ada.agentId}`, fields);
    // No longer in the list: the request stands.
    talking.model.script({ toolCalls: [fetching()] }, { toolCalls: [calculating] }, 'never said', 'over');
    const first = await park(ada);
    await change({ approvals: ['calculator'] });
    expect((await job(ada, first.runId)).status).toBe('awaiting_approval');
    await resolve(ada, first.approval.requestId, 'deny');
    // The next step is under the new list.
    await expect
      .poll(async () => (await list(ada, '?status=pending')).data.map(({ tool }) => tool), { timeout: patienceMs })
      .toEqual(['calculator']);
    const [asked] = (await list(ada, '?status=pending')).data;
    // The tool itself was taken away: leave to run it is worth nothing.
    await change({ tools: ['http_fetch'], approvals: ['http_fetch'] });
    await resolve(ada, asked?.id ?? '', 'approve');
    const { toolCalls } = await end(ada, first.runId);
    expect(toolCalls.map(({ tool, isError }) => [tool, isError])).toEqual([
      ['http_fetch', true],
      ['calculator', true],
    ]);
    expect(world.records).toEqual([]);
  });

  it('page, newest first', async () => {
    const ada = await newcomer();
    talking.model.script({ toolCalls: [fetching('/1'), fetching('/2'), fetching('/3')] });
    await park(ada);
    const first = await list(ada, '?limit=2');
    const second = await list(ada, `?limit=2&cursor=${first.nextCursor}`);
    expect([first.data.length, second.data.length, second.nextCursor]).toEqual([2, 1, null]);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(3);
  });
});
