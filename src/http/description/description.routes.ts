import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { Type } from '../validation/type.ts';

type Format = 'json' | 'yaml';

/**
 * The committed `openapi.json`; a test checks that it equals the routes. Building it from the routes would block the
 * event loop for 0.35 s, and converting it to YAML for 0.2 s, so a thread reads it and ends.
 */
async function readDescription(format: Format): Promise<string> {
  const worker = new Worker(new URL('./description.worker.ts', import.meta.url), {
    name: 'description',
    workerData: format,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [text] = (await once(worker, 'message')) as [string];
  return text;
}

/** Read at the first request and kept, because it never changes. */
function createReader() {
  const kept = new Map<Format, Promise<string>>();
  return (format: Format): Promise<string> => {
    const known = kept.get(format);
    if (known) return known;
    const text = readDescription(format).catch((error) => {
      kept.delete(format);
      throw error;
    });
    kept.set(format, text);
    return text;
  };
}

export function describeRoutes(app: FastifyInstance): void {
  const config = { auth: 'description' } as const;
  const tags = ['health'];
  const read = createReader();
  app.get(
    '/openapi.json',
    {
      config,
      schema: {
        operationId: 'getOpenApiJson',
        summary: 'Get this API description as JSON',
        tags,
        response: { 200: Type.Object({}, { additionalProperties: true, description: 'OpenAPI 3.1' }) },
      },
    },
    async (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .serializer(String)
        .send(await read('json')),
  );
  app.get(
    '/openapi.yaml',
    {
      config,
      schema: {
        operationId: 'getOpenApiYaml',
        summary: 'Get this API description as YAML',
        tags,
        response: {
          200: {
            description: 'OpenAPI 3.1',
            content: { 'application/yaml': { schema: Type.String(), example: 'openapi: 3.1.0\n' } },
          },
        },
      },
    },
    async (_request, reply) =>
      reply
        .type('application/yaml; charset=utf-8')
        .serializer(String)
        .send(await read('yaml')),
  );
}
