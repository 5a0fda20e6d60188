import { CannotStart } from '../kernel/cannot-start.ts';
import type { Log } from '../kernel/log.ts';
import type { Database, Transaction } from './db/database.ts';
import { keyCheckRows } from './key-check.store.ts';
import type { SecretBox } from './secret-box.ts';

type Deps = { database: Database; secrets: SecretBox; hasOwnKey: boolean; log: Log };

const content = 'agent-gateway';

/**
 * Compares the encryption key of this node with the database. With another key a gateway would start, and fail at every
 * stored secret.
 */
export function createKeyCheck({ database, secrets, hasOwnKey, log }: Deps) {
  const remedy = 'If that key is lost, see docs/operations/README.md, "Keys".';
  const refusal = hasOwnKey
    ? `GATEWAY_ENCRYPTION_KEY is not the key that the secrets in this database are encrypted under. Set that key, here or as GATEWAY_ENCRYPTION_KEY_PREV. ${remedy}`
    : `The secrets in this database are encrypted under a key that this gateway does not have: set GATEWAY_ENCRYPTION_KEY, or the JWT_SECRET that the key was derived from. ${remedy}`;

  /**
   * For databases of versions without the check: true if secrets are stored, all under keys that this node does not
   * have.
   */
  async function isForeign(tx: Transaction): Promise<boolean> {
    const found = await keyCheckRows.secrets(tx);
    return found.length > 0 && found.every(({ seal }) => secrets.keyOf(seal) === 'unknown');
  }

  function opens(sealed: string): boolean {
    try {
      return secrets.open(sealed) === content;
    } catch {
      return false;
    }
  }

  async function compare(tx: Transaction): Promise<void> {
    let sealed = await keyCheckRows.read(tx);
    if (sealed === undefined) {
      if (await isForeign(tx)) throw new CannotStart(refusal);
      await keyCheckRows.insert(tx, secrets.seal(content));
      sealed = (await keyCheckRows.read(tx)) ?? '';
    }
    if (sealed !== '' && !opens(sealed)) throw new CannotStart(refusal);
    if (secrets.keyOf(sealed) !== 'current') await keyCheckRows.replace(tx, secrets.seal(content));
  }

  async function report(): Promise<void> {
    const counts = { current: 0, previous: 0, unknown: 0 };
    for (const { seal, secrets: count } of await keyCheckRows.secrets(database)) counts[secrets.keyOf(seal)] += count;
    if (counts.unknown > 0)
      log.warn(
        { secrets: counts.unknown },
        'stored secrets are encrypted under a key that this gateway does not have: what uses them fails until they are set again',
      );
    if (counts.previous > 0)
      log.info(
        { secrets: counts.previous },
        'stored secrets are still encrypted under a previous key: keep it in the settings',
      );
  }

  return {
    async start(): Promise<void> {
      await database.transaction(compare);
      await report();
    },
    stop: async () => undefined,
  };
}
