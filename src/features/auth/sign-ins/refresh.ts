import type { Clock } from '../../../kernel/clock.ts';
import { AppError, accountDisabled } from '../../../kernel/errors.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { TokenPair } from '../auth.schema.ts';
import type { AuthStore } from '../auth.store.ts';
import type { Device } from './device.ts';
import { type RefreshTokenStore, replayGraceMs } from './refresh-token.store.ts';
import type { SignIn } from './sign-in.ts';
import type { Tokens } from './tokens.ts';

type Deps = {
  store: AuthStore;
  refreshTokens: RefreshTokenStore;
  tokens: Tokens;
  issue: SignIn['issue'];
  audit: AuditLog;
  clock: Clock;
};

type Rotation = TokenPair | 'revoked' | 'expired' | 'stolen' | 'foreign';

/** Exchanges a refresh token for a new pair, once. One that is sent again later ends its sign-in. */
export const createRefresh = ({ store, refreshTokens, tokens, issue, audit, clock }: Deps) =>
  async function refresh(refreshToken: string, device: Device): Promise<TokenPair> {
    const { userId, familyId } = tokens.readRefresh(refreshToken);
    const digest = sha256Hex(refreshToken);
    const rotation = await refreshTokens.transaction<Rotation>(async (tx) => {
      const now = clock.now();
      const family = await refreshTokens.lockFamily(tx, familyId, userId, now);
      if (!family) return 'revoked';
      if (await store.isDisabled(tx, userId)) throw accountDisabled();
      const bound = tokens.boundTo(device);
      const foreign = bound !== null && family.device !== null && family.device !== bound;
      if (!foreign && (await refreshTokens.revokeForRotation(tx, digest, familyId, now))) {
        await refreshTokens.used(tx, familyId, { ...device, bound }, now);
        return issue(tx, userId, familyId, device);
      }
      const spent = await refreshTokens.find(tx, digest, familyId);
      // Not used yet: sent by another device, or it expired while this request waited for the family.
      if (spent?.revoked_at === null && !foreign) return 'expired';
      if (spent?.revoked_at === null) {
        const action = 'auth.foreign_device';
        await audit.append(tx, { userId, action, target: familyId, outcome: 'failure', ip: device.ip });
        return 'foreign';
      }
      // No row: it was revoked long ago and deleted. In both cases a used token was sent again.
      if (spent && now - spent.revoked_at <= replayGraceMs) return 'revoked';
      const ended = await refreshTokens.revokeFamily(tx, familyId, 'theft', now);
      await audit.append(tx, {
        userId,
        action: 'auth.token_theft',
        target: familyId,
        outcome: 'failure',
        detail: { ended },
        ip: device.ip,
      });
      return 'stolen';
    });
    if (typeof rotation === 'object') return rotation;
    if (rotation === 'foreign')
      throw new AppError('device_mismatch', 'The token was issued to another device. Log in on this one.');
    if (rotation === 'expired') throw new AppError('token_expired', 'The token has expired.');
    throw new AppError('token_revoked', 'The refresh token has been revoked. Log in again.');
  };
