import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Caller } from '../../http/authentication.ts';
import { problems } from '../../http/errors/problem.ts';
import { PageOf, PageQuery } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { Agent, Capabilities, CreateAgent, UpdateAgent } from './agents.schema.ts';
import type { AgentService } from './agents.service.ts';
import { AgentVersion, AgentVersionDetails } from './versions/agent-versions.schema.ts';

type Deps = { agents: AgentService; capabilities(caller: Caller, agentId: string): Promise<Capabilities> };

const tags = ['agents'];
const params = Type.Object({ id: Type.String() });
const reading = { auth: 'member', permission: 'agents.read' } as const;
const writing = { auth: 'member', permission: 'agents.write' } as const;

export const agentRoutes =
  ({ agents, capabilities }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/agents',
      {
        config: writing,
        schema: {
          operationId: 'createAgent',
          summary: 'Create an agent',
          tags,
          body: CreateAgent,
          response: { 201: Agent },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await agents.create(caller, body)),
    );

    app.get(
      '/agents',
      {
        config: reading,
        schema: {
          operationId: 'listAgents',
          summary: 'List agents',
          tags,
          querystring: Type.Object(PageQuery),
          response: { 200: PageOf(Agent, 'AgentPage') },
        },
      },
      async ({ caller, query }) => agents.list(caller, query),
    );

    app.get(
      '/agents/:id',
      {
        config: reading,
        schema: {
          operationId: 'getAgent',
          summary: 'Get an agent',
          tags,
          params,
          response: { 200: Agent, ...problems(404) },
        },
      },
      async ({ caller, params }) => agents.get(caller, params.id),
    );

    app.put(
      '/agents/:id',
      {
        config: writing,
        schema: {
          operationId: 'updateAgent',
          summary: 'Change any part of an agent',
          tags,
          params,
          body: UpdateAgent,
          response: { 200: Agent, ...problems(404) },
        },
      },
      async ({ caller, params, body }) => agents.update(caller, params.id, body),
    );

    app.delete(
      '/agents/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteAgent',
          summary: 'Delete an agent',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await agents.delete(caller, params.id);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/agents/:id/capabilities',
      {
        config: reading,
        schema: {
          operationId: 'getAgentCapabilities',
          summary: 'Get the resolved capabilities of an agent',
          tags,
          params,
          response: { 200: Capabilities, ...problems(404) },
        },
      },
      async ({ caller, params }) => capabilities(caller, params.id),
    );

    app.get(
      '/agents/:id/versions',
      {
        config: reading,
        schema: {
          operationId: 'listAgentVersions',
          summary: 'List the versions of an agent, newest first',
          description:
            'Also a change of what it refers to is a version: a tool, an MCP server, its memory profile, an agent it passes work to. The last 50 are kept, and those that something acts under.',
          tags,
          params,
          querystring: Type.Object(PageQuery),
          response: { 200: PageOf(AgentVersion, 'AgentVersionPage'), ...problems(404) },
        },
      },
      async ({ caller, params, query }) => agents.listVersions(caller, params.id, query),
    );

    app.get(
      '/agents/:id/versions/:version',
      {
        config: reading,
        schema: {
          operationId: 'getAgentVersion',
          summary: 'Get a version of the agent with its configuration',
          tags,
          params: Type.Object({ id: Type.String(), version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
          response: { 200: AgentVersionDetails, ...problems(404) },
        },
      },
      async ({ caller, params }) => agents.getVersion(caller, params.id, params.version),
    );
  };
