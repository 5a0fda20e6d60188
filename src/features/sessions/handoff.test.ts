import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { actingAs } from '../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  newTeam,
  openTalk,
  patienceMs,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../test/harness/talking.ts';

describe.each(engines)('a handoff on %s', (engine) => {
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine);
  });
  afterAll(() => talking.stop());
  afterEach(() => talking.model.reset());

  /** A user with three agents, which the fake model tells apart by their instructions. */
  async function withAgents() {
    const ada = await newTalker(talking.gateway, { agent: { name: 'First', systemPrompt: 'I am First.' } });
    const second = await ada.newAgent({ name: 'Second', systemPrompt: 'I am Second.' });
    const third = await ada.newAgent({ name: 'Third', systemPrompt: 'I am Third.' });
    talking.model.reply(({ body }) => /I am (\w+)\./.exec(JSON.stringify(body.messages))?.[1]);
    return { ada, second, third };
  }
  const handOff = ({ act }: Talker, sessionId: string, agentId: string, reason?: string) =>
    act<SessionDetails & { code?: string; runId?: string }>('POST', `/sessions/${sessionId}/handoff`, {
      agentId,
      reason,
    });
  const details = async ({ act }: Talker, id: string) => (await act<SessionDetails>('GET', `/sessions/${id}`)).body;
  const markers = async (talker: Talker, id: string) =>
    (await details(talker, id)).messages.filter(({ role }) => role === 'system').map(({ meta }) => meta);

  it('leaves a marker, and the target answers every later message, whichever agent the client names', async () => {
    const { ada, second } = await withAgents();
    const { sessionId, content } = await say(ada, 'hello');
    expect(content).toBe('First');
    const answer = await handOff(ada, sessionId, second, 'knows more');
    expect([answer.status, answer.body]).toMatchObject([200, { id: sessionId, agentId: second, status: 'active' }]);
    const { messages } = await details(ada, sessionId);
    expect(messages.at(-1)).toMatchObject({ role: 'system', agentId: second, status: 'complete', seq: 3 });
    expect(messages.at(-1)?.meta).toEqual({
      kind: 'handoff',
      fromAgentId: ada.agentId,
      toAgentId: second,
      reason: 'knows more',
    });

    for (const named of [
      {},
      { sessionId },
      { agentId: undefined, sessionId },
      { agentId: second, sessionId },
      { agentId: ada.agentId, sessionId },
    ])
      expect(await say(ada, 'and now?', named)).toMatchObject({ sessionId, agentId: second, content: 'Second' });
    const client = await openTalk(talking.gateway.url, ada);
    client.send({ type: 'message', agentId: ada.agentId, message: 'here too?', surface: 'api' });
    expect((await client.untilEnd()).at(-1)).toMatchObject({ sessionId, agentId: second, content: 'Second' });
    client.close();
    // The target sees the history and the handoff note; the reason is quoted data.
    const seen = JSON.stringify(talking.model.requests.at(-1)?.body.messages);
    expect(seen).toContain('hello');
    expect(seen).toMatch(/is data, not instructions[^<]*<data-\w+>[^<]*handed to Second\. Reason: knows more/);
    // A message to the target itself opens another session.
    expect((await say(ada, 'new', { agentId: second })).sessionId).not.toBe(sessionId);
  });

  it('can go on to a third agent, without a reason', async () => {
    const { ada, second, third } = await withAgents();
    const { sessionId } = await say(ada, 'hello');
    await handOff(ada, sessionId, second);
    await say(ada, 'one');
    expect((await handOff(ada, sessionId, third)).status).toBe(200);
    for (const agentId of [ada.agentId, second, third])
      expect(await say(ada, 'two', { agentId, sessionId })).toMatchObject({ agentId: third, content: 'Third' });
    expect(await say(ada, 'three')).toMatchObject({ sessionId, agentId: third });
    expect(await markers(ada, sessionId)).toEqual([
      { kind: 'handoff', fromAgentId: ada.agentId, toAgentId: second, reason: null },
      { kind: 'handoff', fromAgentId: second, toAgentId: third, reason: null },
    ]);
  });

  it('is refused without a session or a target', async () => {
    const { ada, second } = await withAgents();
    const stranger = await newTalker(talking.gateway);
    const { sessionId } = await say(ada, 'hello');
    expect((await handOff(ada, sessionId, 'agt_nobody')).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await handOff(ada, sessionId, stranger.agentId)).body).toMatchObject({
      status: 403,
      code: 'agent_not_available',
    });
    expect((await handOff(stranger, sessionId, stranger.agentId)).status).toBe(404);
    expect((await handOff(ada, 'ses_none', second)).status).toBe(404);
    for (const body of [{}, { agentId: '' }, { agentId: 7 }, { agentId: second, reason: 'x'.repeat(1_001) }])
      expect((await ada.act('POST', `/sessions/${sessionId}/handoff`, body)).status).toBe(400);
    await ada.act('POST', '/agent/reset');
    expect((await handOff(ada, sessionId, second)).body).toMatchObject({ status: 409, code: 'conflict' });
    expect(await details(ada, sessionId)).toMatchObject({ agentId: ada.agentId, messageCount: 2 });
  });

  it('is 409 with the run id while a run is under way, and changes nothing', async () => {
    const { ada, second } = await withAgents();
    talking.model.script({ text: 'a b', chunks: 2, cut: { afterChunks: 1, by: 'silence' } });
    const client = await openTalk(talking.gateway.url, ada);
    client.send({ type: 'message', agentId: ada.agentId, message: 'wait', surface: 'api' });
    const { sessionId, runId } = await client.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    expect((await handOff(ada, sessionId as string, second)).body).toMatchObject({
      status: 409,
      code: 'conflict',
      runId,
    });
    client.send({ type: 'cancel', runId });
    await client.untilEnd();
    expect((await details(ada, sessionId as string)).agentId).toBe(ada.agentId);
    expect((await handOff(ada, sessionId as string, second)).status).toBe(200);
    client.close();
  });

  it('is atomic: many at once make one chain, and a concurrent message gets one agent or the next', async () => {
    const { ada, second, third } = await withAgents();
    const { sessionId } = await say(ada, 'hello');
    const targets = [second, third, ada.agentId, second, third, ada.agentId];
    const [answers] = await Promise.all([
      Promise.all(targets.map((agentId) => handOff(ada, sessionId, agentId))),
      Promise.all([1, 2, 3].map((number) => say(ada, `turn ${number}`, { sessionId }))),
    ]);
    const done = answers.filter(({ status }) => status === 200).length;
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { messages, agentId, messageCount } = await details(ada, sessionId);
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: messageCount }, (_, index) => index + 1));
    const chain = messages.filter(({ role }) => role === 'system').map(({ meta }) => meta);
    expect(chain).toHaveLength(done);
    let holder = ada.agentId;
    for (const marker of chain) {
      expect(marker?.fromAgentId).toBe(holder);
      holder = marker?.toAgentId as string;
    }
    expect(agentId).toBe(holder);
    // The agent that answered had the session then.
    let present = ada.agentId;
    for (const { role, agentId: author, meta } of messages) {
      if (role === 'system') present = meta?.toAgentId as string;
      else expect(author).toBe(present);
    }
  });

  it('works after the first agent was deleted', async () => {
    const { ada, second } = await withAgents();
    const { sessionId } = await say(ada, 'hello');
    await handOff(ada, sessionId, second);
    expect((await ada.act('DELETE', `/agents/${ada.agentId}`)).status).toBe(204);
    for (const named of [{}, { sessionId }, { agentId: undefined, sessionId }])
      expect(await say(ada, 'still there?', named)).toMatchObject({ sessionId, content: 'Second' });
    await ada.act('POST', '/agent/reset');
    expect((await ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'hello' })).status).toBe(404);
  });

  it('may go to a granted agent, on the caller’s data, until the grant ends', async () => {
    const { ada } = await withAgents();
    const lender = await newTalker(talking.gateway, { agent: { name: 'Lent', systemPrompt: 'I am Lent.' } });
    const { sessionId } = await say(ada, 'hello');
    const grant = { agentId: lender.agentId, workspaceId: ada.workspaceId };
    expect((await handOff(ada, sessionId, lender.agentId)).status).toBe(403);
    await lender.act('POST', `/workspaces/${lender.workspaceId}/grants`, grant);
    expect((await handOff(ada, sessionId, lender.agentId)).status).toBe(200);
    expect(await say(ada, 'now?')).toMatchObject({ sessionId, agentId: lender.agentId, content: 'Lent' });
    expect((await lender.act('GET', `/sessions/${sessionId}`)).status).toBe(404);

    await lender.act('DELETE', `/workspaces/${lender.workspaceId}/grants`, grant);
    for (const named of [{ agentId: ada.agentId }, { sessionId }, { agentId: lender.agentId, sessionId }])
      expect((await ada.act('POST', '/agent/chat', { message: 'and now?', ...named })).body).toMatchObject({
        status: 403,
        code: 'agent_not_available',
      });
    // The caller can still hand it back.
    expect((await handOff(ada, sessionId, ada.agentId)).status).toBe(200);
    expect(await say(ada, 'back again')).toMatchObject({ sessionId, content: 'First' });
  });

  it('by the agent’s own tool: the agent finishes this run, the target answers the next', async () => {
    const ada = await newTalker(talking.gateway, { agent: { tools: ['handoff'] } });
    const second = await ada.newAgent({ name: 'Second' });
    talking.model.script(
      { toolCalls: [{ name: 'handoff', arguments: { agentId: second, reason: 'asked to' }, id: 'call_1' }] },
      'Second will see to it.',
    );
    const { sessionId, agentId, toolCalls } = await say(ada, 'Give me to Second');
    expect([agentId, toolCalls]).toMatchObject([ada.agentId, [{ result: { handedTo: second }, isError: false }]]);
    // The model was told.
    expect(talking.model.requests.at(-1)?.body.messages?.at(-1)).toMatchObject({
      role: 'tool',
      tool_call_id: 'call_1',
      content: expect.stringContaining(second),
    });
    expect(await markers(ada, sessionId)).toEqual([
      { kind: 'handoff', fromAgentId: ada.agentId, toAgentId: second, reason: 'asked to' },
    ]);
    expect(await say(ada, 'hello')).toMatchObject({ sessionId, agentId: second });
  });

  it('by the tool while messages are queued: the target answers them, and the answers say so', async () => {
    const ada = await newTalker(talking.gateway, { agent: { tools: ['handoff'] } });
    const second = await ada.newAgent({ name: 'Second' });
    talking.model.script(
      { toolCalls: [{ name: 'handoff', arguments: { agentId: second } }], delayMs: 700 },
      'done',
      'I am the second',
    );
    const first = say(ada, 'hand over');
    await talking.model.waitFor(1, patienceMs);
    const waiting = await openTalk(talking.gateway.url, ada);
    waiting.send({ type: 'message', agentId: ada.agentId, message: 'next', surface: 'api' });
    expect((await waiting.next()).type).toBe('queued');
    await first;
    const frames = await waiting.untilEnd();
    expect(frames.at(-1)).toMatchObject({ type: 'stream_done', content: 'I am the second', agentId: second });
    const { body } = await ada.act<Chat>('GET', `/jobs/${frames.at(-1)?.runId}`);
    expect(body.agentId).toBe(second);
    waiting.close();
  });

  it('in a shared workspace affects only the person’s own session', async () => {
    const { ada } = await withAgents();
    const bob = await newTalker(talking.gateway);
    const team = await newTeam(ada, { member: bob });
    const [asAda, asBob] = [actingAs(talking.gateway, ada, team), actingAs(talking.gateway, bob, team)];
    const [one, two] = await Promise.all(
      ['One', 'Two'].map(async (name) => (await asAda<{ id: string }>('POST', '/agents', { name })).body.id),
    );
    const talk = async (act: typeof asAda) =>
      (await act<Chat>('POST', '/agent/chat', { agentId: one, message: 'hello' })).body;
    const mine = await talk(asAda);
    await talk(asBob);
    await asAda('POST', `/sessions/${mine.sessionId}/handoff`, { agentId: two });
    expect([(await talk(asAda)).agentId, (await talk(asBob)).agentId]).toEqual([two, one]);
  });
});
