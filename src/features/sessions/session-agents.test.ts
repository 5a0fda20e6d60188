import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { apiKey } from '../../../test/harness/gateway.ts';
import {
  newTalker,
  openTalk,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../test/harness/talking.ts';

describe.each(engines)('the agent of a conversation on %s', (engine) => {
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine);
  });
  afterAll(() => talking.stop());
  afterEach(() => talking.model.reset());

  async function withAgents() {
    const ada = await newTalker(talking.gateway, { agent: { name: 'First' } });
    const [second, third] = await Promise.all([ada.newAgent({ name: 'Second' }), ada.newAgent({ name: 'Third' })]);
    return { ada, second, third };
  }
  const handOff = (ada: Talker, sessionId: string, agentId: string) =>
    ada.act('POST', `/sessions/${sessionId}/handoff`, { agentId });
  const details = async (ada: Talker, id: string) => (await ada.act<SessionDetails>('GET', `/sessions/${id}`)).body;

  type Asked = { agentId?: string; sessionId?: string };
  /** The responses of every door that takes a session. */
  async function everywhere(ada: Talker, asked: Asked) {
    const body = { message: 'hello?', ...asked };
    const answers = [];
    for (const path of ['/agent/chat', '/agent/chat/stream']) answers.push((await ada.act('POST', path, body)).body);
    const client = await openTalk(talking.gateway.url, ada);
    client.send({ type: 'message', ...body });
    answers.push((await client.untilEnd()).at(-1));
    client.close();
    if (asked.agentId) {
      const headers = { 'x-api-key': apiKey };
      const run = { ...body, userId: ada.id };
      answers.push((await talking.gateway.call('POST', '/autonomous/run', { headers, body: run })).body);
    }
    return answers as { status: number; code: string; detail?: string; message?: string; runId?: string }[];
  }

  it('is the only one a client may name: another is 409 agent_mismatch', async () => {
    const { ada, second } = await withAgents();
    const { sessionId } = await say(ada, 'hello');
    for (const answer of await everywhere(ada, { agentId: second, sessionId })) {
      expect(answer).toMatchObject({ status: 409, code: 'agent_mismatch' });
      expect(answer.detail ?? answer.message).toContain(`/sessions/${sessionId}/handoff`);
      expect(answer.runId).toBeUndefined();
    }
    expect(await details(ada, sessionId)).toMatchObject({ messageCount: 2, agentId: ada.agentId });
    expect((await say(ada, 'goes on', { sessionId })).agentId).toBe(ada.agentId);
  });

  it('is checked after 404 and 403', async () => {
    const [{ ada }, bob] = await Promise.all([withAgents(), newTalker(talking.gateway)]);
    const { sessionId } = await say(ada, 'hello');
    const theirs = (await say(bob, 'mine')).sessionId;
    const ask = async (agentId: string, session: string) =>
      (await ada.act<{ code: string }>('POST', '/agent/chat', { agentId, sessionId: session, message: 'x' })).body.code;
    expect(await ask('agt_nobody', sessionId)).toBe('not_found');
    expect(await ask(bob.agentId, sessionId)).toBe('agent_not_available');
    expect(await ask(ada.agentId, theirs)).toBe('not_found');
    expect(await ask(bob.agentId, theirs)).toBe('agent_not_available');
  });

  it('after handoffs may be named by any earlier agent, even a deleted one, and no other', async () => {
    const { ada, second, third } = await withAgents();
    const fourth = await ada.newAgent({ name: 'Fourth' });
    const { sessionId } = await say(ada, 'hello');
    for (const agentId of [second, third]) expect((await handOff(ada, sessionId, agentId)).status).toBe(200);
    await ada.act('DELETE', `/agents/${second}`);
    for (const agentId of [ada.agentId, second, third])
      expect(await say(ada, 'and?', { agentId, sessionId })).toMatchObject({ sessionId, agentId: third });
    const other = { agentId: fourth, sessionId, message: 'x' };
    expect((await ada.act('POST', '/agent/chat', other)).body).toMatchObject({ status: 409, code: 'agent_mismatch' });
    // Nor an id that only resembles one of them.
    for (const agentId of ['%', second.replaceAll(/[a-z0-9]/g, '_'), `${second}","x":"`])
      expect((await ada.act('POST', '/agent/chat', { ...other, agentId })).status).toBe(404);
  });

  it('that was deleted: 404, and the session can be handed over or closed', async () => {
    const { ada, second } = await withAgents();
    const { sessionId } = await say(ada, 'hello');
    await ada.act('DELETE', `/agents/${ada.agentId}`);
    for (const asked of [{ sessionId }, { sessionId, agentId: ada.agentId }]) {
      const answers = await everywhere(ada, asked);
      // The door for API keys finds the workspace by the agent, which is gone.
      for (const answer of answers.slice(0, 3)) {
        expect(answer).toMatchObject({ status: 404, code: 'not_found' });
        expect(answer.detail ?? answer.message).toContain(ada.agentId);
        expect(answer.detail ?? answer.message).toContain(`/sessions/${sessionId}/handoff`);
      }
      expect(answers[3] ?? { status: 404 }).toMatchObject({ status: 404 });
    }
    expect((await ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'x' })).status).toBe(404);
    expect((await handOff(ada, sessionId, second)).status).toBe(200);
    for (const asked of [{ agentId: undefined, sessionId }, { sessionId }, {}])
      expect(await say(ada, 'again', asked)).toMatchObject({ sessionId, agentId: second });

    await ada.act('DELETE', `/agents/${second}`);
    expect((await ada.act('POST', '/agent/reset', { agentId: second })).body).toEqual({ reset: [sessionId] });
    const late = await ada.act('POST', '/agent/chat', { sessionId, message: 'late' });
    expect(late.body).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('that was deleted after a handoff: a message without a session opens a new one', async () => {
    const { ada, second, third } = await withAgents();
    const { sessionId } = await say(ada, 'hello');
    await handOff(ada, sessionId, second);
    await ada.act('DELETE', `/agents/${second}`);
    const named = await ada.act<{ detail: string }>('POST', '/agent/chat', { sessionId, message: 'x' });
    expect([named.status, named.body]).toMatchObject([404, { code: 'not_found', agentId: second, sessionId }]);

    const fresh = await say(ada, 'anew');
    expect(fresh.agentId).toBe(ada.agentId);
    expect(fresh.sessionId).not.toBe(sessionId);
    expect(await details(ada, sessionId)).toMatchObject({ status: 'closed', messageCount: 3 });
    expect((await say(ada, 'goes on')).sessionId).toBe(fresh.sessionId);

    // Over a socket too; many at once open one session.
    await handOff(ada, fresh.sessionId, third);
    await ada.act('DELETE', `/agents/${third}`);
    const client = await openTalk(talking.gateway.url, ada);
    client.send({ type: 'message', agentId: ada.agentId, message: 'here' });
    const [done, ...others] = await Promise.all([
      client.untilEnd().then((frames) => frames.at(-1)),
      ...Array.from({ length: 5 }, () => say(ada, 'there')),
    ]);
    client.close();
    expect(done).toMatchObject({ type: 'stream_done', agentId: ada.agentId });
    expect(new Set(others.map((answer) => answer.sessionId))).toEqual(new Set([done?.sessionId]));
    expect(done?.sessionId).not.toBe(fresh.sessionId);
  });

  it('that was deleted after a handoff, together with the first agent: 404, and nothing is stuck', async () => {
    const { ada, second, third } = await withAgents();
    const { sessionId } = await say(ada, 'hello');
    await handOff(ada, sessionId, second);
    for (const id of [ada.agentId, second]) await ada.act('DELETE', `/agents/${id}`);
    for (const asked of [{ agentId: ada.agentId }, { sessionId }, { agentId: second, sessionId }])
      expect((await ada.act('POST', '/agent/chat', { message: 'x', ...asked })).status).toBe(404);
    expect((await details(ada, sessionId)).status).toBe('active');
    expect((await handOff(ada, sessionId, third)).status).toBe(200);
    expect(await say(ada, 'back', { sessionId })).toMatchObject({ sessionId, agentId: third });
  });
});
