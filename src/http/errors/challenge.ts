import type { IncomingHttpHeaders } from 'node:http';
import type { AppError, ErrorCode } from '../../kernel/errors.ts';

const scheme = 'Bearer realm="agent-gateway"';

/** Errors about a password or a signature, not about a token. */
const aboutOtherThings: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['invalid_credentials', 'invalid_signature']);

const broughtCredential = ({ authorization = '', ...headers }: IncomingHttpHeaders): boolean =>
  /^bearer +\S/i.test(authorization) ||
  Boolean(headers['x-api-key']) ||
  /\bbearer\b/.test(headers['sec-websocket-protocol'] ?? '');

/** A quoted string of RFC 6750: ASCII without quotes. */
const quoted = (text: string) => `"${text.replaceAll(/[^\x20-\x7e]|["\\]/g, "'")}"`;

/**
 * `WWW-Authenticate` by RFC 6750: without an error if no credentials were sent. A door whose tokens come from an
 * identity provider adds `resource_metadata` (RFC 9728) here.
 */
export function challengeOf({ code, kind, message }: AppError, headers: IncomingHttpHeaders): string | undefined {
  const says = (error: string) => `${scheme}, error="${error}", error_description=${quoted(message)}`;
  if (code === 'insufficient_scope') return says('insufficient_scope');
  if (kind !== 'unauthenticated') return undefined;
  return broughtCredential(headers) && !aboutOtherThings.has(code) ? says('invalid_token') : scheme;
}
