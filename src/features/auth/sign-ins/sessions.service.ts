import { type Clock, iso } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { AuthStore } from '../auth.store.ts';
import type { Device } from './device.ts';
import type { RefreshTokenStore } from './refresh-token.store.ts';
import type { SignIns } from './sessions.schema.ts';
import type { Tokens } from './tokens.ts';

type Deps = { store: AuthStore; refreshTokens: RefreshTokenStore; tokens: Tokens; audit: AuditLog; clock: Clock };

const mostListed = 200;

/** Where somebody is signed in. As after a logout, an access token that was given out holds until it expires. */
export function createSessionService({ store, refreshTokens, tokens, audit, clock }: Deps) {
  /** False where there is no such sign-in. */
  const end = (userId: string, familyId: string, { ip }: Device): Promise<boolean> =>
    store.transaction(async (tx) => {
      const isTheirs = (await store.hold(tx, userId)) && (await refreshTokens.isOpen(tx, familyId, userId));
      if (!isTheirs) return false;
      await refreshTokens.revokeFamily(tx, familyId, 'logout', clock.now());
      const action = 'auth.sign_in_end';
      await audit.append(tx, { userId, actor: userId, action, target: familyId, outcome: 'success', ip });
      return true;
    });

  return {
    async list(userId: string): Promise<SignIns> {
      const rows = await refreshTokens.openFamilies(userId, clock.now(), mostListed);
      const data = rows.map(({ id, user_agent, address, how, used_at, rotated_at, created_at }) => ({
        id,
        device: user_agent,
        address,
        how,
        lastUsedAt: iso(used_at ?? rotated_at),
        createdAt: iso(created_at),
      }));
      return { data };
    },

    async end(userId: string, id: string, device: Device): Promise<void> {
      if (!(await end(userId, id, device))) throw notFound('The sign-in');
    },

    /** The one that the token belongs to; nothing where that has ended already. */
    async endOf(refreshToken: string, device: Device): Promise<void> {
      const { userId, familyId } = tokens.readRefresh(refreshToken);
      await end(userId, familyId, device);
    },
  };
}

export type SessionService = ReturnType<typeof createSessionService>;
