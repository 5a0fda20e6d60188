import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { openStream } from '../../../../test/harness/event-stream-client.ts';
import { startLocalServer } from '../../../../test/harness/local-server.ts';
import { actingAs, ownPassword, quickPerson } from '../../../../test/harness/people.ts';
import { dataUrl, pictureOf, png } from '../../../../test/harness/pictures.ts';
import {
  type Chat,
  newTalker,
  newTeam,
  openTalk,
  patienceMs,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import { sawOutside } from '../context/provenance.ts';

type Held = { type: string; fileId: string; name: string; mediaType: string; bytes: number };
type Shown = { role: string; content: string; parts?: (Held | { type: 'text'; text: string })[] };
type Problem = { code: string; detail: string; errors?: { path: string; message: string }[] };

const text = (words: string) => ({ type: 'text', text: words });
const picture = { type: 'image', data: dataUrl(png) };
const held = (bytes: number, more: object = {}) => ({
  type: 'image',
  fileId: expect.stringMatching(/^fil_/),
  name: 'image.png',
  mediaType: 'image/png',
  bytes,
  ...more,
});

describe.each(engines)('messages with parts on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  let site: Awaited<ReturnType<typeof startLocalServer>>;
  let fetches = 0;
  beforeAll(async () => {
    talking = await startTalking(engine, { settings: { EGRESS_POLICY: 'local' } });
    ada = await newTalker(talking.gateway);
    site = await startLocalServer(async ({ response, path }) => {
      fetches += 1;
      if (path === '/cat.png') response.writeHead(200, { 'content-type': 'text/html' }).end(png);
      else response.writeHead(404).end();
    });
  });
  afterAll(async () => {
    await talking.stop();
    await site.stop();
  });

  const send = <Body = Chat & Problem>(message: unknown, more: object = {}, headers: Record<string, string> = {}) =>
    ada.act<Body>('POST', '/agent/chat', { agentId: ada.agentId, message, ...more }, headers);
  const messagesOf = async (sessionId: string, who = ada) =>
    (await who.act<{ title: string; messages: Shown[] }>('GET', `/sessions/${sessionId}`)).body;
  /** A file of theirs, by a message that holds it. */
  const fileOf = async (who: Talker, bytes: Buffer, name: string): Promise<string> => {
    const message = [{ type: 'image', data: dataUrl(bytes), name }];
    const { body } = await who.act<Chat>('POST', '/agent/chat', { agentId: who.agentId, message, surface: 'files' });
    const { messages } = await messagesOf(body.sessionId, who);
    const [file] = messages.at(-2)?.parts ?? [];
    return (file as Held).fileId;
  };
  const count = async (sql: string, ...params: string[]) =>
    Number((await talking.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, params))?.n);

  it('are stored with their files and read back, text and parts', async () => {
    const fileId = await fileOf(ada, png, 'dot.png');
    const answer = await send(
      [text('What is this?'), { type: 'image', fileId }, { ...picture, name: 'photo.png' }, text('And why?')],
      { surface: 'mixed' },
    );
    expect(answer.status).toBe(200);
    const session = await messagesOf(answer.body.sessionId);
    expect(session.title).toBe('What is this? And why?');
    expect(session.messages[0]).toMatchObject({ role: 'user', content: 'What is this?\nAnd why?' });
    const parts = [
      text('What is this?'),
      held(png.length, { fileId, name: 'dot.png' }),
      held(png.length, { name: 'photo.png' }),
      text('And why?'),
    ];
    expect(session.messages[0]?.parts).toEqual(parts);
    expect(session.messages[1]).not.toHaveProperty('parts');
    // Others may have written what is in a file: memory of the conversation is marked so.
    expect(await sawOutside(talking.database, answer.body)).toBe(true);
    const { body: job } = await ada.act('GET', `/jobs/${answer.body.runId}`);
    expect(job).toMatchObject({ message: 'What is this?\nAnd why?', parts });
    const found = await ada.act<{ data: { role: string }[] }>('GET', '/sessions/search/messages?q=why');
    expect(found.body.data.map(({ role }) => role)).toContain('user');
  });

  it('of text alone are plain text', async () => {
    const { body } = await send([text('One'), text('Two')], { surface: 'plain' });
    const session = await messagesOf(body.sessionId);
    expect(session.messages[0]).toMatchObject({ content: 'One\nTwo' });
    expect(session.messages[0]).not.toHaveProperty('parts');
    expect(talking.model.requests.at(-1)?.body).toMatchObject({ messages: [{ role: 'user', content: 'One\nTwo' }] });
    expect(await count('runs WHERE id = $1 AND parts IS NULL', body.runId)).toBe(1);
    expect(await sawOutside(talking.database, body)).toBe(false);
  });

  it('may be an image alone; the session is named after it', async () => {
    const { body } = await send([picture], { surface: 'alone' });
    const session = await messagesOf(body.sessionId);
    expect(session.title).toBe('image.png');
    expect(session.messages[0]).toMatchObject({ content: '', parts: [held(png.length)] });
  });

  it('may name an address, which the gateway fetches itself', async () => {
    const before = fetches;
    const { status, body } = await send([text('Look'), { type: 'image', url: `${site.origin}/cat.png` }], {
      surface: 'url',
    });
    expect([status, fetches - before]).toEqual([200, 1]);
    // The server said that it is HTML.
    expect((await messagesOf(body.sessionId)).messages[0]?.parts?.[1]).toEqual(held(png.length, { name: 'cat.png' }));
    const missing = await send([text('Look'), { type: 'image', url: `${site.origin}/dog.png` }]);
    expect(missing).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('come by stream and by WebSocket too, there without data', async () => {
    const stream = await openStream(`${talking.gateway.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { agentId: ada.agentId, surface: 'stream', message: [text('See'), picture] },
    });
    const [resolved] = await stream.all();
    expect((await messagesOf(resolved?.json.sessionId ?? '')).messages[0]?.parts).toEqual([
      text('See'),
      held(png.length),
    ]);

    const fileId = await fileOf(ada, png, 'socket.png');
    const client = await openTalk(talking.gateway.url, ada);
    const frame = (message: unknown) => ({ type: 'message', agentId: ada.agentId, surface: 'socket', message });
    client.send(frame([text('See'), { type: 'image', fileId }]));
    const done = (await client.untilEnd()).at(-1) as unknown as { type: string; sessionId: string };
    expect(done.type).toBe('stream_done');
    expect((await messagesOf(done.sessionId)).messages[0]?.parts?.[1]).toMatchObject({ fileId });
    client.send(frame([picture]));
    expect((await client.untilEnd()).at(-1)).toMatchObject({ type: 'error', code: 'validation_failed', status: 400 });
    client.close();
  });

  it.each([
    ['nothing', [], 'message'],
    ['blank texts', [text(' '), text('')], 'message'],
    ['an unknown kind', [{ type: 'video', url: 'https://example.com/a' }], 'message.0.type'],
    ['an image from nowhere', [{ type: 'image' }], 'message.0'],
    ['two sources', [{ type: 'image', url: 'https://example.com/a', data: dataUrl(png) }], 'message.0'],
    ['a file by address', [{ type: 'file', url: 'https://example.com/a.pdf' }], 'message.0'],
    ['data that is no data URL', [{ type: 'image', data: png.toString('base64') }], 'message.0.data'],
    ['a wrong character', [{ type: 'image', data: 'data:image/png;base64,iVBO*w0K' }], 'message.0.data'],
    ['a reference to data that is not there', [{ type: 'image', data: `held:0:${'0'.repeat(64)}` }], 'message.0.data'],
    ['a text as an image', [{ type: 'image', data: dataUrl(Buffer.from('hello'), 'image/png') }], 'message.0'],
    ['21 parts', Array.from({ length: 21 }, () => text('a')), 'message'],
    ['too much text', [text('a'.repeat(400_000)), text('b'.repeat(100_001))], 'message'],
    ['a number', 5, 'message'],
  ])('of %s are refused by name', async (_what, message, path) => {
    const { status, body } = await send<Problem>(message);
    expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
  });

  it('do not take the files of others, in any workspace', async () => {
    const bea = await newTalker(talking.gateway);
    const hers = await fileOf(bea, png, 'hers.png');
    for (const fileId of [hers, 'fil_01jd3v9k4m8q2w5x7y0z1a2b3c', 'nonsense'])
      expect(await send([{ type: 'image', fileId }])).toMatchObject({ status: 404, body: { code: 'not_found' } });
    // A person's own file of another workspace.
    const workspaceId = await newTeam(ada, {});
    const inTeam = actingAs(talking.gateway, ada, workspaceId);
    const { body: agent } = await inTeam<{ id: string }>('POST', '/agents', { name: 'Team' });
    const mine = await fileOf(ada, png, 'mine.png');
    const elsewhere = await inTeam('POST', '/agent/chat', {
      agentId: agent.id,
      message: [{ type: 'image', fileId: mine }],
    });
    expect(elsewhere.status).toBe(404);
  });

  it('store nothing for an agent that the person may not use', async () => {
    const before = await count('files');
    const message = [{ type: 'image', data: dataUrl(pictureOf(5_000)) }];
    expect((await send(message, { agentId: 'agt_01jd3v9k4m8q2w5x7y0z1a2b3c' })).status).toBe(404);
    expect(await count('files')).toBe(before);
  });

  it('are the same request for an Idempotency-Key only with the same bytes', async () => {
    const headers = { 'idempotency-key': 'picture' };
    const message = [text('Same'), { type: 'image', data: dataUrl(pictureOf(2_000)) }];
    const first = await send(message, { surface: 'once' }, headers);
    const files = await count('files');
    const again = await send(message, { surface: 'once' }, headers);
    expect([again.status, again.body.runId]).toEqual([200, first.body.runId]);
    expect(await count('files')).toBe(files);
    const other = [text('Same'), { type: 'image', data: dataUrl(pictureOf(2_000, 1)) }];
    expect(await send(other, { surface: 'once' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
  });

  it('leave no bytes when their session is deleted', async () => {
    const { body } = await send([text('Gone'), { type: 'image', data: dataUrl(pictureOf(300_000)) }], {
      surface: 'deleted',
    });
    const [, part] = (await messagesOf(body.sessionId)).messages[0]?.parts ?? [];
    const { fileId } = part as Held;
    expect(await count('file_chunks WHERE file_id = $1', fileId)).toBeGreaterThan(1);
    expect((await ada.act('DELETE', `/sessions/${body.sessionId}`)).status).toBe(204);
    await expect.poll(() => count('file_chunks WHERE file_id = $1', fileId), { timeout: patienceMs }).toBe(0);
  });

  it('go with their person, names and bytes', async () => {
    const cleo = await newTalker(talking.gateway, { person: await quickPerson(talking.gateway, 'cleo') });
    const message = [text('Mine'), { type: 'image', data: dataUrl(pictureOf(1_000)), name: 'cleos-secret.png' }];
    const { status } = await cleo.act('POST', '/agent/chat', { agentId: cleo.agentId, message });
    expect(status).toBe(200);
    expect((await cleo.act('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    await expect.poll(() => count('files WHERE user_id = $1', cleo.id), { timeout: patienceMs }).toBe(0);
    expect(await count("messages WHERE parts LIKE '%cleos-secret%'")).toBe(0);
    expect(await count("runs WHERE parts LIKE '%cleos-secret%'")).toBe(0);
  });
});
