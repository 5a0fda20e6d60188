import type * as Sdk from '@modelcontextprotocol/server';
import type { Caller } from '../../http/authentication.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Decide } from './approvals-by-client.ts';
import { callName, newSession } from './client-sessions.ts';
import type { McpMessage } from './mcp.schema.ts';
import type { createServers, Exchange } from './mcp-server.ts';

/** Says to all nodes that a call was cancelled, or a form closed. */
const channel = 'mcp';

type Deps = {
  /** Loaded with the first request: it takes 100 ms of a start. */
  load(): Promise<{ sdk: typeof Sdk; createServer: ReturnType<typeof createServers> }>;
  decide: Decide;
  bus: Bus;
  keepAliveMs: number;
};

/** A request as the route has read it. */
export type Incoming = {
  caller: Caller;
  body: McpMessage;
  headers: Headers;
  url: string;
  requestId: string;
  trace: string | undefined;
  gone: AbortSignal;
};

const accepted = () => new Response(null, { status: 202 });

const refusal = (id: unknown, code: number, message: string, status: number) =>
  Response.json({ jsonrpc: '2.0', id: id ?? null, error: { code, message } }, { status });

/** The names that the calls of this node listen to. */
function createListeners(bus: Bus) {
  const listeners = new Map<string, Set<() => void>>();
  bus.subscribe(channel, (name) => {
    for (const listener of listeners.get(name) ?? []) listener();
  });
  return (name: string, listener: () => void, until: AbortSignal): void => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known.add(listener));
    until.addEventListener('abort', () => {
      known.delete(listener);
      if (known.size === 0 && listeners.get(name) === known) listeners.delete(name);
    });
  };
}

/**
 * The door for MCP clients. The node that a request reaches answers it, and knows nothing of the requests before it. A call
 * under way is on one node; what a later request says about it is stored (decisions) or told to all nodes (the rest).
 */
export function createMcpDoor({ load, decide, bus, keepAliveMs }: Deps) {
  const listen = createListeners(bus);
  type Handler = Sdk.McpHttpHandler;
  let handler: Promise<Handler> | undefined;

  async function createHandler(): Promise<Handler> {
    const { sdk, createServer } = await load();
    return sdk.createMcpHandler(({ era, authInfo }) => createServer(era, authInfo?.extra?.exchange as Exchange), {
      responseMode: 'sse',
      keepAliveMs,
    });
  }

  /** An answer to a question of ours: its id is that of the approval. */
  async function takeAnswer(caller: Caller, { id, result }: McpMessage): Promise<Response> {
    if (typeof id === 'string' && id.startsWith('apr_') && !(await decide(caller, id, result)))
      bus.publish(channel, id);
    return accepted();
  }

  return async function answer({ caller, body, headers, url, requestId, trace, gone }: Incoming): Promise<Response> {
    const { method, id, params } = body;
    const session = headers.get('mcp-session-id') ?? undefined;
    if (method === undefined) return takeAnswer(caller, body);
    if (method === 'notifications/cancelled') {
      if (session !== undefined) bus.publish(channel, callName(caller, session, params?.requestId));
      return accepted();
    }
    if (method === 'subscriptions/listen')
      return refusal(id, -32_601, 'There are no subscriptions here: lists are read anew.', 404);

    const ended = new AbortController();
    const cancelled = new AbortController();
    if (session !== undefined && id !== undefined)
      listen(callName(caller, session, id), () => cancelled.abort(), ended.signal);
    const exchange: Exchange = {
      caller,
      requestId,
      trace,
      session,
      cancelled: cancelled.signal,
      onDismissed: (approvalId, listener) => listen(approvalId, listener, ended.signal),
    };
    // The connection closes when the answer has been sent, or when the client leaves.
    gone.addEventListener('abort', () => ended.abort());
    handler ??= createHandler();
    const request = new Request(url, { method: 'POST', headers, signal: gone });
    const authInfo = { token: '', clientId: caller.userId, scopes: [], extra: { exchange } };
    const response = await (await handler).fetch(request, { parsedBody: body, authInfo });
    if (method === 'initialize' && response.ok) response.headers.set('mcp-session-id', newSession(body));
    return response;
  };
}

export type McpDoor = ReturnType<typeof createMcpDoor>;
