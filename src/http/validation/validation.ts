import { Ajv, type ErrorObject, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { createBoundedCheck } from './bounded-check.ts';

/**
 * Compiled when first used, not at boot: measured at 360 ms of a start with 25 routes, and growing with every route.
 * The tests that every route gets for free use them all.
 */
const options: Options = {
  // A body keeps only what its schema names: nothing else can be stored by accident.
  removeAdditional: true,
  useDefaults: true,
  strict: false,
  // JSON has no Infinity, but 1e999 is read as it.
  strictNumbers: true,
};

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function createCompiler(more: Options): Ajv {
  const ajv = new Ajv({ ...options, ...more });
  addFormats.default(ajv, ['date', 'uri']);
  // Stricter than the library's, which takes leap seconds and other separators that `Date` does not.
  ajv.addFormat('date-time', (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv;
}

const fault = (name: string, keyword: string, params: object): ErrorObject => ({
  instancePath: `/${name}`,
  keyword,
  params,
  schemaPath: '',
});

/** The library turns text into a number and does not look again: `?days=1e999` would be Infinity. */
const infinite = (data: unknown): ErrorObject[] =>
  Object.entries(data ?? {})
    .filter(([, value]) => [value].flat().some((item) => item === Infinity || item === -Infinity))
    .map(([name]) => fault(name, 'finite', {}));

/** A filter that nobody knows would otherwise be no filter at all, and the answer that of another question. */
function unknownParameters(schema: TSchema, data: unknown): ErrorObject[] {
  const { properties = {}, additionalProperties } = schema as { properties?: object; additionalProperties?: unknown };
  if (additionalProperties === true) return [];
  const known = Object.keys(properties);
  return Object.keys(data ?? {})
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => fault(name.replaceAll('~', '~0').replaceAll('/', '~1'), 'unknownParameter', { known }));
}

/** In a body `"5"` is not 5; in an address everything is text and is read as what the schema says. */
export function createValidatorCompiler(): FastifySchemaCompiler<TSchema> {
  const bodies = [createCompiler({}), createCompiler({ allErrors: true })] as const;
  const reading = { coerceTypes: 'array' } as const;
  const addresses = [createCompiler(reading), createCompiler({ ...reading, allErrors: true })] as const;
  return ({ schema, httpPart }) => {
    const check = createBoundedCheck(...(httpPart === 'body' ? bodies : addresses), schema);
    return function validate(data: unknown): boolean {
      const unknown = httpPart === 'querystring' ? unknownParameters(schema, data) : [];
      const wrong = [...unknown, ...check(data)];
      const errors = wrong.length > 0 || httpPart === 'body' ? wrong : infinite(data);
      Object.assign(validate, { errors });
      return errors.length === 0;
    };
  };
}

/** An answer holds only what its schema names. One function for each schema, however many routes share it. */
export function createSerializerCompiler(): FastifySerializerCompiler<TSchema> {
  const compiled = new WeakMap<object, (data: unknown) => string>();
  return ({ schema }) =>
    (data) => {
      let serialize = compiled.get(schema);
      if (!serialize) {
        serialize = fastJsonStringify(schema);
        compiled.set(schema, serialize);
      }
      return serialize(data);
    };
}
