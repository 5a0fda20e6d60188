import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Log } from '../kernel/log.ts';

type Deps = {
  /** GATEWAY_ENCRYPTION_KEY and its PREV. */
  encryption: { key: string | undefined; previousKey: string | undefined };
  /** Keys are derived from these if no encryption key is set; secrets encrypted under them can always be decrypted. */
  jwt: { secret: string; previousSecret: string | undefined };
  log: Log;
};

const algorithm = 'aes-256-gcm';
const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

type Key = { id: string; bytes: Buffer };

/** The id is derived together with the key: it identifies the key and reveals nothing about it. */
function deriveKey(text: string, purpose: string): Key {
  const derived = Buffer.from(hkdfSync('sha256', text, 'agent-gateway', `secret-box ${version} ${purpose}`, 40));
  return { id: derived.subarray(32).toString('hex'), bytes: derived.subarray(0, 32) };
}

/** Encrypts secrets that must be read again, as `v1.<key id>.<nonce, ciphertext and tag>`. */
export function createSecretBox({ encryption, jwt, log }: Deps) {
  const own = [encryption.key, encryption.previousKey].filter((text) => text !== undefined);
  const borrowed = [jwt.secret, jwt.previousSecret].filter((text) => text !== undefined);
  const keys = [
    ...own.map((text) => deriveKey(text, 'GATEWAY_ENCRYPTION_KEY')),
    ...borrowed.map((text) => deriveKey(text, 'JWT_SECRET')),
  ];
  const current = encryption.key === undefined ? deriveKey(jwt.secret, 'JWT_SECRET') : (keys[0] as Key);
  if (encryption.key === undefined)
    log.warn(
      {},
      'GATEWAY_ENCRYPTION_KEY is not set: stored secrets are encrypted under a key derived from JWT_SECRET, and changing that one makes them unreadable',
    );
  const known = new Map(keys.map((key) => [key.id, key]));
  const additional = (keyId: string) => Buffer.from(`${version}.${keyId}`);

  return {
    seal(text: string): string {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, current.bytes, nonce).setAAD(additional(current.id));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${current.id}.${sealed.toString('base64url')}`;
    },

    /** Which key an encrypted text, or its beginning, names. */
    keyOf(sealed: string): 'current' | 'previous' | 'unknown' {
      const [found, keyId = ''] = sealed.split('.');
      if (found !== version || !known.has(keyId)) return 'unknown';
      return keyId === current.id ? 'current' : 'previous';
    },

    /** Throws if the key is unknown or the text was modified. */
    open(sealed: string): string {
      const [found, keyId = '', content = ''] = sealed.split('.');
      const key = found === version ? known.get(keyId) : undefined;
      if (!key) throw new Error('A stored secret is encrypted under a key that this gateway does not have.');
      const bytes = Buffer.from(content, 'base64url');
      const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(additional(keyId))
        .setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

export type SecretBox = ReturnType<typeof createSecretBox>;
