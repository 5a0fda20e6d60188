import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPlace, type Place } from '../../../../test/harness/databases.ts';
import { type OpenMemory, openMemory } from '../../../../test/harness/memory.ts';
import type { Person } from '../../../kernel/person.ts';
import { createBuiltInEmbeddings } from '../../../platform/embeddings/built-in.ts';
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts';
import { createTextSearch } from '../../../platform/search/text-search.ts';
import { memoryTables } from '../search/memory-tables.ts';
import { createMemorySearch } from './memory-search.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { embedAndSearch, ...apart } = createBuiltInEmbeddings({ log });
/** What the model's thread returned: what it found, or the vector alone. */
let returned: ('found' | 'vector')[] = [];
const beside: Embeddings = {
  ...apart,
  async embedAndSearch(...asked) {
    const answer = await embedAndSearch?.(...asked);
    if (!answer) throw new Error('The built-in model does not search.');
    returned.push(answer instanceof Float32Array ? 'vector' : 'found');
    return answer;
  },
};

let place: Place;
let memory: OpenMemory;
beforeAll(async () => {
  place = await newPlace('sqlite');
  memory = await openMemory({ settings: place.settings, embeddings: beside });
}, 60_000);
afterAll(async () => {
  await memory.stop();
  await beside.stop();
  await place.remove();
});

const searchApart = () =>
  createMemorySearch({
    database: memory.database,
    search: createTextSearch({
      index: memory.indexes.of(memoryTables),
      embeddings: apart,
      mayEmbed: async () => true,
    }),
  });
const said = ['My sister Nora lives in Lyon.', 'I take my coffee black.', 'The boiler was serviced in 2019.'];

async function two(): Promise<[Person, Person]> {
  const [one, other] = [await memory.newPerson(), await memory.newPerson()];
  await memory.remember(one, said, { tier: 'daily', day: '2026-01-01' });
  await memory.remember(other, ['My sister Mia lives in Oslo.'], { tier: 'daily', day: '2026-01-01' });
  await memory.embedded();
  return [one, other];
}

it('finds in the model’s thread what a thread of its own finds, of one person only', async () => {
  const [one, other] = await two();
  returned = [];
  for (const question of ['Where does my sister live?', 'How do I drink it in the morning?', '2019', 'жжж', '??'])
    for (const person of [one, other]) {
      const options = { limit: 5 };
      expect(await memory.search(person, question, options)).toEqual(await searchApart()(person, question, options));
    }
  expect(returned).toEqual(Array(10).fill('found'));
  const ids = async (person: Person) =>
    (await memory.search(person, 'Where does my sister live?', { limit: 50 })).map(({ entryId }) => entryId);
  const [ofOne, ofOther] = [await ids(one), await ids(other)];
  expect(ofOther).toHaveLength(1);
  expect(ofOne).not.toContain(ofOther[0]);
  expect(await memory.search(one, 'sister', { limit: 5, tiers: ['strategic'] })).toEqual([]);
});

it('sees at once what was written, and nothing that was deleted', async () => {
  const [one] = await two();
  expect((await memory.search(one, 'Nora', { limit: 1 }))[0]?.score).toBeGreaterThan(0.5);
  const [id = ''] = await memory.remember(one, ['The zeppelin is green.'], { tier: 'daily', day: '2026-01-01' });
  const found = await memory.search(one, 'zeppelin', { limit: 1 });
  expect(found[0]?.entryId).toBe(id);
  await memory.database.run('DELETE FROM memory_entries WHERE id = $1', [id]);
  expect((await memory.search(one, 'zeppelin', { limit: 5 })).map(({ entryId }) => entryId)).not.toContain(id);
});

it('leaves a large memory to the threads that search, and a database that it cannot read', async () => {
  const large = await memory.newPerson();
  await memory.database.transaction(async (tx) => {
    for (let n = 0; n < 300; n += 1)
      await memory.store.insertEntry(
        tx,
        large,
        { tier: 'session', content: `number ${n} of many`, source: { kind: 'user' } },
        n,
      );
  });
  returned = [];
  const [first] = await memory.search(large, 'number 217', { limit: 1 });
  expect(returned).toEqual(['vector']);
  const [row] = await memory.store.findMany(large, [first?.entryId ?? '']);
  expect(row?.content).toBe('number 217 of many');

  const question = {
    ...{ kind: 'both' as const, tables: memoryTables, parts: undefined, expressions: [], all: null, limit: 5 },
    ...{ owner: { workspaceId: 'a', ownerId: 'b' }, weights: { word: 1, answer: 1, wordsForMeaning: 1 } },
  };
  const nowhere = { key: 'nowhere', file: '/nowhere/gateway.db', extension: null };
  const search = { place: nowhere, model: apart.searchModel, question };
  const answer = await embedAndSearch?.('Where is it?', search, new AbortController().signal);
  expect(answer).toBeInstanceOf(Float32Array);
}, 60_000);
