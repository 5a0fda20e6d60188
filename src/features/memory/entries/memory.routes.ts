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

/** Routes for all tiers. */
export const memoryRoutes =
  ({ memory, exportMemory }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/memory/search',
      {
        config: reading,
        schema: {
          operationId: 'searchMemory',
          summary: 'Search your memory; the closest in meaning comes first',
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
          summary: 'List the entries of one tier, newest first',
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
          summary: 'Get an entry',
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
          summary: 'Change the text of an entry',
          description: 'Its source is then you. To change a profile field, use `PUT /memory/profile`.',
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
          summary: 'Delete an entry of any tier',
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
          summary: 'Export your whole memory in this workspace',
          tags,
          response: { 200: MemoryExport },
        },
      },
      async ({ caller }, reply) =>
        reply
          .header('content-disposition', 'attachment; filename="memory.json"')
          .type('application/json; charset=utf-8')
          // Streamed in portions, without the serializer of the schema.
          .send(Readable.from(exportMemory(caller), { objectMode: false }) as never),
    );

    app.delete(
      '/memory',
      {
        config: writing,
        schema: {
          operationId: 'eraseMemory',
          summary: 'Delete your whole memory in this workspace',
          description: 'Including vectors and indexes. Conversations are not deleted; see `DELETE /sessions/:id`.',
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
