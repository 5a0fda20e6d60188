import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../../test/harness/people.ts';
import { dayMs } from '../../../kernel/clock.ts';

type Entry = {
  id: string;
  tier: string;
  index?: number;
  date?: string;
  field?: string;
  content: string;
  source: { kind: string };
  supersededBy?: string;
};
type Page = { data: Entry[]; nextCursor: string | null };
type Days = { data: { date: string; entries: Entry[] }[]; nextCursor: string | null };
type Profile = { userId: string; fields: Record<string, unknown>; updatedAt: string | null };
type Findings = { data: { entry: Entry; score: number }[] };
type Export = { profile: Profile; entries: Entry[]; propagations: object[] };

describe.each(engines)('memory on %s', (engine) => {
  const clock = createFakeClock(Date.UTC(2026, 4, 10, 12));
  let gateway: TestGateway;
  let ada: QuickPerson;
  let as: Act;

  beforeAll(async () => {
    gateway = await startGateway(engine, { clock });
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    ada = await quickPerson(gateway, 'ada', clock);
    as = actingAs(gateway, ada);
  });

  const note = (content: string) => as<Entry>('POST', '/memory/notes', { content });
  const daily = (content: string) => as<Entry>('POST', '/memory/daily', { content });
  const days = async (query = '') => (await as<Days>('GET', `/memory/daily${query}`)).body.data;
  const notes = async () => (await as<Page>('GET', '/memory/notes')).body.data.map(({ index }) => index);
  const found = async (question: string, more = '') =>
    (await as<Findings>('GET', `/memory/search?q=${encodeURIComponent(question)}${more}`)).body.data.map(
      ({ entry }) => entry.content,
    );

  it('never changes an index and never gives it again', async () => {
    const { status, body } = await note('  The first\n');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^mem_/),
      tier: 'strategic',
      index: 0,
      content: 'The first',
      source: { kind: 'user' },
      recallCount: 0,
      lastRecalledAt: null,
      createdAt: '2026-05-10T12:00:00.000Z',
      updatedAt: '2026-05-10T12:00:00.000Z',
    });
    await note('The second');
    await note('The third');
    expect((await as('DELETE', '/memory/notes/1')).status).toBe(204);
    expect((await as('DELETE', '/memory/notes/1')).status).toBe(404);
    expect((await as('DELETE', '/memory/notes/2')).status).toBe(204);
    expect((await note('The fourth')).body.index).toBe(3);
    expect((await notes()).sort()).toEqual([0, 3]);
    const added = await Promise.all(Array.from({ length: 12 }, (_, at) => note(`At once ${at}`)));
    expect(added.map(({ body }) => body.index).sort((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 4),
    );
    for (const index of ['-1', '1.5', 'x', '99999999999999999999'])
      expect((await as('DELETE', `/memory/notes/${index}`)).status).toBe(400);
  });

  it('keeps days apart, in UTC', async () => {
    clock.set(Date.UTC(2026, 4, 10, 23, 59, 59));
    expect((await daily('Late on Sunday')).body).toMatchObject({ tier: 'daily', date: '2026-05-10', index: 0 });
    await daily('Even later');
    clock.advance(2_000);
    expect((await daily('Monday')).body).toMatchObject({ date: '2026-05-11', index: 0 });
    const both = [
      { date: '2026-05-11', entries: [{ index: 0, content: 'Monday' }] },
      {
        date: '2026-05-10',
        entries: [
          { index: 0, content: 'Late on Sunday' },
          { index: 1, content: 'Even later' },
        ],
      },
    ];
    expect(await days()).toMatchObject(both);
    expect(await days('?days=1')).toMatchObject([both[0]]);
    expect((await as('DELETE', '/memory/daily/2026-05-10/0')).status).toBe(204);
    const { status, body } = await as<Days['data'][0]>('GET', '/memory/daily/2026-05-10');
    expect(status).toBe(200);
    expect(body).toMatchObject({ date: '2026-05-10', entries: [{ index: 1, content: 'Even later' }] });
    clock.advance(6 * dayMs);
    expect(await days()).toMatchObject([{ date: '2026-05-11' }]);
    clock.advance(dayMs);
    expect(await days()).toEqual([]);
    expect(await days('?days=365')).toHaveLength(2);
    clock.set(Date.UTC(2026, 4, 10, 12));
  });

  it('answers an empty day with 200, and an invalid day or number with an error', async () => {
    expect(await as('GET', '/memory/daily/2024-02-29')).toMatchObject({
      status: 200,
      body: { date: '2024-02-29', entries: [], nextCursor: null },
    });
    expect((await as('GET', '/memory/daily?days=366')).status).toBe(200);
    for (const path of [
      '/memory/daily/2026-02-30',
      '/memory/daily/today',
      '/memory/daily/2026-5-1',
      '/memory/daily?days=0',
      '/memory/daily?days=x',
      '/memory/daily?cursor=nonsense',
    ])
      expect(await as('GET', path), path).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await as('DELETE', '/memory/daily/2026-05-10/0')).status).toBe(404);
    expect((await as('DELETE', '/memory/daily/2026-13-10/0')).status).toBe(400);
  });

  it('shows the entries of days in pages, each entry once', async () => {
    await gateway.gateway.database.transaction(async (tx) => {
      for (let at = 0; at < 1_502; at += 1)
        await tx.run(
          `INSERT INTO memory_entries (id, workspace_id, user_id, tier, day, position, content, source_kind, created_at, updated_at)
           VALUES ($1, $2, $3, 'daily', $4, $5, 'x', 'user', 1, 1)`,
          [
            `mem_${ada.id}_${at}`,
            ada.workspaceId,
            ada.id,
            at % 2 === 0 ? '2026-05-09' : '2026-05-10',
            Math.floor(at / 2),
          ],
        );
    });
    const first = (await as<Days>('GET', '/memory/daily')).body;
    expect(first.data.map(({ date, entries }) => [date, entries.length])).toEqual([
      ['2026-05-10', 751],
      ['2026-05-09', 249],
    ]);
    const rest = (await as<Days>('GET', `/memory/daily?cursor=${first.nextCursor}`)).body;
    expect(rest.data.map(({ date, entries }) => [date, entries.length, entries[0]?.index])).toEqual([
      ['2026-05-09', 502, 249],
    ]);
    expect(rest.nextCursor).toBeNull();
  });

  it.each([['/memory/notes'], ['/memory/daily']])('refuses empty content: POST %s', async (path) => {
    for (const content of ['', ' \n\t', 5, null, ['x'], 'x'.repeat(8_001), 'a\0b'])
      expect((await as('POST', path, { content })).status, String(content).slice(0, 5)).toBe(400);
    expect((await as('POST', path, {})).status).toBe(400);
    expect((await as<Entry>('POST', path, { content: ` ${'x'.repeat(8_000)} ` })).status).toBe(201);
    expect((await as<Entry>('POST', path, { content: 'half \ud83d of it' })).body.content).toBe('half \ufffd of it');
  });

  it('merges the profile; null removes', async () => {
    const profile = async () => (await as<Profile>('GET', '/memory/profile')).body;
    const put = (fields: object) => as<Profile>('PUT', '/memory/profile', { fields });
    expect(await profile()).toEqual({ userId: ada.id, fields: {}, updatedAt: null });
    const likes = { drinks: ['tea'], level: 3, loud: false };
    await put({ name: 'Ada', coffee: 'black', likes });
    clock.advance(1_000);
    const { status, body } = await put({ coffee: 'white', name: null, 'a\u2028b': 0 });
    expect(status).toBe(200);
    const expected = {
      userId: ada.id,
      fields: { coffee: 'white', likes, 'a\u2028b': 0 },
      updatedAt: expect.any(String),
    };
    expect(body).toEqual(expected);
    expect(await profile()).toEqual(expected);
    expect(body.updatedAt).toBe(new Date(clock.now()).toISOString());
    clock.advance(1_000);
    await put({ coffee: null });
    expect((await profile()).updatedAt).toBe(new Date(clock.now()).toISOString());
    // A text without a common word may still be found by meaning, once it is embedded.
    expect((await found('white')).filter((content) => content.includes('white'))).toEqual([]);
    expect((await found('tea', '&tier=profile'))[0]).toMatch(/tea/);
    await Promise.all(Array.from({ length: 8 }, (_, at) => put({ same: at, [`own${at}`]: at })));
    expect(Object.keys((await profile()).fields)).toHaveLength(11);
    clock.set(Date.UTC(2026, 4, 10, 12));
  });

  it('limits the profile, and stores a change completely or not at all', async () => {
    const put = (fields: unknown) => as<Profile>('PUT', '/memory/profile', { fields });
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { in: nested(depth - 1) });
    for (const fields of [
      undefined,
      null,
      [],
      'x',
      { '': 1 },
      { ' ': 1 },
      { ['x'.repeat(101)]: 1 },
      { 'a\nb': 1 },
      { big: 'x'.repeat(8_000) },
      { deep: nested(9) },
      Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`f${at}`, at])),
    ])
      expect(
        (await put(fields && typeof fields === 'object' && !Array.isArray(fields) ? { good: 1, ...fields } : fields))
          .status,
      ).toBe(400);
    expect((await as<Profile>('GET', '/memory/profile')).body.fields).toEqual({});
    expect((await put({ deep: nested(8), ['x'.repeat(100)]: 'x'.repeat(7_998) })).status).toBe(200);
    expect((await put({})).status).toBe(200);
  });

  it('finds by words, in the given tiers', async () => {
    await note('The boat is called Zephyrine');
    await daily('Sailed with Zephyrine today');
    await as('PUT', '/memory/profile', { fields: { boat: 'Zephyrine' } });
    await note('Something else altogether');
    const one = ['Sailed with Zephyrine today'];
    expect((await found('Zephyrine')).slice(0, 3).sort()).toEqual([
      ...one,
      'The boat is called Zephyrine',
      'boat: Zephyrine',
    ]);
    expect((await found('Zephyrine', '&tier=daily'))[0]).toBe(one[0]);
    for (const both of ['&tier=daily,profile', '&tier=daily&tier=profile'])
      expect((await found('Zephyrine', both)).slice(0, 2).sort()).toEqual([...one, 'boat: Zephyrine']);
    expect(await found('Zephyrine', '&limit=1')).toHaveLength(1);
    const { body } = await as<Findings>('GET', '/memory/search?query=Zephyrine&tier=strategic');
    expect(body.data[0]).toMatchObject({
      entry: { content: 'The boat is called Zephyrine' },
      score: expect.any(Number),
    });
    for (const query of [
      '',
      '?q=',
      '?q=%20',
      '?q=x&tier=2',
      '?q=x&tier=daily,',
      '?q=x&limit=0',
      `?q=${'x'.repeat(1_001)}`,
    ])
      expect((await as('GET', `/memory/search${query}`)).status, query).toBe(400);
    expect((await as('GET', `/memory/search?q=${encodeURIComponent('"(*:^ AND NOT -')}&limit=1000`)).status).toBe(200);
  });

  it('finds a rewritten entry by its new text only', async () => {
    const { id, index } = (await note('Lives in Quixeramobim')).body;
    clock.advance(1);
    const other = (await note('Untouched')).body;
    const { status, body } = await as<Entry>('PUT', `/memory/entries/${id}`, { content: 'Lives in Paranapiacaba' });
    expect({ status, body }).toMatchObject({ status: 200, body: { id, index, content: 'Lives in Paranapiacaba' } });
    expect((await found('Paranapiacaba'))[0]).toBe('Lives in Paranapiacaba');
    expect(await found('Quixeramobim')).not.toContain('Lives in Quixeramobim');
    expect((await as<Entry>('GET', `/memory/entries/${id}`)).body).toEqual(body);
    const listed = (await as<Page>('GET', '/memory/entries?tier=strategic&limit=1')).body;
    expect(listed.data).toMatchObject([{ id: other.id }]);
    const next = (await as<Page>('GET', `/memory/entries?tier=strategic&limit=1&cursor=${listed.nextCursor}`)).body;
    expect(next).toMatchObject({ data: [{ id }], nextCursor: null });
    expect((await as('GET', '/memory/entries')).status).toBe(400);
    await as('PUT', '/memory/profile', { fields: { town: 'Lisbon' } });
    const [field] = (await as<Page>('GET', '/memory/entries?tier=profile')).body.data;
    expect(field).toMatchObject({ field: 'town', content: 'town: Lisbon' });
    expect((await as('PUT', `/memory/entries/${field?.id}`, { content: 'x' })).status).toBe(409);
    expect((await as('DELETE', `/memory/entries/${field?.id}`)).status).toBe(204);
    expect((await as<Profile>('GET', '/memory/profile')).body.fields).toEqual({});
    expect((await as('DELETE', `/memory/entries/${id}`)).status).toBe(204);
    expect((await as('GET', `/memory/entries/${id}`)).status).toBe(404);
    expect((await as('PUT', `/memory/entries/${id}`, { content: 'x' })).status).toBe(404);
  });

  it('publishes an event for each written entry, without its content', async () => {
    await as('POST', '/webhooks', { url: 'http://127.0.0.1:1', events: ['memory.written'] });
    const { id } = (await note('Something private')).body;
    const told = await vi.waitFor(async () => {
      const sql = 'SELECT body FROM deliveries WHERE workspace_id = $1';
      const rows = await gateway.gateway.database.all<{ body: string }>(sql, [ada.workspaceId]);
      expect(rows).toHaveLength(1);
      return JSON.parse(rows[0]?.body ?? '') as { event: string; data: object };
    }, 5_000);
    const data = { entryId: id, tier: 'strategic', userId: ada.id, workspaceId: ada.workspaceId };
    expect(told).toMatchObject({ event: 'memory.written', data });
    expect(told.data).toEqual(data);
  });

  it('exports everything, superseded entries too, and erases everything', async () => {
    const bob = actingAs(gateway, await quickPerson(gateway, 'bob', clock));
    await bob('POST', '/memory/notes', { content: 'Of Bob' });
    const old = (await note('Works at Initech')).body;
    clock.advance(1);
    const now = (await note('Works at Globex')).body;
    await daily('A day');
    await as('PUT', '/memory/profile', { fields: { name: 'Ada' } });
    await gateway.gateway.database.run('UPDATE memory_entries SET superseded_by = $1 WHERE id = $2', [now.id, old.id]);
    expect(await notes()).toEqual([1]);
    const { headers, body } = await as<Export>('GET', '/memory/export');
    expect(headers.get('content-type')).toContain('application/json');
    expect(body).toMatchObject({ profile: { fields: { name: 'Ada' } }, propagations: [] });
    expect(body.entries.map(({ content, supersededBy }) => [content, supersededBy])).toEqual([
      ['A day', undefined],
      ['name: Ada', undefined],
      ['Works at Initech', now.id],
      ['Works at Globex', undefined],
    ]);

    expect((await as('DELETE', '/memory')).status).toBe(204);
    expect((await as<Export>('GET', '/memory/export')).body).toMatchObject({
      profile: { fields: {}, updatedAt: null },
      entries: [],
    });
    expect(await found('Globex')).toEqual([]);
    expect((await note('Anew')).body.index).toBe(0);
    expect((await bob<Page>('GET', '/memory/notes')).body.data).toHaveLength(1);
  });

  it('deletes with an entry the entries it superseded', async () => {
    const [first, second, third] = [await note('One'), await note('Two'), await note('Three')].map(
      ({ body }) => body.id,
    );
    const { database } = gateway.gateway;
    for (const [older, newer] of [
      [first, second],
      [second, third],
    ])
      await database.run('UPDATE memory_entries SET superseded_by = $1 WHERE id = $2', [newer ?? '', older ?? '']);
    expect((await as('DELETE', `/memory/notes/0`)).status).toBe(404);
    expect((await as('DELETE', `/memory/notes/2`)).status).toBe(204);
    expect((await as<Export>('GET', '/memory/export')).body.entries).toEqual([]);
  });
});
