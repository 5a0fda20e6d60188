import type { Found, Scoped, WordsAndMeaning } from '../search-index.ts';

export type SqliteQuestion =
  | { kind: 'probe' }
  | WordsAndMeaning
  | (Scoped & {
      kind: 'meaning';
      model: string;
      vector: Float32Array;
      /** If given, these entries are compared instead of the closest. */
      entryIds?: readonly string[];
    });

export type SqliteAnswer = boolean | Found | undefined;

/** Ids have no spaces. */
export const foundOf = (ids: readonly string[], values: number[]): Found => ({ ids: ids.join(' '), values });
export const readFound = <Row>({ ids, values }: Found, row: (entryId: string, value: number) => Row): Row[] =>
  values.length === 0 ? [] : ids.split(' ').map((id, index) => row(id, values[index] as number));
