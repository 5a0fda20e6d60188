import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { Type } from '../../../http/validation/type.ts';
import {
  Collection,
  CollectionPage,
  CollectionParams,
  CollectionQuery,
  CreateCollection,
  UpdateCollection,
} from './collections.schema.ts';
import type { CollectionService } from './collections.service.ts';

const reading = { auth: 'member', permission: 'knowledge.read' } as const;
const writing = { auth: 'member', permission: 'knowledge.write' } as const;
const tags = ['agents'];
const params = CollectionParams;

export const collectionRoutes =
  (collections: CollectionService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/knowledge',
      {
        config: reading,
        schema: {
          operationId: 'listCollections',
          summary: 'List the collections of documents',
          tags,
          querystring: CollectionQuery,
          response: { 200: CollectionPage },
        },
      },
      async ({ caller, query }) => collections.list(caller, query),
    );

    app.post(
      '/knowledge',
      {
        config: writing,
        schema: {
          operationId: 'createCollection',
          summary: 'Create a collection of documents that agents can answer from',
          tags,
          body: CreateCollection,
          response: { 201: Collection, ...problems(409) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await collections.create(caller, body)),
    );

    app.get(
      '/knowledge/:id',
      {
        config: reading,
        schema: {
          operationId: 'getCollection',
          summary: 'Get a collection',
          tags,
          params,
          response: { 200: Collection, ...problems(404) },
        },
      },
      async ({ caller, params: { id } }) => collections.get(caller, id),
    );

    app.patch(
      '/knowledge/:id',
      {
        config: writing,
        schema: {
          operationId: 'updateCollection',
          summary: 'Rename or describe a collection',
          tags,
          params,
          body: UpdateCollection,
          response: { 200: Collection, ...problems(404) },
        },
      },
      async ({ caller, params: { id }, body }) => collections.update(caller, id, body),
    );

    app.delete(
      '/knowledge/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteCollection',
          summary: 'Delete a collection with its documents',
          description: 'If agents name it in `knowledge`, the answer is 409 with their `agentIds`.',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404, 409) },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        await collections.delete(caller, id);
        return reply.code(204).send(null);
      },
    );
  };
