import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  ConnectionLost,
  createClient,
  GatewayError,
  isLast,
  type RunFrame,
  type Tokens,
} from '../packages/client/src/index.ts';
import { clientTypes } from '../scripts/client-types.ts';
import { type ApiDescription, readDescription, schemaChecker } from './harness/api-description.ts';
import { engines } from './harness/databases.ts';
import { jwtSecret } from './harness/gateway.ts';
import { type QuickPerson, quickPerson } from './harness/people.ts';
import { startTalking, type Talking } from './harness/talking.ts';
import { startTcpProxy, type TcpProxy } from './harness/tcp-proxy.ts';
import { claimsOf, forgeToken } from './harness/tokens.ts';
import { startReceiver } from './harness/webhook-receiver.ts';

const words = Array.from({ length: 60 }, (_, n) => `word${n} `);
const slowly = { text: words.join(''), chunks: words.length, chunkDelayMs: 15 };
/** The answer takes three seconds. */
const moreSlowly = { ...slowly, chunkDelayMs: 50 };

const textOf = (frames: readonly RunFrame[]) =>
  frames.map((frame) => (frame.type === 'stream_chunk' ? frame.delta : '')).join('');

/** Collects a stream; calls `at` once, after `after` frames. */
async function collect(stream: AsyncIterable<RunFrame>, after = Number.POSITIVE_INFINITY, at = () => {}) {
  const frames: RunFrame[] = [];
  for await (const frame of stream) if (frames.push(frame) === after) at();
  return frames;
}

const refusalOf = async (work: Promise<unknown>): Promise<GatewayError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GatewayError)) throw new Error(`No refusal, but ${error}.`);
  return error;
};

it('has the types of the committed description (npm run openapi writes them)', async () => {
  const written = readFileSync(new URL('../packages/client/src/api.ts', import.meta.url), 'utf8');
  expect((await clientTypes(readDescription())) === written).toBe(true);
});

describe.each(engines)('the client on %s', (engine) => {
  let world: Talking;
  let proxy: TcpProxy;
  let ada: QuickPerson;
  let agentId: string;
  /** As Ada, through a proxy that can break connections. */
  const asAda = (tokens: Tokens = ada) => createClient({ baseUrl: `http://127.0.0.1:${proxy.port}`, tokens });
  beforeAll(async () => {
    world = await startTalking(engine);
    const { hostname: host, port } = new URL(world.gateway.url);
    proxy = await startTcpProxy({ host, port: Number(port) });
    ada = await quickPerson(world.gateway);
    agentId = (await asAda().post('/agents', { body: { name: 'Ada' } })).id;
  });
  beforeEach(async () => {
    world.model.reset();
    proxy.heal();
    // By then the client knows which of its idle connections are broken.
    await vi.waitFor(() => asAda().get('/auth/me'), { timeout: 40_000 });
  });
  afterAll(async () => {
    await proxy.stop();
    await world.stop();
  });

  /** An access token of Ada's that expires in `seconds`, with an unused refresh token. */
  async function shortLived(seconds: number): Promise<Tokens & { refreshToken: string }> {
    const client = createClient({ baseUrl: world.gateway.url });
    await client.login(ada);
    const { accessToken = '', refreshToken = '' } = client.tokens() ?? {};
    const now = Math.floor(Date.now() / 1_000);
    const claims = { ...claimsOf(accessToken), iat: now - 60, exp: now + seconds };
    return { refreshToken, accessToken: forgeToken({ claims, secret: jwtSecret }) };
  }

  it('registers, creates a workspace and an agent, and chats', async () => {
    const receiver = await startReceiver();
    const kept: (Tokens | undefined)[] = [];
    const client = createClient({ baseUrl: world.gateway.url, onTokens: (tokens) => kept.push(tokens) });
    await client.register({ email: `grace-${engine}@example.com`, password: 'correct horse battery' });
    expect(kept).toEqual([client.tokens()]);

    const { id: workspaceId } = await client.post('/workspaces', { body: { name: 'Acme' } });
    const acme = client.inWorkspace(workspaceId);
    const agent = await acme.post('/agents', { body: { name: 'Guide', systemPrompt: 'Be brief.' } });
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    await acme.post('/webhooks', { body: { url: `${receiver.url}/hook`, events: ['agent.completed'], secret } });

    const answer = await acme.post('/agent/chat', { body: { agentId: agent.id, message: 'Hello' } });
    expect(answer).toMatchObject({ content: 'Echo: Hello', stopReason: 'end_turn' });
    const frames = await collect(acme.chat.stream({ agentId: agent.id, message: 'And now?' }));
    expect([...new Set(frames.map(({ type }) => type))]).toEqual(['session_resolved', 'stream_chunk', 'stream_done']);
    expect(textOf(frames)).toBe('Echo: And now?');
    const note = await acme.post('/memory/notes', { body: { content: 'Grace likes short answers.' } });
    expect(note.index).toEqual(expect.any(Number));
    const { data } = await acme.get('/memory/search', { query: { q: 'short answers' } });
    expect(data.map(({ entry }) => entry.id)).toContain(note.id);
    expect(await receiver.waitFor(({ json }) => json.data?.agentId === agent.id, 20_000)).toMatchObject({
      json: { event: 'agent.completed' },
    });

    // The personal workspace has no agent.
    expect((await client.get('/agents')).data).toEqual([]);
    await client.logout();
    expect(client.tokens()).toBeUndefined();
    expect((await refusalOf(client.get('/auth/me'))).code).toBe('unauthenticated');
    await receiver.stop();
  });

  it('has a type for every frame of the description', async () => {
    const client = asAda();
    const agent = await client.post('/agents', {
      body: { name: 'Careful', tools: ['calculator'], approvals: ['calculator'] },
    });
    world.model.script({ text: 'Let me see.', toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] });
    const ask = (message: string) => client.chat.stream({ agentId: agent.id, message });
    let waiting: Promise<RunFrame[]> | undefined;
    const frames: RunFrame[] = [];
    for await (const frame of ask('How much?')) {
      frames.push(frame);
      if (frame.type !== 'approval_required') continue;
      waiting = collect(ask('And then?'));
      await vi.waitFor(
        async () =>
          expect((await client.get('/jobs', { query: { agentId: agent.id, status: 'queued' } })).data).toHaveLength(1),
        { timeout: 40_000 },
      );
      await client.post('/approvals/{id}/resolve', { path: { id: frame.requestId }, body: { decision: 'approve' } });
    }
    frames.push(...((await waiting) ?? []));
    world.model.script({ text: 'Two.', reasoning: 'One and one.' });
    frames.push(...(await collect(client.chat.stream({ agentId: agent.id, message: 'Think', showReasoning: true }))));
    world.model.script({ status: 400 });
    frames.push(...(await collect(ask('Fail'))));
    // A run that waits for a tool of another client is followed as a job.
    world.model.script({ toolCalls: [{ name: 'window_size', arguments: {} }] });
    await client.post('/inference/chat/completions', {
      body: {
        model: `agent:${agent.id}`,
        messages: [{ role: 'user', content: 'How large is my window?' }],
        tools: [{ type: 'function', function: { name: 'window_size' } }],
      },
    });
    const [waits] = (await client.get('/jobs', { query: { agentId: agent.id, status: 'awaiting_client_tool' } })).data;
    for await (const frame of client.jobs.stream(waits?.id ?? '')) {
      frames.push(frame);
      if (frame.type === 'client_tools_required') break;
    }

    const description = world.gateway.gateway.document() as unknown as ApiDescription;
    const fits = schemaChecker(description)({ $ref: '#/components/schemas/RunFrame' });
    for (const frame of frames)
      expect(fits(frame), `${JSON.stringify(frame)} ${JSON.stringify(fits.errors)}`).toBe(true);
    const types = Object.values(description.components.schemas)
      .filter(({ title }) => /Frame$/.test(String(title)) && title !== 'RunFrame')
      .map(({ properties }) => (properties as { type: { enum: string[] } }).type.enum[0]);
    expect([...new Set(frames.map(({ type }) => type))].sort()).toEqual(types.sort());
  });

  it('throws the gateway’s error with its code and request id', async () => {
    const client = asAda();
    const missing = await refusalOf(client.get('/agents/{id}', { path: { id: 'agt_nobody' } }));
    expect(missing).toMatchObject({ status: 404, code: 'not_found', requestId: expect.stringMatching(/^[\w-]{36}$/) });
    const invalid = await refusalOf(client.post('/agents', { body: { name: '' } }));
    expect(invalid).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(invalid.problem.errors).toContainEqual({ path: 'name', message: expect.any(String) });
    const model = 'nobody/nothing';
    const refused = client.post('/inference/chat/completions', {
      body: { model, messages: [{ role: 'user', content: '?' }] },
    });
    expect(await refusalOf(refused)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await refusalOf(collect(client.chat.stream({ agentId: 'agt_nobody', message: 'Hello' })))).toMatchObject({
      code: 'not_found',
    });
    const conversation = client.converse({ agentId: 'agt_nobody' });
    expect(await refusalOf(collect(conversation.send('Hello')))).toMatchObject({ status: 404, code: 'not_found' });
    conversation.close();

    proxy.cut();
    await expect(client.get('/agents')).rejects.toBeInstanceOf(ConnectionLost);
    await expect(collect(client.chat.stream({ agentId, message: 'Hello' }))).rejects.toBeInstanceOf(ConnectionLost);
    await expect(() => client.get('/agents/{id}', { path: { id: '' } })).rejects.toThrow('needs id');
  });

  it('sends a message once for one idempotency key, and reads all pages of a list', async () => {
    const client = asAda(await quickPerson(world.gateway));
    const { id } = await client.post('/agents', { body: { name: 'One' } });
    const call = { body: { agentId: id, message: 'Once' }, idempotencyKey: `once-${engine}` };
    expect(await client.post('/agent/chat', call)).toEqual(await client.post('/agent/chat', call));
    expect(world.model.requests).toHaveLength(1);

    for (const name of ['Two', 'Three']) await client.post('/agents', { body: { name } });
    const names: string[] = [];
    for await (const agent of client.each('/agents', { query: { limit: 2 } })) names.push(agent.name);
    expect(names).toEqual(['Three', 'Two', 'One']);
  });

  it('uploads and downloads files, also with a token that has expired', async () => {
    const bytes = new Uint8Array(300_000).map((_, place) => place % 251);
    const client = asAda(await shortLived(-1));
    const file = await client.files.upload(new Blob([bytes]), { name: 'numbers.bin' });
    expect(file).toMatchObject({ name: 'numbers.bin', bytes: 300_000, mediaType: 'application/octet-stream' });
    const streamed = await client.files.upload(new Blob([bytes]).stream());
    expect(streamed.sha256).toBe(file.sha256);
    const whole = await client.files.download(file.id);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await client.files.download(file.id, { range: 'bytes=250-252' });
    expect([part.status, ...new Uint8Array(await part.arrayBuffer())]).toEqual([206, 250, 0, 1]);
    expect((await client.get('/files')).data.map(({ id }) => id)).toEqual([streamed.id, file.id]);
    await client.delete('/files/{id}', { path: { id: file.id } });
    expect((await refusalOf(client.files.download(file.id))).code).toBe('not_found');
  });

  it('renews an expired token once for concurrent requests', async () => {
    const asked: string[] = [];
    const kept: (Tokens | undefined)[] = [];
    const client = createClient({
      baseUrl: world.gateway.url,
      tokens: await shortLived(-60),
      onTokens: (tokens) => kept.push(tokens),
      fetch(address, init) {
        asked.push(new URL(address).pathname);
        return fetch(address, init);
      },
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.get('/auth/me')));
    expect(answers.every(({ id }) => id === ada.id)).toBe(true);
    expect(asked.filter((path) => path === '/auth/refresh')).toHaveLength(1);
    expect(kept).toEqual([client.tokens()]);

    // A used refresh token is invalid, and the person must sign in again.
    const stale = createClient({ baseUrl: world.gateway.url, tokens: { ...(await shortLived(-60)) } });
    await createClient({ baseUrl: world.gateway.url, tokens: ada }).post('/auth/logout');
    expect(await refusalOf(stale.get('/auth/me'))).toMatchObject({ status: 401, code: 'token_expired' });
    expect(stale.tokens()).toBeUndefined();
  });

  it('receives a whole answer over a connection that breaks twice, with a token that expires meanwhile', async () => {
    world.model.script(moreSlowly, moreSlowly);
    const [overEvents, overSocket] = [asAda(await shortLived(2)), asAda(await shortLived(2))];
    const before = [overEvents, overSocket].map((client) => client.tokens()?.accessToken);
    const conversation = overSocket.converse({ agentId, surface: 'socket' });
    let seen = 0;
    async function* watched() {
      for await (const frame of overEvents.chat.stream({ agentId, message: 'Speak', surface: 'events' })) {
        seen += 1;
        // The second time the token has expired, and the gateway has closed the socket.
        if (seen === 10 || seen === 50) proxy.heal();
        yield frame;
      }
    }
    const all = await Promise.all([collect(watched()), collect(conversation.send('Speak'))]);
    for (const frames of all) {
      expect(textOf(frames)).toBe(slowly.text);
      expect(frames.filter(isLast)).toEqual([expect.objectContaining({ type: 'stream_done', content: slowly.text })]);
      const seqs = frames.map(({ seq }) => seq);
      expect(seqs).toEqual([...new Set(seqs)].sort((one, other) => one - other));
    }
    for (const [index, client] of [overEvents, overSocket].entries())
      expect(client.tokens()?.accessToken).not.toBe(before[index]);
    conversation.close();
  });

  it('sends a message again that reached the gateway after the token had expired', async () => {
    const client = asAda(await shortLived(4));
    const before = client.tokens()?.accessToken;
    const conversation = client.converse({ agentId, surface: 'late' });
    expect(textOf(await collect(conversation.send('first')))).toBe('Echo: first');
    proxy.hold();
    const answer = collect(conversation.send('second'));
    // The gateway closes the socket at that time; the message waits on its way.
    await sleep(5_000);
    proxy.release();
    const frames = await answer;
    expect(textOf(frames)).toBe('Echo: second');
    expect(client.tokens()?.accessToken).not.toBe(before);
    const sessionId = frames[0]?.sessionId ?? '';
    const { messages } = await client.get('/sessions/{id}', { path: { id: sessionId } });
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'first'],
      ['assistant', 'Echo: first'],
      ['user', 'second'],
      ['assistant', 'Echo: second'],
    ]);
    conversation.close();
  });

  it('notices a silent connection', async () => {
    world.model.script(slowly, slowly);
    const client = asAda();
    const conversation = client.converse({ agentId, surface: 'quiet socket', pingMs: 200, pongMs: 200 });
    const thaw = () => setTimeout(() => proxy.heal(), 1_000);
    const [events, frames] = await Promise.all([
      collect(client.chat.stream({ agentId, message: 'Speak', surface: 'quiet' }, { silenceMs: 400 }), 10, () => {
        proxy.freeze();
        thaw();
      }),
      collect(conversation.send('Speak')),
    ]);
    expect(textOf(events)).toBe(slowly.text);
    expect(textOf(frames)).toBe(slowly.text);
    conversation.close();
  });

  it('stops following when aborted, and the run continues', async () => {
    world.model.script(slowly, slowly);
    const client = asAda();
    const leaving = new AbortController();
    const left = collect(client.chat.stream({ agentId, message: 'Speak' }, { signal: leaving.signal }), 5, () =>
      leaving.abort(),
    );
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });

    // With the socket of a library instead of the global one.
    const webSocket = (address: string, protocols: string[]) => new WebSocket(address, protocols);
    const other = createClient({ baseUrl: world.gateway.url, tokens: ada, webSocket });
    const conversation = other.converse({ agentId, surface: 'left' });
    let position: RunFrame | undefined;
    for await (const frame of conversation.send('Speak')) {
      position = frame;
      if (frame.type === 'stream_chunk') break;
    }
    // On another socket, because the first is still busy with the abandoned run.
    expect((await collect(conversation.resume(position?.runId ?? '', position?.seq))).at(-1)).toMatchObject({
      type: 'stream_done',
      content: slowly.text,
    });
    const one = collect(conversation.send('one'));
    expect(await refusalOf(collect(conversation.send('two')))).toMatchObject({ code: 'request_in_flight' });
    expect((await one).at(-1)).toMatchObject({ content: 'Echo: one' });
    conversation.close();
    await expect(collect(conversation.send('three'))).rejects.toBeInstanceOf(ConnectionLost);
  });

  it('gives up after patienceMs', async () => {
    world.model.script(slowly);
    const stream = asAda().chat.stream({ agentId, message: 'Speak', surface: 'gone' }, { patienceMs: 300 });
    await expect(collect(stream, 5, () => proxy.cut())).rejects.toBeInstanceOf(ConnectionLost);
  });
});
