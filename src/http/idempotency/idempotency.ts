import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../kernel/errors.ts';
import { Type } from '../validation/type.ts';

const keyText = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 255, description }));

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': keyText('The same key and body within 24 h give the same answer again.'),
  'x-idempotency-key': keyText('Another spelling of `Idempotency-Key`. Where both are sent, they must be the same.'),
});

/** A person's key is deleted with the account. */
export type IdempotentRequest = { key: string; userId: string | null; requestDigest: string };

/** Equal for objects whose members are in another order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Accepts both spellings of the header; a request may have one key. */
function keyOf(headers: FastifyRequest['headers']): string | undefined {
  const given = [headers['idempotency-key'], headers['x-idempotency-key']].filter((key) => key !== undefined);
  const [key, other = key] = given;
  if (key !== other)
    throw invalidField('headers.x-idempotency-key', 'must be the same as Idempotency-Key where both are sent');
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/**
 * Undefined if the client sent no key. The scope of a key is the caller, or the API key that acts for `userId`, and the
 * route.
 */
export function idempotentRequest(
  { caller, apiKeyDigest, headers, routeOptions, body }: FastifyRequest,
  userId: string | null = caller?.userId ?? null,
): IdempotentRequest | undefined {
  const key = keyOf(headers);
  if (key === undefined) return undefined;
  const who = apiKeyDigest === undefined ? [caller.userId, caller.workspaceId] : [apiKeyDigest];
  return { key: digest(...who, routeOptions.url ?? '', key), userId, requestDigest: digest(canonical(body)) };
}
