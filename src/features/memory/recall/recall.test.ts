import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../../test/harness/databases.ts';
import { type OpenMemory, openMemory } from '../../../../test/harness/memory.ts';
import { createWordEmbeddings } from '../../../../test/harness/word-embeddings.ts';
import type { Person } from '../../../kernel/person.ts';
import { standardPolicy } from '../entries/memory.ts';
import { createRecall } from './recall.ts';
import { recalledEntries } from './recalled-entries.store.ts';

describe.each(engines)('recall on %s', (engine) => {
  let place: Place;
  let memory: OpenMemory;
  beforeAll(async () => {
    place = await newPlace(engine);
    memory = await openMemory({ settings: place.settings, embeddings: createWordEmbeddings() });
  });
  afterAll(async () => {
    await memory.stop();
    await place.remove();
  });

  const recallLimit = 2;
  async function recalled(person: Person): Promise<{ text: string | undefined; read: number[] }> {
    const read: number[] = [];
    const recall = createRecall({
      store: memory.store,
      entriesOf: (of, ids) => {
        read.push(ids.length);
        return recalledEntries(memory.database, of, ids);
      },
      search: memory.search,
      policyOf: async () => ({ ...standardPolicy, recallLimit }),
      counts: { note: () => undefined },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    const text = await recall({
      person,
      kind: 'chat',
      sessionId: 'ses_none',
      agent: { workspaceId: person.workspaceId, memoryProfileId: null },
      contextWindow: null,
      message: 'the boat is blue',
    });
    return { text, read };
  }

  it('reads twice as many entries as it shows, and the others only if too many may not be shown', async () => {
    const person = await memory.newPerson();
    const own = Array.from({ length: 12 }, (_, index) => `the boat is blue, said ${index} times`);
    await memory.remember(person, own, { tier: 'daily' });
    await memory.embedded();
    const few = await recalled(person);
    expect(few.text?.split('\n')).toHaveLength(recallLimit);
    expect(few.read).toEqual([2 * recallLimit]);

    // Text from outside is closer to the message, but is left out.
    const outside = Array.from({ length: 6 }, () => 'the boat is blue');
    await memory.remember(person, outside, { tier: 'daily', source: { kind: 'external' } });
    await memory.embedded();
    const others = await recalled(person);
    expect(others.text?.match(/said \d+ times/g)).toHaveLength(recallLimit);
    expect(others.read).toEqual([2 * recallLimit, own.length + outside.length - 2 * recallLimit]);
  });
});
