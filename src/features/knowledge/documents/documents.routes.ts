import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { Type } from '../../../http/validation/type.ts';
import { CollectionParams } from '../collections/collections.schema.ts';
import {
  AddDocument,
  DocumentPage,
  DocumentParams,
  DocumentQuery,
  DocumentText,
  KnowledgeDocument,
  TextQuery,
} from './documents.schema.ts';
import type { DocumentService } from './documents.service.ts';

const reading = { auth: 'member', permission: 'knowledge.read' } as const;
const writing = { auth: 'member', permission: 'knowledge.write' } as const;
const tags = ['agents'];

export const documentRoutes =
  (documents: DocumentService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/knowledge/:id/documents',
      {
        config: reading,
        schema: {
          operationId: 'listDocuments',
          summary: 'List the documents of a collection, with their status',
          tags,
          params: CollectionParams,
          querystring: DocumentQuery,
          response: { 200: DocumentPage, ...problems(404) },
        },
      },
      async ({ caller, params: { id }, query }) => documents.list(caller, id, query),
    );

    app.post(
      '/knowledge/:id/documents',
      {
        config: writing,
        schema: {
          operationId: 'addDocument',
          summary: 'Add a document to a collection',
          description:
            'A text (plain, Markdown, HTML or CSV), a file of yours (also PDF and DOCX), or an address, which is read again every so often. It is read in the background; ask for its `status`.',
          tags,
          params: CollectionParams,
          body: AddDocument,
          response: { 202: KnowledgeDocument, ...problems(404, 409) },
        },
      },
      async ({ caller, params: { id }, body }, reply) => reply.code(202).send(await documents.add(caller, id, body)),
    );

    app.get(
      '/knowledge/:id/documents/:documentId',
      {
        config: reading,
        schema: {
          operationId: 'getDocument',
          summary: 'Get a document with its status and progress',
          tags,
          params: DocumentParams,
          response: { 200: KnowledgeDocument, ...problems(404) },
        },
      },
      async ({ caller, params: { id, documentId } }) => documents.get(caller, id, documentId),
    );

    app.get(
      '/knowledge/:id/documents/:documentId/text',
      {
        config: reading,
        schema: {
          operationId: 'getDocumentText',
          summary: 'Get the text of a document that citations refer to',
          tags,
          params: DocumentParams,
          querystring: TextQuery,
          response: { 200: DocumentText, ...problems(404, 409) },
        },
      },
      async ({ caller, params: { id, documentId }, query }) => documents.text(caller, id, documentId, query),
    );

    app.put(
      '/knowledge/:id/documents/:documentId',
      {
        config: writing,
        schema: {
          operationId: 'replaceDocument',
          summary: 'Replace a document',
          description:
            'Until the new text is ready, the earlier one is searched; from one moment to the next it is the new one. Omitted `metadata` stays.',
          tags,
          params: DocumentParams,
          body: AddDocument,
          response: { 202: KnowledgeDocument, ...problems(404, 409) },
        },
      },
      async ({ caller, params: { id, documentId }, body }, reply) =>
        reply.code(202).send(await documents.replace(caller, id, documentId, body)),
    );

    app.delete(
      '/knowledge/:id/documents/:documentId',
      {
        config: writing,
        schema: {
          operationId: 'deleteDocument',
          summary: 'Delete a document',
          description: 'It is not found from then on; its passages are deleted in the background.',
          tags,
          params: DocumentParams,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params: { id, documentId } }, reply) => {
        await documents.delete(caller, id, documentId);
        return reply.code(204).send(null);
      },
    );
  };
