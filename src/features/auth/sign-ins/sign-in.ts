import type { Clock } from '../../../kernel/clock.ts';
import { accountDisabled } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { TokenPair } from '../auth.schema.ts';
import type { AuthStore } from '../auth.store.ts';
import { wrongCredentials } from '../credentials.ts';
import type { Device } from './device.ts';
import type { RefreshTokenStore } from './refresh-token.store.ts';
import type { Tokens } from './tokens.ts';

type Deps = { store: AuthStore; refreshTokens: RefreshTokenStore; tokens: Tokens; clock: Clock };

export function createSignIn({ store, refreshTokens, tokens, clock }: Deps) {
  /** The next pair of a sign-in. */
  async function issue(tx: Transaction, userId: string, familyId: string, device: Device): Promise<TokenPair> {
    const refresh = tokens.refresh(userId, familyId);
    await refreshTokens.insert(tx, sha256Hex(refresh.token), familyId, refresh.expiresAtMs, clock.now());
    return { accessToken: tokens.access(userId, device), refreshToken: refresh.token };
  }

  /**
   * Opens a sign-in of the account and gives its first pair. `how` is what proved who it is: `register`, `password`,
   * `oidc:<id of the provider>`. Throws for an account that is suspended, or was erased meanwhile. The audit entry is
   * the caller's.
   */
  async function signIn(tx: Transaction, userId: string, device: Device, how: string): Promise<TokenPair> {
    const user = await store.hold(tx, userId);
    if (!user) throw wrongCredentials();
    if (user.disabled_at !== null) throw accountDisabled();
    const familyId = newId('fam', clock.now());
    await refreshTokens.openFamily(
      tx,
      familyId,
      userId,
      { ...device, bound: tokens.boundTo(device), how },
      clock.now(),
    );
    return issue(tx, userId, familyId, device);
  }

  return { issue, signIn };
}

export type SignIn = ReturnType<typeof createSignIn>;
