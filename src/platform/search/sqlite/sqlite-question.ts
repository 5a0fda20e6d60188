import type { Near, Owner, Parts, SearchedTables, Worded } from '../search-index.ts';

type Scoped = { tables: SearchedTables; owner: Owner; parts: Parts };

export type SqliteQuestion =
  | { kind: 'probe' }
  | (Scoped & {
      kind: 'words';
      /** One for each term; `all` combines them. */
      expressions: readonly { expression: string; weight: number }[];
      all: string | null;
      limit: number;
    })
  | (Scoped & {
      kind: 'meaning';
      model: string;
      vector: Float32Array;
      /** If given, these entries are compared instead of the closest. */
      entryIds?: readonly string[];
    });
export type SqliteAnswer = boolean | Worded[] | Near[];
