import { randomUUID } from 'node:crypto';
import type { Caller } from '../../http/authentication.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { McpMessage } from './mcp.schema.ts';

/**
 * Revisions before 2026-07-28 begin with `initialize`. The gateway stores nothing then: the session's id holds the only
 * fact that later requests need, so any node can answer them.
 */
const elicits = '.elicits';

type Capabilities = { elicitation?: Record<string, unknown> } | undefined;

/** Whether the client shows forms. One that names only `url` does not. */
export function showsForms(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as NonNullable<Capabilities>;
  return elicitation !== undefined && (!Object.hasOwn(elicitation, 'url') || Object.hasOwn(elicitation, 'form'));
}

export const newSession = ({ params }: McpMessage): string =>
  `${randomUUID()}${showsForms(params?.capabilities) ? elicits : ''}`;

export const sessionElicits = (session: string | undefined): boolean => session?.endsWith(elicits) ?? false;

/** The name of a call on every node. Clients count their requests from 0, so the id alone names nothing. */
export const callName = ({ workspaceId, userId }: Caller, session: string, requestId: unknown): string =>
  sha256Hex(JSON.stringify([workspaceId, userId, session, requestId]));
