import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { PageOf } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import {
  CreateMemoryProfile,
  MemoryProfile,
  MemoryProfileParams,
  MemoryProfileQuery,
  UpdateMemoryProfile,
} from './memory-policies.schema.ts';
import type { MemoryPolicyService } from './memory-policies.service.ts';

const reading = { auth: 'member', permission: 'memoryProfiles.read' } as const;
const writing = { auth: 'member', permission: 'memoryProfiles.write' } as const;
const tags = ['memory-profiles'];
const params = MemoryProfileParams;

export const memoryPolicyRoutes =
  (policies: MemoryPolicyService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/memory-profiles',
      {
        config: reading,
        schema: {
          operationId: 'listMemoryProfiles',
          summary: 'List the memory policies of the workspace',
          tags,
          querystring: MemoryProfileQuery,
          response: { 200: PageOf(MemoryProfile, 'MemoryProfilePage') },
        },
      },
      async ({ caller, query }) => policies.list(caller, query),
    );

    app.post(
      '/memory-profiles',
      {
        config: writing,
        schema: {
          operationId: 'createMemoryProfile',
          summary: 'Create a memory policy that agents can be bound to',
          tags,
          body: CreateMemoryProfile,
          response: { 201: MemoryProfile, ...problems(409) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await policies.create(caller, body)),
    );

    app.get(
      '/memory-profiles/:id',
      {
        config: reading,
        schema: {
          operationId: 'getMemoryProfile',
          summary: 'Get a memory policy',
          tags,
          params,
          response: { 200: MemoryProfile, ...problems(404) },
        },
      },
      async ({ caller, params }) => policies.get(caller, params.id),
    );

    app.put(
      '/memory-profiles/:id',
      {
        config: writing,
        schema: {
          operationId: 'updateMemoryProfile',
          summary: 'Change a memory policy; it applies from the next turn on',
          tags,
          params,
          body: UpdateMemoryProfile,
          response: { 200: MemoryProfile, ...problems(404) },
        },
      },
      async ({ caller, params, body }) => policies.update(caller, params.id, body),
    );

    app.delete(
      '/memory-profiles/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteMemoryProfile',
          summary: 'Delete a memory policy that no agent is bound to',
          description: 'If agents are bound to it, the answer is 409 with their `agentIds`.',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404, 409) },
        },
      },
      async ({ caller, params }, reply) => {
        await policies.delete(caller, params.id);
        return reply.code(204).send(null);
      },
    );
  };
