import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import { patienceMs } from '../../../test/harness/talking.ts';

type Stored = {
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  createdAt: string;
  code?: string;
};
const maxFileBytes = 1_000_000;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(engines)('files over HTTP on %s', (engine) => {
  let gateway: TestGateway;
  let ada: QuickPerson;
  let act: Act;
  beforeAll(async () => {
    gateway = await startGateway(engine, {
      settings: {
        MAX_FILE_BYTES: String(maxFileBytes),
        REQUEST_TIMEOUT: '4s',
        HEADERS_TIMEOUT: '1s',
        UPLOAD_TIMEOUT: '8s',
      },
    });
    ada = await quickPerson(gateway, 'ada');
    act = actingAs(gateway, ada);
  });
  afterAll(() => gateway.stop());

  const authorization = () => ({ authorization: `Bearer ${ada.accessToken}` });
  async function upload(body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}, query = '') {
    const response = await fetch(`${gateway.url}/files${query}`, {
      method: 'POST',
      headers: { ...authorization(), ...headers },
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit);
    return { status: response.status, body: (await response.json()) as Stored };
  }
  const download = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${gateway.url}/files/${id}/content`, { method, headers: { ...authorization(), ...headers } });
  const count = async (table: 'files' | 'file_chunks') =>
    Number((await gateway.gateway.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n);
  const formOf = (content: Uint8Array<ArrayBuffer>, name: string, type = 'application/x-anything') => {
    const form = new FormData();
    form.append('purpose', 'assistants');
    form.append('file', new Blob([content], { type }), name);
    return form;
  };
  const bytesOf = (content: Buffer) => new Uint8Array(content);

  it('come as a form or as the body, and go out as they came', async () => {
    const content = randomBytes(400_000);
    const sent = {
      form: await upload(formOf(bytesOf(content), '../../Grüße 1.bin', 'image/png')),
      body: await upload(bytesOf(content), { 'content-type': 'image/png' }, '?name=Gr%C3%BC%C3%9Fe%201.bin'),
      stream: await upload(new Blob([bytesOf(content)]).stream(), {}, '?name=Gr%C3%BC%C3%9Fe%201.bin'),
    };
    for (const [how, { status, body }] of Object.entries(sent)) {
      expect([status, body], how).toEqual([
        201,
        {
          id: expect.stringMatching(/^fil_[0-9a-z]{26}$/),
          name: 'Grüße 1.bin',
          mediaType: 'application/octet-stream',
          bytes: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
          createdAt: expect.stringMatching(/Z$/),
        },
      ]);
      expect((await act('GET', `/files/${body.id}`)).body).toEqual(body);
      const answer = await download(body.id);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': String(content.length),
        'content-disposition': `attachment; filename="Gr__e 1.bin"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%201.bin`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(content), how).toBe(true);
    }
  });

  it.each([
    ['application/json', '{"a": 1}', 'notes.json', 'application/json'],
    ['application/json', '{"broken', 'notes.txt', 'text/plain'],
    ['text/html', '<script>alert(1)</script>', 'page.html', 'text/plain'],
    ['image/svg+xml', '<svg onload="alert(1)"/>', 'picture.svg', 'text/plain'],
    ['text/plain', png, 'text.txt', 'image/png'],
    ['application/x-www-form-urlencoded', 'a=b', 'form', 'text/plain'],
    ['multipart/mixed; boundary=x', 'not a form', 'mixed', 'text/plain'],
  ])('the content type %s is not believed', async (contentType, content, name, expected) => {
    const { status, body } = await upload(Buffer.from(content), { 'content-type': contentType }, `?name=${name}`);
    expect([status, body.mediaType]).toEqual([201, expected]);
    const answer = await download(body.id, { 'accept-encoding': 'gzip, br' });
    expect(answer.headers.get('content-type')).toBe(
      expected.startsWith('text/') ? `${expected}; charset=utf-8` : expected,
    );
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
  });

  it('are sent in parts, and never compressed', async () => {
    const content = Buffer.from('0123456789'.repeat(30_000));
    const { body } = await upload(bytesOf(content), {}, '?name=digits.txt');
    const accept = { 'accept-encoding': 'gzip, br' };
    for (const [range, first, last] of [
      ['bytes=0-0', 0, 0],
      ['bytes=131070-131075', 131_070, 131_075],
      ['bytes=299990-', 299_990, 299_999],
      ['bytes=-5', 299_995, 299_999],
      ['bytes=299999-9999999', 299_999, 299_999],
    ] as const) {
      const answer = await download(body.id, { range, ...accept });
      expect(
        [answer.status, answer.headers.get('content-range'), answer.headers.get('content-encoding')],
        range,
      ).toEqual([206, `bytes ${first}-${last}/300000`, null]);
      expect(await answer.text(), range).toBe(content.subarray(first, last + 1).toString());
    }
    for (const range of ['bytes=300000-', 'bytes=-0']) {
      const refused = await download(body.id, { range });
      expect([refused.status, refused.headers.get('content-range')]).toEqual([416, 'bytes */300000']);
      expect(await refused.json()).toMatchObject({ code: 'range_not_satisfiable' });
    }
    for (const headers of [
      { range: 'bytes=0-1,5-6' },
      { range: 'lines=1-2' },
      { range: 'bytes=9-1' },
      { range: 'bytes=0-1', 'if-range': '"another"' },
    ]) {
      const whole = await download(body.id, headers);
      expect([whole.status, (await whole.text()).length]).toEqual([200, 300_000]);
    }
    const same = await download(body.id, { range: 'bytes=0-1', 'if-range': `"${body.sha256}"` });
    expect([same.status, await same.text()]).toEqual([206, '01']);
    const head = await download(body.id, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '300000', '']);
  });

  it('are listed page by page, and deleted', async () => {
    const someone = await quickPerson(gateway, 'lister');
    const acting = actingAs(gateway, someone);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await acting<Stored>('POST', '/files?name=a.json', { n })).body.id);
    const first = await acting<{ data: Stored[]; nextCursor: string }>('GET', '/files?limit=2');
    expect(first.body.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await acting<{ data: Stored[] }>('GET', `/files?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ data: [{ id: ids[2] }], nextCursor: null });
    expect((await acting('DELETE', `/files/${ids[0]}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/content'],
      ['DELETE', ''],
    ])
      expect((await acting(method as string, `/files/${ids[0]}${path}`)).status).toBe(404);
  });

  it('that are refused leave nothing, and the refusal is read', async () => {
    const before = [await count('files'), await count('file_chunks')];
    const large = new Uint8Array(3_000_000);
    const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\n\r\n`;
    const cases: [string, Promise<{ status: number; body: Stored }>, number, string][] = [
      ['too large', upload(large), 413, 'body_too_large'],
      ['too large, unannounced', upload(new Blob([large]).stream()), 413, 'body_too_large'],
      ['too large in a form', upload(formOf(large, 'a')), 413, 'body_too_large'],
      ['empty', upload(''), 400, 'validation_failed'],
      ['empty in a form', upload(formOf(new Uint8Array(), 'a')), 400, 'validation_failed'],
      ['a form without a file', upload('--x--\r\n', boundary), 400, 'bad_request'],
      ['a form without a boundary', upload('x', { 'content-type': 'multipart/form-data' }), 400, 'bad_request'],
      ['a form that ends too early', upload(`${part('a')}${'x'.repeat(300_000)}`, boundary), 400, 'bad_request'],
      ['a form of nonsense', upload('nonsense', boundary), 400, 'bad_request'],
      [
        'two files',
        upload(`${part('a')}${'x'.repeat(300_000)}\r\n${part('b')}y\r\n--x--\r\n`, boundary),
        400,
        'bad_request',
      ],
      ['compressed', upload('x', { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type'],
    ];
    for (const [what, answer, status, code] of cases)
      expect([(await answer).status, (await answer).body.code], what).toEqual([status, code]);
    expect((await upload('x', {}, '?nome=a')).status, 'a misspelt parameter').toBe(400);
    expect([await count('files'), await count('file_chunks')]).toEqual(before);
    expect((await act('POST', '/files', { still: 'well' })).status).toBe(201);
  });

  it('other routes still take JSON only', async () => {
    const answer = await act('POST', '/agents', 'name=Ada', { 'content-type': 'text/plain' });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  /** An upload of 900,000 bytes, of which the caller sends as many as it likes. */
  function begin(headers: Record<string, string | number> = { 'content-length': 900_000 }) {
    const sending = request(`${gateway.url}/files`, { method: 'POST', headers: { ...authorization(), ...headers } });
    sending.on('error', () => undefined);
    return sending;
  }

  const closing = (sending: ClientRequest) => new Promise<[]>((resolve) => sending.once('close', () => resolve([])));

  it('whose client stops half-way leave nothing', async () => {
    const before = [await count('files'), await count('file_chunks')];
    const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 900_000 };
    const opening = '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n';
    const clients = [begin(), begin({ 'transfer-encoding': 'chunked' }), begin(form)];
    for (const client of clients) client.write(client === clients[2] ? opening : 'x');
    for (const client of clients) client.write(Buffer.alloc(400_000, 'x'));
    await expect.poll(() => count('file_chunks'), { timeout: patienceMs }).toBe((before[1] ?? 0) + 9);
    for (const client of clients) client.destroy();
    await expect
      .poll(async () => [await count('files'), await count('file_chunks')], { timeout: patienceMs })
      .toEqual(before);
  });

  it('may take longer than other requests, but not pause for long, nor take for ever', async () => {
    const before = await count('files');
    const slow = begin();
    const answered = once(slow, 'response') as Promise<[{ statusCode: number }]>;
    for (let n = 0; n < 5; n += 1) {
      slow.write(Buffer.alloc(180_000, 'x'));
      await sleep(600);
    }
    slow.end();
    expect((await answered)[0].statusCode).toBe(201);

    const began = performance.now();
    const paused = begin();
    paused.write('x');
    await closing(paused);
    expect(performance.now() - began).toBeLessThan(20_000);

    const endless = begin();
    const dripping = setInterval(() => endless.write('x'), 200);
    const ended = await Promise.race([once(endless, 'response').catch(() => []), closing(endless)]);
    clearInterval(dripping);
    expect(performance.now() - began).toBeGreaterThan(10_000);
    if (ended.length > 0) expect(ended[0].statusCode).toBe(408);
    endless.destroy();
    await expect.poll(() => count('files'), { timeout: patienceMs }).toBe(before + 1);
  });
});
