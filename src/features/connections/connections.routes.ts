import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import {
  CreateProvider,
  Provider,
  ProviderList,
  ProviderTest,
  UpdateProvider,
  WorkspaceModelList,
} from './connections.schema.ts';
import type { ConnectionService } from './connections.service.ts';
import type { WorkspaceModels } from './workspace-models.ts';

const reading = { auth: 'workspace', permission: 'providers.read' } as const;
const writing = { auth: 'workspace', permission: 'providers.write' } as const;
const tags = ['workspaces'];
const ofWorkspace = Type.Object({ id: Type.String() });
const ofProvider = Type.Object({
  id: Type.String(),
  providerId: Type.String({ examples: ['mcn_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
});

type Deps = { connections: ConnectionService; workspaceModels: WorkspaceModels };

export const connectionRoutes =
  ({ connections, workspaceModels }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/workspaces/:id/providers',
      {
        config: reading,
        schema: {
          operationId: 'listProviders',
          summary: 'List the connections to providers of models, and how they do',
          description: 'Owners and admins see addresses, failures and costs; others what choosing a model needs.',
          tags,
          params: ofWorkspace,
          response: { 200: ProviderList },
        },
      },
      async ({ caller }) => connections.list(caller),
    );

    app.post(
      '/workspaces/:id/providers',
      {
        config: writing,
        schema: {
          operationId: 'createProvider',
          summary: 'Add a connection to a provider of models',
          tags,
          params: ofWorkspace,
          body: CreateProvider,
          response: { 201: Provider, ...problems(409) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await connections.create(caller, body)),
    );

    app.get(
      '/workspaces/:id/providers/:providerId',
      {
        config: reading,
        schema: {
          operationId: 'getProvider',
          summary: 'Get a connection to a provider of models',
          tags,
          params: ofProvider,
          response: { 200: Provider, ...problems(404) },
        },
      },
      async ({ caller, params }) => connections.get(caller, params.providerId),
    );

    app.patch(
      '/workspaces/:id/providers/:providerId',
      {
        config: writing,
        schema: {
          operationId: 'updateProvider',
          summary: 'Change a connection to a provider of models',
          tags,
          params: ofProvider,
          body: UpdateProvider,
          response: { 200: Provider, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }) => connections.update(caller, params.providerId, body),
    );

    app.post(
      '/workspaces/:id/providers/:providerId/test',
      {
        config: writing,
        schema: {
          operationId: 'testProvider',
          summary: 'Test a connection without paying for an answer',
          description: 'Asks for the list of models, and says in plain words what is wrong.',
          tags,
          params: ofProvider,
          response: { 200: ProviderTest, ...problems(404) },
        },
      },
      async ({ caller, params }) => connections.test(caller, params.providerId),
    );

    app.get(
      '/workspaces/:id/models',
      {
        config: reading,
        schema: {
          operationId: 'listWorkspaceModels',
          summary: 'List the models that the workspace may use now, and what is known of them',
          tags,
          params: ofWorkspace,
          response: { 200: WorkspaceModelList },
        },
      },
      async ({ caller }) => workspaceModels(caller),
    );

    app.delete(
      '/workspaces/:id/providers/:providerId',
      {
        config: writing,
        schema: {
          operationId: 'deleteProvider',
          summary: 'Remove a connection to a provider of models',
          tags,
          params: ofProvider,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await connections.delete(caller, params.providerId);
        return reply.code(204).send(null);
      },
    );
  };
