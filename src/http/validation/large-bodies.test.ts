import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newChannel, sendTo } from '../../../test/harness/channels.ts';
import { type ChildGateway, startChildGateway } from '../../../test/harness/child-gateway.ts';
import { newPlace, type Place } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { callTo } from '../../../test/harness/gateway.ts';
import { holdsOf, watchedLoop } from '../../../test/harness/loop-holds.ts';
import { type Act, actingAs } from '../../../test/harness/people.ts';
import { dataUrl, pictureOf } from '../../../test/harness/pictures.ts';

type Schedule = { parts?: { bytes: number; mediaType: string }[]; code: string };
type Chat = { runId: string; sessionId: string; code: string; detail: string };

const mebibyte = 1_048_576;
/** The largest body holds the event loop for 30 ms of CPU, to put its chunks together; parsing it there would take 300. */
const mostCpuMs = 80;

let place: Place;
let model: FakeModel;
let gateway: ChildGateway;
let act: Act;
let agentId: string;

beforeAll(async () => {
  place = await newPlace('sqlite');
  model = await startFakeModel();
  gateway = await startChildGateway({
    ...place.settings,
    ...watchedLoop,
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    DEFAULT_MODEL: 'openai-compatible/fake',
  });
  const call = callTo(gateway.url);
  const body = { email: 'large@example.com', password: 'correct horse battery' };
  const { accessToken } = (await call<{ accessToken: string }>('POST', '/auth/register', { body })).body;
  act = actingAs({ call }, { accessToken });
  agentId = (await act<{ id: string }>('POST', '/agents', { name: 'Ada' })).body.id;
});
afterAll(async () => {
  await gateway?.end('SIGTERM');
  await model?.stop();
  await place?.remove();
});

const chat = (body: unknown, headers: Record<string, string> = {}) => act<Chat>('POST', '/agent/chat', body, headers);
const withPicture = (bytes: number, seed = 0) => ({
  agentId,
  surface: `${bytes} ${seed}`,
  message: [
    { type: 'text', text: 'Look' },
    { type: 'image', data: dataUrl(pictureOf(bytes, seed)) },
  ],
});
/** Stores a message without asking a model. */
const keep = (bytes: number, seed = 0) =>
  act<Schedule>('POST', '/cron', { agentId, cron: '0 0 1 1 *', message: withPicture(bytes, seed).message });
const withMembers = (count: number) =>
  `{"agentId":"${agentId}","message":"hi","metadata":{"padding":"${'x'.repeat(2 * mebibyte)}","many":[${'{},'.repeat(count)}0]}}`;

describe('a body with the data of images', () => {
  it('may have 28 MiB, is stored byte by byte and does not hold up others', async () => {
    // What is loaded or compiled at first use does not count.
    expect((await keep(2 * mebibyte, 50)).status).toBe(201);
    const size = 20 * mebibyte;
    const first = holdsOf(gateway).length;
    const { status, body } = await keep(size);
    expect(status).toBe(201);
    expect(body.parts?.[1]).toMatchObject({ bytes: size, mediaType: 'image/png' });
    const holds = holdsOf(gateway).slice(first);
    expect(holds.filter(({ cpuMs }) => cpuMs > mostCpuMs)).toEqual([]);
  });

  it('is refused above that', async () => {
    const { status, body } = await keep(21 * mebibyte + 1_000);
    expect([status, body.code]).toEqual([413, 'body_too_large']);
  });

  it('is read without Content-Length too', async () => {
    const text = JSON.stringify(withPicture(2 * mebibyte, 1));
    const stream = new ReadableStream({
      start(controller) {
        for (let from = 0; from < text.length; from += 100_000)
          controller.enqueue(Buffer.from(text.slice(from, from + 100_000)));
        controller.close();
      },
    });
    const { body: me } = await act<{ accessToken: string }>('POST', '/auth/login', {
      email: 'large@example.com',
      password: 'correct horse battery',
    });
    const response = await fetch(`${gateway.url}/agent/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${me.accessToken}` },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(200);
  });

  it('waits for its turn when many come at once', async () => {
    const sent = Array.from({ length: 8 }, (_, index) => keep(3 * mebibyte, index + 2));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(8).fill(201));
  });

  it('is told from another by its bytes', async () => {
    const headers = { 'idempotency-key': 'large' };
    const request = { ...withPicture(2 * mebibyte, 20), surface: 'same' };
    const first = await chat(request, headers);
    expect((await chat(request, headers)).body.runId).toBe(first.body.runId);
    const other = { ...withPicture(2 * mebibyte, 21), surface: 'same' };
    expect(await chat(other, headers)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });

  it('comes through a channel, whose signature is of all its bytes', async () => {
    const channel = await newChannel(act, { agentId });
    const { message } = withPicture(3 * mebibyte, 30);
    const call = callTo(gateway.url);
    expect((await sendTo({ call }, channel, { message, from: 'zoe' })).status).toBe(200);
    const forged = { ...channel, hmac: { ...channel.hmac, secret: 'another secret' } };
    expect((await sendTo({ call }, forged, { message, from: 'zoe' })).status).toBe(401);
  });

  it('has the limits of smaller ones: members, depth, NUL, prototypes, JSON', async () => {
    const padding = 'x'.repeat(mebibyte);
    const deep = `{"message":"hi","metadata":{"padding":"${padding}","deep":${'['.repeat(70)}${']'.repeat(70)}}}`;
    expect(await chat(withMembers(31_000))).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect(await chat(deep)).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    const nul = `{"message":"a\\u0000b","metadata":{"padding":"${padding}"}}`;
    expect(await chat(nul)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const poison = `{"message":"a","metadata":{"padding":"${padding}","__proto__":{"a":1}}}`;
    expect(await chat(poison)).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(await chat(`{"message":"${padding}`)).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(await act('POST', '/agents', withMembers(1))).toMatchObject({ status: 413 });
  });

  it('does not become a text: a message that only looks like held data is refused', async () => {
    const text = dataUrl(pictureOf(2 * mebibyte, 40));
    expect(await chat({ agentId, message: text })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const parts = [{ type: 'text', text }];
    expect(await chat({ agentId, message: parts })).toMatchObject({ status: 400 });
  });
});
