import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { isEnd, openStream, textOf } from '../../../../test/harness/event-stream-client.ts';
import {
  type Chat,
  newTalker,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

type Problem = { status: number; code: string; runId: string; sessionId: string; detail: string };

describe.each(engines)('a model that fails on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine);
    ada = await newTalker(world.gateway, { agent: { timeoutMs: 1_000 } });
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  let surfaces = 0;
  const newSurface = () => `s${++surfaces}`;
  const chat = (surface: string, message = 'Hello?', agentId = ada.agentId) =>
    ada.act<Problem & Chat>('POST', '/agent/chat', { agentId, message, surface });
  const stream = (surface: string, agentId = ada.agentId) =>
    openStream(`${world.gateway.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { agentId, message: 'Hello?', surface },
    });
  const session = async (sessionId: string) =>
    (await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`)).body.messages;

  /** The message is stored, and the next one is answered. */
  async function expectNextWorks(surface: string, sessionId: string): Promise<void> {
    world.model.reset();
    const next = await say(ada, 'And now?', { surface, agentId: undefined, sessionId });
    expect(next).toMatchObject({ content: 'Echo: And now?', sessionId });
    const roles = (await session(sessionId)).filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(roles).toEqual(['Hello?', 'And now?']);
  }

  it('is called again after 429, and the run completes', async () => {
    world.model.script({ status: 429, retryAfter: 0 }, { status: 503 }, 'Here I am.');
    const agentId = await ada.newAgent();
    const answer = await chat(newSurface(), 'Hello?', agentId);
    expect(answer).toMatchObject({ status: 200, body: { content: 'Here I am.', stopReason: 'end_turn' } });
    expect(world.model.requests).toHaveLength(3);
  });

  it('makes the run fail with 502 when it always fails', async () => {
    const surface = newSurface();
    const agentId = await ada.newAgent();
    world.model.reply(() => ({ status: 500 }));
    const { status, body, headers } = await chat(surface, 'Hello?', agentId);
    expect(status).toBe(502);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({ code: 'model_error', status: 502, runId: expect.stringMatching(/^run_/) });
    const job = await ada.act('GET', `/jobs/${body.runId}`);
    expect(job.body).toMatchObject({
      status: 'failed',
      stopReason: 'error',
      error: { code: 'model_error', status: 502, retryable: true, message: body.detail },
    });
    await expectNextWorks(surface, body.sessionId);
  });

  it('ends a stream with an error event', async () => {
    const surface = newSurface();
    const agentId = await ada.newAgent();
    world.model.reply(() => ({ status: 500 }));
    const events = await (await stream(surface, agentId)).all();
    expect(events.filter(isEnd)).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      json: { code: 'model_error', status: 502, retryable: true, message: expect.any(String) },
    });
    await expectNextWorks(surface, events[0]?.json.sessionId ?? '');
  });

  it('is 504 after the agent’s time limit', async () => {
    const surface = newSurface();
    world.model.script({ hang: true });
    const { status, body } = await chat(surface);
    expect(status).toBe(504);
    expect(body).toMatchObject({ code: 'timeout', runId: expect.stringMatching(/^run_/) });
    expect((await ada.act('GET', `/jobs/${body.runId}`)).body).toMatchObject({
      status: 'failed',
      stopReason: 'timeout',
    });
    // The call itself was aborted.
    await world.model.waitFor(({ aborted }) => aborted);
    await expectNextWorks(surface, body.sessionId);
  });

  it.each(['death', 'error', 'end', 'silence'] as const)(
    'that breaks off by %s in the middle of an answer leaves what it had said, marked partial',
    async (by) => {
      const surface = newSurface();
      world.model.script({ text: 'one two three four', chunks: 4, cut: { afterChunks: 2, by } });
      const events = await (await stream(surface)).all();
      const said = textOf(events);
      expect('one two three four'.startsWith(said)).toBe(true);
      expect(said.length).toBeGreaterThan(0);
      expect(events.filter(isEnd)).toHaveLength(1);
      const code = by === 'silence' ? 'timeout' : 'model_error';
      expect(events.at(-1)).toMatchObject({ event: 'error', json: { code } });
      const { runId = '', sessionId = '' } = events[0]?.json ?? {};
      expect(await session(sessionId)).toMatchObject([
        { role: 'user', content: 'Hello?', status: 'complete' },
        { role: 'assistant', content: said, status: 'partial' },
      ]);
      const job = (await ada.act('GET', `/jobs/${runId}`)).body;
      expect(job).toMatchObject({ status: 'failed', content: said, error: { code } });
      // The part that arrived was charged.
      expect(job.usage).toMatchObject({ completionTokens: expect.any(Number) });
      expect((job.usage as { completionTokens: number }).completionTokens).toBeGreaterThan(0);
      await expectNextWorks(surface, sessionId);
    },
  );

  it('that cannot be reached is reported, and never replaced silently by another', async () => {
    const agentId = await ada.newAgent({ provider: 'openai' });
    const { status, body } = await chat(newSurface(), 'Hello?', agentId);
    expect([status, body.code]).toEqual([502, 'model_error']);
    expect(body.detail).toContain('openai');
  });

  it('that fails after a tool call keeps the tool’s result, and does not run it again', async () => {
    const surface = newSurface();
    const agentId = await ada.newAgent({ tools: ['calculator'] });
    world.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }] });
    world.model.reply(() => ({ status: 500 }));
    const { status, body } = await chat(surface, 'Hello?', agentId);
    expect(status).toBe(502);
    const stored = await session(body.sessionId);
    expect(stored.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    const job = await ada.act('GET', `/jobs/${body.runId}`);
    expect(job.body).toMatchObject({ toolCalls: [{ tool: 'calculator', isError: false }] });
    await expectNextWorks(surface, body.sessionId);
  });

  it('is counted in consecutive failures', async () => {
    const agentId = await ada.newAgent();
    const failures = async () =>
      (
        await world.database.get<{ consecutive_failures: number }>(
          'SELECT consecutive_failures FROM agent_health WHERE agent_id = $1',
          [agentId],
        )
      )?.consecutive_failures;
    const refused = { status: 401 };
    world.model.script(refused, refused, 'fine', refused);
    const counted: unknown[] = [];
    for (const expected of [502, 502, 200, 502]) {
      expect((await chat(newSurface(), 'Hello?', agentId)).status).toBe(expected);
      counted.push(await failures());
    }
    expect(counted).toEqual([1, 2, 0, 1]);
  });
});
