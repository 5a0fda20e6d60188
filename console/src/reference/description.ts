export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  contentSchema?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
};
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
};
export type Content = Record<string, { schema: Schema; example?: unknown }>;
export type Response = { $ref?: string; description?: string; content?: Content };
type DescribedOperation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
};
export type Operation = DescribedOperation & { method: string; path: string };
export type Document = {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
};

export type Description = ReturnType<typeof readDescription>;

export function readDescription({ info, tags, paths, components }: Document) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Operation => ({ ...operation, method: method.toUpperCase(), path }),
    ),
  );
  const nameOf = (reference: string) => reference.split('/').at(-1) ?? '';
  return {
    info,
    groups: tags.map((tag) => ({
      ...tag,
      operations: operations.filter((operation) => operation.tags[0] === tag.name),
    })),
    find: (operationId: string) => operations.find((operation) => operation.operationId === operationId),
    /** The operation that lists what is under a path. */
    listAt: (path: string) => operations.find((operation) => operation.path === path && operation.method === 'GET'),
    nameOf: ({ $ref }: Schema) => ($ref ? nameOf($ref) : undefined),
    schema: (schema: Schema): Schema => (schema.$ref ? (components.schemas[nameOf(schema.$ref)] ?? {}) : schema),
    response: (response: Response): Response =>
      response.$ref ? (components.responses[nameOf(response.$ref)] ?? {}) : response,
  };
}
