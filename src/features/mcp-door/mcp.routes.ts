import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problems } from '../../http/errors/problem.ts';
import { streamHeaders } from '../../http/response-headers.ts';
import type { OnDeparted } from '../../http/socket/departed.ts';
import { createGoneSignals } from '../../http/socket/gone-signals.ts';
import { Type } from '../../http/validation/type.ts';
import { AppError } from '../../kernel/errors.ts';
import { traceFrom } from '../runs/index.ts';
import { McpAnswer, McpHeaders, McpMessage, ProtectedResource } from './mcp.schema.ts';
import type { McpDoor } from './mcp-door.service.ts';

type Deps = {
  answer: McpDoor;
  baseUrl: string;
  /** Of the configured identity providers. */
  issuers: readonly string[];
  onDeparted: OnDeparted;
  isAllowedOrigin(origin: string): boolean;
};

const tags = ['chat'];
const wellKnown = '/.well-known/oauth-protected-resource';
/** The protocol's headers; our own were read before. */
const passedOn = ['mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name', 'last-event-id'];

function headersFor({ headers }: FastifyRequest): Headers {
  const chosen = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (typeof value === 'string' && (passedOn.includes(name) || name.startsWith('mcp-param-')))
      chosen.set(name, value);
  }
  return chosen;
}

/** Sends what the SDK answers, as a stream if it is one. */
async function send(response: Response, { id }: FastifyRequest, reply: FastifyReply) {
  const session = response.headers.get('mcp-session-id');
  const named = session === null ? {} : { 'mcp-session-id': session };
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream') || !response.body) {
    const text = await response.text();
    reply.code(response.status as 200).headers(named);
    return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text as never);
  }
  reply.hijack();
  reply.raw.writeHead(response.status, { ...streamHeaders, ...named, 'x-request-id': id });
  reply.raw.flushHeaders();
  // The client may leave in the middle; the call was told then.
  await pipeline(Readable.fromWeb(response.body as never), reply.raw).catch(() => undefined);
}

export const mcpDoorRoutes =
  ({ answer, baseUrl, issuers, onDeparted, isAllowedOrigin }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const goneSignal = createGoneSignals(onDeparted);
    const metadata = {
      resource: `${baseUrl}/mcp`,
      resource_name: 'Agent Gateway',
      authorization_servers: [...issuers],
      bearer_methods_supported: ['header'],
      resource_documentation: `${baseUrl}/docs`,
    };

    for (const [path, operationId, summary] of [
      [wellKnown, 'getProtectedResource', 'Where the tokens for `/mcp` come from (RFC 9728)'],
      [`${wellKnown}/mcp`, 'getProtectedMcp', 'The same, at the address that RFC 9728 derives from `/mcp`'],
    ] as const)
      app.get(
        path,
        {
          config: { auth: 'none' },
          schema: { operationId, summary, tags: ['auth'], response: { 200: ProtectedResource } },
        },
        async () => metadata,
      );

    app.post(
      '/mcp',
      {
        config: { auth: 'member', permission: 'chat', resourceMetadata: `${baseUrl}${wellKnown}/mcp` },
        schema: {
          operationId: 'postMcpMessage',
          summary: 'One message to the MCP server: agents, tools and skills for MCP clients',
          description:
            'The Model Context Protocol over streamable HTTP, without state: requests are answered by server-sent events, notifications and answers by 202.',
          tags,
          headers: McpHeaders,
          body: McpMessage,
          response: {
            200: {
              description: 'The answer',
              content: {
                'application/json': { schema: McpAnswer },
                'text/event-stream': {
                  schema: Type.String(),
                  example: 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}\n\n',
                },
              },
            },
            202: Type.Null({ description: 'Taken' }),
            ...problems(404),
          },
        },
      },
      async (request, reply) => {
        const { caller, body, headers, id } = request;
        if (headers.origin !== undefined && !isAllowedOrigin(headers.origin))
          throw new AppError(
            'forbidden',
            `Pages of ${headers.origin} may not use this; CORS_ORIGINS names those that may.`,
          );
        const gone = goneSignal(reply, caller);
        const trace = traceFrom(headers.traceparent as string | undefined);
        const url = `${baseUrl}/mcp`;
        const response = await answer({ caller, body, headers: headersFor(request), url, requestId: id, trace, gone });
        return send(response, request, reply);
      },
    );
  };
