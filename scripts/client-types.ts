type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  contentSchema?: Schema;
  description?: string;
};
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Content = Record<string, { schema: Schema }>;
type Operation = {
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const indented = (text: string) => text.replaceAll('\n', '\n  ');
const comment = (text: string | undefined) => (text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '');
const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const either = (types: string[]) => [...new Set(types)].join(' | ');

type Member = { name: string; type: string; required: boolean; description?: string | undefined };
const objectOf = (members: Member[]): string => {
  const lines = members.map(
    ({ name, type, required, description }) =>
      `  ${indented(`${comment(description)}${key(name)}${required ? '' : '?'}: ${type};`)}\n`,
  );
  return lines.length > 0 ? `{\n${lines.join('')}}` : 'Record<string, never>';
};

function typeOfObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const more = additionalProperties === true ? 'unknown' : additionalProperties && typeOf(additionalProperties);
  const members = Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: required.includes(name),
    description: schema.$ref ? undefined : schema.description,
  }));
  const open = more ? `Record<string, ${more}>` : '';
  if (members.length === 0) return open || 'Record<string, unknown>';
  // A member that is named has its own type; what else there may be is unknown.
  return open ? `${objectOf(members)} & Record<string, unknown>` : objectOf(members);
}

/** The JSON Schema that our routes are written in, as TypeScript. What is not known here stops the script. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf) return either(schema.anyOf.map(typeOf));
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case undefined:
      return 'unknown';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `Array<${typeOf(schema.items ?? {})}>`;
    case 'object':
      return typeOfObject(schema);
    default:
      throw new Error(`There is no TypeScript for the type ${schema.type}.`);
  }
}

function optionsOf({ parameters = [], requestBody }: Operation): Member[] {
  const group = (where: string): Member[] => {
    const members = parameters
      .filter((parameter) => parameter.in === where)
      .map(({ name, required = false, description, schema }) => ({
        name,
        type: typeOf(schema),
        required,
        description,
      }));
    if (members.length === 0) return [];
    return [{ name: where, type: objectOf(members), required: members.some(({ required }) => required) }];
  };
  const takesKey = parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  const body = requestBody?.content['application/json'];
  return [
    ...group('path'),
    ...group('query'),
    ...(body ? [{ name: 'body', type: typeOf(body.schema), required: requestBody.required ?? false }] : []),
    ...(takesKey ? [{ name: 'idempotencyKey', type: 'string', required: false }] : []),
  ];
}

/** What comes back when all is well. Streams are read by what is written for them. */
function answersOf({ responses }: Operation): Member[] {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = good.flatMap(([, { content = { '': { schema: {} } } }]) => Object.entries(content));
  const isStream = ([type]: [string, unknown]) => type === 'text/event-stream';
  const answers = contents
    .filter((content) => !isStream(content))
    .map(([type, { schema }]) => (type === '' ? 'undefined' : type === 'application/json' ? typeOf(schema) : 'string'));
  const streams = contents.filter(isStream).map(([, { schema }]) => schema.contentSchema);
  return [
    ...(answers.length > 0 ? [{ name: 'answer', type: either(answers), required: true }] : []),
    ...(streams[0] ? [{ name: 'events', type: typeOf(streams[0]), required: true }] : []),
  ];
}

/** Everything the API description says, as types: a name for each schema, and each route by its path and method. */
export function clientTypes({ paths, components }: Description): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  const routes = Object.entries(paths).map(([path, operations]) => ({
    name: path,
    required: true,
    type: objectOf(
      Object.entries(operations).map(([method, operation]) => ({
        name: method,
        description: operation.description,
        required: true,
        type: objectOf([...optionsOf(operation), ...answersOf(operation)]),
      })),
    ),
  }));
  return [
    '// Written by `npm run openapi` from openapi.json. Not to be edited.\n',
    ...schemas,
    `/** Every route, by its path and method. */\nexport type Paths = ${objectOf(routes)};\n`,
  ].join('\n');
}
