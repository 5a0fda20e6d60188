import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { judgeKeys } from './judge-keys.ts';
import { keyBits, looksChosen } from './key-strength.ts';

it.each([
  'a'.repeat(64),
  'ab'.repeat(32),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '1234567890'.repeat(5),
  'passwordpasswordpasswordpassword',
])('rates %s as weak', (key) => {
  expect(keyBits(key)).toBeLessThan(64);
});

it('rates random keys as strong', () => {
  for (let round = 0; round < 200; round += 1) {
    expect(keyBits(randomBytes(32).toString('base64'))).toBeGreaterThan(128);
    expect(keyBits(randomBytes(48).toString('base64'))).toBeGreaterThan(128);
  }
});

it('recognises common words in a key', () => {
  expect(looksChosen('this-is-my-Secret-key-for-production')).toBe(true);
  expect(looksChosen(randomBytes(32).toString('hex'))).toBe(false);
});

it('reports the most serious finding of all keys', () => {
  const [secret, key] = [randomBytes(48).toString('base64'), randomBytes(48).toString('base64')];
  const sound = { jwt: { secret, previousSecret: undefined, refreshExpiresMs: 1_000 }, encryption: { key } };
  const old = { ...sound.jwt, previousSecret: key };
  expect(judgeKeys(sound, 5_000).status).toBe('pass');
  expect(judgeKeys({ ...sound, jwt: old }, 500).status).toBe('pass');
  const warned = [
    { ...sound, jwt: old },
    { ...sound, jwt: { ...old, previousSecret: secret } },
    { ...sound, encryption: { key: undefined } },
    { ...sound, encryption: { key: secret } },
    { ...sound, jwt: { ...sound.jwt, secret: `my-secret-${secret}` } },
  ].map((keys) => judgeKeys(keys, 5_000));
  expect(warned.map(({ status }) => status)).toEqual(Array(5).fill('warn'));
  expect(warned.map(({ hint }) => /[A-Z]+_[A-Z_]+/.exec(hint ?? '')?.[0])).toEqual([
    'JWT_SECRET_PREV',
    'JWT_SECRET_PREV',
    'GATEWAY_ENCRYPTION_KEY',
    'GATEWAY_ENCRYPTION_KEY',
    'JWT_SECRET_PREV',
  ]);
  for (const { message, hint } of warned)
    for (const each of [secret, key]) expect(`${message} ${hint}`).not.toContain(each);
});
