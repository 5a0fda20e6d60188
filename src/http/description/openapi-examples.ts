export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = { [key: string]: Json };

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const exampleIds: Record<string, string> = Object.fromEntries(
  Object.entries({
    agentId: 'agt',
    sessionId: 'ses',
    runId: 'run',
    userId: 'usr',
    workspaceId: 'ws',
    messageId: 'msg',
  }).map(([name, kind]) => [name, `${kind}_01jd3v9k4m8q2w5x7y0z1a2b3c`]),
);
const isPlainText = (field: Json) =>
  isSchema(field) && field.type === 'string' && field.examples === undefined && field.enum === undefined;

/** Built from the examples of the fields; a field without one gets a value of its type. */
function exampleOf(schema: Schema, schemas: Record<string, Json>): Json {
  const inner = (value: Json | undefined): Json => (isSchema(value) ? exampleOf(value, schemas) : null);
  if (typeof schema.$ref === 'string') return inner(schemas[schema.$ref.split('/').at(-1) ?? '']);
  if (Array.isArray(schema.examples) && schema.examples[0] !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  const [choice] = [schema.anyOf, schema.oneOf].flatMap((choices) => (Array.isArray(choices) ? choices : []));
  if (choice !== undefined) return inner(choice);
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map(inner)) as Json;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isSchema(schema.properties) ? schema.properties : {}).map(([name, field]) => [
          name,
          exampleIds[name] && isPlainText(field) ? exampleIds[name] : inner(field),
        ]),
      );
    case 'array':
      return [inner(schema.items)];
    case 'string':
      return schema.format === 'date-time'
        ? '2026-01-31T09:30:00.000Z'
        : schema.format === 'date'
          ? '2026-01-31'
          : 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** Adds an example to every request body and every successful response. */
export function addExamples(paths: Json, schemas: Record<string, Json>): void {
  const show = (holder: Json | undefined) => {
    const content = isSchema(holder) && isSchema(holder.content) ? holder.content['application/json'] : undefined;
    if (isSchema(content) && isSchema(content.schema)) content.example ??= exampleOf(content.schema, schemas);
  };
  for (const operation of Object.values(paths as Record<string, Schema>)
    .flatMap(Object.values)
    .filter(isSchema)) {
    show(operation.requestBody);
    for (const [status, response] of Object.entries(isSchema(operation.responses) ? operation.responses : {}))
      if (status.startsWith('2')) show(response);
  }
}
