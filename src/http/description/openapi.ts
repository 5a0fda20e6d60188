import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { tagDescriptions } from './api-tags.ts';
import { describeAnswers, describeParameters, describeProperties } from './describe.ts';
import { shareErrors } from './openapi-errors.ts';
import { addExamples, type Json } from './openapi-examples.ts';

type Document = { [key: string]: Json } & { components?: { schemas?: Record<string, Json> } };

/** The framework marks every body as required. A body that may be null may be omitted, except for PUT. */
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
 * A schema with a title is moved to components/schemas and referenced. Two different schemas with one title stop the
 * build.
 */
function nameSchemas(document: Document): Document {
  const schemas: Record<string, Json> = {};
  function visit(value: Json): Json {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member)]));
    // Unknown members of a body are ignored, not refused, so the description must not forbid them.
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
  describeAnswers(paths);
  describeParameters(paths);
  describeProperties(paths);
  for (const [name, schema] of Object.entries(schemas)) describeProperties(schema, name);
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

/** Authentication reads this header before validation, so no route's schema contains it. */
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
      // Relative to the URL of the description: correct behind any proxy.
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
          personalKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'A personal key, which begins with agw_. It may also be sent as a bearer token.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'An API key, from the operator of the gateway.',
          },
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
