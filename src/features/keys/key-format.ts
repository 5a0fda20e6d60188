import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyPrefix } from '../../http/authentication.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLetters = 36;
const checksumLetters = 6;
const shape = /^agw_([0-9A-Za-z]{36})([0-9A-Za-z]{6})$/;
const shownLetters = 10;

function checksumOf(text: string): string {
  let written = '';
  for (let rest = crc32(text), place = 0; place < checksumLetters; place += 1) {
    written = letters.charAt(rest % letters.length) + written;
    rest = Math.floor(rest / letters.length);
  }
  return written;
}

/** `agw_`, 214 random bits and a CRC-32, in base 62: a scanner knows one when it sees it, and so do we. */
export function newKey(): string {
  const secret = Array.from({ length: randomLetters }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${keyPrefix}${secret}${checksumOf(secret)}`;
}

/** False for what was never a key of any gateway: it is refused without a look into the database. */
export function isWellFormed(key: string): boolean {
  const match = shape.exec(key);
  return match?.[1] !== undefined && checksumOf(match[1]) === match[2];
}

export const prefixOf = (key: string): string => key.slice(0, shownLetters);
