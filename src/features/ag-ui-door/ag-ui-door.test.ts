import { HttpAgent, type Message, type RunAgentParameters } from '@ag-ui/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { newTestKey } from '../../../test/harness/keys.ts';
import { png } from '../../../test/harness/pictures.ts';
import { newTalker, patienceMs, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';

type Seen = { type: string; [field: string]: unknown };
const agent = {
  provider: 'openai-compatible',
  model: 'fake-model',
  systemPrompt: 'You are Ada.',
  tools: ['calculator'],
};
const calculation = { id: 'call_1', name: 'calculator', arguments: { expression: '17 * 23' } };
const said = (content: string): Message => ({ id: crypto.randomUUID(), role: 'user', content });

describe.each(engines)('AG-UI’s own client, on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  beforeAll(async () => {
    talking = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1 });
    ada = await newTalker(talking.gateway, { agent });
  });
  beforeEach(() => talking.model.reset());
  afterAll(() => talking?.stop());

  const clientOf = (token: string, path = `/agent/ag-ui/${ada.agentId}`, node = 0) =>
    new HttpAgent({
      url: `${talking.gateways.at(node)?.url}${path}`,
      headers: { authorization: `Bearer ${token}` },
      threadId: crypto.randomUUID(),
    });

  const codeIn = ({ payload = '{}' }: { payload?: string }) => (JSON.parse(payload) as { code?: string }).code;

  /** One run: what it said, and the events that the client checked and let through. */
  async function run(client: HttpAgent, parameters: RunAgentParameters = {}) {
    const events: Seen[] = [];
    const { newMessages } = await client.runAgent(parameters, {
      onEvent: ({ event }) => void events.push(event as Seen),
    });
    const text = newMessages.map(({ role, content }) => (role === 'assistant' ? (content ?? '') : '')).join('');
    const finished = events.at(-1) as Seen & { outcome?: Record<string, unknown> };
    return { text, events, types: events.map(({ type }) => type), finished, newMessages };
  }

  it('hears a turn with a tool, and goes on with the thread', async () => {
    const client = clientOf(ada.accessToken);
    talking.model.script({ toolCalls: [calculation] }, { text: 'It is 391.', chunks: 3 }, 'You asked for 17 * 23.');
    client.addMessage(said('What is 17 * 23?'));
    const first = await run(client, { runId: 'mine-1' });
    expect(first.text).toBe('It is 391.');
    expect([...new Set(first.types)]).toEqual([
      'RUN_STARTED',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TOOL_CALL_RESULT',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ]);
    expect(first.finished).toMatchObject({
      threadId: client.threadId,
      runId: 'mine-1',
      outcome: { type: 'success' },
      usage: [{ inputTokens: expect.any(Number), outputTokens: expect.any(Number) }],
    });
    expect(first.newMessages).toMatchObject([
      { role: 'assistant', toolCalls: [{ function: { name: 'calculator', arguments: '{"expression":"17 * 23"}' } }] },
      { role: 'tool', content: expect.stringContaining('391') },
      { role: 'assistant', content: 'It is 391.' },
    ]);
    client.addMessage(said('What did I ask?'));
    expect((await run(client)).text).toBe('You asked for 17 * 23.');
    const shown = JSON.stringify(talking.model.requests.at(-1)?.body.messages);
    expect(shown.match(/What is 17 \* 23\?/g)).toHaveLength(1);
    const { sessionId } = (first.events[0]?.metadata ?? {}) as { sessionId: string };
    const { body: session } = await ada.act<{ messages: { role: string }[] }>('GET', `/sessions/${sessionId}`);
    expect(session.messages.filter(({ role }) => role === 'user')).toHaveLength(2);
    const bySession = clientOf(ada.accessToken);
    bySession.threadId = sessionId;
    bySession.addMessage(said('Once more'));
    const third = await run(bySession);
    expect(third.events[0]?.metadata).toMatchObject({ sessionId });
  });

  it('asks the default agent, or the one that it forwards, with a personal key too', async () => {
    const { key } = await newTestKey(talking.gateway, ada.act);
    const client = clientOf(key, '/agent/ag-ui');
    client.addMessage(said('Hello'));
    const { events, text } = await run(client, { forwardedProps: { agentId: ada.agentId } });
    expect(text).toBe('Echo: Hello');
    expect(events[0]?.metadata).toMatchObject({ agentId: ada.agentId });
    await ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { defaultAgentId: ada.agentId });
    const usual = clientOf(key, '/agent/ag-ui');
    usual.addMessage(said('Hello'));
    expect((await run(usual)).finished.type).toBe('RUN_FINISHED');
  });

  it('sends pictures, and hears reasoning where it asks for it', async () => {
    const client = clientOf(ada.accessToken);
    talking.model.script({ text: 'A pixel.', reasoning: 'I look.' });
    client.addMessage({
      id: 'one',
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image', source: { type: 'data', value: png.toString('base64'), mimeType: 'image/png' } },
      ],
    });
    const { types, newMessages } = await run(client, { forwardedProps: { showReasoning: true } });
    expect(types).toContain('REASONING_MESSAGE_CONTENT');
    expect(newMessages).toMatchObject([
      { role: 'reasoning', content: 'I look.' },
      { role: 'assistant', content: 'A pixel.' },
    ]);
    expect(JSON.stringify(talking.model.requests.at(-1)?.body)).toContain(png.toString('base64'));
  });

  it('runs its own tools, on whatever node the results arrive', async () => {
    const client = clientOf(ada.accessToken);
    const tools = [{ name: 'get_color', description: 'The color of the page', parameters: { type: 'object' } }];
    talking.model.script(
      { text: 'Let me look.', toolCalls: [{ id: 'call_7', name: 'get_color', arguments: { of: 'page' } }] },
      'It is green.',
    );
    client.addMessage(said('Which color?'));
    const first = await run(client, { tools });
    const { pendingToolCallIds = [] } = first.finished.outcome as { pendingToolCallIds?: string[] };
    expect(pendingToolCallIds).toHaveLength(1);
    expect(first.types).toContain('TOOL_CALL_ARGS');
    expect(client.messages.at(-1)).toMatchObject({
      role: 'assistant',
      toolCalls: [{ function: { name: 'get_color' } }],
    });
    client.addMessage({ id: 'result', role: 'tool', toolCallId: pendingToolCallIds[0] ?? '', content: 'green' });
    client.url = client.url.replace(talking.gateway.url, talking.gateways.at(-1)?.url ?? '');
    const second = await run(client, { tools });
    expect(second.text).toBe('It is green.');
    expect(second.finished.outcome).toEqual({ type: 'success' });
    expect(JSON.stringify(talking.model.requests.at(-1)?.body.messages)).toContain('green');
  });

  it.each([true, false])('asks the person about a tool by an interrupt; approved: %s', async (approved) => {
    const careful = await ada.newAgent({ ...agent, approvals: ['calculator'] });
    const client = clientOf(ada.accessToken, `/agent/ag-ui/${careful}`);
    talking.model.script({ toolCalls: [calculation] }, 'Done.');
    client.addMessage(said('What is 17 * 23?'));
    const first = await run(client);
    const [interrupt] = client.pendingInterrupts;
    expect(first.finished.outcome).toMatchObject({ type: 'interrupt' });
    expect(interrupt).toMatchObject({
      id: expect.stringMatching(/^apr_/),
      reason: 'tool_call',
      metadata: { tool: 'calculator' },
    });
    const stranger = await newTalker(talking.gateway);
    const theirs = clientOf(stranger.accessToken, `/agent/ag-ui/${stranger.agentId}`);
    const decision = { interruptId: interrupt?.id ?? '', status: 'resolved' as const, payload: { approved: true } };
    await expect(theirs.runAgent({ resume: [decision] })).rejects.toMatchObject({ status: 404 });
    const second = await run(client, {
      resume: [{ interruptId: interrupt?.id ?? '', status: 'resolved', payload: { approved } }],
    });
    expect(second.text).toBe('Done.');
    const results = second.events.filter(({ type }) => type === 'TOOL_CALL_RESULT');
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results).includes('391')).toBe(approved);
    expect(client.pendingInterrupts).toEqual([]);
  });

  it('is told of errors: by status before the run, by RUN_ERROR within it', async () => {
    const refused = async (client: HttpAgent, parameters: RunAgentParameters = {}) => {
      client.addMessage(said('Hello'));
      return client.runAgent(parameters).then(
        () => undefined,
        (error: { status?: number; payload?: string }) => [error.status, codeIn(error)],
      );
    };
    expect(await refused(clientOf('nonsense'))).toEqual([401, 'unauthenticated']);
    expect(await refused(clientOf(ada.accessToken, '/agent/ag-ui/agt_nobody'))).toEqual([404, 'not_found']);
    const { key } = await newTestKey(talking.gateway, ada.act, { scopes: ['agents'] });
    expect(await refused(clientOf(key))).toEqual([403, 'insufficient_scope']);
    const context = [{ description: 'The page', value: 'is green' }];
    expect(await refused(clientOf(ada.accessToken), { context })).toEqual([400, 'validation_failed']);
    const stateful = clientOf(ada.accessToken);
    stateful.state = { counter: 1 };
    expect(await refused(stateful)).toEqual([400, 'validation_failed']);
    const tools = [{ name: 'calculator', description: 'Mine', parameters: { type: 'object' } }];
    expect(await refused(clientOf(ada.accessToken), { tools })).toEqual([400, 'validation_failed']);

    const failing = clientOf(ada.accessToken);
    talking.model.script({ status: 400, message: 'No.' });
    const errors: Seen[] = [];
    failing.addMessage(said('Hello'));
    await failing
      .runAgent({}, { onRunErrorEvent: ({ event }) => void errors.push(event as Seen) })
      .catch(() => undefined);
    expect(errors).toMatchObject([{ type: 'RUN_ERROR', code: 'model_error', message: expect.any(String) }]);
  });

  it('is told of budgets and restrictions', async () => {
    const poor = await newTalker(talking.gateway, { agent });
    const path = `/workspaces/${poor.workspaceId}`;
    const heard = async () => {
      const client = clientOf(poor.accessToken, `/agent/ag-ui/${poor.agentId}`);
      const errors: unknown[] = [];
      client.addMessage(said('Hello'));
      await client
        .runAgent({}, { onRunErrorEvent: ({ event }) => void errors.push(event.code) })
        .catch((error: { payload?: string }) => void errors.push(codeIn(error)));
      return errors[0];
    };
    await poor.act('PUT', `${path}/restrictions`, { allowedProviders: ['local'], allowedModels: null });
    expect(await heard()).toBe('model_not_allowed');
    await poor.act('PUT', `${path}/restrictions`, { allowedProviders: null, allowedModels: null });
    await poor.act('PUT', `${path}/settings`, { monthlyBudgetUsd: 0 });
    expect(await heard()).toBe('budget_exceeded');
  });

  it('cancels the run by abortRun', async () => {
    const client = clientOf(ada.accessToken);
    talking.model.script({ text: 'On and on and on and on.', chunks: 8, chunkDelayMs: 300 });
    client.addMessage(said('Go on'));
    let runId = '';
    await client
      .runAgent(
        {},
        {
          onRunStartedEvent({ event }) {
            runId = (event.metadata as { runId: string }).runId;
          },
          onTextMessageContentEvent: () => client.abortRun(),
        },
      )
      .catch(() => undefined);
    await expect
      .poll(async () => (await ada.act<{ status: string; kind: string }>('GET', `/jobs/${runId}`)).body, {
        timeout: patienceMs,
      })
      .toMatchObject({ status: 'cancelled' });
  });
});
