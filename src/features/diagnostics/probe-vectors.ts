import { randomBytes } from 'node:crypto';
import type { Person } from '../../kernel/person.ts';
import type { ProbeStore, StoredVector } from './probes.store.ts';

type Near = { entryId: string; similarity: number };

/** The vector search that memory itself uses. */
export type NearestEntries = (
  person: Person,
  meaning: { model: string; vector: Float32Array },
  tiers: readonly ['session', 'daily', 'profile', 'strategic'],
) => Promise<Near[]>;

const tiers = ['session', 'daily', 'profile', 'strategic'] as const;
/** The similarity of a normalised vector to itself, less rounding. */
const same = 0.999;

const readVector = (vector: StoredVector['vector']) =>
  vector instanceof Uint8Array
    ? new Float32Array(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength))
    : Float32Array.from(vector);

/**
 * Searches for the vector of a stored entry: the entry itself must be the nearest. If no entry is stored, it searches
 * the memory of a person who does not exist, and nothing must be found. It writes nothing, because memory belongs to
 * people.
 */
export async function probeVectorSearch(store: ProbeStore, nearest: NearestEntries): Promise<void> {
  const row = await store.someVector();
  const vector = row ? readVector(row.vector) : Float32Array.from({ length: 512 }, (_, index) => (index === 0 ? 1 : 0));
  const nobody = { workspaceId: `ws_${randomBytes(8).toString('hex')}`, userId: 'usr_nobody' };
  const found = await nearest(row ?? nobody, { model: row?.model ?? 'none', vector }, tiers);
  // A text without words known to the model has a vector of zeros, which is similar to nothing.
  const isSomething = row && vector.some((value) => value !== 0);
  if (isSomething && !(found[0] && found[0].similarity >= same))
    throw new Error('The nearest to an entry was not that entry.');
  if (!row && found.length > 0) throw new Error('Something was found where there is nothing.');
}
