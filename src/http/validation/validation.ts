import { Ajv, type ErrorObject, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { createBoundedCheck } from './bounded-check.ts';

/**
 * Compiled at first use, not at boot: compiling took 360 ms of a start with 25 routes, and grows with every route. The
 * generic tests of all routes use every schema.
 */
const options: Options = {
  // A body keeps only the members in its schema, so that nothing else is stored by accident.
  removeAdditional: true,
  useDefaults: true,
  strict: false,
  // JSON has no Infinity, but 1e999 is parsed as Infinity.
  strictNumbers: true,
};

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function createCompiler(more: Options): Ajv {
  const ajv = new Ajv({ ...options, ...more });
  addFormats.default(ajv, ['date', 'uri']);
  // Stricter than the library's format, which accepts leap seconds and separators that `Date` does not.
  ajv.addFormat('date-time', (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv;
}

const fault = (name: string, keyword: string, params: object): ErrorObject => ({
  instancePath: `/${name}`,
  keyword,
  params,
  schemaPath: '',
});

const none: ErrorObject[] = [];
const isInfinite = (value: unknown): boolean =>
  value === Infinity || value === -Infinity || (Array.isArray(value) && value.some(isInfinite));

/** The library does not check a number that it made from text: `?days=1e999` would be Infinity. */
const infinite = (data: unknown): ErrorObject[] => {
  const values = data ?? {};
  if (!Object.values(values).some(isInfinite)) return none;
  return Object.entries(values)
    .filter(([, value]) => isInfinite(value))
    .map(([name]) => fault(name, 'finite', {}));
};

/** Refuses unknown parameters: a misspelled filter would otherwise be ignored. */
function unknownParameters(schema: TSchema, data: unknown): ErrorObject[] {
  const { properties = {}, additionalProperties } = schema as { properties?: object; additionalProperties?: unknown };
  if (additionalProperties === true) return none;
  const unknown = Object.keys(data ?? {}).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return none;
  const known = Object.keys(properties);
  return unknown.map((name) => fault(name.replaceAll('~', '~0').replaceAll('/', '~1'), 'unknownParameter', { known }));
}

const reading = { coerceTypes: 'array' } as const;
const kinds = {
  body: [createCompiler({}), createCompiler({ allErrors: true }), new WeakMap()],
  address: [createCompiler(reading), createCompiler({ ...reading, allErrors: true }), new WeakMap()],
} satisfies Record<string, [Ajv, Ajv, WeakMap<object, ReturnType<typeof createBoundedCheck>>]>;

/** Schemas are constants, so several gateways in one process share what was compiled for the first. */
function checkOf(kind: keyof typeof kinds, schema: TSchema): ReturnType<typeof createBoundedCheck> {
  const [stopping, naming, checks] = kinds[kind];
  const check = checks.get(schema) ?? createBoundedCheck(stopping, naming, schema);
  checks.set(schema, check);
  return check;
}

/** In a body `"5"` is not 5; in a URL all values are text and are converted to the type in the schema. */
export function createValidatorCompiler(): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart }) => {
    const check = checkOf(httpPart === 'body' ? 'body' : 'address', schema);
    function validate(data: unknown): boolean {
      const unknown = httpPart === 'querystring' ? unknownParameters(schema, data) : none;
      const found = check(data);
      const wrong = unknown.length > 0 ? [...unknown, ...found] : found;
      validate.errors = wrong.length > 0 || httpPart === 'body' ? wrong : infinite(data);
      return validate.errors.length === 0;
    }
    validate.errors = none;
    return validate;
  };
}

const serializers = new WeakMap<object, (data: unknown) => string>();

/** An answer contains only the members in its schema. Routes that share a schema share its function. */
export function createSerializerCompiler(): FastifySerializerCompiler<TSchema> {
  return ({ schema }) =>
    (data) => {
      let serialize = serializers.get(schema);
      if (!serialize) {
        serialize = fastJsonStringify(schema);
        serializers.set(schema, serialize);
      }
      return serialize(data);
    };
}
