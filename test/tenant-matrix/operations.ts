import type { TestGateway } from '../harness/gateway.ts';

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: unknown;
};
type Described = {
  operationId: string;
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  query: string[];
  /** The schema of the body; undefined if there is none. */
  body: Schema | undefined;
};

/** Every operation of the API description, by its id. */
export function operationsOf({ gateway }: Pick<TestGateway, 'gateway'>): Map<string, Operation> {
  const document = gateway.document() as unknown as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Schema> };
  };
  const resolve = (schema: Schema | undefined): Schema | undefined => {
    const name = schema?.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolve(document.components.schemas[name]);
  };
  const deep = (given: Schema | undefined): Schema | undefined => {
    const schema = resolve(given);
    if (!schema) return undefined;
    return {
      ...schema,
      ...(schema.properties && {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, member]) => [name, deep(member) as Schema]),
        ),
      }),
      ...(schema.items && { items: deep(schema.items) as Schema }),
      ...(schema.anyOf && { anyOf: schema.anyOf.map((member) => deep(member) as Schema) }),
    };
  };
  const operations = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { operationId, parameters = [], requestBody }] of Object.entries(methods))
      operations.set(operationId, {
        id: operationId,
        method: method.toUpperCase(),
        path,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        body: deep(requestBody && Object.values(requestBody.content)[0]?.schema),
      });
  return operations;
}

export function addressOf(
  { path }: Operation,
  params: Record<string, string> = {},
  query: Record<string, string> = {},
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The row of ${path} gives no ${name}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}
