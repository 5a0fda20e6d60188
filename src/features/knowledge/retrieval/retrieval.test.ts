import { expect, it } from 'vitest';
import { createRetrieval } from './retrieval.ts';

it('waits for the model with the first question of a process only', async () => {
  const waited: (number | undefined)[] = [];
  const retrieve = createRetrieval({
    searchPassages: async ({ meaningTimeoutMs }) => {
      waited.push(meaningTimeoutMs);
      return [];
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const ask = () =>
    retrieve({ workspaceId: 'ws', collectionIds: ['col'], contextWindow: null, message: 'Where is the office?' });
  // Two that come together both wait; a message without words asks nothing.
  await Promise.all([ask(), ask()]);
  await ask();
  expect(await retrieve({ workspaceId: 'ws', collectionIds: ['col'], contextWindow: null, message: '?' })).toBe(
    undefined,
  );
  expect(waited).toEqual([3_000, 3_000, 300]);
});
