import { expect, it } from 'vitest';
import { newPlace } from '../../../test/harness/databases.ts';
import { openMemory } from '../../../test/harness/memory.ts';
import { measureQuality, sumOf } from '../../../test/harness/memory-quality.ts';

// One engine: what they find is the same, and computing the vectors is what takes the time.
it('finds what was said by questions in other words, with the built-in embeddings', async () => {
  const place = await newPlace('sqlite');
  const memory = await openMemory({ settings: place.settings });
  const { tallies, misses } = await measureQuality(memory, { hybrid: memory.search });
  const { asked, first, amongFive } = sumOf(tallies.hybrid);
  await memory.stop();
  await place.remove();
  expect(asked).toBeGreaterThanOrEqual(200);
  expect(amongFive / asked, JSON.stringify(misses.hybrid)).toBeGreaterThanOrEqual(0.95);
  expect(first / asked, JSON.stringify(misses.hybrid)).toBeGreaterThanOrEqual(0.85);
  // Whoever asks by a name or a number knows exactly what they mean.
  const named = Object.entries(tallies.hybrid ?? {}).filter(([group]) => group.endsWith('named'));
  for (const [group, tally] of named) expect([group, tally.amongFive]).toEqual([group, tally.asked]);
}, 120_000);
