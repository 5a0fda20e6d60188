import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { CreateTool, InvokeTool, ToolDetails, ToolInvocation, ToolPageQuery, ToolSummary } from './tools.schema.ts';
import type { ToolService } from './tools.service.ts';

const reading = { auth: 'member', permission: 'tools.read' } as const;
const writing = { auth: 'member', permission: 'tools.write' } as const;
const tags = ['tools'];
const params = Type.Object({ name: Type.String({ examples: ['calculator'] }) });

export const toolRoutes =
  (tools: ToolService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/tools',
      {
        config: reading,
        schema: {
          operationId: 'listTools',
          summary: 'List every tool the workspace can use, by name',
          description: 'Built-in tools, those of skills, your own, and those of MCP servers that answer.',
          tags,
          querystring: ToolPageQuery,
          response: { 200: PageOf(ToolSummary, 'ToolPage') },
        },
      },
      async ({ caller, query }) => tools.list(caller, query),
    );

    app.post(
      '/tools',
      {
        config: writing,
        schema: {
          operationId: 'createTool',
          summary: 'Create a tool that calls an address over HTTP',
          tags,
          body: CreateTool,
          response: { 201: ToolDetails, ...problems(409) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await tools.create(caller, body)),
    );

    app.get(
      '/tools/:name',
      {
        config: reading,
        schema: {
          operationId: 'getTool',
          summary: 'Get a tool by its name',
          tags,
          params,
          response: { 200: ToolDetails, ...problems(404) },
        },
      },
      async ({ caller, params }) => tools.get(caller, params.name),
    );

    app.delete(
      '/tools/:name',
      {
        config: writing,
        schema: {
          operationId: 'deleteTool',
          summary: 'Delete a tool of your own',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404, 409) },
        },
      },
      async ({ caller, params }, reply) => {
        await tools.delete(caller, params.name);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/tools/:name/invoke',
      {
        config: writing,
        schema: {
          operationId: 'invokeTool',
          summary: 'Run a tool as yourself, without an agent',
          description: 'What goes wrong inside the tool is a result with `isError`, not an error of the request.',
          tags,
          params,
          body: InvokeTool,
          response: { 200: ToolInvocation, ...problems(404) },
        },
      },
      async ({ caller, params, body, id }, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        return tools.invoke(caller, params.name, body.params, { id, signal: gone.signal });
      },
    );
  };
