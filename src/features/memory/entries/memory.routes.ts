import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { PageOf } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import type { MemoryExport as ExportMemory } from './export.ts';
import {
  Entry,
  EntryParams,
  Findings,
  MemoryExport,
  MemorySearchQuery,
  NewContent,
  TierQuery,
} from './memory.schema.ts';
import type { MemoryService } from './memory.service.ts';

const reading = { auth: 'member', permission: 'memory.read' } as const;
const writing = { auth: 'member', permission: 'memory.write' } as const;
const tags = ['memory'];

type Deps = { memory: MemoryService; exportMemory: ExportMemory };

/** All tiers together. */
export const memoryRoutes =
  ({ memory, exportMemory }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/memory/search',
      {
        config: reading,
        schema: {
          operationId: 'searchMemory',
          summary: 'What is remembered of you, nearest in meaning first',
          tags,
          querystring: MemorySearchQuery,
          response: { 200: Findings },
        },
      },
      async ({ caller, query }) => memory.search(caller, query),
    );

    app.get(
      '/memory/entries',
      {
        config: reading,
        schema: {
          operationId: 'listMemoryEntries',
          summary: 'The entries of one tier, newest first',
          tags,
          querystring: TierQuery,
          response: { 200: PageOf(Entry, 'MemoryEntryPage') },
        },
      },
      async ({ caller, query }) => memory.entries(caller, query),
    );

    app.get(
      '/memory/entries/:id',
      {
        config: reading,
        schema: {
          operationId: 'getMemoryEntry',
          summary: 'An entry',
          tags,
          params: EntryParams,
          response: { 200: Entry, ...problems(404) },
        },
      },
      async ({ caller, params }) => memory.entry(caller, params.id),
    );

    app.put(
      '/memory/entries/:id',
      {
        config: writing,
        schema: {
          operationId: 'updateMemoryEntry',
          summary: 'Say what an entry should say instead',
          description: 'From then on it is your own word. A field of the profile is changed by `PUT /memory/profile`.',
          tags,
          params: EntryParams,
          body: NewContent,
          response: { 200: Entry, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }) => memory.rewrite(caller, params.id, body.content),
    );

    app.delete(
      '/memory/entries/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteMemoryEntry',
          summary: 'Forget an entry, of whichever tier',
          tags,
          params: EntryParams,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await memory.remove(caller, params.id);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/memory/export',
      {
        config: reading,
        schema: {
          operationId: 'exportMemory',
          summary: 'Everything that is remembered of you in this workspace',
          tags,
          response: { 200: MemoryExport },
        },
      },
      async ({ caller }, reply) =>
        reply
          .header('content-disposition', 'attachment; filename="memory.json"')
          .type('application/json; charset=utf-8')
          // Streamed in pieces, so the serializer of the schema does not write it.
          .send(Readable.from(exportMemory(caller), { objectMode: false }) as never),
    );

    app.delete(
      '/memory',
      {
        config: writing,
        schema: {
          operationId: 'eraseMemory',
          summary: 'Forget everything about you in this workspace, for good',
          description: 'Vectors and indexes included. Conversations are not part of it: `DELETE /sessions/:id`.',
          tags,
          response: { 204: Type.Null({ description: 'Done' }) },
        },
      },
      async ({ caller }, reply) => {
        await memory.erase(caller);
        return reply.code(204).send(null);
      },
    );
  };
