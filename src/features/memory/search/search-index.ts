import type { Person } from '../../../kernel/person.ts';
import type { Tier } from '../entries/memory.ts';
import type { Term } from './terms.ts';

export type VectorEngine = 'sqlite-vec' | 'pgvector' | 'fallback';

/** How near an entry is to the question in meaning: 1 is the same, 0 unrelated. */
export type Near = { entryId: string; similarity: number };

/** How much of the question's words an entry has: 0 to 1, rare words counting most. */
export type Worded = { entryId: string; evidence: number };

export type Meaning = { model: string; vector: Float32Array };

/** The same for both engines. Every query is limited to one person and some tiers, without superseded entries. */
export type SearchIndex = {
  stop(): Promise<void>;
  /** Which implementation compares the vectors. */
  engine(): Promise<VectorEngine>;
  byWords(person: Person, terms: readonly Term[], tiers: readonly Tier[], limit: number): Promise<Worded[]>;
  /** The nearest entries with a vector of the same model. */
  byMeaning(person: Person, meaning: Meaning, tiers: readonly Tier[]): Promise<Near[]>;
  /** The similarity of these entries, where they have a vector of the model. */
  compare(person: Person, meaning: Meaning, tiers: readonly Tier[], entryIds: readonly string[]): Promise<Near[]>;
};

/** So many entries, the nearest by their signs, are compared by their full vectors. */
export const candidateCount = 300;

/** Of a word that more entries have, only so many are read: it says too little. */
export const mostPerTerm = 1_000;

/** How rare a word is among `size` entries of which `found` have it. */
export const rarity = (size: number, found: number): number => Math.log(1 + (size - found + 0.5) / (found + 0.5));

/** Added to the total weight, so that matches of ordinary words alone stay weak evidence. */
export const doubt = 0.5;
