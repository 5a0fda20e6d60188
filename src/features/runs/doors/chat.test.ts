import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { type QuickPerson, quickPerson } from '../../../../test/harness/people.ts';
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

describe.each(engines)('chat on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  let other: QuickPerson;
  beforeAll(async () => {
    world = await startTalking(engine);
    ada = await newTalker(world.gateway);
    other = await quickPerson(world.gateway, 'other');
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  const chat = (body: object) => ada.act<Chat & { code: string }>('POST', '/agent/chat', body);

  it('answers with exactly the documented fields', async () => {
    const usage = { promptTokens: 40, completionTokens: 7, cachedTokens: 10 };
    world.model.script({ text: 'Good day.', usage });
    const { status, body, headers } = await chat({
      agentId: ada.agentId,
      message: 'Hello',
      metadata: { page: 'home' },
    });
    expect([status, headers.get('x-model')]).toEqual([200, 'openai-compatible/fake']);
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['runId', 'sessionId', 'messageId', 'agentId', 'content', 'toolCalls', 'usage', 'costUsd', 'durationMs'],
        'stopReason',
      ].sort(),
    );
    expect(body).toMatchObject({
      runId: expect.stringMatching(/^run_\w{26}$/),
      sessionId: expect.stringMatching(/^ses_\w{26}$/),
      messageId: expect.stringMatching(/^msg_\w{26}$/),
      agentId: ada.agentId,
      content: 'Good day.',
      toolCalls: [],
      usage: { promptTokens: 40, completionTokens: 7 },
      costUsd: 0,
      stopReason: 'end_turn',
      durationMs: expect.any(Number),
    });
  });

  it('gives the same answer from the chat, the job and the session', async () => {
    world.model.script({ text: 'The same.', usage: { promptTokens: 3, completionTokens: 2 } });
    const answer = await say(ada, 'Say it', { surface: 'same' });
    const job = await ada.act('GET', `/jobs/${answer.runId}`);
    const { agentId, sessionId, messageId, content, toolCalls, stopReason, ...rest } = answer;
    expect(job.body).toMatchObject({ agentId, sessionId, messageId, content, toolCalls, stopReason, ...rest });
    expect(job.body).toMatchObject({ id: answer.runId, status: 'completed', kind: 'chat', message: 'Say it' });
    const session = await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`);
    expect(session.body.messages.at(-1)).toMatchObject({
      id: messageId,
      content,
      role: 'assistant',
      status: 'complete',
    });
    expect(session.body).toMatchObject({
      messageCount: 2,
      title: 'Say it',
      surface: 'same',
      usage: { promptTokens: 3, completionTokens: 2 },
    });
  });

  it('refuses an unknown agent with 404 and a foreign one with 403', async () => {
    expect(await chat({ agentId: 'agt_nobody', message: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    const foreign = await newTalker(world.gateway, { person: other });
    expect(await chat({ agentId: foreign.agentId, message: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'agent_not_available' },
    });
    for (const body of [{}, { message: '' }, { message: '  \n' }, { message: 7 }, { message: 'x', surface: '' }])
      expect((await chat({ agentId: ada.agentId, ...body })).status).toBe(400);
    expect(world.model.requests).toEqual([]);
  });

  it('refuses a model that the workspace forbids, from the next turn on', async () => {
    const path = `/workspaces/${ada.workspaceId}/restrictions`;
    await ada.act('PUT', path, { allowedProviders: ['local'], allowedModels: null });
    const refused = await chat({ agentId: ada.agentId, message: 'x' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } });
    const stream = await ada.act('POST', '/agent/chat/stream', { agentId: ada.agentId, message: 'x' });
    expect(stream).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } });
    await ada.act('PUT', path, null);
    expect((await chat({ agentId: ada.agentId, message: 'x' })).status).toBe(200);
  });

  it('needs no agent if the workspace has a default one', async () => {
    const without = await chat({ message: 'x' });
    expect(without).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    await ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { defaultAgentId: ada.agentId });
    const withOne = await chat({ message: 'x' });
    expect(withOne).toMatchObject({ status: 200, body: { agentId: ada.agentId } });
    await ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { defaultAgentId: null });
  });

  it('continues the session of the same agent and surface only', async () => {
    const second = await ada.newAgent({ name: 'Second' });
    const first = await say(ada, 'one', { surface: 'web' });
    const again = await say(ada, 'two', { surface: 'web' });
    const elsewhere = await say(ada, 'three', { surface: 'cli' });
    const another = await say(ada, 'four', { surface: 'web', agentId: second });
    const unnamed = await say(ada, 'five');
    const api = await say(ada, 'six', { surface: 'api' });
    expect(again.sessionId).toBe(first.sessionId);
    expect(api.sessionId).toBe(unnamed.sessionId);
    expect(new Set([first, elsewhere, another, unnamed].map(({ sessionId }) => sessionId)).size).toBe(4);
    const said = world.model.requests.map(({ body }) => body.messages?.map(({ content }) => content));
    expect(said[1]).toEqual(['one', 'Echo: one', 'two']);
    expect(said[2]).toEqual(['three']);
  });

  it('continues a named session on any surface', async () => {
    const { sessionId } = await say(ada, 'begin', { surface: 'named' });
    await say(ada, 'elsewhere', { surface: 'other' });
    const named = await chat({ sessionId, message: 'go on' });
    expect(named).toMatchObject({ status: 200, body: { sessionId, agentId: ada.agentId } });
    expect((await chat({ sessionId, agentId: ada.agentId, message: 'and on' })).body.sessionId).toBe(sessionId);
  });

  it('does not know another person’s session, even in the same workspace', async () => {
    const { sessionId } = await say(ada, 'mine', { surface: 'private' });
    const { body: team } = await ada.act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    await ada.act('POST', `/workspaces/${team.id}/members`, { userId: other.id, role: 'member' });
    const adaThere = await newTalker(world.gateway, { person: ada, workspaceId: team.id });
    const otherThere = await newTalker(world.gateway, { person: other, workspaceId: team.id });
    const shared = await say(adaThere, 'mine too');
    for (const body of [
      { sessionId: shared.sessionId, message: 'x' },
      { sessionId, message: 'x' },
      { sessionId: 'ses_nobody', message: 'x' },
    ])
      expect((await otherThere.act('POST', '/agent/chat', body)).status).toBe(404);
    // From another workspace a person's own session is unknown too.
    expect((await adaThere.act('POST', '/agent/chat', { sessionId, message: 'x' })).status).toBe(404);
  });

  it('refuses a closed session; the next message opens another', async () => {
    const { sessionId } = await say(ada, 'old', { surface: 'closing' });
    const reset = await ada.act('POST', '/agent/reset', { surface: 'closing' });
    expect(reset.body).toEqual({ reset: [sessionId] });
    expect(await chat({ sessionId, message: 'x' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await say(ada, 'new', { surface: 'closing' })).sessionId).not.toBe(sessionId);
  });

  it('stores the message before the model is called', async () => {
    world.model.script({ hang: true });
    const answer = chat({ agentId: ada.agentId, message: 'Are you there?', surface: 'hanging' });
    await world.model.waitFor(1, patienceMs);
    const [run] = (await ada.act<{ data: Chat[] }>('GET', '/jobs?status=running')).body.data;
    const session = await ada.act<SessionDetails>('GET', `/sessions/${run?.sessionId}`);
    expect(session.body.messages).toMatchObject([{ role: 'user', content: 'Are you there?', status: 'complete' }]);
    await ada.act('POST', `/jobs/${run?.runId}/cancel`);
    expect(await answer).toMatchObject({
      status: 200,
      body: { stopReason: 'cancelled', content: '', messageId: null },
    });
  });

  it('keeps text that is hard to store', async () => {
    const odd = 'a\u0000b \ud83d lone \u2028 “quoted” \\ \r\n end';
    world.model.script(odd);
    const { content, sessionId } = await say(ada, 'odd', { surface: 'odd' });
    expect(content).toBe('a\ufffdb \ufffd lone \u2028 “quoted” \\ \r\n end');
    const { body } = await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`);
    expect(body.messages.at(-1)?.content).toBe(content);
    expect((await say(ada, 'next', { surface: 'odd' })).content).toBe('Echo: next');
  });

  it('takes the longest allowed message, and one of only new words', async () => {
    const words = Array.from({ length: 40_000 }, (_, n) => `word${n}`).join(' ');
    expect(words.length).toBeLessThan(500_000);
    const { sessionId } = await say(ada, words, { surface: 'long' });
    const { body } = await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`);
    expect(body.messages.map(({ content }) => content.length)).toEqual([words.length, words.length + 6]);
    const found = await ada.act<{ data: object[] }>('GET', '/sessions/search/messages?q=word17');
    expect(found.body.data).not.toEqual([]);
  });
});

describe.each(engines)('the offline assistant on %s', (engine) => {
  it('chats, calculates with its tool and streams', async () => {
    const world = await startTalking(engine, {
      settings: { OPENAI_COMPATIBLE_BASE_URL: undefined, DEFAULT_MODEL: undefined },
    });
    try {
      const ada = await newTalker(world.gateway, { agent: { tools: ['calculator'] } });
      const answer = await say(ada, 'What is 17 * 23?');
      expect(answer.toolCalls).toMatchObject([{ tool: 'calculator', isError: false }]);
      expect(answer.content).toContain('391');
      const stream = await ada.act('POST', '/agent/chat/stream', { agentId: ada.agentId, message: 'and 2 + 2?' });
      expect(stream.text).toMatch(/event: stream_chunk[\s\S]*event: stream_done/);
    } finally {
      await world.stop();
    }
  });
});
