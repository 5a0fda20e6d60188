import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf, PageQuery } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { CreatedKey, CreateKey, Key, UpdateKey } from './keys.schema.ts';
import type { KeyService } from './keys.service.ts';

const tags = ['auth'];
const own = { auth: 'member', permission: 'keys.own' } as const;
const all = { auth: 'workspace', permission: 'keys.all' } as const;
const params = Type.Object({ id: Type.String() });
const KeyPage = PageOf(Key, 'KeyPage');
const Empty = Type.Null({ description: 'Done' });

export const keyRoutes =
  (keys: KeyService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/auth/keys',
      {
        config: own,
        schema: {
          operationId: 'createKey',
          summary: 'Make a personal key for the workspace',
          description:
            'A key acts in your name, in this workspace, and never with more rights than you have at that moment. Send it instead of an access token: `Authorization: Bearer agw_…` or `x-api-key: agw_…`.',
          tags,
          body: CreateKey,
          response: { 201: CreatedKey },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await keys.create(caller, body)),
    );

    app.get(
      '/auth/keys',
      {
        config: own,
        schema: {
          operationId: 'listKeys',
          summary: 'Your personal keys in the workspace',
          tags,
          querystring: Type.Object(PageQuery),
          response: { 200: KeyPage },
        },
      },
      async ({ caller, query }) => keys.list(caller, query),
    );

    app.get(
      '/auth/keys/:id',
      {
        config: own,
        schema: {
          operationId: 'getKey',
          summary: 'One of your personal keys',
          tags,
          params,
          response: { 200: Key, ...problems(404) },
        },
      },
      async ({ caller, params: { id } }) => keys.get(caller, id),
    );

    app.patch(
      '/auth/keys/:id',
      {
        config: own,
        schema: {
          operationId: 'updateKey',
          summary: 'Change a personal key',
          tags,
          params,
          body: UpdateKey,
          response: { 200: Key, ...problems(404) },
        },
      },
      async ({ caller, params: { id }, body }) => keys.update(caller, id, body),
    );

    app.delete(
      '/auth/keys/:id',
      {
        config: own,
        schema: {
          operationId: 'revokeKey',
          summary: 'Revoke a personal key',
          tags,
          params,
          response: { 204: Empty, ...problems(404) },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        await keys.revoke(caller, id);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/workspaces/:id/keys',
      {
        config: all,
        schema: {
          operationId: 'listWorkspaceKeys',
          summary: 'List the personal keys of all members of the workspace',
          tags: ['workspaces'],
          params,
          querystring: Type.Object(PageQuery),
          response: { 200: KeyPage },
        },
      },
      async ({ caller, query }) => keys.listAll(caller, query),
    );

    app.delete(
      '/workspaces/:id/keys/:keyId',
      {
        config: all,
        schema: {
          operationId: 'revokeWorkspaceKey',
          summary: 'Revoke a personal key of anyone in the workspace',
          tags: ['workspaces'],
          params: Type.Object({ id: Type.String(), keyId: Type.String() }),
          response: { 204: Empty, ...problems(404) },
        },
      },
      async ({ caller, params: { keyId } }, reply) => {
        await keys.revokeOfAnyone(caller, keyId);
        return reply.code(204).send(null);
      },
    );
  };
