import {
  AbstractChat,
  APICallError,
  type ChatState,
  type ChatStatus,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  readUIMessageStream,
  type UIMessage,
} from 'ai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { newTalker, patienceMs, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';

type Metadata = { runId: string; sessionId: string; usage?: { promptTokens: number }; stopReason?: string };
type Message = UIMessage<Metadata>;
type Job = { kind: string; status: string; sessionId: string; toolCalls: { tool: string; isError: boolean }[] };

/** The SDK's chat, as `useChat` has it, without React. */
class Chat extends AbstractChat<Message> {
  constructor(options: Omit<ConstructorParameters<typeof AbstractChat<Message>>[0], 'state'>) {
    const state: ChatState<Message> = {
      status: 'ready' as ChatStatus,
      error: undefined,
      messages: [],
      pushMessage(message) {
        this.messages = [...this.messages, message];
      },
      popMessage() {
        this.messages = this.messages.slice(0, -1);
      },
      replaceMessage(index, message) {
        this.messages = this.messages.with(index, structuredClone(message));
      },
      snapshot: (thing) => structuredClone(thing),
    };
    super({ ...options, state });
  }
}

const slowly = (text: string) => ({ text, chunks: 20, chunkDelayMs: 100 });
const typesOf = ({ parts }: Message) => parts.map(({ type }) => type);
const textOf = ({ parts }: Message) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

describe.each(engines)('the AI SDK’s chat on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  let chats = 0;

  beforeAll(async () => {
    talking = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1 });
    ada = await newTalker(talking.gateway, {
      agent: { tools: ['calculator', 'current_time'], approvals: ['current_time'] },
    });
  });
  afterEach(() => talking.model.reset());
  afterAll(() => talking.stop());

  const transport = (body: object = {}, { accessToken } = ada, node = talking.gateway) =>
    new DefaultChatTransport<Message>({
      api: `${node.url}/agent/chat/ui`,
      headers: { authorization: `Bearer ${accessToken}` },
      body: { agentId: ada.agentId, ...body },
    });
  const newChat = (options: object = {}, body: object = {}) =>
    new Chat({ id: `chat-${++chats}`, transport: transport(body), ...options });
  const job = async (id = '') => (await ada.act<Job>('GET', `/jobs/${id}`)).body;
  const lastOf = (chat: Chat) => chat.messages.at(-1) as Message;
  const runOf = (chat: Chat) => lastOf(chat).metadata?.runId ?? '';
  const until = (check: () => unknown) => expect.poll(check, { timeout: patienceMs, interval: 20 });

  it('shows text and tools, and keeps the conversation at the gateway', async () => {
    talking.model.script(
      { text: 'Let me count.', toolCalls: [{ name: 'calculator', arguments: { expression: '17*23' } }] },
      'It is 391.',
    );
    const chat = newChat();
    await chat.sendMessage({ text: '17*23?' });
    const answer = lastOf(chat);
    expect(chat.status).toBe('ready');
    expect(typesOf(answer)).toEqual(['step-start', 'text', 'tool-calculator', 'step-start', 'text']);
    expect(answer.parts[2]).toMatchObject({
      state: 'output-available',
      input: { expression: '17*23' },
      output: { result: 391 },
      providerExecuted: true,
    });
    expect(textOf(answer)).toBe('Let me count.It is 391.');
    expect(answer.metadata).toMatchObject({ stopReason: 'end_turn', usage: { promptTokens: expect.any(Number) } });
    const run = await job(runOf(chat));
    expect(run).toMatchObject({ kind: 'ui', status: 'completed', sessionId: answer.metadata?.sessionId });
    // The next message goes to the same session, even if the page lost what was said.
    const again = new Chat({ id: chat.id, transport: transport({ agentId: undefined }) });
    await again.sendMessage({ text: 'And now?' });
    expect(lastOf(again).metadata?.sessionId).toBe(run.sessionId);
    expect(JSON.stringify(talking.model.requests.at(-1)?.body.messages)).toContain('17*23?');
    const inSession = new Chat({ id: run.sessionId, transport: transport() });
    await inSession.sendMessage({ text: 'By its id' });
    expect(lastOf(inSession).metadata?.sessionId).toBe(run.sessionId);
  });

  it('speaks the protocol as readUIMessageStream reads it, with files, reasoning and data', async () => {
    talking.model.script({ reasoning: 'A cat?', text: '{"animal": "cat"}' });
    const schema = { type: 'object', properties: { animal: { type: 'string' } }, required: ['animal'] };
    const responseFormat = { type: 'json_schema', name: 'seen', schema };
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const stream = await transport({ responseFormat, showReasoning: true }).sendMessages({
      chatId: 'files',
      trigger: 'submit-message',
      messageId: undefined,
      abortSignal: undefined,
      messages: [
        {
          id: '1',
          role: 'user',
          parts: [
            { type: 'file', mediaType: 'image/png', filename: 'cat.png', url: `data:image/png;base64,${pixel}` },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    });
    let last: Message | undefined;
    for await (const message of readUIMessageStream<Message>({ stream })) last = message;
    expect(last?.parts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'reasoning', text: 'A cat?' }),
        expect.objectContaining({ type: 'data-output', data: { animal: 'cat' } }),
      ]),
    );
    expect(JSON.stringify(talking.model.requests[0]?.body.messages)).toContain('image_url');
  });

  it('asks for an approval and goes on with the answer', async () => {
    for (const approved of [true, false]) {
      talking.model.script({ toolCalls: [{ name: 'current_time', arguments: {} }] }, `Said ${approved}.`);
      const chat = newChat({ sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses });
      await chat.sendMessage({ text: 'What time is it?' });
      const part = lastOf(chat).parts.find(({ type }) => type === 'tool-current_time') as { approval: { id: string } };
      expect(part).toMatchObject({ state: 'approval-requested' });
      const runId = runOf(chat);
      expect((await job(runId)).status).toBe('awaiting_approval');
      await chat.addToolApprovalResponse({ id: part.approval.id, approved, reason: 'because' });
      await until(() => [chat.status, textOf(lastOf(chat))]).toEqual(['ready', `Said ${approved}.`]);
      expect(runOf(chat)).toBe(runId);
      expect(chat.messages).toHaveLength(2);
      const after = lastOf(chat).parts.find(({ type }) => type === 'tool-current_time');
      expect(after).toMatchObject({ state: approved ? 'output-available' : 'output-denied' });
      expect((await job(runId)).toolCalls).toMatchObject([{ isError: !approved }]);
    }
  });

  it('runs tools of the page, and writes on without them', async () => {
    const tools = [{ name: 'get_location', description: 'Where the person is', parameters: { type: 'object' } }];
    talking.model.script(
      {
        toolCalls: [
          { name: 'get_location', arguments: {} },
          { name: 'calculator', arguments: { expression: '1+1' } },
        ],
      },
      'You are in Oslo.',
    );
    const seen: string[] = [];
    const chat: Chat = newChat(
      {
        sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
        onToolCall: ({ toolCall }: { toolCall: { toolName: string; toolCallId: string } }) => {
          seen.push(toolCall.toolName);
          void chat.addToolOutput({
            tool: toolCall.toolName,
            toolCallId: toolCall.toolCallId,
            output: { city: 'Oslo' },
          });
        },
      },
      { tools },
    );
    await chat.sendMessage({ text: 'Where am I?' });
    await until(() => [chat.status, textOf(lastOf(chat))]).toEqual(['ready', 'You are in Oslo.']);
    expect(seen).toEqual(['get_location']);
    expect(chat.messages).toHaveLength(2);
    expect(JSON.stringify(talking.model.requests.at(-1)?.body.messages)).toContain('Oslo');

    talking.model.reset();
    talking.model.script({ toolCalls: [{ name: 'get_location', arguments: {} }] }, 'Never mind.', 'Something else.');
    const other = newChat({}, { tools });
    await other.sendMessage({ text: 'Where am I?' });
    expect((await job(runOf(other))).status).toBe('awaiting_client_tool');
    await other.sendMessage({ text: 'Forget it.' });
    expect(textOf(lastOf(other))).toBe('Something else.');
  });

  it('resumes in the middle of an answer, at any node', async () => {
    talking.model.script(slowly('one two three four five six seven eight nine ten'));
    const chat = newChat();
    const sending = chat.sendMessage({ text: 'Count' });
    await until(() => textOf(lastOf(chat)).length).toBeGreaterThan(5);
    await chat.stop();
    await sending;
    const reloaded = new Chat({ id: chat.id, transport: transport({}, ada, talking.gateways.at(-1)) });
    await reloaded.resumeStream();
    expect(textOf(lastOf(reloaded))).toBe('one two three four five six seven eight nine ten');
    expect(lastOf(reloaded).id).toBe(runOf(chat));
    await reloaded.resumeStream();
    expect(reloaded.messages).toHaveLength(1);
    const nothing = await fetch(`${talking.gateway.url}/agent/chat/ui/${chat.id}/stream`, {
      headers: { authorization: `Bearer ${ada.accessToken}` },
    });
    expect(nothing.status).toBe(204);
    // Somebody else's chat of the same id is another one.
    const eve = await newTalker(talking.gateway);
    expect(await transport({}, eve).reconnectToStream({ chatId: chat.id } as never)).toBeNull();
  });

  it('resumes at an approval', async () => {
    talking.model.script({ text: 'Wait.', toolCalls: [{ name: 'current_time', arguments: {} }] }, 'Done.');
    const chat = newChat();
    await chat.sendMessage({ text: 'Time?' });
    const reloaded = new Chat({ id: chat.id, transport: transport() });
    await reloaded.resumeStream();
    expect(lastOf(reloaded).parts.at(-1)).toMatchObject({ type: 'tool-current_time', state: 'approval-requested' });
    const { approval } = lastOf(reloaded).parts.at(-1) as { approval: { id: string } };
    await reloaded.addToolApprovalResponse({ id: approval.id, approved: true });
    await reloaded.sendMessage();
    expect(textOf(lastOf(reloaded))).toBe('Wait.Done.');
  });

  it('stops the answer with its connection, where the page says so', async () => {
    talking.model.script(slowly('one two three four five six seven eight nine ten'));
    const chat = newChat({}, { whenGone: 'cancel' });
    const sending = chat.sendMessage({ text: 'Count' });
    await until(() => textOf(lastOf(chat)).length).toBeGreaterThan(5);
    await chat.stop();
    await sending;
    await until(async () => (await job(runOf(chat))).status).toBe('cancelled');
  });

  it('answers again, and takes another question in the place of one', async () => {
    talking.model.script('One.', 'Two.', 'Three.', 'Four.');
    const chat = newChat();
    await chat.sendMessage({ text: 'Count' });
    await chat.regenerate();
    expect(chat.messages.map(textOf)).toEqual(['Count', 'Two.']);
    await chat.regenerate({ messageId: lastOf(chat).id });
    expect(chat.messages.map(textOf)).toEqual(['Count', 'Three.']);
    await chat.sendMessage({ text: 'Count backwards', messageId: chat.messages[0]?.id as string });
    expect(chat.messages.map(textOf)).toEqual(['Count backwards', 'Four.']);
    const { body } = await ada.act<{ messages: { content: string }[] }>(
      'GET',
      `/sessions/${lastOf(chat).metadata?.sessionId}`,
    );
    expect(body.messages.map(({ content }) => content)).toEqual(['Count backwards', 'Four.']);
    const shown = JSON.stringify(talking.model.requests.at(-1)?.body.messages);
    expect(shown).not.toMatch(/One|Two|Three/);
  });

  it('refuses by name, as an error that the SDK knows', async () => {
    const failing = async (run: (chat: Chat) => Promise<unknown>, body: object = {}, person = ada) => {
      const chat = new Chat({ id: `chat-${++chats}`, transport: transport(body, person) });
      await run(chat);
      const error = chat.error as APICallError;
      expect(APICallError.isInstance(error)).toBe(true);
      return { status: error.statusCode, body: JSON.parse(error.responseBody ?? '{}') };
    };
    const say = (chat: Chat) => chat.sendMessage({ text: 'Hello' });
    expect((await failing(say, {}, { ...ada, accessToken: 'wrong' })).status).toBe(401);
    expect((await failing(say, { agentId: 'agt_none' })).status).toBe(404);
    expect(await failing(say, { tools: [{ name: 'calculator' }] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'tools[0].name' }] },
    });
    talking.model.script({ status: 400, message: 'no' });
    expect(await failing(say)).toMatchObject({ status: 502, body: { code: 'model_error' } });
    talking.model.reset();
    talking.model.script({ status: 429 }, { status: 429 }, { status: 429 });
    expect((await failing(say)).body).toMatchObject({ code: 'model_rate_limited', runId: expect.any(String) });
    talking.model.reset();
    const path = `/workspaces/${ada.workspaceId}`;
    await ada.act('PUT', `${path}/restrictions`, { allowedProviders: ['local'], allowedModels: null });
    expect(await failing(say)).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } });
    await ada.act('PUT', `${path}/restrictions`, { allowedProviders: null, allowedModels: null });
    await ada.act('PUT', `${path}/settings`, { monthlyBudgetUsd: 0 });
    expect((await failing(say)).body).toMatchObject({ code: 'budget_exceeded' });
    await ada.act('PUT', `${path}/settings`, { monthlyBudgetUsd: null });
  });
});
