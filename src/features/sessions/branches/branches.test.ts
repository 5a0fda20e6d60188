import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { calculating } from '../../../../test/harness/approvals.ts';
import { engines } from '../../../../test/harness/databases.ts';
import { openStream, textOf, typesOf } from '../../../../test/harness/event-stream-client.ts';
import { dataUrl, png } from '../../../../test/harness/pictures.ts';
import { contentsOf, eventually, profileOf } from '../../../../test/harness/remembering.ts';
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

type Message = SessionDetails['messages'][number] & { siblings?: string[]; siblingIndex?: number; parts?: object[] };
type Session = Omit<SessionDetails, 'messages'> & { messages: Message[]; costUsd: number };
type Problem = { code: string; detail: string; runId?: string };

describe.each(engines)('conversations with branches on %s', (engine) => {
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine, {
      settings: { MODEL_PRICES: '{"openai-compatible/fake": {"input": 1, "output": 10}}' },
    });
  });
  afterAll(() => talking.stop());
  afterEach(() => talking.model.reset());
  const newcomer = (agent: object = {}) => newTalker(talking.gateway, { agent });
  const details = async ({ act }: Talker, id: string) => (await act<Session>('GET', `/sessions/${id}`)).body;
  const texts = async (talker: Talker, id: string) =>
    (await details(talker, id)).messages.map(({ content }) => content);
  const regenerate = ({ act }: Talker, id: string, body: object = {}) =>
    act<Chat & Problem>('POST', `/sessions/${id}/regenerate`, body);
  const choose = ({ act }: Talker, id: string, messageId: string) =>
    act<Session & Problem>('PUT', `/sessions/${id}/messages/${messageId}/chosen`);
  const idOf = async (talker: Talker, id: string, content: string) =>
    (await details(talker, id)).messages.find((message) => message.content === content)?.id ?? '';
  const sent = () => talking.model.requests.at(-1)?.body.messages?.map(({ content }) => content);
  const search = async ({ act }: Talker, word: string) =>
    (await act<{ data: { snippet: string }[] }>('GET', `/sessions/search/messages?q=${word}`)).body.data.length;

  it('answers the last question again; the earlier answer is a sibling and costs what it cost', async () => {
    const ada = await newcomer();
    const usage = { promptTokens: 100, completionTokens: 10 };
    talking.model.script({ text: 'zeroth', usage }, { text: 'first', usage }, { text: 'second', usage });
    await say(ada, 'Before?');
    const { sessionId, messageId, runId } = await say(ada, 'Which?');
    const paid = (await details(ada, sessionId)).costUsd;
    const again = await regenerate(ada, sessionId);
    expect(again).toMatchObject({ status: 200, body: { sessionId, content: 'second', agentId: ada.agentId } });
    expect(again.headers.get('x-model')).toBe('openai-compatible/fake');
    expect(again.body.runId).not.toBe(runId);
    // The model was asked the same as the first time.
    expect(sent()).toEqual(['Before?', 'zeroth', 'Which?']);
    const session = await details(ada, sessionId);
    expect(session.messages.map(({ content }) => content)).toEqual(['Before?', 'zeroth', 'Which?', 'second']);
    expect(session).toMatchObject({ messageCount: 4, hasMore: false });
    expect(session.costUsd).toBeCloseTo(paid * 1.5, 9);
    expect(session.messages[3]).toMatchObject({ siblings: [messageId, again.body.messageId], siblingIndex: 1 });
    expect(session.messages.slice(0, 3).every(({ siblings }) => siblings === undefined)).toBe(true);
    // The chosen answer is the history.
    await say(ada, 'And now?');
    expect(sent()).toEqual(['Before?', 'zeroth', 'Which?', 'second', 'And now?']);
    expect((await ada.act<{ status: string }>('GET', `/jobs/${runId}`)).body.status).toBe('completed');
  });

  it('asks another question in the place of an earlier one; what followed stays on the branch that is left', async () => {
    const ada = await newcomer();
    const { sessionId } = await say(ada, 'one');
    await say(ada, 'two');
    await say(ada, 'three');
    const two = await idOf(ada, sessionId, 'two');
    const edited = await regenerate(ada, sessionId, { messageId: two, message: 'zwei' });
    expect(edited.body.content).toBe('Echo: zwei');
    expect(sent()).toEqual(['one', 'Echo: one', 'zwei']);
    const session = await details(ada, sessionId);
    expect(session.messages.map(({ content }) => content)).toEqual(['one', 'Echo: one', 'zwei', 'Echo: zwei']);
    expect(session.messageCount).toBe(4);
    const zwei = session.messages[2];
    expect(zwei).toMatchObject({ siblings: [two, zwei?.id], siblingIndex: 1 });
    expect([await search(ada, 'three'), await search(ada, 'zwei')]).toEqual([0, 2]);
    const markdown = (await ada.act('GET', `/sessions/${sessionId}/export`)).text;
    expect(markdown).toContain('zwei');
    expect(markdown).not.toContain('three');

    // Chosen again, with what followed; then it goes on from there.
    const back = await choose(ada, sessionId, two);
    expect(back.status).toBe(200);
    expect(back.body.messages.map(({ content }) => content)).toEqual([
      ...['one', 'Echo: one', 'two', 'Echo: two', 'three', 'Echo: three'],
    ]);
    expect(back.body).toMatchObject({ messageCount: 6 });
    expect(back.body.messages[2]).toMatchObject({ siblings: [two, zwei?.id], siblingIndex: 0 });
    expect([await search(ada, 'three'), await search(ada, 'zwei')]).toEqual([2, 0]);
    await say(ada, 'four');
    expect(sent()).toEqual(['one', 'Echo: one', 'two', 'Echo: two', 'three', 'Echo: three', 'four']);
    await choose(ada, sessionId, zwei?.id ?? '');
    expect(await texts(ada, sessionId)).toEqual(['one', 'Echo: one', 'zwei', 'Echo: zwei']);
    await choose(ada, sessionId, two);
    expect((await texts(ada, sessionId)).slice(-2)).toEqual(['four', 'Echo: four']);
    // A fork of a message that was left has the path to it.
    const fork = await ada.act<Session>('POST', `/sessions/${sessionId}/fork`, { messageId: zwei?.id });
    expect(await texts(ada, fork.body.id)).toEqual(['one', 'Echo: one', 'zwei']);
  });

  it('edits the very first question, and an answer in the middle', async () => {
    const ada = await newcomer();
    const { sessionId, messageId } = await say(ada, 'one');
    await say(ada, 'two');
    talking.model.script('other');
    await regenerate(ada, sessionId, { messageId });
    expect(sent()).toEqual(['one']);
    expect(await texts(ada, sessionId)).toEqual(['one', 'other']);
    await regenerate(ada, sessionId, { message: 'eins' });
    expect(sent()).toEqual(['eins']);
    expect(await texts(ada, sessionId)).toEqual(['eins', 'Echo: eins']);
    await choose(ada, sessionId, messageId);
    expect(await texts(ada, sessionId)).toEqual(['one', 'Echo: one', 'two', 'Echo: two']);
  });

  it('streams with `stream: true`, as a chat does', async () => {
    const ada = await newcomer();
    const { sessionId } = await say(ada, 'Speak');
    talking.model.script({ text: 'One, two.', chunks: 3 });
    const stream = await openStream(`${talking.gateway.url}/sessions/${sessionId}/regenerate`, {
      token: ada.accessToken,
      body: { stream: true },
    });
    const events = await stream.all();
    expect(typesOf(events)).toEqual(['session_resolved', ...Array(3).fill('stream_chunk'), 'stream_done']);
    expect(textOf(events)).toBe('One, two.');
    expect(await texts(ada, sessionId)).toEqual(['Speak', 'One, two.']);
  });

  it('runs tools afresh, and is known by the last message of an answer', async () => {
    const ada = await newcomer({ tools: ['calculator'] });
    const answer = (text: string) => [{ toolCalls: [calculating] }, { text }];
    talking.model.script(...answer('It is 42.'), ...answer('42!'));
    const { sessionId, messageId } = await say(ada, 'What is 6 * 7?');
    const again = await regenerate(ada, sessionId);
    expect(again.body).toMatchObject({ content: '42!', toolCalls: [{ tool: 'calculator', isError: false }] });
    const { messages, messageCount } = await details(ada, sessionId);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(messageCount).toBe(4);
    expect(messages.map(({ siblings }) => siblings)).toEqual([
      ...[undefined, undefined, undefined],
      [messageId, again.body.messageId],
    ]);
    expect((await choose(ada, sessionId, messageId)).body.messages.at(-1)?.content).toBe('It is 42.');
  });

  it('waits for approvals afresh, beside the answer that is still chosen', async () => {
    const ada = await newcomer({ tools: ['calculator'], approvals: ['calculator'] });
    talking.model.script('Forty-two.', { toolCalls: [calculating] }, { text: 'It is 42.' });
    const { sessionId, messageId } = await say(ada, 'What is 6 * 7?');
    const parked = await regenerate(ada, sessionId);
    expect(parked).toMatchObject({ status: 202, body: { status: 'awaiting_approval' } });
    expect(await details(ada, sessionId)).toMatchObject({ messageCount: 2 });
    expect(await texts(ada, sessionId)).toEqual(['What is 6 * 7?', 'Forty-two.']);
    expect((await choose(ada, sessionId, messageId)).body).toMatchObject({
      code: 'conflict',
      runId: parked.body.runId,
    });
    const { approval } = parked.body as unknown as { approval: { requestId: string } };
    await ada.act('POST', `/approvals/${approval.requestId}/resolve`, { decision: 'approve' });
    await vi.waitFor(async () => expect((await texts(ada, sessionId)).at(-1)).toBe('It is 42.'), eventually);
    expect(await details(ada, sessionId)).toMatchObject({ messageCount: 4 });
  });

  it('keeps the earlier answer when the model fails, and goes on from there', async () => {
    const ada = await newcomer({ tools: ['calculator'] });
    talking.model.script('good', { toolCalls: [calculating] }, { status: 400 });
    const { sessionId, messageId } = await say(ada, 'Which?');
    expect((await regenerate(ada, sessionId)).status).toBe(502);
    expect(await details(ada, sessionId)).toMatchObject({ messageCount: 2 });
    expect(await texts(ada, sessionId)).toEqual(['Which?', 'good']);
    await say(ada, 'next');
    expect(sent()).toEqual(['Which?', 'good', 'next']);
    expect((await regenerate(ada, sessionId, { messageId })).body.content).toBe('Echo: Which?');
    expect(await texts(ada, sessionId)).toEqual(['Which?', 'Echo: Which?']);
    await choose(ada, sessionId, messageId);
    expect(await texts(ada, sessionId)).toEqual(['Which?', 'good', 'next', 'Echo: next']);
  });

  it('answers a question that had no answer', async () => {
    const ada = await newcomer();
    talking.model.script({ status: 400 });
    const failed = await ada.act<Problem & { sessionId: string }>('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: 'Why?',
    });
    const { sessionId } = failed.body;
    expect((await regenerate(ada, sessionId)).body.content).toBe('Echo: Why?');
    expect(await texts(ada, sessionId)).toEqual(['Why?', 'Echo: Why?']);
  });

  it('chooses what was said before its person stopped it', async () => {
    const ada = await newcomer();
    const { sessionId } = await say(ada, 'Speak');
    talking.model.script({ text: 'word '.repeat(100), chunks: 100, chunkDelayMs: 50 });
    const stream = await openStream(`${talking.gateway.url}/sessions/${sessionId}/regenerate`, {
      token: ada.accessToken,
      body: { stream: true },
    });
    await stream.waitFor(5, patienceMs);
    expect(await texts(ada, sessionId)).toEqual(['Speak', 'Echo: Speak']);
    await ada.act('POST', `/jobs/${stream.events[0]?.json.runId}/cancel`);
    await stream.all();
    const { messages } = await details(ada, sessionId);
    expect(messages.at(-1)).toMatchObject({ status: 'partial', content: expect.stringMatching(/^word word/) });
    expect(messages).toHaveLength(2);
  });

  it('waits in the session queue, and is refused if its message was left meanwhile', async () => {
    const ada = await newcomer();
    const { sessionId, messageId } = await say(ada, 'one');
    talking.model.script({ text: 'slow', delayMs: 1_500 });
    const first = await openStream(`${talking.gateway.url}/sessions/${sessionId}/regenerate`, {
      token: ada.accessToken,
      body: { stream: true, message: 'eins' },
    });
    await first.waitFor(1, patienceMs);
    const [late, after] = await Promise.all([
      regenerate(ada, sessionId, { messageId }),
      say(ada, 'two', { sessionId }),
    ]);
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(after.content).toBe('Echo: two');
    expect(await texts(ada, sessionId)).toEqual(['eins', 'slow', 'two', 'Echo: two']);
  });

  it('is refused for messages of others, of other sessions, that were left, and where there is no question', async () => {
    const [ada, bob] = await Promise.all([newcomer(), newcomer()]);
    const { sessionId, messageId } = await say(ada, 'hers');
    const his = await say(bob, 'his');
    for (const attempt of [
      regenerate(bob, sessionId),
      regenerate(ada, sessionId, { messageId: his.messageId }),
      regenerate(ada, 'ses_none'),
      choose(bob, sessionId, messageId),
      choose(ada, sessionId, his.messageId),
    ])
      expect((await attempt).status).toBe(404);
    await regenerate(ada, sessionId);
    const left = await regenerate(ada, sessionId, { messageId });
    expect(left).toMatchObject({ status: 409, body: { detail: expect.stringContaining(`${messageId}/chosen`) } });
    await ada.act('POST', '/agent/reset', {});
    expect(await regenerate(ada, sessionId)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await regenerate(ada, sessionId, { message: ' ' })).status).toBe(400);
  });

  it('shows the model its images again, and keeps the files of branches', async () => {
    const ada = await newcomer();
    const image = { type: 'image', data: dataUrl(png), name: 'cat.png' };
    const { body } = await ada.act<Chat>('POST', '/agent/chat', { agentId: ada.agentId, message: [image] });
    const { sessionId, messageId } = body;
    const again = await regenerate(ada, sessionId);
    expect(again.status).toBe(200);
    expect(JSON.stringify(talking.model.requests.at(-1)?.body.messages)).toContain('base64');
    await regenerate(ada, sessionId, { message: [{ type: 'text', text: 'no image' }, image] });
    const [edited] = (await details(ada, sessionId)).messages;
    expect(edited?.parts).toHaveLength(2);
    await choose(ada, sessionId, messageId);
    const [first] = (await details(ada, sessionId)).messages as { parts?: { fileId: string }[] }[];
    expect((await ada.act('GET', `/files/${first?.parts?.[0]?.fileId}/content`)).status).toBe(200);
  });

  it('withdraws what memory captured from a branch that is left, and brings it back with the branch', async () => {
    const ada = await newcomer();
    await say(ada, 'My name is Ada.', { surface: 'before' });
    await vi.waitFor(async () => expect(await profileOf(ada)).toMatchObject({ name: 'Ada' }), eventually);
    const { sessionId } = await say(ada, 'Hello');
    await say(ada, 'My name is Grace. I like sailing.');
    await vi.waitFor(async () => expect(await profileOf(ada)).toMatchObject({ name: 'Grace' }), eventually);
    await vi.waitFor(async () => expect((await contentsOf(ada)).join()).toMatch(/sailing/), eventually);
    const grace = await idOf(ada, sessionId, 'My name is Grace. I like sailing.');
    // The same question again takes nothing away.
    await regenerate(ada, sessionId);
    expect(await profileOf(ada)).toMatchObject({ name: 'Grace' });
    await regenerate(ada, sessionId, { messageId: grace, message: 'I like chess.' });
    expect(await profileOf(ada)).toMatchObject({ name: 'Ada' });
    expect((await contentsOf(ada)).join()).not.toMatch(/sailing/);
    await vi.waitFor(async () => expect((await contentsOf(ada)).join()).toMatch(/chess/), eventually);
    await choose(ada, sessionId, grace);
    await vi.waitFor(async () => expect(await profileOf(ada)).toMatchObject({ name: 'Grace' }), eventually);
    await vi.waitFor(async () => expect((await contentsOf(ada)).join()).toMatch(/sailing/), eventually);
    expect((await contentsOf(ada)).join()).not.toMatch(/chess/);
  });

  it('does not use a kept answer for a question that is answered again', async () => {
    const ada = await newcomer({ cacheSeconds: 60 });
    talking.model.script('first', 'second');
    const { sessionId } = await say(ada, 'Which?');
    expect((await regenerate(ada, sessionId)).body).toMatchObject({ content: 'second' });
  });

  it('asks for the same format again', async () => {
    const ada = await newcomer();
    const responseFormat = {
      type: 'json_schema',
      name: 'answer',
      schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false },
    };
    talking.model.script('{"n":1}', '{"n":2}');
    const { sessionId } = await say(ada, 'Which?', { responseFormat });
    expect((await regenerate(ada, sessionId)).body).toMatchObject({ output: { n: 2 } });
  });
});

describe.each(engines)('long conversations with branches on %s', (engine) => {
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine, { settings: { ASSUMED_CONTEXT_WINDOW: '2000' } });
    talking.model.reply(({ body }) =>
      String(body.messages?.[0]?.content).startsWith('Summarise') ? `SUMMARY of ${textIn(body.messages)}` : undefined,
    );
  });
  afterAll(() => talking.stop());
  const textIn = (messages: unknown) => [...new Set(JSON.stringify(messages).match(/M\d+X?\b/g))].join(' ');
  const words = (label: string) => `${label} ${'abc '.repeat(200)}.`;

  it('have summaries of the chosen path only', async () => {
    const ada = await newTalker(talking.gateway, { agent: { maxTokens: 200 } });
    let sessionId = '';
    for (let n = 0; n < 7; n += 1) ({ sessionId } = await say(ada, words(`M${n}`)));
    const stored = async () =>
      (
        await talking.database.get<{ summary: string | null }>('SELECT summary FROM sessions WHERE id = $1', [
          sessionId,
        ])
      )?.summary ?? null;
    expect(await stored()).toContain('M2');
    const { messages } = (await ada.act<Session>('GET', `/sessions/${sessionId}`)).body;
    const second = messages.find(({ content }) => content.startsWith('M1 '));
    const body = { messageId: second?.id, message: words('M1X') };
    expect((await ada.act('POST', `/sessions/${sessionId}/regenerate`, body)).status).toBe(200);
    expect(await stored()).toBeNull();
    const request = textIn(talking.model.requests.at(-1)?.body.messages);
    expect(request).toBe('M0 M1X');
    for (let n = 11; n < 16; n += 1) await say(ada, words(`M${n}`));
    expect(await stored()).toContain('M1X');
    expect(await stored()).not.toMatch(/M[2-6]\b/);
  });
});
