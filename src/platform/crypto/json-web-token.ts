import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * HS256 only, so that algorithms cannot be confused. A header may have `alg` and `typ` only: tokens with `kid`, `jku`,
 * `x5u` or `crit` are refused.
 */
export type Claims = Record<string, unknown> & { exp: number; iat: number; sub: string };
export type TokenKeys = { secret: string; previousSecret?: string | undefined };

const encodedHeader = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const longestToken = 4_096;

const sign = (input: string, secret: string) => createHmac('sha256', secret).update(input).digest();

export function signToken(claims: Claims, { secret }: TokenKeys): string {
  const input = `${encodedHeader}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${input}.${sign(input, secret).toString('base64url')}`;
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function acceptsHeader(part: string): boolean {
  if (part === encodedHeader) return true;
  const header = decode(part);
  if (header?.alg !== 'HS256') return false;
  return Object.keys(header).every((name) => name === 'alg' || (name === 'typ' && header.typ === 'JWT'));
}

/**
 * The claims of a token signed by the current or the previous key; undefined for anything else. The caller checks the
 * expiry.
 */
export function readToken(token: string, { secret, previousSecret }: TokenKeys): Claims | undefined {
  if (token.length > longestToken) return undefined;
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0 || !acceptsHeader(header)) return undefined;
  const given = Buffer.from(signature, 'base64url');
  // Decoding is lenient; one signature must have one spelling.
  if (given.toString('base64url') !== signature) return undefined;
  const input = `${header}.${payload}`;
  const matches = (key: string) => {
    const expected = sign(input, key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (!matches(secret) && !(previousSecret && matches(previousSecret))) return undefined;
  const claims = decode(payload);
  if (!claims || typeof claims.exp !== 'number' || typeof claims.iat !== 'number' || typeof claims.sub !== 'string')
    return undefined;
  if (!Number.isFinite(claims.exp) || claims.nbf !== undefined) return undefined;
  return claims as Claims;
}
