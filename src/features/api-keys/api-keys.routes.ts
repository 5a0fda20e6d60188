import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf, PageQuery } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import {
  ApiKey,
  CreateApiKey,
  CreatedApiKey,
  CreatedServiceAccount,
  CreateServiceAccount,
  ServiceAccount,
} from './api-keys.schema.ts';
import type { ApiKeyService } from './api-keys.service.ts';

const config = { auth: 'apiKey:admin' } as const;
const tags = ['admin'];
const params = Type.Object({ id: Type.String() });
const querystring = Type.Object(PageQuery);
const Empty = Type.Null({ description: 'Done' });

export const apiKeyRoutes =
  (keys: ApiKeyService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/admin/api-keys',
      {
        config,
        schema: {
          operationId: 'createApiKey',
          summary: 'Create an API key; it is shown once',
          tags,
          body: CreateApiKey,
          response: { 201: CreatedApiKey },
        },
      },
      async ({ apiKeyActor: actor, apiKeyScopes: scopes, body }, reply) =>
        reply.code(201).send(await keys.create({ actor, scopes }, body)),
    );

    app.get(
      '/admin/api-keys',
      {
        config,
        schema: {
          operationId: 'listApiKeys',
          summary: 'List API keys',
          tags,
          querystring,
          response: { 200: PageOf(ApiKey, 'ApiKeyPage') },
        },
      },
      async ({ query }) => keys.list(query),
    );

    app.delete(
      '/admin/api-keys/:id',
      {
        config,
        schema: {
          operationId: 'deleteApiKey',
          summary: 'Revoke an API key',
          tags,
          params,
          response: { 204: Empty, ...problems(404) },
        },
      },
      async ({ apiKeyActor, params }, reply) => {
        await keys.delete(apiKeyActor, params.id);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/admin/service-accounts',
      {
        config,
        schema: {
          operationId: 'createServiceAccount',
          summary: 'Create a service account, good for the API description only',
          tags,
          body: CreateServiceAccount,
          response: { 201: CreatedServiceAccount },
        },
      },
      async ({ apiKeyActor, body }, reply) => reply.code(201).send(await keys.createAccount(apiKeyActor, body)),
    );

    app.get(
      '/admin/service-accounts',
      {
        config,
        schema: {
          operationId: 'listServiceAccounts',
          summary: 'List service accounts',
          tags,
          querystring,
          response: { 200: PageOf(ServiceAccount, 'ServiceAccountPage') },
        },
      },
      async ({ query }) => keys.listAccounts(query),
    );

    app.delete(
      '/admin/service-accounts/:id',
      {
        config,
        schema: {
          operationId: 'deleteServiceAccount',
          summary: 'Revoke a service account',
          tags,
          params,
          response: { 204: Empty, ...problems(404) },
        },
      },
      async ({ apiKeyActor, params }, reply) => {
        await keys.deleteAccount(apiKeyActor, params.id);
        return reply.code(204).send(null);
      },
    );
  };
