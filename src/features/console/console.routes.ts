import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, varyByEncoding } from '../../http/answers/compression.ts';
import { Type } from '../../http/validation/type.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Asset, BuildFolder } from './build-folder.ts';
import { waitingPage } from './waiting-page.ts';

/** Only our own files run and requests go only to this gateway, because the page shows text of models and tools. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const guard = (reply: FastifyReply) =>
  reply
    .header('content-security-policy', contentSecurityPolicy)
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=()');

function send(asset: Asset, request: FastifyRequest, reply: FastifyReply) {
  guard(reply)
    .type(asset.contentType)
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', asset.etag);
  varyByEncoding(reply);
  // A proxy that compresses makes the tag a weak one.
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(asset.etag)) return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (asset.brotli && encoding === 'br') return reply.header('content-encoding', 'br').send(asset.brotli);
  if (asset.gzip && encoding === 'gzip') return reply.header('content-encoding', 'gzip').send(asset.gzip);
  return reply.send(asset.plain);
}

const Page = {
  description: 'The page',
  content: { 'text/html': { schema: Type.String(), example: '<!doctype html>' } },
};
const config = { auth: 'none' } as const;
// A page and its files, not operations of the API.
const hidden = { hide: true, tags: ['health'], response: { 200: Page, 503: Page } };

/** Answers with the page of the console, or with 503 while it is not built. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
export const createSendPage =
  (folder: BuildFolder): SendPage =>
  (request, reply) => {
    const index = folder.find('index.html');
    if (index) return send(index, request, reply);
    return guard(reply)
      .code(503)
      .header('retry-after', '3')
      .type('text/html; charset=utf-8')
      .send(Buffer.from(waitingPage(folder.hasFailed())));
  };

export const consoleRoutes =
  (folder: BuildFolder): FastifyPluginAsyncTypebox =>
  async (app) => {
    const sendPage = createSendPage(folder);

    app.get(
      '/console',
      { config, schema: { ...hidden, operationId: 'getConsole', summary: 'The web console' } },
      async (request, reply) => sendPage(request, reply),
    );

    app.get(
      '/console/*',
      { config, schema: { ...hidden, operationId: 'getConsoleFile', summary: 'Get a file of the web console' } },
      async (request, reply) => {
        const name = (request.params as { '*': string })['*'];
        const asset = name === 'index.html' ? undefined : folder.find(name);
        if (asset) return send(asset, request, reply);
        // Pages have addresses without a dot. An unknown file must not be answered with a page.
        if (/\.|^assets(\/|$)|^session(\/|$)/.test(name)) throw new AppError('not_found', 'There is no such file.');
        return sendPage(request, reply);
      },
    );
  };
