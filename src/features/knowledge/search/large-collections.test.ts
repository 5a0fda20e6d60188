import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../../test/harness/databases.ts';
import { type OpenKnowledge, openKnowledge } from '../../../../test/harness/knowledge.ts';
import { patienceMs } from '../../../../test/harness/talking.ts';
import { createWordEmbeddings } from '../../../../test/harness/word-embeddings.ts';
import type { Caller } from '../../../http/authentication.ts';
import { knowledgeTables } from './knowledge-tables.ts';

const documents = 26;
const parts = 40;
/** Each passage has a word of its own. */
const sentence = (name: string, part: number) => `The ${name} has a zq${name}x${part} inside.`;
const textOf = (name: string) =>
  Array.from({ length: parts }, (_, part) => `# Part ${part}\n\n${sentence(name, part)}`).join('\n\n');

/** Equal texts have equal vectors, others have nothing to do with each other. */
function vectorOf(text: string): Float32Array {
  let number = createHash('sha256').update(text).digest().readUInt32BE();
  const values = Array.from({ length: 512 }, () => {
    number = (Math.imul(number, 1_664_525) + 1_013_904_223) >>> 0;
    return number / 2 ** 31 - 1;
  });
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

describe.each(engines)('a collection of more than a thousand passages on %s', (engine) => {
  let place: Place;
  let knowledge: OpenKnowledge;
  let caller: Caller;
  let collectionId: string;
  const ids = new Map<string, string>();
  const embeddings = { ...createWordEmbeddings(), embed: async (texts: readonly string[]) => texts.map(vectorOf) };

  beforeAll(async () => {
    place = await newPlace(engine);
    knowledge = await openKnowledge(place.settings, embeddings);
    caller = await knowledge.newCaller();
    ({ id: collectionId } = await knowledge.collections.create(caller, { name: 'Facts' }));
    for (let number = 0; number < documents; number += 1) {
      const metadata = { half: number < documents / 2 ? 'first' : 'second' };
      const added = { text: textOf(`thing${number}`), title: `thing${number}`, metadata };
      ids.set(`thing${number}`, (await knowledge.documents.add(caller, collectionId, added)).id);
    }
    await knowledge.idle();
  }, 120_000);
  afterAll(async () => {
    await knowledge.stop();
    await place.remove();
  });

  /** What is closest to the passage of a thing with this number, by meaning only. */
  async function near(name: string, part: number, by: { workspaceId: string } = caller): Promise<string[]> {
    const [vector = new Float32Array()] = await embeddings.embed([`${name} Part ${part}\n${sentence(name, part)}`]);
    const owner = { workspaceId: by.workspaceId, ownerId: collectionId };
    const found = await knowledge.indexes
      .of(knowledgeTables)
      .byMeaning(owner, { model: embeddings.searchModel, vector }, undefined);
    const rows = await knowledge.database.all<{ id: string; content: string }>(
      'SELECT id, content FROM knowledge_passages',
    );
    return found.map(({ entryId }) => rows.find(({ id }) => id === entryId)?.content ?? 'gone');
  }
  const search = (question: string, metadata = {}) =>
    knowledge.searchPassages({ ...caller, collectionIds: [collectionId], question, limit: 5, metadata });
  const quotes = async (question: string, metadata = {}) =>
    (await search(question, metadata)).map(({ content }) => content);

  it('is searched by signs in memory, which are those of the database', async () => {
    for (const [name, part] of [
      ['thing3', 7],
      ['thing25', 39],
      ['thing0', 0],
    ] as const)
      expect((await near(name, part))[0]).toBe(sentence(name, part));
    const bits = await knowledge.database.all<{ passage_id: string }>('SELECT passage_id FROM knowledge_bits');
    expect(bits).toHaveLength(documents * parts);
    const other = await knowledge.newCaller();
    expect(await near('thing3', 7, other)).toEqual([]);
  });

  it('is searched by metadata', async () => {
    expect((await quotes('zqthing3x7', { half: 'first' }))[0]).toContain('zqthing3x7 ');
    for (const quote of await quotes('zqthing3x7', { half: 'second' })) expect(quote).not.toContain('zqthing3x');
    expect((await quotes('zqthing20x7', { half: 'second' }))[0]).toContain('zqthing20x7 ');
  });

  it('is found whole while the meaning of a document is computed anew', async () => {
    const sql = `INSERT INTO knowledge_work (version_id, workspace_id, phase, due_at, created_at)
      SELECT id, workspace_id, 'embedding', ${Date.now() + 3_600_000}, 0 FROM knowledge_versions WHERE document_id = $1`;
    await knowledge.database.run(sql, [ids.get('thing4') ?? '']);
    expect((await near('thing4', 12))[0]).toBe(sentence('thing4', 12));
    expect((await near('thing5', 12))[0]).toBe(sentence('thing5', 12));
    await knowledge.database.run('DELETE FROM knowledge_work');
    expect((await near('thing4', 12))[0]).toBe(sentence('thing4', 12));
  });

  it('has a document in its new form as soon as that is ready, and a deleted one no more', async () => {
    const id = ids.get('thing6') ?? '';
    await knowledge.documents.replace(caller, collectionId, id, { text: textOf('other6'), title: 'other6' });
    await expect.poll(async () => (await near('other6', 9))[0], { timeout: patienceMs }).toBe(sentence('other6', 9));
    for (const quote of await quotes('zqthing6x9')) expect(quote).not.toContain('thing6x');
    await knowledge.documents.delete(caller, collectionId, ids.get('thing7') ?? '');
    for (const quote of await quotes('zqthing7x9')) expect(quote).not.toContain('thing7x');
  });

  it('is searched without reading all signs from the database', async () => {
    expect((await near('thing9', 9))[0]).toBe(sentence('thing9', 9));
    await knowledge.database.run('DELETE FROM knowledge_bits');
    expect((await near('thing9', 9))[0]).toBe(sentence('thing9', 9));
    // What is not in the database any more is not found, although its signs are still in memory.
    await knowledge.database.run(
      'DELETE FROM knowledge_vectors WHERE passage_id IN (SELECT id FROM knowledge_passages WHERE document_id = $1)',
      [ids.get('thing9') ?? ''],
    );
    for (const quote of await near('thing9', 9)) expect(quote).not.toContain('thing9x');
  });
});
