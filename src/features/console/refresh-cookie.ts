import type { FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

const name = 'gateway_console';

/** Scripts cannot read it, other sites cannot make a browser send it, and it is sent to no other path. */
export const setCookie = (
  refreshToken: string,
  { secure, maxAgeSeconds }: { secure: boolean; maxAgeSeconds: number },
) =>
  `${name}=${refreshToken}; Path=/console/session; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

export const clearCookie = (secure: boolean) => setCookie('', { secure, maxAgeSeconds: 0 });

export function readCookie({ headers }: FastifyRequest): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}

/**
 * A page on another port or subdomain is the same site, and must not sign anybody in or out. Browsers send the origin
 * of a request; programs that send none have no cookie to misuse.
 */
export function refuseForeignPages({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isForeign =
    site === undefined
      ? origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === headers.host)
      : site !== 'same-origin';
  if (isForeign) throw new AppError('forbidden', 'Only the console itself may ask this.');
}
