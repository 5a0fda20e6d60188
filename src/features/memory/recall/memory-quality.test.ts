import { expect, it } from 'vitest';
import { newPlace } from '../../../../test/harness/databases.ts';
import { openMemory } from '../../../../test/harness/memory.ts';
import { measureQuality, sumOf } from '../../../../test/harness/memory-quality.ts';

// One engine is enough: both find the same, and computing the vectors takes most of the time.
it('finds entries by questions in other words, with the built-in embeddings', async () => {
  const place = await newPlace('sqlite');
  const memory = await openMemory({ settings: place.settings });
  const { tallies, misses } = await measureQuality(memory, { hybrid: memory.search });
  await memory.stop();
  await place.remove();
  const figuresOf = (kind: string) => {
    const groups = Object.entries(tallies.hybrid ?? {}).filter(([group]) => group.endsWith(kind));
    const { asked, first, amongFive } = sumOf(Object.fromEntries(groups));
    return { asked, recall1: first / asked, recall5: amongFive / asked };
  };
  const [paraphrased, named] = [figuresOf('paraphrased'), figuresOf('named')];
  for (const [kind, { asked, recall1, recall5 }] of Object.entries({ paraphrased, named }))
    process.stdout.write(`${asked} ${kind}: recall@1 ${recall1.toFixed(3)}, recall@5 ${recall5.toFixed(3)}\n`);

  expect(paraphrased.asked).toBeGreaterThanOrEqual(150);
  expect(paraphrased.recall5, JSON.stringify(misses.hybrid)).toBeGreaterThanOrEqual(0.95);
  expect(paraphrased.recall1, JSON.stringify(misses.hybrid)).toBeGreaterThanOrEqual(0.85);
  // Questions with a name or a number must find exactly that entry.
  expect(named).toEqual({ asked: 32, recall1: 1, recall5: 1 });
}, 120_000);
