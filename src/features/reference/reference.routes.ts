import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { notFound } from '../../kernel/errors.ts';
import { findPageFile } from './page-files.ts';

/** Nothing but our own files runs, and nothing leaves for elsewhere: people type their password and tokens here. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

function sendFile(name: string, { headers }: FastifyRequest, reply: FastifyReply) {
  const file = findPageFile(name);
  if (!file) throw notFound('This file');
  reply
    .header('content-security-policy', contentSecurityPolicy)
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    // Kept, and asked about each time: a new version is seen at once.
    .header('cache-control', 'no-cache')
    .header('etag', file.etag)
    .header('vary', 'accept-encoding');
  if (headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
  reply.type(file.contentType);
  if (!/\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))) return reply.send(file.plain);
  return reply.header('content-encoding', 'gzip').send(file.gzip);
}

const config = { auth: 'none' } as const;
const tags = ['health'];
const Unchanged = Type.Null({ description: 'As you have it' });
const text = (example: string) => ({ schema: Type.String(), example });

/** The API description as a page. The shell is for anyone; what it shows it fetches with the reader's own token. */
export const referenceRoutes = (): FastifyPluginAsyncTypebox => async (app) => {
  app.get(
    '/docs',
    {
      config,
      schema: {
        operationId: 'getReference',
        summary: 'This description as a page, to read and to try',
        description: 'The page asks for an account or a token, and reads `/openapi.json` with it.',
        tags,
        response: {
          200: { description: 'The page', content: { 'text/html': text('<!doctype html>') } },
          304: Unchanged,
        },
      },
    },
    async (request, reply) => sendFile('index.html', request, reply),
  );

  app.get(
    '/docs/:file',
    {
      config,
      schema: {
        operationId: 'getReferenceFile',
        summary: 'A part of that page',
        tags,
        params: Type.Object({ file: Type.String({ examples: ['style.css'] }) }),
        response: {
          200: {
            description: 'A script, or a style',
            content: { 'text/javascript': text('export {};'), 'text/css': text('body {}') },
          },
          304: Unchanged,
          ...problems(404),
        },
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      if (file === 'index.html') throw notFound('This file');
      return sendFile(file, request, reply);
    },
  );
};
