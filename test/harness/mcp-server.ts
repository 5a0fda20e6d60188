import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type CallToolResult,
  createMcpHandler,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { startLocalServer } from './local-server.ts';

export type RemoteTool = {
  name: string;
  description?: string;
  inputSchema?: object;
  execution?: Tool['execution'];
  call?: (
    params: Record<string, unknown>,
    progress: (done: number) => Promise<void>,
  ) => CallToolResult | Promise<CallToolResult>;
};

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

export const echoTool: RemoteTool = {
  name: 'echo',
  description: 'Says it again',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  call: ({ text }) => said(`echo: ${text}`),
};

/**
 * A real MCP server of the official SDK. `current` supports the revision of 2026 and, without sessions, older ones;
 * `sessions` only older ones, with a session that `forget()` ends.
 */
export async function startMcpServer(tools: RemoteTool[], kind: 'current' | 'sessions' = 'current') {
  const requests: { method: string; headers: Record<string, unknown>; body: string }[] = [];
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  function createServer(): Server {
    const server = new Server({ name: 'test', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', async () => ({
      tools: tools.map(({ name, description, execution, inputSchema = { type: 'object' } }) => ({
        name,
        ...(description === undefined ? {} : { description }),
        inputSchema: inputSchema as Tool['inputSchema'],
        ...(execution ? { execution } : {}),
      })),
    }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool?.call) throw Object.assign(new Error(`no tool ${params.name}`), { code: -32602 });
      const progressToken = params._meta?.progressToken;
      return tool.call((params.arguments ?? {}) as Record<string, unknown>, async (progress) => {
        if (progressToken !== undefined)
          await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } });
      });
    });
    return server;
  }

  const current = createMcpHandler(createServer);

  async function inSession(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const known = id === null ? undefined : sessions.get(id);
    if (id !== null && !known) return new Response('no such session', { status: 404 });
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (created) => void sessions.set(created, transport),
    });
    await createServer().connect(transport);
    return transport.handleRequest(request);
  }

  const server = await startLocalServer(async ({ request, response, body }) => {
    const method = request.method ?? 'GET';
    requests.push({ method, headers: request.headers, body: body.toString() });
    const asked = new Request(new URL(request.url ?? '/', 'http://127.0.0.1'), {
      method,
      headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(body.length > 0 ? { body } : {}),
    });
    const answer = await (kind === 'current' ? current.fetch(asked) : inSession(asked));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => undefined);
    else response.end();
  });

  return {
    url: `${server.origin}/mcp`,
    requests,
    forget: () => sessions.clear(),
    async stop() {
      await current.close();
      await server.stop();
    },
  };
}
