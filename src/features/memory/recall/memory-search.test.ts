import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newPlace, type Place } from '../../../../test/harness/databases.ts';
import { type OpenMemory, openMemory } from '../../../../test/harness/memory.ts';
import { startPglite } from '../../../../test/harness/pglite-server.ts';
import { createWordEmbeddings } from '../../../../test/harness/word-embeddings.ts';
import type { Person } from '../../../kernel/person.ts';
import { createTextSearch } from '../../../platform/search/text-search.ts';
import type { Tier } from '../entries/memory.ts';
import { memoryTables } from '../search/memory-tables.ts';
import { createMemorySearch } from './memory-search.ts';

/** The kinds of databases: which implementation compares vectors, and the size of the connection pool. */
const kinds = {
  'sqlite-vec': { engine: 'sqlite', poolSize: 4 },
  'SQLite without sqlite-vec': { engine: 'sqlite', poolSize: 4 },
  'PostgreSQL without pgvector': { engine: 'postgres', poolSize: 4 },
  pgvector: { engine: 'pglite', poolSize: 1 },
} as const;
type Kind = keyof typeof kinds;

async function openPlace(kind: Kind): Promise<Place> {
  const { engine } = kinds[kind];
  if (engine !== 'pglite') return newPlace(engine);
  const server = await startPglite();
  return { settings: { DATABASE_URL: server.url }, remove: server.stop };
}

describe.each(Object.keys(kinds) as Kind[])('memory search by %s', (kind) => {
  const embeddings = createWordEmbeddings();
  let place: Place;
  let memory: OpenMemory;
  const { poolSize } = kinds[kind];
  const crowded = 330;
  const extension = kind === 'SQLite without sqlite-vec' ? { extension: null } : {};
  const open = (more: Partial<Parameters<typeof openMemory>[0]> = {}) =>
    openMemory({ settings: place.settings, poolSize, embeddings, largeFrom: crowded, ...extension, ...more });

  beforeAll(async () => {
    place = await openPlace(kind);
    memory = await open();
  }, 120_000);
  afterAll(async () => {
    await memory.stop();
    await place.remove();
  });

  const contents = async (person: Person, question: string, options: { limit?: number; tiers?: Tier[] } = {}) => {
    const found = await memory.search(person, question, { limit: 5, ...options });
    const rows = await memory.store.findMany(
      person,
      found.map(({ entryId }) => entryId),
    );
    return found.map(({ entryId }) => rows.find(({ id }) => id === entryId)?.content);
  };
  const count = async (table: string, entryId: string) => {
    const sql = `SELECT count(*) AS rows FROM ${table} WHERE entry_id = $1`;
    return (await memory.database.get<{ rows: number }>(sql, [entryId]))?.rows;
  };

  it('says which implementation compares the vectors', async () => {
    const expected = kind === 'sqlite-vec' || kind === 'pgvector' ? kind : 'fallback';
    expect(await memory.index.engine()).toBe(expected);
    if (kind !== 'pgvector') return;
    const row = await memory.database.get("SELECT extversion FROM pg_extension WHERE extname = 'vector'");
    expect(row).toBeDefined();
  });

  it('finds only the entry with the word, although its meaning is the opposite', async () => {
    const carol = await memory.newPerson();
    await memory.remember(carol, ['likes plain rice', 'likes the river']);
    await memory.embedded();
    const opposite: typeof embeddings = {
      ...embeddings,
      embed: async (texts, options) =>
        (await embeddings.embed(texts, options)).map((vector) => vector.map((value) => -value)),
    };
    const { database, indexes } = memory;
    const index = indexes.of(memoryTables);
    const search = createMemorySearch({
      database,
      search: createTextSearch({ index, embeddings: opposite, mayEmbed: async () => true }),
    });
    const found = await search(carol, 'rice', { limit: 5 });
    expect(found).toEqual([{ entryId: expect.any(String), score: 0.22 }]);
    expect(await contents(carol, 'rice')).toEqual(['likes plain rice']);
  });

  it('finds by meaning and by words, closest first, with scores from 0 to 1', async () => {
    const bob = await memory.newPerson();
    await memory.remember(bob, [
      'the garage code is 7291',
      'walks by the river on sundays with Biscuit',
      'walks by the lake on mondays',
      'likes plain rice',
    ]);
    await memory.embedded();
    expect((await contents(bob, 'walks by the river'))[0]).toContain('river');
    expect((await contents(bob, 'walks by the lake'))[0]).toContain('lake');
    expect((await contents(bob, 'Who is Biscuit?'))[0]).toContain('Biscuit');
    expect((await contents(bob, '7291'))[0]).toContain('7291');
    const found = await memory.search(bob, 'walks by the river on sundays with Biscuit', { limit: 10 });
    expect(found[0]?.score).toBeGreaterThan(0.9);
    expect(found.every(({ score }) => score > 0 && score <= 1)).toBe(true);
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
    expect(await memory.search(bob, 'walks', { limit: 1 })).toHaveLength(1);
    for (const nothing of ['', '   ', '"', '-', "') OR 1=1 --", '***'])
      expect(Array.isArray(await memory.search(bob, nothing, { limit: 5 }))).toBe(true);
    expect(await memory.search(bob, 'walks', { limit: 5, tiers: [] })).toEqual([]);
    // A provider may change a model and keep its name: vectors of another length are not compared.
    const asked = { model: embeddings.model, vector: new Float32Array(256).fill(1 / 16) };
    expect(await memory.index.byMeaning(bob, asked, ['session'])).toEqual([]);
  });

  it('searches only the memory of one person in one workspace', async () => {
    const [mine, theirs] = [await memory.newPerson(), await memory.newPerson()];
    const elsewhere = { workspaceId: theirs.workspaceId, userId: mine.userId };
    await memory.remember(theirs, ['a secret kangaroo lives here']);
    await memory.remember(mine, ['nothing of note']);
    await memory.embedded();
    const scope = `${theirs.workspaceId}${theirs.userId}`.replaceAll('_', '');
    for (const question of [
      'a secret kangaroo lives here',
      'kangaroo',
      `@${scope} kangaroo`,
      `scope:${scope} kangaroo`,
    ])
      for (const person of [mine, elsewhere])
        expect(await contents(person, question)).not.toContain('a secret kangaroo lives here');
    expect(await contents(theirs, 'kangaroo')).toEqual(['a secret kangaroo lives here']);
  });

  it('searches only the given tiers', async () => {
    const bob = await memory.newPerson();
    for (const tier of ['session', 'daily', 'strategic'] as const)
      await memory.remember(bob, [`the boat is blue (${tier})`], { tier });
    await memory.remember(bob, ['boat: blue'], { tier: 'profile', field: 'boat', value: 'blue' });
    await memory.embedded();
    const found = async (...tiers: Tier[]) => (await contents(bob, 'blue boat', { tiers })).sort();
    expect(await found('daily')).toEqual(['the boat is blue (daily)']);
    expect(await found('profile', 'session')).toEqual(['boat: blue', 'the boat is blue (session)']);
    expect(await contents(bob, 'blue boat')).toHaveLength(4);
  });

  it('finds a new entry by its words at once, and by its meaning later', async () => {
    const bob = await memory.newPerson();
    let release = () => {};
    embeddings.obstacle = new Promise<void>((resolve) => {
      release = resolve;
    });
    await memory.remember(bob, ['parked the zeppelin on level four']);
    const found = await memory.search(bob, 'where is the zeppelin?', { limit: 5, meaningTimeoutMs: 30 });
    expect(found).toHaveLength(1);
    release();
    embeddings.obstacle = undefined;
    await memory.embedded();
    const later = await memory.search(bob, 'where is the zeppelin?', { limit: 5 });
    expect(later[0]?.entryId).toBe(found[0]?.entryId);
  });

  it('finds no deleted or superseded entry, and no former text', async () => {
    const bob = await memory.newPerson();
    const [deleted = '', replaced = '', changed = ''] = await memory.remember(bob, [
      'the umbrella is green',
      'the umbrella is red',
      'the umbrella is lost',
    ]);
    await memory.embedded();
    expect(await contents(bob, 'umbrella')).toHaveLength(3);
    const { store } = memory;
    await store.transaction(async (tx) => {
      await store.remove(tx, bob, deleted);
      await store.supersede(tx, bob, replaced, changed, Date.now());
      const before = await store.find(bob, changed, tx);
      if (before) await store.updateEntry(tx, bob, before, { content: 'the umbrella is in the attic' }, Date.now());
    });
    expect(await contents(bob, 'umbrella')).toEqual(['the umbrella is in the attic']);
    expect(await contents(bob, 'the umbrella is lost')).toEqual(['the umbrella is in the attic']);
    for (const id of [deleted, replaced])
      expect([await count('memory_vectors', id), await count('memory_bits', id)]).toEqual([0, 0]);
    await memory.embedded();
    expect([await count('memory_vectors', changed), await count('memory_bits', changed)]).toEqual([1, 1]);
    expect(await contents(bob, 'the umbrella is lost')).toEqual(['the umbrella is in the attic']);
  });

  it('an entry that changes while it is embedded gets the vector of its new text', async () => {
    const bob = await memory.newPerson();
    let release = () => {};
    embeddings.obstacle = new Promise<void>((resolve) => {
      release = resolve;
    });
    const [id = ''] = await memory.remember(bob, ['version one']);
    while (!embeddings.asked.flat().includes('version one')) await sleep(5);
    const { store } = memory;
    await store.transaction(async (tx) => {
      const before = await store.find(bob, id, tx);
      if (before) await store.updateEntry(tx, bob, before, { content: 'another text altogether' }, Date.now());
    });
    embeddings.obstacle = undefined;
    release();
    await memory.embedded();
    const [exact] = await memory.search(bob, 'another text altogether', { limit: 1 });
    expect(exact?.score).toBeGreaterThan(0.9);
    expect(embeddings.asked.flat()).toContain('another text altogether');
  });

  it('finds the closest among more entries than are compared exactly', async () => {
    const crowd = await memory.newPerson();
    const texts = Array.from({ length: crowded }, (_, index) => `item ${index.toString(36)} of lot ${index % 7}`);
    const ids = await memory.remember(crowd, texts);
    await memory.embedded();
    const [vector = new Float32Array()] = await embeddings.embed([texts[123] ?? '']);
    const asked = { model: embeddings.model, vector };
    const near = () => memory.index.byMeaning(crowd, asked, ['session']);
    const nearest = await near();
    expect(nearest[0]).toEqual({ entryId: ids[123], similarity: expect.closeTo(1, 4) });
    expect(nearest.length).toBeLessThan(crowded);
    // At any distance, but only of this person.
    const [far = ''] = ids.filter((id) => !nearest.some(({ entryId }) => entryId === id));
    const compared = await memory.index.compare(crowd, asked, ['session'], [far]);
    expect(compared).toEqual([{ entryId: far, similarity: expect.any(Number) }]);
    expect(await memory.index.compare(await memory.newPerson(), asked, ['session'], [far])).toEqual([]);
    expect(await memory.index.compare(crowd, asked, ['daily'], [far])).toEqual([]);
    if (kind !== 'pgvector') return;
    // Enough entries for a graph; the search through it finds the same.
    const graph = "SELECT idx_scan AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'memory_bits_graph_512'";
    const scans = async () => (await memory.database.get<{ scans: number }>(graph))?.scans ?? 0;
    while ((await scans()) === 0) {
      await sleep(20);
      expect((await near()).slice(0, 3)).toEqual(nearest.slice(0, 3));
    }
  });

  it('finds the closest at any position among thousands', async () => {
    // The other implementations compare all of them in one pass.
    if (kind !== 'PostgreSQL without pgvector') return;
    const owner = await memory.newPerson();
    onTestFinished(async () => {
      await memory.database.run('DELETE FROM memory_entries WHERE user_id = $1', [owner.userId]);
    });
    const [likest, next] = [4_499, 4_498];
    const rows = Array.from({ length: 4_500 }, (_, index) => {
      const signs = Array.from({ length: 32 }, (_, place) => index >= next || ((index >> (place % 13)) & 1) === 1);
      if (index === next) signs[0] = false;
      return {
        id: `${owner.userId}-${index}`,
        tier: index === next ? 'daily' : 'session',
        vector: `{${signs.map((isPositive) => (isPositive ? 1 : -1) / Math.sqrt(32)).join(',')}}`,
        bits: signs.map(Number).join(''),
      };
    });
    const given = 'json_to_recordset(CAST($1 AS json)) AS given (id TEXT, tier TEXT, vector TEXT, bits TEXT)';
    const params = [JSON.stringify(rows), owner.workspaceId, owner.userId];
    await memory.database.transaction(async (tx) => {
      await tx.run(
        `INSERT INTO memory_entries (id, workspace_id, user_id, tier, content, source_kind, created_at, updated_at)
         SELECT id, $2, $3, tier, 'x', 'user', 1, 1 FROM ${given}`,
        params,
      );
      await tx.run(
        `INSERT INTO memory_vectors SELECT id, 'local/few', 32, CAST(vector AS REAL[]) FROM ${given}`,
        params.slice(0, 1),
      );
      await tx.run(
        `INSERT INTO memory_bits SELECT id, $2, $3, 'local/few', tier, CAST(bits AS BIT VARYING) FROM ${given}`,
        params,
      );
    });
    const asked = { model: 'local/few', vector: new Float32Array(32).fill(1 / Math.sqrt(32)) };
    const found = await memory.index.byMeaning(owner, asked, ['session', 'daily', 'profile', 'strategic']);
    expect(found.slice(0, 2)).toEqual([
      { entryId: `${owner.userId}-${likest}`, similarity: expect.closeTo(1, 4) },
      { entryId: `${owner.userId}-${next}`, similarity: expect.closeTo(1 - 2 / 32, 4) },
    ]);
    expect(found).toHaveLength(100);
    const daily = await memory.index.byMeaning(owner, asked, ['daily']);
    expect(daily.map(({ entryId }) => entryId)).toEqual([`${owner.userId}-${next}`]);
  });

  it('embeds everything again when the model changes, and compares nothing across models meanwhile', async () => {
    const bob = await memory.newPerson();
    const [id = ''] = await memory.remember(bob, ['the violin is in the cupboard']);
    await memory.embedded();
    await memory.stop();
    const other = createWordEmbeddings('local/other-words', 256);
    let release = () => {};
    other.obstacle = new Promise<void>((resolve) => {
      release = resolve;
    });
    memory = await open({ embeddings: other });
    onTestFinished(async () => {
      await memory.stop();
      memory = await open();
      await memory.embedded();
    });
    expect(await memory.search(bob, 'violin', { limit: 5, meaningTimeoutMs: 30 })).toHaveLength(1);
    const model = async () =>
      await memory.database.get('SELECT model, dimension FROM memory_vectors WHERE entry_id = $1', [id]);
    expect(await model()).toEqual({ model: 'local/words', dimension: 512 });
    other.obstacle = undefined;
    release();
    while (
      (
        await memory.database.get<{ rows: number }>(
          "SELECT count(*) AS rows FROM memory_vectors WHERE model = 'local/words'",
        )
      )?.rows
    )
      await sleep(20);
    expect(await model()).toEqual({ model: 'local/other-words', dimension: 256 });
    expect(await contents(bob, 'the violin is in the cupboard')).toEqual(['the violin is in the cupboard']);
    expect([await count('memory_vectors', id), await count('memory_bits', id)]).toEqual([1, 1]);
  }, 90_000);

  it('searches by words only when the vector of the question takes too long', async () => {
    const bob = await memory.newPerson();
    const said = 'the ladder leans on the barn';
    await memory.remember(bob, [said]);
    await memory.embedded();
    let release = () => {};
    embeddings.obstacle = new Promise<void>((resolve) => {
      release = resolve;
    });
    const [byWords] = await memory.search(bob, said, { limit: 5, meaningTimeoutMs: 20 });
    embeddings.obstacle = undefined;
    release();
    const [byBoth] = await memory.search(bob, said, { limit: 5, meaningTimeoutMs: 10_000 });
    expect(byWords?.score).toBeLessThan(0.9);
    expect(byBoth?.score).toBeGreaterThan(0.9);
  });

  it('continues after an outage of the embeddings, and loses nothing', async () => {
    const bob = await memory.newPerson();
    embeddings.obstacle = Promise.reject(new Error('the provider is down'));
    embeddings.obstacle.catch(() => undefined);
    const [id = ''] = await memory.remember(bob, ['the ladder leans on the barn']);
    const attempts = async () =>
      (
        await memory.database.get<{ attempts: number }>('SELECT attempts FROM memory_unembedded WHERE entry_id = $1', [
          id,
        ])
      )?.attempts ?? 0;
    while ((await attempts()) < 1) await sleep(10);
    expect(await memory.search(bob, 'ladder', { limit: 1 })).toHaveLength(1);
    embeddings.obstacle = undefined;
    await memory.embedded();
    expect(await count('memory_vectors', id)).toBe(1);
  });
});
