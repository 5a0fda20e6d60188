import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../../test/harness/databases.ts';
import { type OpenKnowledge, openKnowledge } from '../../../../test/harness/knowledge.ts';
import { patienceMs } from '../../../../test/harness/talking.ts';
import { createWordEmbeddings } from '../../../../test/harness/word-embeddings.ts';
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts';

let place: Place;
beforeAll(async () => {
  place = await newPlace('postgres');
});
afterAll(() => place.remove());

const parts = 40;
const textOf = (name: string) =>
  Array.from({ length: parts }, (_, part) => `# Part ${part}\n\nFact ${part} of ${name}.`).join('\n\n');

/** Answers a few times, then holds every caller until `goOn` is called, as a node does that the system has stopped for a while. */
function stallingEmbeddings(answers: number, model?: string) {
  const stalled = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const words = createWordEmbeddings(model);
  let left = answers;
  const embeddings: Embeddings = {
    ...words,
    async embed(texts, options) {
      left -= 1;
      if (left < 0) {
        stalled.resolve();
        await goOn.promise;
      }
      return words.embed(texts, options);
    },
  };
  return { embeddings, stalled: stalled.promise, goOn: goOn.resolve };
}

async function counted({ database }: OpenKnowledge, collectionId: string) {
  const count = async (from: string) =>
    Number(
      (
        await database.get<{ n: number }>(
          `SELECT count(*) AS n FROM knowledge_passages p ${from} WHERE p.collection_id = $1`,
          [collectionId],
        )
      )?.n,
    );
  return {
    passages: await count(''),
    vectors: await count('JOIN knowledge_vectors v ON v.passage_id = p.id'),
    bits: await count('JOIN knowledge_bits b ON b.passage_id = p.id'),
    words: await count('JOIN knowledge_words w ON w.passage_id = p.id'),
  };
}
const whole = (documents: number) => {
  const n = documents * parts;
  return { passages: n, vectors: n, bits: n, words: n };
};

it('goes on at another node when one stalls in the middle, and that one writes nothing when it wakes', async () => {
  const { embeddings, stalled, goOn } = stallingEmbeddings(2);
  const first = await openKnowledge(place.settings, embeddings);
  const caller = await first.newCaller();
  const { id: collectionId } = await first.collections.create(caller, { name: 'Facts' });
  const { id } = await first.documents.add(caller, collectionId, { text: textOf('the first'), title: 'Facts' });
  await stalled;
  const before = await counted(first, collectionId);
  expect(before.vectors).toBeGreaterThan(0);
  expect(before.vectors).toBeLessThan(parts);
  // As if the time of its claim had passed.
  await first.database.run('UPDATE knowledge_work SET due_at = 0 WHERE workspace_id = $1', [caller.workspaceId]);
  const second = await openKnowledge(place.settings, createWordEmbeddings());
  try {
    await expect
      .poll(async () => (await second.documents.get(caller, collectionId, id)).status, { timeout: patienceMs })
      .toBe('ready');
    expect(await counted(second, collectionId)).toEqual(whole(1));
    const vectors = () =>
      second.database.all('SELECT xmin::text, passage_id FROM knowledge_vectors ORDER BY passage_id');
    const written = await vectors();
    goOn();
    // It has finished what it had begun.
    await first.stop();
    expect(await vectors()).toEqual(written);
    expect(await second.documents.get(caller, collectionId, id)).toMatchObject({ status: 'ready', passages: parts });
  } finally {
    await second.stop();
  }
});

it('shares the work of many documents between two nodes, each passage once', async () => {
  const nodes = await Promise.all([1, 2].map(() => openKnowledge(place.settings, createWordEmbeddings())));
  const [first] = nodes as [OpenKnowledge, OpenKnowledge];
  try {
    const documents = 6;
    const collections = await Promise.all(
      nodes.map(async (node) => {
        const caller = await node.newCaller();
        const { id } = await node.collections.create(caller, { name: 'Facts' });
        for (let number = 0; number < documents; number += 1)
          await node.documents.add(caller, id, { text: textOf(`document ${number}`) });
        return id;
      }),
    );
    await first.idle();
    for (const id of collections) expect(await counted(first, id)).toEqual(whole(documents));
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
});

describe.each(engines)('a node with another model on %s', (engine) => {
  it('begins a document anew that was left in the middle: all its vectors are of one model', async () => {
    const own = await newPlace(engine);
    const { embeddings, stalled, goOn } = stallingEmbeddings(2, 'local/earlier');
    const first = await openKnowledge(own.settings, embeddings);
    const caller = await first.newCaller();
    const { id: collectionId } = await first.collections.create(caller, { name: 'Facts' });
    const { id } = await first.documents.add(caller, collectionId, { text: textOf('the change'), title: 'Facts' });
    await stalled;
    const models = ({ database }: OpenKnowledge, table: string) =>
      database.all<{ model: string; n: number }>(
        `SELECT model, CAST(count(*) AS INTEGER) AS n FROM ${table} GROUP BY model`,
      );
    expect(await models(first, 'knowledge_vectors')).toEqual([{ model: 'local/earlier', n: expect.any(Number) }]);
    const stopping = first.background.stop();
    goOn();
    await stopping;
    await first.stop();
    const second = await openKnowledge(own.settings, createWordEmbeddings('local/later'));
    try {
      await expect
        .poll(async () => (await second.documents.get(caller, collectionId, id)).status, { timeout: patienceMs })
        .toBe('ready');
      expect(await models(second, 'knowledge_vectors')).toEqual([{ model: 'local/later', n: parts }]);
      expect(await models(second, 'knowledge_bits')).toEqual([{ model: 'local/later', n: parts }]);
      const found = await second.searchPassages({
        ...caller,
        collectionIds: [collectionId],
        question: 'Fact 3 of the change',
        limit: 1,
      });
      expect(found[0]?.content).toContain('Fact 3 of the change');
    } finally {
      await second.stop();
      await own.remove();
    }
  });
});
