import { type StreamResponse, TaskState } from '@a2a-js/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asTask, openA2a, sayingIn, textsOf } from '../../../test/harness/a2a-client.ts';
import { fetching, newAsker, pendingOf, resolve } from '../../../test/harness/approvals.ts';
import { engines } from '../../../test/harness/databases.ts';
import { quickPerson } from '../../../test/harness/people.ts';
import { newTalker, patienceMs, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';

type Job = { kind: string; status: string; content: string; sessionId: string; toolCallCount: number };

/** A message as it is sent. */
const wire = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };

describe.each(engines)('agents for A2A clients, on %s', (engine) => {
  let talking: Talking;
  let world: Receiver;
  let ada: Talker;

  beforeAll(async () => {
    const nodes = engine === 'postgres' ? 2 : 1;
    [talking, world] = await Promise.all([
      startTalking(engine, { nodes, settings: { RATE_LIMIT_USER: '100000' } }),
      startReceiver(),
    ]);
    ada = await newTalker(talking.gateway, {
      agent: { description: 'Knows arithmetic.', tools: ['calculator'], a2a: true },
    });
  });
  afterAll(async () => {
    await talking?.stop();
    await world?.stop();
  });
  afterEach(() => {
    talking.model.reset();
    world.reset();
  });

  const connect = ({ accessToken: token, agentId }: { accessToken: string; agentId: string }) =>
    openA2a(
      talking.gateways.map(({ url }) => url),
      { token, agentId },
    );
  const rpc = (method: string, params: object, more: object = {}, agentId = ada.agentId) =>
    talking.gateway.call('POST', `/a2a/${agentId}`, {
      token: ada.accessToken,
      body: { jsonrpc: '2.0', id: 7, method, params },
      ...more,
    });
  const jobOf = async (id: string, { act }: Pick<Talker, 'act'> = ada) => (await act<Job>('GET', `/jobs/${id}`)).body;

  it('shows the card of a published agent to everyone, without its instructions', async () => {
    const { body, text } = await talking.gateway.call('GET', `/a2a/${ada.agentId}/.well-known/agent-card.json`);
    expect(body).toMatchObject({
      name: 'Ada',
      description: 'Knows arithmetic.',
      supportedInterfaces: [{ protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      capabilities: { streaming: true, pushNotifications: false },
    });
    expect(text).not.toContain('calculator');
    const { agentId } = await newTalker(talking.gateway);
    for (const id of [agentId, 'agt_none']) {
      const hidden = await talking.gateway.call('GET', `/a2a/${id}/.well-known/agent-card.json`);
      expect(hidden).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await rpc('SendMessage', { message: wire }, {}, id)).status).toBe(404);
    }
  });

  it('runs a message as an ordinary run, and goes on in its context', async () => {
    const client = await connect(ada);
    talking.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '17 * 23' } }] }, 'It is 391.');
    const task = asTask(await client.sendMessage(sayingIn('17 * 23?')));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textsOf(task)).toEqual(['It is 391.']);
    expect(await jobOf(task.id)).toMatchObject({
      kind: 'a2a',
      status: 'completed',
      sessionId: task.contextId,
      content: 'It is 391.',
      toolCallCount: 1,
    });
    talking.model.script('Half of it is 195.5.');
    const next = asTask(await client.sendMessage(sayingIn('And half of it?', task.contextId)));
    expect(next.contextId).toBe(task.contextId);
    expect(JSON.stringify(talking.model.requests.at(-1))).toContain('It is 391.');
    const again = await client.getTask({ tenant: '', id: task.id, historyLength: 0 });
    expect([textsOf(again), again.history]).toEqual([['It is 391.'], []]);
  });

  it('streams the task, the tools that it uses and its text', async () => {
    const client = await connect(ada);
    talking.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }] }, 'It is forty-two.');
    const seen: StreamResponse[] = [];
    for await (const event of client.sendMessageStream(sayingIn('6 * 7?'))) seen.push(event);
    const cases = seen.map(({ payload }) => payload?.$case);
    expect(cases[0]).toBe('task');
    expect(cases.at(-1)).toBe('statusUpdate');
    const text = seen.flatMap(({ payload }) =>
      payload?.$case === 'artifactUpdate'
        ? (payload.value.artifact?.parts ?? []).map(({ content }) => (content?.$case === 'text' ? content.value : ''))
        : [],
    );
    expect(text.join('')).toBe('It is forty-two.');
    const states = seen.flatMap(({ payload }) => (payload?.$case === 'statusUpdate' ? payload.value.status : []));
    expect(states.at(-1)?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(JSON.stringify(states)).toContain('Uses calculator.');
  });

  it('goes on without its client, is followed again, and can be cancelled', async () => {
    const client = await connect(ada);
    talking.model.reply(() => ({ text: 'A long answer, word by word.', delayMs: 1_500 }));
    const configuration = {
      acceptedOutputModes: ['text/plain'],
      taskPushNotificationConfig: undefined,
      returnImmediately: true,
    };
    const begun = asTask(await client.sendMessage({ ...sayingIn('Tell me a story'), configuration }));
    expect([TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING]).toContain(begun.status?.state);
    const seen: StreamResponse[] = [];
    for await (const event of client.resubscribeTask({ tenant: '', id: begun.id })) seen.push(event);
    const last = seen.at(-1)?.payload;
    expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textsOf(await client.getTask({ tenant: '', id: begun.id }))).toEqual(['A long answer, word by word.']);
    await expect(client.cancelTask({ tenant: '', id: begun.id, metadata: undefined })).rejects.toMatchObject({
      name: expect.stringContaining('TaskNotCancelableError'),
    });

    talking.model.reply(() => ({ text: 'Never said.', delayMs: 20_000 }));
    const slow = asTask(await client.sendMessage({ ...sayingIn('Another'), configuration }));
    const cancelled = await client.cancelTask({ tenant: '', id: slow.id, metadata: undefined });
    expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    expect((await jobOf(slow.id)).status).toBe('cancelled');
  });

  it('says that a person must approve, and goes on when they have', async () => {
    const asker = await newAsker(talking, { a2a: true });
    const client = await connect(asker);
    talking.model.script({ toolCalls: [fetching(world)] }, 'Done.');
    const task = asTask(await client.sendMessage(sayingIn('Fetch it')));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_AUTH_REQUIRED);
    expect(JSON.stringify(task.status?.message)).toContain('http_fetch');
    expect(world.records).toEqual([]);
    const [approval] = await pendingOf(asker, 1);
    await resolve(asker, approval?.id ?? '', 'approve');
    await expect
      .poll(async () => (await client.getTask({ tenant: '', id: task.id })).status?.state, { timeout: patienceMs })
      .toBe(TaskState.TASK_STATE_COMPLETED);
    expect(world.records).toHaveLength(1);
  });

  it('ends a task whose model fails as failed', async () => {
    const client = await connect(ada);
    talking.model.reply(() => ({ status: 400, error: 'no' }));
    const task = asTask(await client.sendMessage(sayingIn('Hello')));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_FAILED);
    expect(JSON.stringify(task.status?.message)).toContain('model_error');
  });

  it('shows nobody the tasks and contexts of another', async () => {
    const client = await connect(ada);
    talking.model.script('A secret.');
    const task = asTask(await client.sendMessage(sayingIn('Hello')));
    const eve = await quickPerson(talking.gateway, 'eve');
    const stranger = await connect({ accessToken: eve.accessToken, agentId: ada.agentId });
    const notFound = { name: expect.stringContaining('TaskNotFoundError') };
    await expect(stranger.getTask({ tenant: '', id: task.id })).rejects.toMatchObject(notFound);
    await expect(stranger.cancelTask({ tenant: '', id: task.id, metadata: undefined })).rejects.toMatchObject(notFound);
    await expect(stranger.sendMessage(sayingIn('Hello'))).rejects.toThrow(/not/);
    // A run of another door is no task.
    const { body } = await ada.act<{ runId: string }>('POST', '/agent/chat', { agentId: ada.agentId, message: 'Hi' });
    await expect(client.getTask({ tenant: '', id: body.runId })).rejects.toMatchObject(notFound);
  });

  it('refuses what it does not have by name', async () => {
    const message = wire;
    const cases: [string, object, number][] = [
      ['SendMessage', { message: { ...message, taskId: 'run_1' } }, -32_004],
      ['SendMessage', { message: { ...message, referenceTaskIds: ['run_1'] } }, -32_004],
      [
        'SendMessage',
        { message, configuration: { taskPushNotificationConfig: { url: 'https://x.example' } } },
        -32_003,
      ],
      ['SendMessage', { message, configuration: { acceptedOutputModes: ['audio/wav'] } }, -32_005],
      ['SendMessage', { message, tenant: 'acme' }, -32_602],
      [
        'SendMessage',
        { message: { ...message, parts: [{ url: 'https://x.example/a', mediaType: 'audio/wav' }] } },
        -32_005,
      ],
      ['SendMessage', { message: { ...message, parts: [{ text: 'a', data: 1 }] } }, -32_602],
      ['SendMessage', {}, -32_602],
      ['ListTasks', {}, -32_004],
      ['GetExtendedAgentCard', {}, -32_007],
      ['CreateTaskPushNotificationConfig', {}, -32_003],
      ['message/send', { message }, -32_009],
      ['Nonsense', {}, -32_601],
    ];
    for (const [method, params, code] of cases)
      expect(await rpc(method, params), `${method} ${JSON.stringify(params)}`).toMatchObject({
        status: 200,
        body: { jsonrpc: '2.0', id: 7, error: { code } },
      });
    const old = await rpc('SendMessage', { message }, { headers: { 'a2a-version': '0.3' } });
    expect(old.body).toMatchObject({ error: { code: -32_009 } });
    expect(talking.model.requests).toEqual([]);
    expect(await rpc('SendMessage', { message }, { token: 'wrong' })).toMatchObject({
      status: 401,
      body: { jsonrpc: '2.0', error: { code: -32_000, data: { code: 'unauthenticated' } } },
    });
  });
});
