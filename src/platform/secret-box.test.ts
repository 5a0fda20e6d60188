import { describe, expect, it } from 'vitest';
import { recordLog } from '../../test/harness/log-lines.ts';
import { createSecretBox } from './secret-box.ts';

const secret = 'a-jwt-secret-of-at-least-32-characters';
const key = 'an-encryption-key-of-32-characters-1';
const newKey = 'an-encryption-key-of-32-characters-2';

function boxWith(keys: { key?: string; previousKey?: string; secret?: string; previousSecret?: string }) {
  const recorded = recordLog();
  const box = createSecretBox({
    encryption: { key: keys.key, previousKey: keys.previousKey },
    jwt: { secret: keys.secret ?? secret, previousSecret: keys.previousSecret },
    log: recorded.log,
  });
  return { ...box, warnings: () => recorded.lines().filter(({ level }) => level === 'warn') };
}

describe('the secret box', () => {
  it('decrypts what it encrypted, and never encrypts to the same text twice', () => {
    const box = boxWith({ key });
    for (const text of ['', 'token', '秘密 🔑', 'x'.repeat(100_000)]) {
      const sealed = box.seal(text);
      expect(box.open(sealed)).toBe(text);
      expect(box.seal(text)).not.toBe(sealed);
      if (text) expect(sealed).not.toContain(text);
    }
    expect(box.warnings()).toEqual([]);
  });

  it('decrypts secrets of before a rotation with the previous key, until that is removed', () => {
    const sealed = boxWith({ key }).seal('token');
    const rotated = boxWith({ key: newKey, previousKey: key });
    expect(rotated.open(sealed)).toBe('token');
    expect(boxWith({ key: newKey }).open(rotated.seal('token'))).toBe('token');
    expect(() => boxWith({ key: newKey }).open(sealed)).toThrow('does not have');
  });

  it('derives a key from JWT_SECRET and warns once; JWT_SECRET_PREV decrypts too', () => {
    const before = boxWith({});
    const sealed = before.seal('token');
    expect(before.warnings()).toHaveLength(1);
    expect(boxWith({ secret: `${secret}-2`, previousSecret: secret }).open(sealed)).toBe('token');
    expect(() => boxWith({ secret: `${secret}-2` }).open(sealed)).toThrow('does not have');
  });

  it('still decrypts secrets of before an encryption key was set', () => {
    const sealed = boxWith({}).seal('token');
    expect(boxWith({ key }).open(sealed)).toBe('token');
  });

  it('refuses a text with one changed bit', () => {
    const box = boxWith({ key });
    const sealed = box.seal('token');
    const dot = sealed.lastIndexOf('.') + 1;
    const bytes = Buffer.from(sealed.slice(dot), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(sealed.slice(0, dot) + changed.toString('base64url'))).toThrow();
    }
    for (const nonsense of ['', 'v1', 'v1..', sealed.slice(0, dot), `v2${sealed.slice(2)}`, 'v1.constructor.x'])
      expect(() => box.open(nonsense)).toThrow();
  });
});
