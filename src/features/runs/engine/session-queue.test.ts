import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { isEnd, openStream, typesOf } from '../../../../test/harness/event-stream-client.ts';
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

describe.each(engines)('turns of one session on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1 });
    ada = await newTalker(world.gateway, { agent: { tools: ['calculator'] } });
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  const messagesOf = async (sessionId: string) =>
    (await ada.act<SessionDetails>('GET', `/sessions/${sessionId}?limit=200`)).body.messages;

  /** The positions of the runs in the session queue, as stored at arrival. */
  const arrivals = (sessionId: string) =>
    world.database.all<{ input: string; turn: number; status: string }>(
      'SELECT input, turn, status FROM runs WHERE session_id = $1 ORDER BY turn',
      [sessionId],
    );

  const chatOn = (node: number, body: object) =>
    world.gateways[node % world.gateways.length]?.call<Chat & { code: string; runId: string }>('POST', '/agent/chat', {
      token: ada.accessToken,
      body: { agentId: ada.agentId, ...body },
    });

  it('run one after another in order of arrival, for any number at once on any node', async () => {
    let atOnce = 0;
    let most = 0;
    world.model.reply(async ({ body }) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      return `Heard ${body.messages?.at(-1)?.content}`;
    });
    await say(ada, 'm-first', { surface: 'many' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => chatOn(n, { message: `m${n}`, surface: 'many' })),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(Array(20).fill(200));
    expect(answers.map((answer) => answer?.body.content)).toEqual(Array.from({ length: 20 }, (_, n) => `Heard m${n}`));
    expect(most).toBe(1);
    const sessionId = answers[0]?.body.sessionId ?? '';
    const order = (await arrivals(sessionId)).map(({ input }) => input);
    const stored = await messagesOf(sessionId);
    expect(stored.map(({ content }) => content)).toEqual(order.flatMap((input) => [input, `Heard ${input}`]));
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 42 }, (_, n) => n + 1));
    // Each prompt holds all earlier messages in the same order.
    const last = world.model.requests.at(-1)?.body.messages?.map(({ content }) => content);
    expect(last).toEqual(stored.slice(0, -1).map(({ content }) => content));
  });

  it('open one session when the first messages come together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => chatOn(n, { message: `m${n}`, surface: 'opening' })),
    );
    expect(new Set(answers.map((answer) => answer?.body.sessionId)).size).toBe(1);
    expect(await messagesOf(answers[0]?.body.sessionId ?? '')).toHaveLength(20);
  });

  it('do not wait for another session', async () => {
    world.model.script({ hang: true });
    const hanging = chatOn(0, { message: 'x', surface: 'slow' });
    await world.model.waitFor(1, patienceMs);
    expect((await say(ada, 'quick', { surface: 'fast' })).content).toBe('Echo: quick');
    const [run] = (await ada.act<{ data: { id: string }[] }>('GET', '/jobs?status=running')).body.data;
    await ada.act('POST', `/jobs/${run?.id}/cancel`);
    await hanging;
  });

  it('keep their order with tools in between', async () => {
    world.model.reply(({ body }) => {
      const { role, content } = body.messages?.at(-1) ?? {};
      return role === 'user' && /m\d/.test(String(content))
        ? { text: 'wait', toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }
        : 'done';
    });
    await Promise.all(Array.from({ length: 6 }, (_, n) => chatOn(n, { message: `m${n}`, surface: 'tools' })));
    const { sessionId } = await say(ada, 'end', { surface: 'tools' });
    const stored = await messagesOf(sessionId);
    const roles = stored.slice(0, -2).map(({ role }) => role);
    expect(roles).toEqual(Array(6).fill(['user', 'assistant', 'tool', 'assistant']).flat());
  });

  it('tell each client how many are before it, and refuse the 34th', async () => {
    world.model.script({ hang: true });
    const open = async (n: number) => {
      const stream = await openStream(`${world.gateways[n % world.gateways.length]?.url}/agent/chat/stream`, {
        token: ada.accessToken,
        body: { agentId: ada.agentId, message: `m${n}`, surface: 'full' },
      });
      await stream.waitFor(1, patienceMs);
      return stream;
    };
    const holder = await open(0);
    const waiting = [];
    for (let n = 1; n <= 32; n += 1) waiting.push(await open(n));
    expect(waiting.map(({ events }) => events[0]?.json)).toMatchObject(
      Array.from({ length: 32 }, (_, n) => ({ type: 'queued', position: n + 1 })),
    );
    const blocking = holder.events[0]?.json.runId ?? '';
    const refused = await chatOn(0, { message: 'one too many', surface: 'full' });
    expect(refused?.status).toBe(409);
    expect(refused?.body).toMatchObject({ code: 'session_busy', runId: blocking });
    expect(refused?.headers.get('retry-after')).toBe('1');
    await ada.act('POST', `/jobs/${blocking}/cancel`);
    for (const stream of waiting) {
      const events = await stream.all();
      expect(typesOf(events).slice(0, 2)).toEqual(['queued', 'session_resolved']);
      expect(events.filter(isEnd)).toHaveLength(1);
    }
    const { sessionId = '' } = holder.events[0]?.json ?? {};
    const said = (await messagesOf(sessionId)).filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(said).toEqual(Array.from({ length: 33 }, (_, n) => `m${n}`));
    expect((await say(ada, 'free again', { surface: 'full' })).content).toBe('Echo: free again');
  });

  it('of a session that was closed meanwhile still complete', async () => {
    world.model.script({ hang: true });
    const streams = [];
    for (let n = 0; n < 3; n += 1) {
      const body = { agentId: ada.agentId, message: `m${n}`, surface: 'reset' };
      streams.push(await openStream(`${world.gateway.url}/agent/chat/stream`, { token: ada.accessToken, body }));
      await streams.at(-1)?.waitFor(1, patienceMs);
    }
    await ada.act('POST', '/agent/reset', { surface: 'reset' });
    await ada.act('POST', `/jobs/${streams[0]?.events[0]?.json.runId}/cancel`);
    const ends = await Promise.all(streams.map(async (stream) => (await stream.all()).at(-1)?.json.content));
    expect(ends).toEqual(['', 'Echo: m1', 'Echo: m2']);
  });

  it('check permission again when they begin', async () => {
    const agentId = await ada.newAgent();
    world.model.script({ hang: true });
    const send = (message: string) => chatOn(0, { message, surface: 'revoked', agentId });
    const holder = send('first');
    await world.model.waitFor(1, patienceMs);
    const waiting = send('second');
    const queued = async () =>
      (await ada.act<{ data: { id: string }[] }>('GET', '/jobs?status=queued')).body.data.length;
    while ((await queued()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await ada.act('PUT', `/workspaces/${ada.workspaceId}/restrictions`, { allowedProviders: ['local'] });
    const [run] = (await ada.act<{ data: { id: string }[] }>('GET', '/jobs?status=running')).body.data;
    await ada.act('POST', `/jobs/${run?.id}/cancel`);
    await holder;
    const refused = await waiting;
    await ada.act('PUT', `/workspaces/${ada.workspaceId}/restrictions`, null);
    expect(refused).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } });
    expect(world.model.requests).toHaveLength(1);
    expect((await messagesOf(refused?.body.sessionId ?? '')).map(({ content }) => content)).toEqual([
      'first',
      'second',
    ]);
  });
});
