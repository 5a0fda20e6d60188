import type { Person } from '../../../kernel/person.ts';
import type { Tier } from '../entries/memory.ts';
import type { Term } from './terms.ts';

export type VectorEngine = 'sqlite-vec' | 'pgvector' | 'fallback';

/** An entry, and how near its meaning is to the question's: 1 the same, 0 nothing in common. */
export type Near = { entryId: string; similarity: number };

/** An entry, and how much of what was asked for it says in so many words: 0 to 1, telling words counting most. */
export type Worded = { entryId: string; evidence: number };

export type Meaning = { model: string; vector: Float32Array };

/** What both engines answer. One person, the tiers and what is superseded are part of every question to them. */
export type SearchIndex = {
  stop(): Promise<void>;
  /** What compares the vectors. */
  engine(): Promise<VectorEngine>;
  byWords(person: Person, terms: readonly Term[], tiers: readonly Tier[], limit: number): Promise<Worded[]>;
  /** The nearest by the model of the question, as many as are compared exactly. */
  byMeaning(person: Person, meaning: Meaning, tiers: readonly Tier[]): Promise<Near[]>;
  /** How near these are, however far; those that have a vector of the model. */
  compare(person: Person, meaning: Meaning, tiers: readonly Tier[], entryIds: readonly string[]): Promise<Near[]>;
};

/** Of so many the vectors themselves are compared, the nearest by their signs. */
export const candidateCount = 300;

/** A word that more entries have says too little for its entries to be counted on. */
export const mostPerTerm = 1_000;

/** What makes a word rare among `size` entries of which `found` have it. */
export const rarity = (size: number, found: number): number => Math.log(1 + (size - found + 0.5) / (found + 0.5));

/** So that a question of nothing but ordinary words proves little however many of them are found. */
export const doubt = 0.5;
