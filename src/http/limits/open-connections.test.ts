import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDescription, routesOf } from '../../../test/harness/api-description.ts';
import { openStream } from '../../../test/harness/event-stream-client.ts';
import { apiKey } from '../../../test/harness/gateway.ts';
import { openSocket, SocketRefused } from '../../../test/harness/socket-client.ts';
import { newTalker, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';

describe('open connections of one person', () => {
  let world: Talking;
  let ada: Talker;
  let bea: Talker;
  beforeAll(async () => {
    world = await startTalking('sqlite', { settings: { MAX_SOCKETS_PER_USER: '3', MAX_STREAMS_PER_USER: '2' } });
    [ada, bea] = await Promise.all([newTalker(world.gateway), newTalker(world.gateway)]);
  });
  afterAll(() => world.stop());

  it('limits sockets: one more is refused before the upgrade, and closing one makes room', async () => {
    const open = ({ accessToken }: Talker) => openSocket(world.gateway.url, { token: accessToken });
    const sockets = await Promise.all([open(ada), open(ada), open(ada)]);
    const refused = await open(ada).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SocketRefused);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '5' } });
    (await open(bea)).socket.close();
    sockets[0]?.socket.close();
    await sockets[0]?.closed;
    await expect
      .poll(() =>
        open(ada).then(
          () => 'open',
          () => 'refused',
        ),
      )
      .toBe('open');
    // A request that is refused for another reason takes no place.
    for (let tries = 0; tries < 5; tries += 1)
      await expect(openSocket(world.gateway.url, { token: `${bea.accessToken}x` })).rejects.toMatchObject({
        status: 401,
      });
    (await open(bea)).socket.close();
  });

  it('limits streams of all kinds together; a turn whose stream is refused is not started', async () => {
    const stream = (path: string, { accessToken: token }: Talker, body?: object) =>
      openStream(`${world.gateway.url}${path}`, { token, ...(body && { body }) });
    world.model.reply(() => ({ hang: true }));
    const chatting = await stream('/agent/chat/stream', ada, { agentId: ada.agentId, message: 'Hello?' });
    const reading = await stream('/changelog/stream', ada);
    const before = (await ada.act<{ data: { id: string }[] }>('GET', '/jobs')).body.data;
    const refused = { status: 429, body: { code: 'rate_limited' } };
    const message = { agentId: ada.agentId, message: 'Refused', surface: 'other' };
    expect(await ada.act('POST', '/agent/chat/stream', message)).toMatchObject(refused);
    expect(await ada.act('GET', `/jobs/${before[0]?.id}/stream`)).toMatchObject(refused);
    const asked = { model: 'local/offline', messages: [{ role: 'user', content: 'Hi' }] };
    const completions = '/inference/chat/completions';
    expect((await ada.act('POST', completions, { ...asked, stream: true })).status).toBe(429);
    // Answers that are not streams are not counted.
    expect((await ada.act('POST', completions, asked)).status).not.toBe(429);
    expect((await ada.act<{ data: object[] }>('GET', '/jobs')).body.data).toHaveLength(before.length);
    const other = await stream('/changelog/stream', bea);
    other.leave();
    reading.leave();
    await expect
      .poll(() =>
        stream('/changelog/stream', ada).then(
          (again) => again.leave(),
          () => 'refused',
        ),
      )
      .not.toBe('refused');
    chatting.leave();
    await ada.act('POST', `/jobs/${before[0]?.id}/cancel`);
  });

  it('limits an API key too', async () => {
    world.model.reply(() => ({ hang: true }));
    const call = <Body>(method: string, path: string, body?: object) =>
      world.gateway.call<Body>(method, path, { body, headers: { 'x-api-key': apiKey } });
    const { body } = await call<{ runId: string }>('POST', '/autonomous/run', {
      agentId: ada.agentId,
      userId: ada.id,
      message: 'Hello?',
      async: true,
    });
    const watch = () =>
      openStream(`${world.gateway.url}/jobs/${body.runId}/stream`, { headers: { 'x-api-key': apiKey } });
    const open = await Promise.all([watch(), watch()]);
    expect((await call('GET', `/jobs/${body.runId}/stream`)).status).toBe(429);
    for (const one of open) one.leave();
    await call('POST', `/jobs/${body.runId}/cancel`);
  });

  it('counts every route that the description says is a stream', () => {
    const streaming = routesOf(readDescription()).filter(({ operation }) =>
      JSON.stringify(operation.responses).includes('text/event-stream'),
    );
    expect(streaming.length).toBeGreaterThanOrEqual(4);
    for (const { operation, name } of streaming) expect(Object.keys(operation.responses), name).toContain('429');
  });
});
