import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { newTalker, patienceMs, startTalking, type Talker, type Talking } from '../../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts';
import type { KnowledgeDocument } from '../documents/documents.schema.ts';
import type { Passage } from '../search/search.schema.ts';

const page = (rule: string) =>
  `<html><head><title>House rules</title><script>steal()</script></head><body><h1>Rules</h1><p>${rule}</p></body></html>`;

describe.each(engines)('documents from an address on %s', (engine) => {
  let world: Talking;
  let server: Receiver;
  let ada: Talker;
  let collection: string;
  beforeAll(async () => {
    [world, server] = await Promise.all([startTalking(engine), startReceiver()]);
    ada = await newTalker(world.gateway);
    collection = (await ada.act<{ id: string }>('POST', '/knowledge', { name: 'Web' })).body.id;
  });
  afterAll(async () => {
    await world?.stop();
    await server?.stop();
  });

  const html = { 'content-type': 'text/html; charset=utf-8' };
  const path = (id = '') => `/knowledge/${collection}/documents${id && `/${id}`}`;
  const shown = async (id: string) => (await ada.act<KnowledgeDocument>('GET', path(id))).body;
  const add = async (body: object) => {
    const answer = await ada.act<KnowledgeDocument>('POST', path(), body);
    expect(answer.status, answer.text).toBe(202);
    return answer.body.id;
  };
  const until = (isTrue: () => Promise<boolean>) =>
    expect.poll(isTrue, { timeout: patienceMs, interval: 50 }).toBe(true);
  async function ended(id: string): Promise<KnowledgeDocument> {
    await until(async () => ['ready', 'failed'].includes((await shown(id)).status));
    return shown(id);
  }
  const search = async (q: string) =>
    (await ada.act<{ data: Passage[] }>('GET', `/knowledge/${collection}/search?q=${encodeURIComponent(q)}`)).body.data;
  const requestsAt = (where: string) => server.records.filter((one) => one.path === where);
  let woken = 0;
  /** As if its time had come; the work is woken by another document. */
  async function readAgain(id: string): Promise<void> {
    await world.database.run('UPDATE knowledge_documents SET next_read_at = 1 WHERE id = $1', [id]);
    woken += 1;
    await ended(await add({ text: `Wakes the work, number ${woken}.` }));
    await until(
      async () =>
        (await world.database.get(
          `SELECT 1 FROM knowledge_documents d WHERE d.id = $1 AND (d.next_read_at <= 1 OR EXISTS
             (SELECT 1 FROM knowledge_versions v WHERE v.document_id = d.id AND v.state = 'building'))`,
          [id],
        )) === undefined,
    );
  }

  it('reads a page, and again: nothing where it is unchanged, all of it where it is not', async () => {
    let rule = 'Dogs sleep in the kitchen.';
    let version = 1;
    server.replyAt('/rules', ({ headers }) =>
      headers['if-none-match'] === `"${version}"`
        ? { status: 304 }
        : { headers: { ...html, etag: `"${version}"` }, body: page(rule) },
    );
    const id = await add({ url: `${server.url}/rules`, intervalSeconds: 3_600 });
    const first = await ended(id);
    expect(first).toMatchObject({
      title: 'House rules',
      source: 'url',
      status: 'ready',
      passages: 1,
      address: { url: `${server.url}/rules`, intervalSeconds: 3_600, problem: null, readAt: expect.any(String) },
    });
    expect((await search('Where do dogs sleep?'))[0]).toMatchObject({ quote: rule, heading: 'Rules' });

    await readAgain(id);
    expect(requestsAt('/rules')).toHaveLength(2);
    expect(requestsAt('/rules')[1]?.headers['if-none-match']).toBe('"1"');
    const second = await shown(id);
    expect(Date.parse(second.address?.nextReadAt ?? '')).toBeGreaterThan(Date.now());
    const versions = () =>
      world.database.all<{ state: string }>(
        "SELECT state FROM knowledge_versions WHERE document_id = $1 AND state <> 'left'",
        [id],
      );
    expect(await versions()).toEqual([{ state: 'current' }]);

    rule = 'Dogs sleep in the garden.';
    version = 2;
    await readAgain(id);
    expect((await search('Where do dogs sleep?'))[0]?.quote).toBe(rule);
    expect((await search('Where do dogs sleep in the kitchen?')).map(({ quote }) => quote)).not.toContain(
      'Dogs sleep in the kitchen.',
    );
    expect(await versions()).toEqual([{ state: 'current' }]);
  });

  it('knows without a validator that nothing has changed', async () => {
    server.replyAt('/plain.md', {
      headers: { 'content-type': 'text/plain' },
      body: '# Cats\n\nCats sleep everywhere.',
    });
    const id = await add({ url: `${server.url}/plain.md`, title: 'Cats' });
    expect(await ended(id)).toMatchObject({ title: 'Cats', address: { intervalSeconds: 86_400 } });
    expect((await search('cats sleep'))[0]).toMatchObject({ heading: 'Cats' });
    const { version_id: before } =
      (await world.database.get<{ version_id: string }>('SELECT version_id FROM knowledge_documents WHERE id = $1', [
        id,
      ])) ?? {};
    await readAgain(id);
    expect(requestsAt('/plain.md')).toHaveLength(2);
    expect(await world.database.get('SELECT version_id FROM knowledge_documents WHERE id = $1', [id])).toEqual({
      version_id: before,
    });
  });

  it('keeps the earlier form while the address fails, says so, and comes back', async () => {
    let status = 200;
    server.replyAt('/birds', () => ({ status, headers: html, body: page('Birds sleep on the roof.') }));
    const id = await add({ url: `${server.url}/birds` });
    expect((await ended(id)).status).toBe('ready');
    status = 503;
    await readAgain(id);
    expect(await shown(id)).toMatchObject({
      status: 'ready',
      address: { problem: 'The address answered with status 503.' },
    });
    expect((await search('birds'))[0]?.quote).toBe('Birds sleep on the roof.');
    // Sooner than in a day.
    expect(Date.parse((await shown(id)).address?.nextReadAt ?? '') - Date.now()).toBeLessThan(3_600_000);
    status = 200;
    await readAgain(id);
    expect(await shown(id)).toMatchObject({ status: 'ready', address: { problem: null } });
  });

  it('fails in plain words: nothing there, too large, no text, redirected too often', async () => {
    server.replyAt('/gone', { status: 404 });
    server.replyAt('/large', { headers: html, body: 'x'.repeat(20 * 1_048_576 + 1) });
    server.replyAt('/picture', { headers: { 'content-type': 'image/png' }, body: 'no text' });
    server.replyAt('/round', { redirect: `${server.url}/round` });
    const reasons = async (where: string) =>
      (await ended(await add({ url: `${server.url}${where}`, intervalSeconds: null }))).reason;
    expect(await reasons('/gone')).toBe('The address answered with status 404.');
    expect(await reasons('/large')).toBe('What is there has more than 20 MiB.');
    expect(await reasons('/picture')).toMatch(/^What is there has the type image\/png; text, Markdown/);
    expect(await reasons('/round')).toBe('The address answered with status 302.');
  });

  it('takes one of text, fileId and url, and an interval only with a url', async () => {
    const url = `${server.url}/rules`;
    for (const body of [{}, { text: 'a', url }, { text: 'a', intervalSeconds: 600 }, { url, format: 'html' }])
      expect((await ada.act('POST', path(), body)).status, JSON.stringify(body)).toBe(400);
    for (const bad of ['file:///etc/passwd', 'ftp://example.com/', 'http://user:pw@example.com/', 'nonsense'])
      expect(await ada.act('POST', path(), { url: bad }), bad).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'url' }] },
      });
  });

  it('reads from the address no more once the document has another source', async () => {
    server.replyAt('/fish', { headers: html, body: page('Fish sleep with open eyes.') });
    const id = await add({ url: `${server.url}/fish` });
    await ended(id);
    await ada.act('PUT', path(id), { text: 'Fish do not sleep.' });
    expect(await ended(id)).toMatchObject({ source: 'text', address: null });
  });
});

it('refuses private addresses in every notation, and asks none of them', async () => {
  const world = await startTalking('sqlite', { settings: { EGRESS_POLICY: 'public' } });
  const server = await startReceiver();
  try {
    const ada = await newTalker(world.gateway);
    const { id } = (await ada.act<{ id: string }>('POST', '/knowledge', { name: 'Web' })).body;
    const { port } = new URL(server.url);
    for (const host of [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      'localhost',
    ])
      expect(
        await ada.act('POST', `/knowledge/${id}/documents`, { url: `http://${host}:${port}/` }),
        host,
      ).toMatchObject({ status: 400, body: { errors: [{ path: 'url' }] } });
    expect(server.records).toEqual([]);
  } finally {
    await world.stop();
    await server.stop();
  }
});
