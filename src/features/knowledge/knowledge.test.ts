import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import { docxOf, pdfOf, pdfStream, zipBomb } from '../../../test/harness/sample-files.ts';
import { patienceMs } from '../../../test/harness/talking.ts';
import type { Collection } from './collections/collections.schema.ts';
import type { DocumentText, KnowledgeDocument } from './documents/documents.schema.ts';
import type { Passage } from './search/search.schema.ts';

const handbook = `# Handbook

## Travel

Trains are paid in second class. Taxis need a reason.

## Holidays

Everybody has thirty days off in a year. Ask your manager two weeks before.
`;

describe.each(engines)('knowledge on %s', (engine) => {
  let gateway: TestGateway;
  let ada: QuickPerson;
  let act: Act;
  beforeAll(async () => {
    gateway = await startGateway(engine, { settings: { QUOTAS: '{"documents": 40}' } });
    ada = await quickPerson(gateway, 'ada');
    act = actingAs(gateway, ada);
  });
  afterAll(() => gateway.stop());

  const newCollection = async (name = 'Rules') => {
    const answer = await act<Collection>('POST', '/knowledge', { name });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  };
  const at = (collection: string, document = '') => `/knowledge/${collection}/documents${document && `/${document}`}`;
  async function add(collection: string, body: object): Promise<KnowledgeDocument> {
    const answer = await act<KnowledgeDocument>('POST', at(collection), body);
    expect(answer.status, answer.text).toBe(202);
    return answer.body;
  }
  async function ended({ collectionId, id }: KnowledgeDocument): Promise<KnowledgeDocument> {
    let document: KnowledgeDocument | undefined;
    await expect
      .poll(
        async () => {
          document = (await act<KnowledgeDocument>('GET', at(collectionId, id))).body;
          return document.status;
        },
        { timeout: patienceMs, interval: 100 },
      )
      .toMatch(/ready|failed/);
    return document as KnowledgeDocument;
  }
  const search = async (collection: string, q: string, more = '') => {
    const answer = await act<{ data: Passage[] }>(
      'GET',
      `/knowledge/${collection}/search?q=${encodeURIComponent(q)}${more}`,
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  async function upload(name: string, content: Buffer<ArrayBuffer>): Promise<string> {
    const response = await fetch(`${gateway.url}/files?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.accessToken}`, 'content-type': 'application/octet-stream' },
      body: content,
    });
    return ((await response.json()) as { id: string }).id;
  }
  const rowsLeft = async (collection: string) => {
    const tables = ['knowledge_documents', 'knowledge_versions', 'knowledge_passages', 'knowledge_bits'];
    const counts = await Promise.all(
      tables.map((table) =>
        gateway.gateway.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE collection_id = $1`, [
          collection,
        ]),
      ),
    );
    return counts.reduce((sum, row) => sum + Number(row?.n), 0);
  };

  it('reads a document, finds its passages, and quotes them to the character', async () => {
    const collection = await newCollection();
    const added = await add(collection, { text: handbook, metadata: { team: 'people' } });
    expect(added).toMatchObject({ title: 'Handbook', source: 'text', reason: null, metadata: { team: 'people' } });
    expect(await ended(added)).toMatchObject({
      status: 'ready',
      progress: 1,
      passages: 2,
      characters: handbook.length,
    });
    const found = await search(collection, 'How many days of holiday do I get?');
    expect(found[0]).toMatchObject({
      documentId: added.id,
      title: 'Handbook',
      heading: 'Handbook › Holidays',
      page: null,
    });
    const { body } = await act<DocumentText>('GET', `${at(collection, added.id)}/text`);
    expect(body.text).toBe(handbook);
    for (const { quote, start, end } of found) expect(handbook.slice(start, end)).toBe(quote);
    expect(found[0]?.quote).toContain('thirty days');
    expect((await search(collection, 'taxis'))[0]?.quote).toContain('Taxis need a reason.');
    const part = await act<DocumentText>('GET', `${at(collection, added.id)}/text?start=2&length=8`);
    expect(part.body).toMatchObject({ start: 2, characters: handbook.length, text: 'Handbook' });
    expect((await act<Collection>('GET', `/knowledge/${collection}`)).body).toMatchObject({
      documents: 1,
      passages: 2,
    });
  });

  it('reads files by their content: PDF by pages, DOCX, CSV; and says why one cannot be read', async () => {
    const collection = await newCollection();
    const spaces = Buffer.alloc(64 * 1_048_576, ' ');
    const [pdf, docx, csv, broken, picture, bomb, deep] = await Promise.all([
      upload('birds.pdf', Buffer.from(pdfOf(['Kiwis sleep all day.', 'Emus outrun horses.']))),
      upload('animals.docx', Buffer.from(docxOf(['The wombat digs tunnels.']))),
      upload('towns.csv', Buffer.from('town,river\nBern,Aare\nBasel,Rhine\n')),
      upload('broken.pdf', Buffer.from('%PDF-1.7\nnothing else')),
      upload('bytes.bin', Buffer.from([0, 1, 2, 3, 250, 251])),
      upload('bomb.docx', Buffer.from(zipBomb('word/document.xml', spaces))),
      upload('deep.pdf', Buffer.from(pdfOf([pdfStream(deflateSync(spaces, { level: 1 }), '/Filter /FlateDecode')]))),
    ]);
    const [birds, ...others] = await Promise.all(
      [pdf, docx, csv, broken, picture, bomb, deep].map(async (fileId) => ended(await add(collection, { fileId }))),
    );
    expect(birds).toMatchObject({ title: 'birds.pdf', source: 'file', status: 'ready', passages: 2 });
    expect(others.map(({ status }) => status)).toEqual(['ready', 'ready', 'failed', 'failed', 'failed', 'failed']);
    expect(others[2]?.reason).toContain('cannot be read');
    expect(others[3]?.reason).toContain('application/octet-stream');
    expect((await search(collection, 'Which bird is faster than a horse?'))[0]).toMatchObject({
      documentId: birds?.id,
      page: 2,
      quote: 'Emus outrun horses.',
    });
    expect((await search(collection, 'Aare'))[0]?.quote).toContain('town: Bern; river: Aare');
    expect((await search(collection, 'wombat'))[0]?.quote).toBe('The wombat digs tunnels.');
    const failed = await act<{ data: KnowledgeDocument[] }>('GET', `${at(collection)}?status=failed`);
    expect(failed.body.data).toHaveLength(4);
    const unread = await act('GET', `${at(collection, others[2]?.id)}/text`);
    expect(unread.status).toBe(409);
  });

  it('tells webhooks when a document is ready or has failed', async () => {
    const hook = { url: 'http://127.0.0.1:9/', events: ['document.ready', 'document.failed'] };
    const made = await act<{ id: string }>('POST', '/webhooks', hook);
    expect(made.status).toBe(201);
    const collection = await newCollection();
    const ready = await ended(await add(collection, { text: handbook }));
    const failed = await ended(await add(collection, { text: handbook }));
    const told = async () =>
      (
        await gateway.gateway.database.all<{ body: string }>(
          'SELECT body FROM deliveries WHERE webhook_id = $1 ORDER BY created_at, id',
          [made.body.id],
        )
      ).map(({ body }) => JSON.parse(body) as { data: object });
    await expect.poll(async () => (await told()).length, { timeout: patienceMs }).toBe(2);
    expect((await told()).map(({ data }) => data)).toEqual([
      { documentId: ready.id, collectionId: collection, passages: 2 },
      { documentId: failed.id, collectionId: collection, reason: failed.reason },
    ]);
    await act('DELETE', `/webhooks/${made.body.id}`);
  });

  it('limits a search to documents by their metadata', async () => {
    const collection = await newCollection();
    for (const team of ['red', 'blue'])
      await ended(await add(collection, { text: `The ${team} team meets on Monday.`, metadata: { team, 'a"b': 'c' } }));
    const quotes = async (filter: object) =>
      (
        await search(collection, 'When does the team meet?', `&filter=${encodeURIComponent(JSON.stringify(filter))}`)
      ).map(({ quote }) => quote);
    expect(await quotes({})).toHaveLength(2);
    expect(await quotes({ team: 'blue' })).toEqual(['The blue team meets on Monday.']);
    expect(await quotes({ team: 'blue', 'a"b': 'c' })).toHaveLength(1);
    expect(await quotes({ team: 'blue', 'a"b': "' OR 1=1 --" })).toEqual([]);
    for (const filter of ['[]', '{', '{"a":1}'])
      expect((await act('GET', `/knowledge/${collection}/search?q=x&filter=${filter}`)).status).toBe(400);
  });

  it('notices a text that is there already, and keeps a text that is given again', async () => {
    const collection = await newCollection();
    const first = await ended(await add(collection, { text: handbook }));
    expect(await ended(await add(collection, { text: handbook, title: 'A copy' }))).toMatchObject({
      status: 'failed',
      reason: `The collection has the same text already: ${first.id}.`,
      passages: 0,
    });
    const again = await act<KnowledgeDocument>('PUT', at(collection, first.id), { text: handbook, title: 'New title' });
    expect(again.status, again.text).toBe(202);
    expect(await ended(first)).toMatchObject({ status: 'ready', title: 'New title', passages: 2 });
    expect((await search(collection, 'trains'))[0]).toMatchObject({ title: 'New title' });
    // Another collection may have it.
    expect(await ended(await add(await newCollection(), { text: handbook }))).toMatchObject({ status: 'ready' });
  });

  it('searches a document that is replaced in its old or its new form, never both, never neither', async () => {
    const collection = await newCollection();
    const text = (year: number) =>
      Array.from({ length: 12 }, (_, part) => `# Part ${part}\n\nThe budget of ${year} grows in part ${part}.`).join(
        '\n\n',
      );
    const document = await ended(await add(collection, { text: text(2001), title: 'Budget' }));
    const forms = new Set<string>();
    let searching = true;
    const searches = (async () => {
      while (searching) {
        const found = await search(collection, 'Which budget grows?', '&limit=12');
        const years = new Set(found.map(({ quote }) => /\d{4}/.exec(quote)?.[0] ?? ''));
        expect([...years]).toHaveLength(1);
        for (const year of years) forms.add(year);
      }
    })();
    for (const year of [2002, 2003]) {
      const answer = await act<KnowledgeDocument>('PUT', at(collection, document.id), { text: text(year) });
      expect(answer.body).toMatchObject({ title: 'Budget', passages: 12 });
      expect(await ended(document)).toMatchObject({ status: 'ready', title: 'Budget' });
    }
    searching = false;
    await searches;
    expect([...forms].sort().at(-1)).toMatch(/200[23]/);
    const last = await search(collection, 'Which budget grows?', '&limit=12');
    expect(last.every(({ quote }) => quote.includes('2003'))).toBe(true);
  });

  it('deletes documents and collections to the last row, but no collection that agents name', async () => {
    const collection = await newCollection();
    const document = await ended(await add(collection, { text: handbook }));
    expect((await act('DELETE', at(collection, document.id))).status).toBe(204);
    expect((await act('GET', at(collection, document.id))).status).toBe(404);
    expect(await search(collection, 'trains')).toEqual([]);
    await expect.poll(() => rowsLeft(collection), { timeout: patienceMs }).toBe(0);
    await add(collection, { text: handbook });
    expect((await act('DELETE', `/knowledge/${collection}`)).status).toBe(204);
    expect((await act('GET', `/knowledge/${collection}`)).status).toBe(404);
    expect((await act('GET', `/knowledge/${collection}/search?q=x`)).status).toBe(404);
    expect((await act('POST', at(collection), { text: 'x' })).status).toBe(404);
    await expect.poll(() => rowsLeft(collection), { timeout: patienceMs }).toBe(0);
  });

  it('goes on where a node stopped, without losing or doubling a passage', async () => {
    const collection = await newCollection();
    const { database } = gateway.gateway;
    const text = Array.from({ length: 20 }, (_, part) => `# Part ${part}\n\nFact number ${part} is true.`).join('\n\n');
    const document = await ended(await add(collection, { text }));
    const [version] = await database.all<{ id: string }>('SELECT id FROM knowledge_versions WHERE collection_id = $1', [
      collection,
    ]);
    // As after a node that died: its claim has ended, and half of the passages were written once.
    const interrupt = (phase: string, done: number) =>
      database.transaction(async (tx) => {
        await tx.run("UPDATE knowledge_versions SET state = 'building', done = $2, given = $3 WHERE id = $1", [
          version?.id ?? '',
          done,
          text,
        ]);
        await tx.run(
          "UPDATE knowledge_documents SET status = 'processing', digest = NULL, version_id = NULL WHERE collection_id = $1",
          [collection],
        );
        await tx.run(
          'INSERT INTO knowledge_work (version_id, workspace_id, phase, due_at, created_at) VALUES ($1, $2, $3, 0, 0)',
          [version?.id ?? '', ada.workspaceId, phase],
        );
      });
    for (const [phase, done] of [
      ['embedding', 9],
      ['reading', 0],
    ] as const) {
      await interrupt(phase, done);
      // A new document wakes the work.
      await ended(await add(collection, { text: `Something else, after ${phase}.` }));
      expect(await ended(document)).toMatchObject({ status: 'ready', passages: 20 });
      const found = await search(collection, 'Which fact is true?', '&limit=50');
      const facts = found.filter(({ documentId }) => documentId === document.id).map(({ quote }) => quote);
      expect(facts.sort()).toEqual(Array.from({ length: 20 }, (_, part) => `Fact number ${part} is true.`).sort());
    }
  });

  it('lets workspaces take turns, whatever one of them has added', async () => {
    const collection = await newCollection();
    const long = (index: number) =>
      Array.from({ length: 30 }, (_, part) => `# ${index}.${part}\n\nText ${index} of part ${part}.`).join('\n\n');
    const many: KnowledgeDocument[] = [];
    for (let index = 0; index < 12; index += 1) many.push(await add(collection, { text: long(index) }));
    const bob = actingAs(gateway, await quickPerson(gateway, 'bob'));
    const theirs = (await bob<Collection>('POST', '/knowledge', { name: 'Mine' })).body.id;
    const one = (await bob<KnowledgeDocument>('POST', at(theirs), { text: handbook })).body;
    await expect
      .poll(async () => (await bob<KnowledgeDocument>('GET', at(theirs, one.id))).body.status, { timeout: patienceMs })
      .toBe('ready');
    const last = (await act<KnowledgeDocument>('GET', at(collection, many.at(-1)?.id))).body;
    expect(last.status).not.toBe('ready');
    expect((await act('DELETE', `/knowledge/${collection}`)).status).toBe(204);
  });

  it('refuses what is unclear, and more documents than the quota', async () => {
    const collection = await newCollection();
    for (const body of [{}, { text: 'a', fileId: 'fil_1' }, { text: '' }, { text: 'a', metadata: { a: 1 } }])
      expect((await act('POST', at(collection), body)).status).toBe(400);
    expect((await act('POST', at(collection), { fileId: 'fil_unknown' })).status).toBe(404);
    expect((await act('GET', `/knowledge/${collection}/search?q=`)).status).toBe(400);
    let status = 202;
    for (let index = 0; status === 202 && index < 45; index += 1)
      ({ status } = await act('POST', at(collection), { text: `Note ${index}` }));
    expect(status).toBe(403);
  });
});
