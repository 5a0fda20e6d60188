import { randomBytes } from 'node:crypto';
import type { Person } from '../../kernel/person.ts';
import type { ProbeStore, StoredVector } from './probes.store.ts';

type Near = { entryId: string; similarity: number };

/** The search by meaning that memory itself uses. */
export type NearestEntries = (
  person: Person,
  meaning: { model: string; vector: Float32Array },
  tiers: readonly ['session', 'daily', 'profile', 'strategic'],
) => Promise<Near[]>;

const tiers = ['session', 'daily', 'profile', 'strategic'] as const;
/** Rounding aside, a vector of length 1 and itself. */
const same = 0.999;

const readVector = (vector: StoredVector['vector']) =>
  vector instanceof Uint8Array
    ? new Float32Array(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength))
    : Float32Array.from(vector);

/**
 * Takes something that is remembered and looks for what is nearest to it: that must be itself. Where nothing is
 * remembered yet, nobody's memory is searched for something, through the same tables. Nothing is written, because what
 * is remembered belongs to someone.
 */
export async function probeVectorSearch(store: ProbeStore, nearest: NearestEntries): Promise<void> {
  const row = await store.someVector();
  const vector = row ? readVector(row.vector) : Float32Array.from({ length: 512 }, (_, index) => (index === 0 ? 1 : 0));
  const nobody = { workspaceId: `ws_${randomBytes(8).toString('hex')}`, userId: 'usr_nobody' };
  const found = await nearest(row ?? nobody, { model: row?.model ?? 'none', vector }, tiers);
  // A text whose meaning the model could not tell is a vector of zeros, and near to nothing.
  const isSomething = row && vector.some((value) => value !== 0);
  if (isSomething && !(found[0] && found[0].similarity >= same))
    throw new Error('The nearest to an entry was not that entry.');
  if (!row && found.length > 0) throw new Error('Something was found where there is nothing.');
}
