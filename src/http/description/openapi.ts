import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from '../validation/type.ts';
import { tagDescriptions } from './api-tags.ts';
import { shareErrors } from './openapi-errors.ts';
import { addExamples, type Json } from './openapi-examples.ts';

type Document = { [key: string]: Json } & { components?: { schemas?: Record<string, Json> } };

/** The framework calls every body required; where null may stand for it, it may be left out, but for what is put. */
function allowAbsentBodies(paths: Json): void {
  type Content = Record<string, { schema: { anyOf?: { type?: string }[] } }>;
  type Described = { requestBody?: { required: boolean; content: Content } };
  for (const operations of Object.values(paths as Record<string, Record<string, Described>>))
    for (const [method, { requestBody }] of Object.entries(operations))
      if (requestBody && method !== 'put')
        requestBody.required = !requestBody.content['application/json']?.schema.anyOf?.some(
          ({ type }) => type === 'null',
        );
}

/**
 * A schema with a title is one thing with a name: it moves to components/schemas and is referred to. Two different
 * schemas under one title would be a lie in the description, so that stops the build.
 */
function nameSchemas(document: Document): Document {
  const schemas: Record<string, Json> = {};
  function visit(value: Json): Json {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member)]));
    // Unknown members of a body are ignored, not refused: the description must not say otherwise.
    if (copy.additionalProperties === false) delete copy.additionalProperties;
    const { title } = copy;
    if (typeof title !== 'string' || !('type' in copy || 'anyOf' in copy || 'allOf' in copy)) return copy;
    const known = schemas[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy))
      throw new Error(`Two schemas are called ${title}.`);
    schemas[title] = copy;
    return { $ref: `#/components/schemas/${title}` };
  }
  allowAbsentBodies(document.paths ?? {});
  const paths = visit(document.paths ?? {});
  const responses = shareErrors(paths);
  addExamples(paths, schemas);
  return {
    ...document,
    paths,
    components: { ...document.components, responses, schemas: Object.fromEntries(Object.entries(schemas).sort()) },
  } as Document;
}

const workspaceHeader = {
  type: 'string',
  maxLength: 100,
  description: 'The workspace to act in; the caller’s own when it is left out.',
};

/** Read by authentication before anything is validated, so no route's schema names it. */
const tellWorkspaceHeader: SwaggerTransform = ({ schema, url, route }) => {
  const { auth } = route.config ?? {};
  if (!schema || (auth !== 'member' && auth !== 'memberOrAutonomous')) return { schema: schema ?? {}, url };
  const { properties = {}, ...headers } = (schema.headers ?? { type: 'object' }) as { properties?: object };
  return {
    url,
    schema: { ...schema, headers: { ...headers, properties: { ...properties, 'X-Workspace-ID': workspaceHeader } } },
  };
};

export function describeApi(app: FastifyInstance, { version }: { version: string }): () => Document {
  app.register(swagger, {
    transform: tellWorkspaceHeader,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Agent Gateway',
        version,
        description: 'Create an agent, chat with it over HTTP, SSE or WebSocket, and let the gateway do the rest.',
        contact: { name: 'Agent Gateway' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Where the description came from: right behind any proxy.
      servers: [{ url: '/' }],
      tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'An access token from /auth/login.',
          },
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          signature: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Signature',
            description: 'An HMAC of the raw body by the channel’s secret, in the header the channel names.',
          },
        },
      },
    },
  });
  let document: Document | undefined;
  return () => {
    document ??= nameSchemas(JSON.parse(JSON.stringify(app.swagger())) as Document);
    return document;
  };
}

/** In a thread of its own, which ends with it: it took 0.2 s of the event loop, more than any other request. */
async function asYaml(json: string): Promise<string> {
  const worker = new Worker(new URL('./yaml.worker.ts', import.meta.url), {
    name: 'yaml',
    workerData: json,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [text] = (await once(worker, 'message')) as [string];
  return text;
}

export function describeRoutes(app: FastifyInstance, document: () => Document): void {
  const config = { auth: 'description' } as const;
  const tags = ['health'];
  // It never changes: written at the first request, and kept.
  let json: string | undefined;
  let yaml: Promise<string> | undefined;
  const asJson = () => {
    json ??= JSON.stringify(document());
    return json;
  };
  app.get(
    '/openapi.json',
    {
      config,
      schema: {
        operationId: 'getOpenApiJson',
        summary: 'This description, as JSON',
        tags,
        response: { 200: Type.Object({}, { additionalProperties: true, description: 'OpenAPI 3.1' }) },
      },
    },
    async (_request, reply) => reply.type('application/json; charset=utf-8').serializer(String).send(asJson()),
  );
  app.get(
    '/openapi.yaml',
    {
      config,
      schema: {
        operationId: 'getOpenApiYaml',
        summary: 'This description, as YAML',
        tags,
        response: {
          200: {
            description: 'OpenAPI 3.1',
            content: { 'application/yaml': { schema: Type.String(), example: 'openapi: 3.1.0\n' } },
          },
        },
      },
    },
    async (_request, reply) => {
      yaml ??= asYaml(asJson()).catch((error) => {
        yaml = undefined;
        throw error;
      });
      return reply
        .type('application/yaml; charset=utf-8')
        .serializer(String)
        .send(await yaml);
    },
  );
}
