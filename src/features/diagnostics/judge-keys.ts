import { type Finding, fail, pass, warn } from './check.ts';
import { keyBits, looksChosen } from './key-strength.ts';

export type Keys = {
  jwt: { secret: string; previousSecret: string | undefined; refreshExpiresMs: number };
  encryption: { key: string | undefined };
};
const weakBits = 64;
const soundBits = 128;
const newKey = 'Set it to at least 32 random characters, such as `openssl rand -base64 48` gives';
const rotation = 'and keep the old one in JWT_SECRET_PREV for as long as JWT_REFRESH_EXPIRES says';

/** The most serious finding about the keys in use. */
export function judgeKeys({ jwt, encryption }: Keys, uptimeMs: number): Finding {
  const bits = keyBits(jwt.secret);
  if (bits < weakBits)
    return fail(`JWT_SECRET can be guessed: it is worth ${bits} bits at most.`, `${newKey}, ${rotation}.`);
  if (bits < soundBits) return warn(`JWT_SECRET is weak: it is worth ${bits} bits at most.`, `${newKey}, ${rotation}.`);
  if (looksChosen(jwt.secret))
    return warn('JWT_SECRET holds a word that guessers try first.', `${newKey}, ${rotation}.`);
  if (encryption.key === undefined)
    return warn(
      'Stored secrets are encrypted under a key derived from JWT_SECRET: to change that one makes them unreadable.',
      'Set GATEWAY_ENCRYPTION_KEY to a random text of its own, of at least 32 characters.',
    );
  if (encryption.key === jwt.secret)
    return warn(
      'GATEWAY_ENCRYPTION_KEY and JWT_SECRET are the same key.',
      'Give GATEWAY_ENCRYPTION_KEY a random text of its own, and keep the old one in GATEWAY_ENCRYPTION_KEY_PREV.',
    );
  if (jwt.previousSecret === jwt.secret)
    return warn('JWT_SECRET_PREV is the same key as JWT_SECRET.', 'Unset JWT_SECRET_PREV.');
  if (jwt.previousSecret !== undefined && uptimeMs > jwt.refreshExpiresMs)
    return warn(
      'JWT_SECRET_PREV is still set, though every token it signed has expired.',
      'Unset JWT_SECRET_PREV and restart the gateway.',
    );
  const replaced = jwt.previousSecret === undefined ? '' : ' The key before it, JWT_SECRET_PREV, still verifies.';
  return pass(`A token was signed and verified, and a forged one refused.${replaced}`);
}
