import { createHash, createHmac } from 'node:crypto';

/** Tokens as an attacker would make them, from any parts. */
export type Pieces = {
  header?: object | string;
  claims?: object | string;
  secret?: string;
  hash?: 'sha256' | 'sha384' | 'sha512';
};

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

const encode = (part: object | string) =>
  typeof part === 'string' ? part : Buffer.from(JSON.stringify(part)).toString('base64url');

export function forgeToken({
  header = { alg: 'HS256', typ: 'JWT' },
  claims = {},
  secret = '',
  hash = 'sha256',
}: Pieces): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
}

const partOf = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;

export const headerOf = (token: string) => partOf(token, 0);
export const claimsOf = (token: string) => partOf(token, 1);
