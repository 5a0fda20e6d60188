import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { problems } from '../../http/errors/problem.ts';
import { allowLongBody } from '../../http/limits/body-deadline.ts';
import { createPlaces } from '../../http/limits/open-connections.ts';
import { PageQuery } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { createValidatorCompiler } from '../../http/validation/validation.ts';
import { FilePage, FormOfFile, StoredFile } from './files.schema.ts';
import { type FileInfo, type FileService, shownFile } from './files.service.ts';
import { readRange } from './ranges.ts';
import { drain, readUpload } from './upload-body.ts';

type Deps = {
  files: Pick<FileService, 'take' | 'list' | 'get' | 'delete' | 'readRange'>;
  maxFileBytes: number;
  uploadTimeoutMs: number;
  /** Uploads at once for each person on this node, and as many downloads. */
  streamsPerUser: number;
  /** How long an upload may pause. */
  pauseMs: number;
};

const reading = { auth: 'member', permission: 'files.read' } as const;
const writing = { auth: 'member', permission: 'files.write' } as const;
const tags = ['chat'];
const params = Type.Object({ id: Type.String({ examples: ['fil_01jd3v9k4m8q2w5x7y0z1a2b3c'] }) });
const binary = Type.Unsafe<string>({ type: 'string', format: 'binary' });
const bytes = { schema: binary, example: 'The bytes of the file' };

/** A body that is not JSON has no schema to be checked by. */
const checkAllButBodies = (() => {
  const compile = createValidatorCompiler();
  return (route: Parameters<typeof compile>[0]) => (route.httpPart === 'body' ? () => true : compile(route));
})();

/** Quoted for old clients, encoded for the others (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** What somebody uploaded must not act in a browser: it is saved, not shown, and if it is shown it may do nothing. */
const harmless = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
};

function describeContent(reply: FastifyReply, { name, mediaType, sha256 }: FileInfo): FastifyReply {
  return reply.headers({
    ...harmless,
    'content-type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
    'content-disposition': attachment(name),
    etag: `"${sha256}"`,
  });
}

export const fileRoutes =
  ({ files, maxFileBytes, uploadTimeoutMs, streamsPerUser, pauseMs }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const [uploading, downloading] = [
      createPlaces(streamsPerUser, 'uploads'),
      createPlaces(streamsPerUser, 'downloads'),
    ];
    // The only route that takes other content types than JSON; JSON is a file there too.
    await app.register(async (uploads: typeof app) => {
      uploads.removeAllContentTypeParsers();
      uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      uploads.post(
        '/files',
        {
          config: writing,
          validatorCompiler: checkAllButBodies,
          schema: {
            operationId: 'uploadFile',
            summary: 'Upload a file',
            description:
              'Send one file as a form (multipart/form-data), or its bytes as the body with any other content type. The media type is read from the bytes.',
            tags,
            querystring: Type.Object({
              name: Type.Optional(Type.String({ maxLength: 1_000, description: 'Instead of the name in the form.' })),
            }),
            body: {
              content: {
                'multipart/form-data': { schema: FormOfFile, example: { file: 'The bytes of the file' } },
                'application/octet-stream': bytes,
              },
            },
            response: { 201: StoredFile },
          },
        },
        async (request, reply) => {
          const payload = request.body as Readable | undefined;
          const leave = uploading.take(request.caller.userId);
          try {
            allowLongBody(request.raw, uploadTimeoutMs);
            const { bytes, ...known } = await readUpload(payload, request.headers, { maxFileBytes, pauseMs });
            const name = request.query.name ?? known.name;
            const file = await files.take(request.caller, bytes, { name, size: known.size, listed: true });
            return reply.code(201).send(shownFile(file));
          } catch (error) {
            await drain(payload);
            throw error;
          } finally {
            leave();
          }
        },
      );
    });

    app.get(
      '/files',
      {
        config: reading,
        schema: {
          operationId: 'listFiles',
          summary: 'List your files',
          description: 'Those that you uploaded. Files that came within messages are in the messages.',
          tags,
          querystring: Type.Object(PageQuery),
          response: { 200: FilePage },
        },
      },
      async ({ caller, query }) => files.list(caller, query),
    );

    app.get(
      '/files/:id',
      {
        config: reading,
        schema: {
          operationId: 'getFile',
          summary: 'Get what is known of a file',
          tags,
          params,
          response: { 200: StoredFile, ...problems(404) },
        },
      },
      async ({ caller, params: { id } }) => shownFile(await files.get(caller, id)),
    );

    app.get(
      '/files/:id/content',
      {
        config: { ...reading, asStored: true },
        schema: {
          operationId: 'downloadFile',
          summary: 'Download a file',
          description: 'Answers parts too: send a Range header with one range of bytes.',
          tags,
          params,
          response: {
            200: { description: 'The bytes', content: { '*/*': bytes } },
            206: { description: 'The part that Range asks for', content: { '*/*': bytes } },
            ...problems(404, 416),
          },
        },
      },
      async ({ caller, params: { id }, headers, method }, reply) => {
        const file = await files.get(caller, id);
        const ifRange = headers['if-range'];
        const isSame = ifRange === undefined || ifRange === `"${file.sha256}"`;
        const part = isSame ? readRange(headers.range, file.bytes) : undefined;
        const range = part ?? { first: 0, last: file.bytes - 1 };
        describeContent(reply, file).header('content-length', range.last - range.first + 1);
        if (part) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${file.bytes}`);
        // The framework would read all of it only to throw it away.
        reply.raw.once('close', downloading.take(caller.userId));
        const content = method === 'HEAD' ? [] : files.readRange(file, range);
        return reply.send(Readable.from(content, { highWaterMark: 1 }) as never);
      },
    );

    app.delete(
      '/files/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteFile',
          summary: 'Delete a file',
          description:
            'It leaves your list at once. Its bytes are deleted too, unless a conversation or a schedule holds it: then they go with the last one that does.',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        await files.delete(caller, id);
        return reply.code(204).send(null);
      },
    );
  };
