import type { CallToolResult, Client, jsonSchemaValidator, Tool as RemoteTool } from '@modelcontextprotocol/client';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { HeaderMap } from '../../../platform/egress/headers.ts';
import { loadMcpBase } from '../../../platform/mcp-base.ts';
import { isRefusal, isSessionGone, mcpFailure } from './mcp-failure.ts';
import { explainConnect, signInWanted } from './mcp-transports.ts';

/** `version` grows with every change of the server's settings: a connection with old settings is not reused. */
export type McpTarget = {
  id: string;
  version: number;
  url: string;
  headers: () => HeaderMap;
  sealedHeaders: string | null;
};

type Connection = { client: Promise<Client>; users: number; idle?: NodeJS.Timeout; close(): Promise<void> };

const connectTimeoutMs = 10_000;
const goodbyeMs = 1_000;
/** A call may go on while it reports progress, up to this limit. */
export const longestCallMs = 600_000;

/** Output schemas of servers are not compiled: results are data, whatever their shape. */
const acceptEverything: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

type Deps = { egress: Egress; version: string; idleMs?: number };

/** Connections to MCP servers, kept open for a while after their last use. */
export function createMcpConnections({ egress, version, idleMs = 30_000 }: Deps) {
  const connections = new Map<string, Connection>();

  /** A pooled connection does not listen for messages that a server sends by itself: nobody needs them. */
  async function guardedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
    const listens = init?.method === 'GET' && !new Headers(init.headers).has('last-event-id');
    if (listens) return new Response(null, { status: 405 });
    const response = await egress.fetch(url, init);
    const wanted = signInWanted(response);
    if (!wanted) return response;
    await response.body?.cancel();
    throw wanted;
  }

  function open({ url, headers }: McpTarget): Pick<Connection, 'client' | 'close'> {
    const opened = (async () => {
      // Loaded when the first server is used: most gateways have none.
      await loadMcpBase();
      const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
      const client = new Client(
        { name: 'agent-gateway', version },
        {
          versionNegotiation: { mode: 'auto' },
          inputRequired: { autoFulfill: false },
          jsonSchemaValidator: acceptEverything,
        },
      );
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        fetch: guardedFetch,
        requestInit: { headers: headers() },
      });
      const signal = AbortSignal.timeout(connectTimeoutMs);
      await client.connect(transport, { timeout: connectTimeoutMs, signal }).catch(async (error: unknown) => {
        throw await explainConnect(error, { egress, url, headers: headers() });
      });
      return { client, transport };
    })();
    opened.catch(() => undefined);
    return {
      client: opened.then(({ client }) => client),
      async close() {
        const { client, transport } = await opened;
        const goodbye = transport.terminateSession().catch(() => undefined);
        await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())]);
        await client.close();
      },
    };
  }

  const shut = (connection: Connection) => void connection.close().catch(() => undefined);

  /** New calls do not get it; calls under way may finish. */
  function retire(key: string, connection: Connection): void {
    clearTimeout(connection.idle);
    if (connections.get(key) === connection) connections.delete(key);
    if (connection.users === 0) shut(connection);
  }

  function release(key: string, connection: Connection): void {
    connection.users -= 1;
    if (connection.users > 0) return;
    if (connections.get(key) === connection)
      connection.idle = setTimeout(() => retire(key, connection), idleMs).unref();
    else shut(connection);
  }

  async function use<Result>(target: McpTarget, work: (client: Client) => Promise<Result>): Promise<Result> {
    const key = `${target.id} ${target.version}`;
    const known = connections.get(key);
    const connection: Connection = known ?? { ...open(target), users: 0 };
    connections.set(key, connection);
    clearTimeout(connection.idle);
    connection.users += 1;
    try {
      return await work(await connection.client);
    } catch (error) {
      if (!isRefusal(error)) retire(key, connection);
      // Retried only where the server said that it did nothing.
      if (known && isSessionGone(error)) return await use(target, work);
      throw mcpFailure(error);
    } finally {
      release(key, connection);
    }
  }

  return {
    listTools: (target: McpTarget, signal: AbortSignal): Promise<RemoteTool[]> =>
      use(target, async (client) => (await client.listTools(undefined, { signal, cacheMode: 'bypass' })).tools),

    callTool: (
      target: McpTarget,
      name: string,
      params: Record<string, unknown>,
      { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
    ): Promise<CallToolResult> =>
      use(target, (client) =>
        client.callTool(
          { name, arguments: params },
          {
            signal,
            timeout: timeoutMs,
            resetTimeoutOnProgress: true,
            maxTotalTimeout: longestCallMs,
            // A server reports progress only if there is a listener.
            onprogress: () => undefined,
          },
        ),
      ),

    start: (): void => undefined,
    async stop(): Promise<void> {
      const open = [...connections.values()];
      connections.clear();
      for (const { idle } of open) clearTimeout(idle);
      await Promise.allSettled(open.map((connection) => connection.close()));
    },
  };
}

export type McpConnections = ReturnType<typeof createMcpConnections>;
