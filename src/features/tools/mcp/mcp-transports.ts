import { ToolError } from '../../../kernel/tool-error.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { HeaderMap } from '../../../platform/egress/headers.ts';
import { statusIn } from './mcp-failure.ts';

const probeTimeoutMs = 3_000;

/** The header by which a server asks for credentials. */
export function signInWanted(response: Response): ToolError | undefined {
  if (response.status !== 401) return undefined;
  const challenge = response.headers.get('www-authenticate') ?? '';
  return new ToolError(
    /resource_metadata|bearer/i.test(challenge)
      ? 'The MCP server answered 401 and wants a sign-in by OAuth, which is not supported: put a token of yours into `headers`, as Authorization: Bearer.'
      : 'The MCP server answered 401: the credentials in `headers` are missing or wrong.',
  );
}

/** An older server takes no POST at its address and answers GET with events. */
export async function explainConnect(
  error: unknown,
  { egress, url, headers }: { egress: Egress; url: string; headers: HeaderMap },
): Promise<unknown> {
  const status = statusIn(error);
  if (status !== 400 && status !== 404 && status !== 405) return error;
  try {
    const answer = await egress.fetch(url, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: AbortSignal.timeout(probeTimeoutMs),
    });
    const isEvents = answer.ok && /^text\/event-stream/i.test(answer.headers.get('content-type') ?? '');
    await answer.body?.cancel();
    if (isEvents)
      return new ToolError(
        'The MCP server speaks the older transport, HTTP with SSE, which is not supported: give the address of its streamable HTTP transport.',
      );
  } catch {
    // The first failure stands.
  }
  return error;
}
