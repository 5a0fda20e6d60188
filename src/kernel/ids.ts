import { randomFillSync } from 'node:crypto';

export type IdPrefix =
  | 'usr'
  | 'ws'
  | 'agt'
  | 'ses'
  | 'msg'
  | 'run'
  | 'wh'
  | 'dlv'
  | 'evt'
  | 'hb'
  | 'cron'
  | 'mem'
  | 'apr'
  | 'swm'
  | 'trc'
  | 'key'
  | 'svc'
  | 'fam'
  | 'job'
  | 'aud'
  | 'att'
  | 'mcp'
  | 'mpr'
  | 'prp'
  | 'hbr'
  | 'bat'
  | 'chn'
  | 'dgn'
  | 'inv'
  | 'fil'
  | 'mcn'
  | 'resp'
  | 'kno'
  | 'doc'
  | 'dvr'
  | 'psg';

/** Random bytes are read for 256 ids at a time: a call for each took most of the time of making an id. */
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const letters = Buffer.from(alphabet);
const values = new Uint8Array(128);
for (const [value, code] of letters.entries()) values[code] = value;
const valueAt = (text: string, place: number): number => values[text.charCodeAt(place)] as number;
/** A buffer, because concatenating letters took twice as long. */
const written = Buffer.alloc(26);

function writeTime(timeMs: number): void {
  for (let rest = timeMs, place = 9; place >= 0; place -= 1) {
    written[place] = letters[rest % 32] as number;
    rest = Math.floor(rest / 32);
  }
}

/**
 * `<prefix>_` + 48 bits of milliseconds + 80 random bits, in Crockford's base 32: ids of one kind sort by the time
 * they were made, which keeps inserts at the right edge of every index.
 */
export function newId(prefix: IdPrefix, timeMs: number): string {
  writeTime(timeMs);
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  for (let place = 10; place < 26; place += 1, used += 1)
    written[place] = letters[(pool[used] as number) & 31] as number;
  return `${prefix}_${written.toString('latin1')}`;
}

/**
 * The id that two others determine: made again of the same two, it is the same. It has the time of the first. The sum of random
 * digits and fixed ones is as random.
 */
export function idOfBoth(prefix: IdPrefix, first: string, second: string): string {
  const [ofFirst, ofSecond] = [first.length - 26, second.length - 26];
  for (let place = 0; place < 10; place += 1) written[place] = first.charCodeAt(ofFirst + place);
  for (let place = 10; place < 26; place += 1) {
    const sum = valueAt(first, ofFirst + place) + valueAt(second, ofSecond + place);
    written[place] = letters[sum & 31] as number;
  }
  return `${prefix}_${written.toString('latin1')}`;
}

/** The least of the ids that are made at that time: all of them, and all later ones, are greater. */
export function idAt(prefix: IdPrefix, timeMs: number): string {
  writeTime(timeMs);
  return `${prefix}_${written.toString('latin1', 0, 10)}`;
}

/** The 128 bits of an id without its prefix, which serve as the trace id in other systems. */
export function idNumber(id: string): bigint {
  let number = 0n;
  for (const digit of id.slice(id.indexOf('_') + 1)) number = number * 32n + BigInt(alphabet.indexOf(digit));
  return BigInt.asUintN(128, number);
}
