import type { Clock } from '../../../kernel/clock.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { WebhookRow } from '../webhooks.store.ts';
import type { Address } from './sender.ts';
import { signingKey } from './signatures.ts';

type Signed = Pick<WebhookRow, 'url' | 'secret' | 'previous_secret' | 'previous_secret_until'>;

/** The address and the signing keys. Throws when a secret cannot be decrypted. */
export const createAddressOf =
  ({ secrets, clock }: { secrets: SecretBox; clock: Clock }) =>
  ({ url, secret, previous_secret, previous_secret_until }: Signed): Address => {
    const inGrace = previous_secret !== null && (previous_secret_until ?? 0) > clock.now();
    const sealed = [secret, inGrace ? previous_secret : null].filter((text) => text !== null);
    return { url, keys: sealed.map((text) => signingKey(secrets.open(text))) };
  };

export type AddressOf = ReturnType<typeof createAddressOf>;
