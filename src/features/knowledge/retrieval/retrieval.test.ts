import { expect, it } from 'vitest';
import type { ScoredPassage } from '../search/passage-search.ts';
import { createRetrieval } from './retrieval.ts';

const passage = { title: 'T', heading: '', content: 'At the lake.', page: null, score: 0.5 } as ScoredPassage;

it('waits for the model with the first question of a process only', async () => {
  const waited: (number | undefined)[] = [];
  const retrieve = createRetrieval({
    searchPassages: async ({ meaningTimeoutMs }) => {
      waited.push(meaningTimeoutMs);
      return waited.length < 2 ? [] : [passage];
    },
    model: 'local/universal-sentence-encoder-lite',
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const ask = () =>
    retrieve({ workspaceId: 'ws', collectionIds: ['col'], contextWindow: null, message: 'Where is the office?' });
  // While nothing is found, perhaps nothing was asked of the model. A message without words asks nothing.
  for (let asked = 0; asked < 3; asked += 1) await ask();
  expect(await retrieve({ workspaceId: 'ws', collectionIds: ['col'], contextWindow: null, message: '?' })).toBe(
    undefined,
  );
  expect(waited).toEqual([3_000, 3_000, 300]);
});

it('shows nothing for a message that is about something else, by the scores of the model', async () => {
  const asked = { workspaceId: 'ws', collectionIds: ['col'], contextWindow: null, message: 'Hello' };
  const shownBy = async (model: string) =>
    createRetrieval({
      searchPassages: async () => [{ ...passage, score: 0.2 }],
      model,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    })(asked);
  expect(await shownBy('local/universal-sentence-encoder-lite')).toMatchObject({
    citations: [{ quote: 'At the lake.' }],
  });
  expect(await shownBy('local/all-minilm-l6-v2')).toBeUndefined();
});
