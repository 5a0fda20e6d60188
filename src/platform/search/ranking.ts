/** The similarity of an entry to the question: 1 is the same meaning, 0 unrelated. */
export type Near = { entryId: string; similarity: number };

/** The share of the question's words that an entry has: 0 to 1, weighted by rarity. */
export type Worded = { entryId: string; evidence: number };

export type Scored = { entryId: string; score: number };

/**
 * How much rare words and the expected kind of answer add to the similarity. Tuned on the test data of memory, where half
 * or twice as much hardly changes the order of the results.
 */
export type Weights = {
  word: number;
  answer: number;
  /** For an entry without a vector: its word evidence times this factor replaces the similarity. */
  wordsForMeaning: number;
};

/** What was found by meaning and by words, in one order. */
export function together(near: readonly Near[], worded: readonly Worded[], weights: Weights): Scored[] {
  const evidences = new Map(worded.map(({ entryId, evidence }) => [entryId, evidence]));
  const scored: Scored[] = [];
  for (const { entryId, similarity } of near) {
    const evidence = evidences.get(entryId) ?? 0;
    evidences.delete(entryId);
    // An entry that shares a word with the question never scores below zero, even if its similarity does.
    const least = evidence > 0 ? 0 : similarity;
    scored.push({ entryId, score: Math.max(least, similarity) + weights.word * evidence });
  }
  for (const [entryId, evidence] of evidences)
    scored.push({ entryId, score: (weights.wordsForMeaning + weights.word) * evidence });
  return scored.sort((one, other) => other.score - one.score);
}

/** Entries found by words may not be among the closest by meaning: their similarity is computed separately. */
export function notNear(near: readonly Near[], worded: readonly Worded[]): string[] {
  const known = new Set(near.map(({ entryId }) => entryId));
  return worded.filter(({ entryId }) => !known.has(entryId)).map(({ entryId }) => entryId);
}
