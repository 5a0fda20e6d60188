import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

type Schema = Record<string, unknown>;
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
};
export type ApiDescription = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { content?: Content }>;
    securitySchemes: Record<string, Schema>;
  };
};

export type Route = {
  name: string;
  method: string;
  /** With invented ids where the path has parameters. */
  path: string;
  operation: Operation;
  secured: 'bearer' | 'apiKey' | 'signature' | undefined;
  bodySchema: Schema | undefined;
};

/** Every operation of the description, so that a test for all routes includes new ones. */
export function routesOf({ paths }: ApiDescription): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, 'made-up-$1'),
      operation,
      secured: Object.keys(operation.security[0] ?? {})[0] as Route['secured'],
      bodySchema: operation.requestBody?.content['application/json']?.schema,
    })),
  );
}

/** The committed description, for tests that need the routes before a gateway runs. */
export const readDescription = (): ApiDescription =>
  JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as ApiDescription;

/** A validator for a schema of the description, with its references. */
export function schemaChecker({ components }: ApiDescription): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'description', components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"description#/components');
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, known);
    return known;
  };
}

/** Resolves a reference to its schema. */
export const resolveSchema = ({ components }: ApiDescription, schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
