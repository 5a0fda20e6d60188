import type { Person } from '../../../kernel/person.ts';
import type { Tier } from '../entries/memory.ts';
import type { Term } from './terms.ts';

export type VectorEngine = 'sqlite-vec' | 'pgvector' | 'fallback';

/** The similarity of an entry to the question: 1 is the same meaning, 0 unrelated. */
export type Near = { entryId: string; similarity: number };

/** The share of the question's words that an entry has: 0 to 1, weighted by rarity. */
export type Worded = { entryId: string; evidence: number };

export type Meaning = { model: string; vector: Float32Array };

/** The interface of both engines. Every query is limited to one person and some tiers, without superseded entries. */
export type SearchIndex = {
  stop(): Promise<void>;
  /** Which implementation compares the vectors. */
  engine(): Promise<VectorEngine>;
  byWords(person: Person, terms: readonly Term[], tiers: readonly Tier[], limit: number): Promise<Worded[]>;
  /** The closest entries with a vector of the same model. */
  byMeaning(person: Person, meaning: Meaning, tiers: readonly Tier[]): Promise<Near[]>;
  /** The similarity of these entries, where they have a vector of the model. */
  compare(person: Person, meaning: Meaning, tiers: readonly Tier[], entryIds: readonly string[]): Promise<Near[]>;
};

/** The number of entries, closest by sign bits, that are compared by their full vectors. */
export const candidateCount = 300;

/** If more entries have a word, only this many are read: such a word says too little. */
export const mostPerTerm = 1_000;

/** The rarity of a word that `found` of `size` entries have. */
export const rarity = (size: number, found: number): number => Math.log(1 + (size - found + 0.5) / (found + 0.5));

/** Added to the total weight, so that a match of ordinary words alone stays weak evidence. */
export const doubt = 0.5;
