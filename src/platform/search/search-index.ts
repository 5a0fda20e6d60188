import type { Near, Scored, Weights } from './ranking.ts';
import type { Term } from './terms.ts';

export type VectorEngine = 'sqlite-vec' | 'pgvector' | 'fallback';

/**
 * The tables of texts that are searched: the texts themselves, their words, their vectors and the signs of those. They have
 * the same columns for every kind of text, but for the names given here.
 */
export type SearchedTables = {
  entries: string;
  words: string;
  vectors: string;
  bits: string;
  /** In the words, vectors and bits: the id of the text. */
  key: string;
  /** Whose text it is, within a workspace. */
  owner: string;
  /** What a search may be limited to. */
  part: string;
  /** A condition on a row of `entries` named `e`: the text may be found. */
  current: string;
  /** Where the signs of a part never change once it is finished: then they can be kept in memory. */
  lasting?: LastingParts;
};

/** A table with a row for each part: its id, workspace, owner, and the model of its vectors. */
export type LastingParts = {
  parts: string;
  /** The column with the number of its entries. */
  size: string;
  /** A condition: the part is searched. */
  searched: string;
  /** The table that has a row for each part that is not finished. */
  work: string;
};

/** Whose texts are searched. Every query is limited to one owner in one workspace. */
export type Owner = { workspaceId: string; ownerId: string };

/** Undefined for all. */
export type Parts = readonly string[] | undefined;

export type Meaning = { model: string; vector: Float32Array };

/** One word for an owner, in the index and in the query. */
export const scopeWord = ({ workspaceId, ownerId }: Owner): string =>
  `${workspaceId}${ownerId}`.replace(/[^a-z0-9]/gi, '');

export type Scoped = { tables: SearchedTables; owner: Owner; parts: Parts };

/** Words and meaning in one question to a thread that searches SQLite. */
export type WordsAndMeaning = Scoped & {
  kind: 'both';
  /** One for each term; `all` combines them. */
  expressions: readonly { expression: string; weight: number }[];
  all: string | null;
  limit: number;
  /** Without it, words only. */
  meaning: Meaning | undefined;
  weights: Weights;
  /** Nothing is searched, and the answer is undefined, if the owner has as many entries. */
  mostEntries?: number;
};

/** Where a thread finds the database. `extension`: the path of `sqlite-vec`, if there is one. */
export type SqlitePlace = { key: string; file: string; extension: string | null };

/** A question by words, which the thread of the model completes with its vector. */
export type SearchBeside = { place: SqlitePlace; model: string; question: Omit<WordsAndMeaning, 'meaning'> };

/** What was found, in two lists: as a list of objects it took three times as long to send. */
export type Found = { ids: string; values: number[] };

/** A question, in the words and, if it gets a vector in time, by the meaning. */
type Asked = {
  terms: readonly Term[];
  meaning(): Promise<Meaning | undefined>;
  /** Where the model's thread can search: what it found, or the vector alone where there is too much to search. */
  findBeside?: ((search: Omit<SearchBeside, 'model'>) => Promise<Found | Meaning | undefined>) | undefined;
  parts: Parts;
  limit: number;
  weights: Weights;
};

/** The interface of both engines. Every query is limited to one owner and some parts, and to what may be found. */
export type SearchIndex = {
  /** Which implementation compares the vectors. */
  engine(): Promise<VectorEngine>;
  /** By words and meaning, best first. */
  find(owner: Owner, asked: Asked): Promise<Scored[]>;
  /** The closest entries with a vector of the same model. */
  byMeaning(owner: Owner, meaning: Meaning, parts: Parts): Promise<Near[]>;
  /** The similarity of these entries, where they have a vector of the model. */
  compare(owner: Owner, meaning: Meaning, parts: Parts, entryIds: readonly string[]): Promise<Near[]>;
};

/** The number of entries, closest by sign bits, that are compared by their full vectors. */
export const candidateCount = 300;

/** If more entries have a word, only this many are read: such a word says too little. */
export const mostPerTerm = 1_000;

/** The rarity of a word that `found` of `size` entries have. */
export const rarity = (size: number, found: number): number => Math.log(1 + (size - found + 0.5) / (found + 0.5));

/** Added to the total weight, so that a match of ordinary words alone stays weak evidence. */
export const doubt = 0.5;
