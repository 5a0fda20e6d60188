import { ToolError } from '../../../kernel/tool-error.ts';
import { EgressError } from '../../../platform/egress/egress-error.ts';

/** The error and its chain of causes. */
function* chain(error: unknown): Generator<Record<string, unknown>> {
  let next = error as Record<string, unknown> | undefined;
  for (let depth = 0; typeof next === 'object' && next !== null && depth < 5; depth += 1) {
    yield next;
    next = (next.cause ?? (next.data as Record<string, unknown> | undefined)?.cause) as typeof next;
  }
}

/** A numeric code is JSON-RPC's, except on an abort: the server understood the request and refused it. */
export const isRefusal = (error: unknown): boolean =>
  typeof (error as { code?: unknown }).code === 'number' && !(error instanceof DOMException);

/** A message that the server's owner can act on, without text from the server's answer. */
export function mcpFailure(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  for (const found of chain(error)) {
    if (found instanceof EgressError) return new ToolError(found.message);
    if (found instanceof ToolError) return found;
    if (typeof found.status === 'number')
      return new ToolError(`The MCP server answered ${found.status}.${hint(found.status)}`);
    if (isRefusal(found)) return new ToolError(`The MCP server refused: ${String(found.message).slice(0, 500)}`);
    if (found.code === 'REQUEST_TIMEOUT' || found.name === 'TimeoutError')
      return new ToolError('The MCP server did not answer in time.');
  }
  return new ToolError('The MCP server did not answer as one.');
}

/** The HTTP status of the failed answer, if there was one. */
export function statusIn(error: unknown): number | undefined {
  for (const { status } of chain(error)) if (typeof status === 'number') return status;
  return undefined;
}

/** The usual reasons, and what to do about them. */
function hint(status: number): string {
  if (status === 403) return ' It refuses the credentials in `headers`, or the lack of them.';
  if (status === 404 || status === 405)
    return ' Give the address of its streamable HTTP transport: other transports are not supported.';
  return '';
}

/** The server has forgotten the session of a pooled connection, and did nothing. */
export const isSessionGone = (error: unknown): boolean => [...chain(error)].some(({ status }) => status === 404);
