import { createHmac, hkdfSync } from 'node:crypto';
import { secretsEqual } from '../../platform/crypto/digest.ts';

type Secrets = {
  /** GATEWAY_ENCRYPTION_KEY and its PREV. */
  encryption: { key: string | undefined; previousKey: string | undefined };
  /** The source of derived keys where no encryption key is set. */
  jwt: { secret: string; previousSecret: string | undefined };
};
type Key = { id: string; bytes: Buffer };

/** The id is derived beside the key: it tells keys apart and reveals nothing about them. */
function deriveKey(text: string): Key {
  const derived = Buffer.from(hkdfSync('sha256', text, 'agent-gateway', 'audit chain v1', 40));
  return { id: derived.subarray(32).toString('hex'), bytes: derived.subarray(0, 32) };
}

/**
 * An attacker with write access to the database can recompute every digest of the log, but a seal needs the gateway's
 * key as well. It is `<key id>.<HMAC>` over a digest of the chain, and so covers all earlier entries.
 */
export function createSealer({ encryption, jwt }: Secrets) {
  const texts = [encryption.key, encryption.previousKey, jwt.secret, jwt.previousSecret];
  const keys = texts.filter((text) => text !== undefined).map(deriveKey);
  const current = deriveKey(encryption.key ?? jwt.secret);
  const known = new Map(keys.map((key) => [key.id, key]));
  const sealUnder = ({ id, bytes }: Key, text: string) =>
    `${id}.${createHmac('sha256', bytes).update(text).digest('hex')}`;

  return {
    seal: (text: string): string => sealUnder(current, text),
    /** `unknown`: it was made under a key that is not in the settings. */
    check(text: string, seal: string): 'genuine' | 'forged' | 'unknown' {
      const key = known.get(seal.split('.', 1)[0] ?? '');
      if (!key) return 'unknown';
      return secretsEqual(sealUnder(key, text), seal) ? 'genuine' : 'forged';
    },
  };
}

export type Sealer = ReturnType<typeof createSealer>;
