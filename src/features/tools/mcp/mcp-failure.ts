import { ToolError } from '../../../kernel/tool-error.ts';
import { EgressError } from '../../../platform/egress/egress-error.ts';

/** The error itself, and what the client library has wrapped it around. */
function* chain(error: unknown): Generator<Record<string, unknown>> {
  let next = error as Record<string, unknown> | undefined;
  for (let depth = 0; typeof next === 'object' && next !== null && depth < 5; depth += 1) {
    yield next;
    next = (next.cause ?? (next.data as Record<string, unknown> | undefined)?.cause) as typeof next;
  }
}

/** A number is a code of JSON-RPC, except on an abort: the server understood, and said no. */
export const isRefusal = (error: unknown): boolean =>
  typeof (error as { code?: unknown }).code === 'number' && !(error instanceof DOMException);

/** In words that whoever owns the server can act on, without what a server may have put into its answer. */
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

/** The status of the answer that it failed on, if there was one. */
export function statusIn(error: unknown): number | undefined {
  for (const { status } of chain(error)) if (typeof status === 'number') return status;
  return undefined;
}

/** What the usual reasons are, and what is to be done. */
function hint(status: number): string {
  if (status === 403) return ' It refuses the credentials in `headers`, or the lack of them.';
  if (status === 404 || status === 405)
    return ' Give the address of its streamable HTTP transport: other transports are not supported.';
  return '';
}

/** The session that a pooled connection speaks in is gone, and nothing was done. */
export const isSessionGone = (error: unknown): boolean => [...chain(error)].some(({ status }) => status === 404);
