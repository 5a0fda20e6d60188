import type { Person } from '../../../../kernel/person.ts';
import type { Tier } from '../../entries/memory.ts';
import type { Near, Worded } from '../search-index.ts';

export type SqliteQuestion =
  | { kind: 'probe' }
  | {
      kind: 'words';
      person: Person;
      tiers: readonly Tier[];
      /** One for each term; `all` combines them. */
      expressions: readonly { expression: string; weight: number }[];
      all: string | null;
      limit: number;
    }
  | {
      kind: 'meaning';
      person: Person;
      tiers: readonly Tier[];
      model: string;
      vector: Float32Array;
      /** If given, these entries are compared instead of the closest. */
      entryIds?: readonly string[];
    };
export type SqliteAnswer = boolean | Worded[] | Near[];
