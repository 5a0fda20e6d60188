import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  approvalsOf,
  endOf,
  fetching,
  jobOf,
  newAsker,
  park,
  pendingOf,
  resolve,
} from '../../../test/harness/approvals.ts';
import { faultInAuditChain } from '../../../test/harness/audit-chain.ts';
import { engines } from '../../../test/harness/databases.ts';
import { actingAs } from '../../../test/harness/people.ts';
import {
  newTeam,
  openTalk,
  patienceMs,
  startTalking,
  type Talker,
  type Talking,
} from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';

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

  const newcomer = (agent: object = {}) => newAsker(talking, agent);
  const fetch = (path?: string, id?: string) => fetching(world, path, id);
  /** A user with a webhook for all events, and the events it received, by type. */
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

  it('are not requested for an invalid call: the model is told what is wrong instead', async () => {
    const ada = await newcomer();
    talking.model.script(
      { toolCalls: [{ name: 'http_fetch', arguments: { address: 'not what it takes' } }] },
      { text: 'I see.' },
    );
    const answer = await ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'Fetch it' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ content: 'I see.', toolCalls: [{ tool: 'http_fetch', isError: true }] });
    expect(lastToolMessage()?.content).toContain('url');
    expect(world.records).toEqual([]);
    expect((await approvalsOf(ada)).data).toEqual([]);
  });

  it('park the run with 202, show the call, and run exactly that call once when it is approved', async () => {
    const ada = await newcomer();
    world.reply({ body: 'the page' });
    talking.model.script({ toolCalls: [fetch('/deep?q=1', 'call_1')] }, 'Here it is.');
    const { approval, ...parked } = await park(ada);
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const params = { url: `${world.url}/deep?q=1`, method: 'POST', body: 'exactly this' };
    expect(parked).toEqual({ runId: parked.runId, sessionId: parked.sessionId, status: 'awaiting_approval' });
    expect(approval).toEqual({ requestId: approval.requestId, tool: 'http_fetch', params, expiresAt: time });
    expect(await jobOf(ada, parked.runId)).toMatchObject({ status: 'awaiting_approval', approval });
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
    expect((await approvalsOf(ada, '?status=pending')).data).toEqual([shown]);
    expect(world.records).toEqual([]);

    const answer = await resolve(ada, approval.requestId, 'approve', 'go ahead');
    const resolved = { ...shown, status: 'approved', reason: 'go ahead', resolvedBy: ada.id, resolvedAt: time };
    expect([answer.status, answer.body]).toEqual([200, resolved]);
    expect(await endOf(ada, parked.runId)).toMatchObject({
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
    expect((await approvalsOf(ada, '?status=pending')).data).toEqual([]);
    expect((await approvalsOf(ada, '?status=approved')).data).toEqual([resolved]);
    expect(world.records).toHaveLength(1);
  });

  it('refuse an invalid decision', async () => {
    const ada = await newcomer();
    talking.model.script({ toolCalls: [fetch()] });
    const { approval } = await park(ada);
    for (const body of [{}, { decision: 'yes' }, { decision: 'approved' }, { decision: 'deny', reason: 7 }, null])
      expect((await ada.act('POST', `/approvals/${approval.requestId}/resolve`, body)).status).toBe(400);
    expect((await resolve(ada, 'apr_none', 'approve')).status).toBe(404);
    expect((await ada.act('GET', '/approvals?status=maybe')).status).toBe(400);
    expect((await ada.act('GET', '/approvals/apr_none')).status).toBe(404);
  });

  it.each(['stream', 'socket'] as const)('are announced as events over a %s', async (door) => {
    const ada = await newcomer();
    talking.model.script({ text: 'Asking. ', toolCalls: [fetch('/', 'call_1')] }, 'Done.');
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
    const [{ id, runId, sessionId } = { id: '', runId: '', sessionId: '' }] = await pendingOf(ada, 1);
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
      params: fetch().arguments,
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

  it('tell the model when they are denied, and the run completes', async () => {
    const { ada, events } = await subscriber();
    talking.model.script({ toolCalls: [fetch()] }, 'Then not.');
    const { approval, runId } = await park(ada);
    expect((await resolve(ada, approval.requestId, 'deny', 'too dear')).body).toMatchObject({ status: 'denied' });
    expect(await endOf(ada, runId)).toMatchObject({
      status: 'completed',
      content: 'Then not.',
      stopReason: 'end_turn',
      toolCalls: [{ tool: 'http_fetch', isError: true }],
    });
    expect(lastToolMessage()?.content).toContain('too dear');
    expect(world.records).toEqual([]);
    expect((await events(2)).map(({ event }) => event)).toEqual(['agent.completed', 'approval.requested']);
  });

  it('send webhook events with exactly their fields, and the audit log says who decided', async () => {
    const { ada, events } = await subscriber();
    talking.model.script(
      { toolCalls: [fetch()], usage: { promptTokens: 3, completionTokens: 2 } },
      {
        text: 'Done.',
        usage: { promptTokens: 4, completionTokens: 1 },
      },
    );
    const { approval, runId, sessionId } = await park(ada);
    await resolve(ada, approval.requestId, 'approve');
    await endOf(ada, runId);
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
          params: fetch().arguments,
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

  it('are visible to the run’s user and to owners and admins only', async () => {
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
      talking.model.script({ toolCalls: [fetch()] }, 'over');
      return park(mine, { surface });
    };
    const first = await ask('one');
    for (const nobody of [inTeam(other), stranger, member, owner]) {
      expect((await approvalsOf(nobody)).data).toEqual([]);
      expect((await nobody.act('GET', `/approvals/${first.approval.requestId}`)).status).toBe(404);
      expect((await resolve(nobody, first.approval.requestId, 'approve')).status).toBe(404);
    }
    expect((await approvalsOf(mine)).data).toMatchObject([{ id: first.approval.requestId, userId: member.id }]);
    expect((await resolve(inTeam(owner), first.approval.requestId, 'approve')).body).toMatchObject({
      resolvedBy: owner.id,
    });
    await endOf(mine, first.runId);
    const second = await ask('two');
    expect((await approvalsOf(inTeam(admin))).data.map(({ id }) => id)).toEqual([
      second.approval.requestId,
      first.approval.requestId,
    ]);
    expect((await resolve(inTeam(admin), second.approval.requestId, 'deny')).status).toBe(200);
    await endOf(mine, second.runId);
    // A manager who may decide does not see the conversation.
    expect((await inTeam(admin).act('GET', `/jobs/${second.runId}`)).status).toBe(404);

    // The person has left: the call is not run in their name any more.
    const third = await ask('three');
    await owner.act('DELETE', `/workspaces/${team}/members/${member.id}`);
    const before = world.records.length;
    expect((await resolve(mine, third.approval.requestId, 'approve')).status).toBe(403);
    const status = async () =>
      (await talking.database.get<{ status: string }>('SELECT status FROM runs WHERE id = $1', [third.runId]))?.status;
    await expect.poll(status, { timeout: patienceMs }).toBe('cancelled');
    expect((await resolve(inTeam(owner), third.approval.requestId, 'approve')).status).toBe(409);
    expect(world.records).toHaveLength(before);
  });

  it('are listed newest first, in pages', async () => {
    const ada = await newcomer();
    talking.model.script({ toolCalls: [fetch('/1'), fetch('/2'), fetch('/3')] });
    await park(ada);
    const first = await approvalsOf(ada, '?limit=2');
    const second = await approvalsOf(ada, `?limit=2&cursor=${first.nextCursor}`);
    expect([first.data.length, second.data.length, second.nextCursor]).toEqual([2, 1, null]);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(3);
  });
});
