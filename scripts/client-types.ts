import openapiTypes, { astToString, type OpenAPI3 } from '@agent-gateway/openapi-typescript';

const heading = '// Written by `npm run openapi` from openapi.json. Do not edit.\n\n';

const isExample = (name: string) => name === 'example' || name === 'examples';

/** Leaves examples out: they triple the file. Gives a stream the type of its events, which is not `string`. */
function simplified(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => simplified(item));
  if (typeof value !== 'object' || value === null) return value;
  if ('contentSchema' in value) return simplified(value.contentSchema);
  // Below `properties` the keys are names of fields, and a field may be called `example`.
  const kept = Object.entries(value).filter(([name]) => areNames || !isExample(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, simplified(inner, name === 'properties' && !areNames)]));
}

/** Every schema, route and operation of the API description as TypeScript. */
export async function clientTypes(description: object): Promise<string> {
  const nodes = await openapiTypes(simplified(description) as OpenAPI3, {
    // Type aliases, unlike interfaces, can be assigned to records.
    exportType: true,
    // `Agent` beside `components['schemas']['Agent']`.
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    emptyObjectsUnknown: true,
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    silent: true,
  });
  return heading + astToString(nodes).replaceAll('    ', '  ');
}
