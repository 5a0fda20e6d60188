import type { Near, Scored, Weights } from '../ranking.ts';
import type { Meaning, Owner, Parts, SearchedTables } from '../search-index.ts';

type Scoped = { tables: SearchedTables; owner: Owner; parts: Parts };

export type SqliteQuestion =
  | { kind: 'probe' }
  | (Scoped & {
      kind: 'both';
      /** One for each term; `all` combines them. */
      expressions: readonly { expression: string; weight: number }[];
      all: string | null;
      limit: number;
      /** Without it, words only. */
      meaning: Meaning | undefined;
      weights: Weights;
    })
  | (Scoped & {
      kind: 'meaning';
      model: string;
      vector: Float32Array;
      /** If given, these entries are compared instead of the closest. */
      entryIds?: readonly string[];
    });
export type SqliteAnswer = boolean | Scored[] | Near[];
