import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import { addExamples, type Json } from './openapi-examples.ts';
import { tags } from './route-rules.ts';
import { Type } from './type.ts';

type Document = { [key: string]: Json } & { components?: { schemas?: Record<string, Json> } };

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
  const paths = visit(document.paths ?? {});
  addExamples(paths, schemas);
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: Object.fromEntries(Object.entries(schemas).sort()) },
  } as Document;
}

export function describeApi(
  app: FastifyInstance,
  { version, baseUrl }: { version: string; baseUrl: string },
): () => Document {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Agent Gateway',
        version,
        description: 'Create an agent, chat with it over HTTP, SSE or WebSocket, and let the gateway do the rest.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      tags: tags.map((name) => ({ name })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'An access token from /auth/login.',
          },
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
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

export function describeRoutes(app: FastifyInstance, document: () => Document): void {
  const config = { auth: 'description' } as const;
  const tags = ['health'];
  let yaml: string | undefined;
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
    async (_request, reply) =>
      reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(document()),
  );
  app.get(
    '/openapi.yaml',
    {
      config,
      schema: {
        operationId: 'getOpenApiYaml',
        summary: 'This description, as YAML',
        tags,
        response: { 200: { description: 'OpenAPI 3.1', content: { 'application/yaml': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) => {
      // Takes longer than anything else a request can ask for; it never changes.
      yaml ??= stringify(document(), { aliasDuplicateObjects: false });
      return reply.type('application/yaml; charset=utf-8').serializer(String).send(yaml);
    },
  );
}
