import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { base64url, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { forgeToken } from '../../../test/harness/tokens.ts';
import { readToken, signToken } from './json-web-token.ts';

const secret = 'a secret of more than thirty-two characters';
const previousSecret = 'the secret before, of more than thirty-two characters';
const key = new TextEncoder().encode(secret);
const claims = { sub: 'usr_1', iat: 1_700_000_000, exp: 4_000_000_000, uid: 'usr_1' };
const read = (token: string) => readToken(token, { secret });

describe('a JSON web token', () => {
  it('made by us is accepted by an independent implementation, with the same claims', async () => {
    const { payload, protectedHeader } = await jwtVerify(signToken(claims, { secret }), key, { algorithms: ['HS256'] });
    expect(payload).toEqual(claims);
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
  });

  it('made by an independent implementation is accepted by us, with or without typ', async () => {
    for (const header of [{ alg: 'HS256' }, { alg: 'HS256', typ: 'JWT' }, { typ: 'JWT', alg: 'HS256' }])
      expect(read(await new SignJWT(claims).setProtectedHeader(header).sign(key))).toEqual(claims);
  });

  it('keeps any text and nesting unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (more) => {
        const all = { ...more, ...claims, nbf: undefined };
        expect(read(signToken(all, { secret }))).toEqual(JSON.parse(JSON.stringify(all)));
      }),
      { numRuns: 200 },
    );
  });

  it('is refused when any one of its characters is changed, dropped or doubled', () => {
    const token = signToken(claims, { secret });
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ';
    for (let at = 0; at < token.length; at += 1) {
      const [before, after] = [token.slice(0, at), token.slice(at + 1)];
      for (const other of alphabet) if (other !== token[at]) expect(read(before + other + after)).toBeUndefined();
      expect(read(before + after)).toBeUndefined();
      expect(read(before + token[at] + token[at] + after)).toBeUndefined();
    }
  });

  it.each(['none', 'None', 'NONE', 'nOnE', '', 'hs256', 'HS256 ', 'HS384', 'HS512', 'RS256', 'ES256', 'EdDSA', 'dir'])(
    'whose header says alg "%s" is refused, signed or not',
    (alg) => {
      const token = forgeToken({ header: { alg, typ: 'JWT' }, claims, secret });
      expect(read(token)).toBeUndefined();
      expect(read(token.replace(/[^.]+$/, ''))).toBeUndefined();
    },
  );

  it('of another algorithm is refused even with the right key', async () => {
    for (const alg of ['HS384', 'HS512']) {
      const longKey = base64url.decode(base64url.encode(`${secret}${secret}`));
      const token = await new SignJWT(claims).setProtectedHeader({ alg }).sign(longKey);
      expect(readToken(token, { secret: `${secret}${secret}` })).toBeUndefined();
    }
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    expect(read(await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey))).toBeUndefined();
  });

  it.each([
    { kid: '1' },
    { kid: '../../../../dev/null' },
    { kid: "' UNION SELECT 'key' --" },
    { jku: 'https://attacker.example/keys' },
    { x5u: 'https://attacker.example/cert' },
    { jwk: { kty: 'oct', k: 'AAAA' } },
    { crit: ['exp'] },
    { crit: [] },
    { b64: false, crit: ['b64'] },
    { zip: 'DEF' },
    { typ: 'at+jwt' },
    { typ: null },
  ])('whose header also has %j is refused, even if the signature is valid', (more) => {
    expect(read(forgeToken({ header: { alg: 'HS256', typ: 'JWT', ...more }, claims, secret }))).toBeUndefined();
  });

  it.each([
    ['no exp', { exp: undefined }],
    ['exp as text', { exp: '4000000000' }],
    ['exp null', { exp: null }],
    ['exp in a list', { exp: [4_000_000_000] }],
    ['no sub', { sub: undefined }],
    ['sub that is no text', { sub: 7 }],
    ['no iat', { iat: undefined }],
    ['nbf', { nbf: 1 }],
  ])('with %s is refused', (_name, change) => {
    expect(read(forgeToken({ claims: { ...claims, ...change }, secret }))).toBeUndefined();
  });

  it('whose exp is infinite is refused', () => {
    const payload = Buffer.from('{"sub":"a","iat":1,"exp":1e999}').toString('base64url');
    expect(read(forgeToken({ claims: payload, secret }))).toBeUndefined();
  });

  it.each(['', '.', '..', '...', 'a.b.c', 'a.b.c.d', '{}', 'null.null.null'])('is not "%s"', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('whose payload is no object, or is longer than 4 KiB, is refused', () => {
    for (const payload of ['[]', 'null', '"text"', '1', '{'])
      expect(read(forgeToken({ claims: Buffer.from(payload).toString('base64url'), secret }))).toBeUndefined();
    expect(read(forgeToken({ claims: { ...claims, pad: 'x'.repeat(4_000) }, secret }))).toBeUndefined();
  });

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 5 }), (parts) => {
        expect(read(parts.join('.'))).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('signed with the previous key is read while that key is set; new tokens use the current key', () => {
    const old = signToken(claims, { secret: previousSecret });
    expect(readToken(old, { secret, previousSecret })).toEqual(claims);
    expect(readToken(old, { secret })).toBeUndefined();
    const made = signToken(claims, { secret, previousSecret });
    expect(readToken(made, { secret })).toEqual(claims);
    expect(readToken(made, { secret: previousSecret })).toBeUndefined();
  });
});
