import type { Clock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { jwtSecret, type TestGateway } from './gateway.ts';
import { forgeToken, sha256Hex } from './tokens.ts';

/** Stores a login without the 0.3 s that bcrypt takes: tests of races need dozens of them. */
export async function newSession({ gateway }: TestGateway, clock: Clock, userId: string): Promise<string> {
  const familyId = newId('fam', Date.now());
  const now = clock.now();
  const iat = Math.floor(now / 1_000);
  const exp = iat + 7 * 86_400;
  const claims = { uid: userId, type: 'refresh', sub: userId, iat, exp, jti: `${familyId}.first` };
  const refreshToken = forgeToken({ claims, secret: jwtSecret });
  await gateway.database.transaction(async (tx) => {
    await tx.run('INSERT INTO refresh_families (id, user_id, rotated_at, created_at) VALUES ($1, $2, $3, $3)', [
      familyId,
      userId,
      now,
    ]);
    await tx.run('INSERT INTO refresh_tokens (digest, family_id, expires_at, created_at) VALUES ($1, $2, $3, $4)', [
      sha256Hex(refreshToken),
      familyId,
      exp * 1_000,
      now,
    ]);
  });
  return refreshToken;
}

export type Pair = { accessToken: string; refreshToken: string; code?: string };

export const refreshWith = ({ call }: TestGateway, refreshToken: string) =>
  call<Pair>('POST', '/auth/refresh', { body: { refreshToken } });

/** Rotates once and returns the next token. */
export async function rotate(gateway: TestGateway, refreshToken: string): Promise<string> {
  const { status, body, text } = await refreshWith(gateway, refreshToken);
  if (status !== 200) throw new Error(`The refresh answered ${status}: ${text}`);
  return body.refreshToken;
}

/** The number of the person's refresh tokens that are still valid. */
export async function livingTokens({ gateway }: TestGateway, userId: string): Promise<number> {
  const row = await gateway.database.get<{ n: number }>(
    `SELECT count(*) AS n FROM refresh_tokens t JOIN refresh_families f ON f.id = t.family_id
     WHERE f.user_id = $1 AND t.revoked_at IS NULL AND f.revoked_at IS NULL`,
    [userId],
  );
  return Number(row?.n);
}
