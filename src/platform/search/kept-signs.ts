/** The signs of one part, one row of words for each entry. Ids are one text, because a list of them takes twice the memory. */
type Part = { ids: string; width: number; count: number; signs: Int32Array; bytes: number };
type Scope = { parts: Map<string, Part>; bytes: number; usedAt: number };

export type NearSigns = { id: string; signs: Uint8Array };

/** 340,000 entries with vectors of 512 values. */
const usualMostBytes = 32 * 1_048_576;
/** What is not searched any more is not held for long: it may have been deleted. */
const keptMs = 600_000;
/** What was searched so recently makes no room for others: two that need it in turn would be read again each time. */
const inUseMs = 60_000;
const bytesOfPart = 200;
const bytesOfId = 30;

/** Of four bytes; always a multiple of four words. */
const wordsOf = (signBytes: number): number => Math.ceil(signBytes / 16) * 4;

/** How many bits of a word are set: in each of its four bytes, at most 8. `| 0` keeps V8 from counting with floats. */
function onesOf(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0;
  const fours = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
  return (fours + (fours >>> 4)) & 0x0f0f0f0f;
}

/** How many bits of `one` and of the words of `others` from `at` on differ. */
function distanceOf(one: Int32Array, others: Int32Array, at: number): number {
  let distance = 0;
  for (let index = 0; index < one.length; index += 4) {
    const first = onesOf((one[index] as number) ^ (others[at + index] as number));
    const second = onesOf((one[index + 1] as number) ^ (others[at + index + 1] as number));
    const third = onesOf((one[index + 2] as number) ^ (others[at + index + 2] as number));
    const fourth = onesOf((one[index + 3] as number) ^ (others[at + index + 3] as number));
    const counts = (((first + second) | 0) + ((third + fourth) | 0)) | 0;
    distance = (distance + (Math.imul(counts, 0x01010101) >>> 24)) | 0;
  }
  return distance;
}

/**
 * Signs of parts that do not change any more, in memory: comparing those of 150,000 entries takes 14 ms, reading them from the
 * database takes 50 and more. What was deleted meanwhile may still be named; callers read everything they return again.
 */
export function createKeptSigns({ mostBytes = usualMostBytes, now = Date.now } = {}) {
  const scopes = new Map<string, Scope>();
  let bytes = 0;

  function dropPart(scope: Scope, id: string): void {
    const size = scope.parts.get(id)?.bytes ?? 0;
    bytes -= size;
    scope.bytes -= size;
    scope.parts.delete(id);
  }
  function drop(name: string): void {
    const scope = scopes.get(name);
    for (const id of scope?.parts.keys() ?? []) if (scope) dropPart(scope, id);
    scopes.delete(name);
  }
  function dropUnused(): void {
    for (const [name, { usedAt }] of scopes) if (usedAt + keptMs <= now()) drop(name);
  }
  setInterval(dropUnused, keptMs / 2).unref();

  /** The one that was used last is at the end. */
  function use(name: string): Scope {
    const scope = scopes.get(name) ?? { parts: new Map(), bytes: 0, usedAt: 0 };
    scope.usedAt = now();
    scopes.delete(name);
    scopes.set(name, scope);
    return scope;
  }

  return {
    /** Whether so many entries and parts of a scope may be kept. */
    hasRoom(name: string, need: { entries: number; parts: number; signBytes: number }): boolean {
      let inUse = need.entries * (wordsOf(need.signBytes) * 4 + bytesOfId) + need.parts * bytesOfPart;
      for (const [other, scope] of scopes) if (other !== name && scope.usedAt + inUseMs > now()) inUse += scope.bytes;
      return inUse <= mostBytes;
    },
    /** Which of these parts are not kept. Others than these are kept no longer. */
    missing(name: string, wanted: readonly string[]): string[] {
      const scope = use(name);
      const all = new Set(wanted);
      for (const id of scope.parts.keys()) if (!all.has(id)) dropPart(scope, id);
      return wanted.filter((id) => !scope.parts.has(id));
    },
    /** `signs`: those of all entries, one after the other. Scopes that were not used for long make room. */
    keep(name: string, partId: string, ids: readonly string[], signs: Uint8Array): void {
      const scope = use(name);
      dropPart(scope, partId);
      const width = ids.reduce((longest, id) => Math.max(longest, id.length), 0);
      const length = ids.length === 0 ? 0 : signs.length / ids.length;
      const row = wordsOf(length) * 4;
      const rows = new Uint8Array(row * ids.length);
      for (let index = 0; index < ids.length; index += 1)
        rows.set(signs.subarray(index * length, (index + 1) * length), index * row);
      const part = {
        ids: ids.map((id) => id.padEnd(width)).join(''),
        width,
        count: ids.length,
        signs: new Int32Array(rows.buffer),
        bytes: rows.length + ids.length * width + bytesOfPart,
      };
      scope.parts.set(partId, part);
      bytes += part.bytes;
      scope.bytes += part.bytes;
      for (const other of scopes.keys()) {
        if (bytes <= mostBytes) break;
        if (other !== name) drop(other);
      }
    },
    /** The `count` closest entries of these parts, in no order. */
    nearest(name: string, partIds: readonly string[], signs: Uint8Array, count: number): NearSigns[] {
      const { parts } = use(name);
      const chosen = partIds.flatMap((id) => parts.get(id) ?? []);
      const row = wordsOf(signs.length);
      const asked = new Int32Array(row);
      new Uint8Array(asked.buffer).set(signs);
      const distances = new Uint16Array(chosen.reduce((sum, part) => sum + part.count, 0));
      const numbers = new Uint32Array(signs.length * 8 + 1);
      let at = 0;
      for (const part of chosen)
        for (let index = 0; index < part.count; index += 1, at += 1) {
          const distance = distanceOf(asked, part.signs, index * row);
          distances[at] = distance;
          numbers[distance] = (numbers[distance] as number) + 1;
        }
      // Up to which distance there are enough, and how many of exactly that one are needed.
      let furthest = 0;
      let needed = count;
      while (furthest < numbers.length - 1 && (numbers[furthest] as number) < needed) {
        needed -= numbers[furthest] as number;
        furthest += 1;
      }
      const found: NearSigns[] = [];
      at = 0;
      for (const part of chosen)
        for (let index = 0; index < part.count; index += 1, at += 1) {
          const distance = distances[at] as number;
          if (distance > furthest || (distance === furthest && needed-- <= 0)) continue;
          const id = part.ids.slice(index * part.width, (index + 1) * part.width).trimEnd();
          found.push({ id, signs: new Uint8Array(part.signs.buffer, index * row * 4, signs.length) });
        }
      return found;
    },
    dropUnused,
    get bytes(): number {
      return bytes;
    },
  };
}
