import type { IncomingHttpHeaders } from 'node:http';
import type { AppError, ErrorCode } from '../../kernel/errors.ts';

const bearer = 'Bearer realm="agent-gateway"';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The address of the metadata of RFC 9728, which the challenge of a 401 names. */
    resourceMetadata?: string;
  }
}

/** Errors about a password or a signature, not about a token. */
const aboutOtherThings: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['invalid_credentials', 'invalid_signature']);

const broughtCredential = ({ authorization = '', ...headers }: IncomingHttpHeaders): boolean =>
  /^bearer +\S/i.test(authorization) ||
  Boolean(headers['x-api-key']) ||
  /\bbearer\b/.test(headers['sec-websocket-protocol'] ?? '');

/** A quoted string of RFC 6750: ASCII without quotes. */
const quoted = (text: string) => `"${text.replaceAll(/[^\x20-\x7e]|["\\]/g, "'")}"`;

/**
 * `WWW-Authenticate` by RFC 6750: without an error if no credentials were sent. `metadata` is the address that tells
 * where the route's tokens come from (RFC 9728), if it has one.
 */
export function challengeOf(
  { code, kind, message }: AppError,
  headers: IncomingHttpHeaders,
  metadata?: string | undefined,
): string | undefined {
  const scheme = metadata === undefined ? bearer : `${bearer}, resource_metadata=${quoted(metadata)}`;
  const says = (error: string) => `${scheme}, error="${error}", error_description=${quoted(message)}`;
  if (code === 'insufficient_scope') return says('insufficient_scope');
  if (kind !== 'unauthenticated') return undefined;
  return broughtCredential(headers) && !aboutOtherThings.has(code) ? says('invalid_token') : scheme;
}
