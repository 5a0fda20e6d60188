import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { type Claims, readToken, signToken, type TokenKeys } from '../../../platform/crypto/json-web-token.ts';
import { type Device, deviceFingerprint } from './device.ts';

export type TokenSettings = TokenKeys & { accessExpiresMs: number; refreshExpiresMs: number; bindToDevice: boolean };

export type RefreshClaims = { userId: string; familyId: string; expiresAtMs: number };

/** Signatures that were right stay right, and a client sends its token with every request: 35 µs of CPU each time. */
const mostKnown = 2_000;

/** Makes and reads the three kinds of token. A refresh or service token says so in `type`; an access token has none. */
export function createTokens(settings: TokenSettings, clock: Clock) {
  const seconds = () => Math.floor(clock.now() / 1_000);

  const known = new Map<string, Readonly<Claims>>();

  function verify(token: string): Readonly<Claims> {
    const claims = readToken(token, settings);
    if (!claims) throw new AppError('unauthenticated', 'The token is not valid.');
    if (known.size >= mostKnown) known.clear();
    known.set(token, Object.freeze(claims));
    return claims;
  }

  function read(token: string): Readonly<Claims> {
    const claims = known.get(token) ?? verify(token);
    if (claims.exp <= clock.now() / 1_000) throw new AppError('token_expired', 'The token has expired.');
    return claims;
  }

  return {
    accessExpiresInSeconds: Math.floor(settings.accessExpiresMs / 1_000),

    access(userId: string, device: Device): string {
      const iat = seconds();
      const exp = iat + Math.floor(settings.accessExpiresMs / 1_000);
      const bound = settings.bindToDevice ? { dfp: deviceFingerprint(device) } : {};
      return signToken({ uid: userId, sub: userId, iat, exp, ...bound }, settings);
    },

    readAccess(token: string, device: Device): { userId: string; expiresAtMs: number } {
      const claims = read(token);
      if (claims.type !== undefined || typeof claims.uid !== 'string' || claims.uid !== claims.sub)
        throw new AppError('unauthenticated', 'The token is not an access token.');
      if (settings.bindToDevice && claims.dfp !== deviceFingerprint(device))
        throw new AppError('device_mismatch', 'The token was issued to another device.');
      return { userId: claims.uid, expiresAtMs: claims.exp * 1_000 };
    },

    /** The device that a login is bound to; null without device binding. */
    boundTo: (device: Device): string | null => (settings.bindToDevice ? deviceFingerprint(device) : null),

    refresh(userId: string, familyId: string): { token: string; expiresAtMs: number } {
      const iat = seconds();
      const exp = iat + Math.floor(settings.refreshExpiresMs / 1_000);
      // The jti contains the family: a replay is recognised even after the row is deleted.
      const jti = `${familyId}.${randomBytes(12).toString('base64url')}`;
      return {
        token: signToken({ uid: userId, type: 'refresh', sub: userId, iat, exp, jti }, settings),
        expiresAtMs: exp * 1_000,
      };
    },

    readRefresh(token: string): RefreshClaims {
      const claims = read(token);
      if (claims.type !== 'refresh' || claims.uid !== claims.sub || typeof claims.jti !== 'string')
        throw new AppError('unauthenticated', 'The token is not a refresh token.');
      return { userId: claims.sub, familyId: claims.jti.split('.', 1)[0] ?? '', expiresAtMs: claims.exp * 1_000 };
    },

    service(accountId: string, expiresAtMs: number): string {
      return signToken(
        { type: 'service', sub: accountId, iat: seconds(), exp: Math.floor(expiresAtMs / 1_000) },
        settings,
      );
    },

    /** The account's id; undefined for a token of another kind. Throws for an invalid or expired one. */
    readService(token: string): string | undefined {
      const claims = read(token);
      return claims.type === 'service' ? claims.sub : undefined;
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
