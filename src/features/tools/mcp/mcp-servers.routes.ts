import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { PageOf } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import { ToolPageQuery } from '../tools.schema.ts';
import { CreateMcpServer, McpServer, UpdateMcpServer } from './mcp-servers.schema.ts';
import type { McpServerService } from './mcp-servers.service.ts';

const reading = { auth: 'member', permission: 'tools.read' } as const;
const writing = { auth: 'member', permission: 'tools.write' } as const;
const tags = ['tools'];
const params = Type.Object({ id: Type.String({ examples: ['mcp_01jd3v9k4m8q2w5x7y0z1a2b3c'] }) });

export const mcpServerRoutes =
  (servers: McpServerService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/tools/mcp-servers',
      {
        config: reading,
        schema: {
          operationId: 'listMcpServers',
          summary: 'List the MCP servers of the workspace',
          tags,
          querystring: ToolPageQuery,
          response: { 200: PageOf(McpServer, 'McpServerPage') },
        },
      },
      async ({ caller, query }) => servers.list(caller, query),
    );

    app.post(
      '/tools/mcp-servers',
      {
        config: writing,
        schema: {
          operationId: 'createMcpServer',
          summary: 'Add an MCP server; its tools appear as <name>.<tool>',
          description: 'It is asked for its tools at once. One that does not answer is stored with the reason.',
          tags,
          body: CreateMcpServer,
          response: { 201: McpServer, ...problems(409) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await servers.create(caller, body)),
    );

    app.get(
      '/tools/mcp-servers/:id',
      {
        config: reading,
        schema: {
          operationId: 'getMcpServer',
          summary: 'Get an MCP server and the result of its last check',
          tags,
          params,
          response: { 200: McpServer, ...problems(404) },
        },
      },
      async ({ caller, params }) => servers.get(caller, params.id),
    );

    app.put(
      '/tools/mcp-servers/:id',
      {
        config: writing,
        schema: {
          operationId: 'updateMcpServer',
          summary: 'Change an MCP server and ask it for its tools again',
          tags,
          params,
          body: UpdateMcpServer,
          response: { 200: McpServer, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }) => servers.update(caller, params.id, body),
    );

    app.delete(
      '/tools/mcp-servers/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteMcpServer',
          summary: 'Remove an MCP server and its tools',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await servers.delete(caller, params.id);
        return reply.code(204).send(null);
      },
    );
  };
