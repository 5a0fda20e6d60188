import { randomBytes } from 'node:crypto';

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
  | 'mcp';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * `<prefix>_` + 48 bits of milliseconds + 80 random bits, in Crockford's base 32: ids of one kind sort by the time
 * they were made, which keeps inserts at the right edge of every index.
 */
export function newId(prefix: IdPrefix, timeMs: number = Date.now()): string {
  let time = '';
  for (let rest = timeMs, place = 0; place < 10; place += 1) {
    time = alphabet[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of randomBytes(16)) random += alphabet[byte & 31];
  return `${prefix}_${time}${random}`;
}
