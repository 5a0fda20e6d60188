import { type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { clockToleranceSeconds, type Issuer } from './issuer.ts';

export type Claims = JWTPayload & { iss: string; sub: string };

/** Signatures by a key pair only: a client that knows a shared secret or a public key must not be able to make a token. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const refused = (why: string, cause?: unknown) =>
  new AppError('invalid_id_token', `The ID token was not accepted: ${why}.`, { cause });

const reasons: Record<string, string> = {
  ERR_JWT_EXPIRED: 'it has expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'it is signed in a way that is not allowed',
  ERR_JWKS_NO_MATCHING_KEY: 'it is signed with a key that the issuer does not have',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is wrong',
};

type Check = { clients: readonly string[]; nonce: string | undefined };

/** Why claims with a valid signature are not those of a person who signed in to one of `clients`. */
function claimsProblem(claims: JWTPayload, { clients, nonce }: Check, nowSeconds: number): string | undefined {
  const { sub, aud, azp, iat, events, typ, scope, scp } = claims;
  // The specification's limits; they also keep out what a database cannot store.
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub)) return 'it names nobody';
  // A logout token; an access token, as some issuers make them.
  if (events !== undefined || scope !== undefined || scp !== undefined) return 'it is not an ID token';
  if (typ !== undefined && typ !== 'ID') return 'it is not an ID token';
  if (azp !== undefined && !(typeof azp === 'string' && clients.includes(azp)))
    return 'it was issued to another client';
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) return 'it does not say which client it was issued to';
  if (typeof iat !== 'number' || iat > nowSeconds + clockToleranceSeconds) return 'it was issued in the future';
  if (nonce !== undefined && claims.nonce !== nonce) return 'its nonce is another one';
  return undefined;
}

/** Checks signature, issuer, audience, authorized party, times and nonce. Throws `invalid_id_token`. */
export async function verifyIdToken(issuer: Issuer, clock: Clock, idToken: string, check: Check): Promise<Claims> {
  const { issuer: expected } = await issuer.metadata();
  const now = clock.now();
  const { payload, protectedHeader } = await jwtVerify(idToken, issuer.keyFor, {
    issuer: expected,
    audience: [...check.clients],
    algorithms,
    clockTolerance: clockToleranceSeconds,
    currentDate: new Date(now),
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
  }).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    const { code = '', claim } = error as { code?: string; claim?: string };
    throw refused(
      reasons[code] ?? (claim ? `the claim "${claim}" is missing or wrong` : 'it is not well-formed'),
      error,
    );
  });
  const { typ } = protectedHeader;
  const problem =
    typ !== undefined && typ.toUpperCase() !== 'JWT'
      ? 'it is not an ID token'
      : claimsProblem(payload, check, now / 1_000);
  if (problem) throw refused(problem);
  return payload as Claims;
}
