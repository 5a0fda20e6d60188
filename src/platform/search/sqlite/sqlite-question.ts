import type { Weights } from '../ranking.ts';
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

/** What was found, in two lists: as a list of objects it took three times as long to send. */
export type Found = { ids: string; values: number[] };
export type SqliteAnswer = boolean | Found;

/** Ids have no spaces. */
export const foundOf = (ids: readonly string[], values: number[]): Found => ({ ids: ids.join(' '), values });
export const readFound = <Row>({ ids, values }: Found, row: (entryId: string, value: number) => Row): Row[] =>
  values.length === 0 ? [] : ids.split(' ').map((id, index) => row(id, values[index] as number));
