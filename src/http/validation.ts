import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/**
 * Compiled when first used, not at boot: measured at 360 ms of a start with 25 routes, and growing with every route.
 * The tests that every route gets for free use them all.
 */
const options: Options = {
  allErrors: true,
  // A body keeps only what its schema names: nothing else can be stored by accident.
  removeAdditional: true,
  useDefaults: true,
  strict: false,
  // JSON has no Infinity, but 1e999 is read as it.
  strictNumbers: true,
};

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

const withFormats = (ajv: Ajv): Ajv => {
  addFormats.default(ajv, ['date', 'uri']);
  // Stricter than the library's, which takes leap seconds and other separators that `Date` does not.
  ajv.addFormat('date-time', (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv;
};

/** The library turns text into a number and does not look again: `?days=1e999` would be Infinity. */
function infinite(data: unknown): ErrorObject[] {
  return Object.entries(data ?? {})
    .filter(([, value]) => [value].flat().some((item) => item === Infinity || item === -Infinity))
    .map(([name]) => ({
      instancePath: `/${name}`,
      message: 'must be a finite number',
      keyword: 'type',
      params: {},
      schemaPath: '',
    }));
}

/** In a body `"5"` is not 5; in an address everything is text and is read as what the schema says. */
export function createValidatorCompiler(): FastifySchemaCompiler<TSchema> {
  const strict = withFormats(new Ajv(options));
  const reading = withFormats(new Ajv({ ...options, coerceTypes: 'array' }));
  return ({ schema, httpPart }) => {
    let compiled: ValidateFunction | undefined;
    return function validate(data: unknown): boolean {
      compiled ??= (httpPart === 'body' ? strict : reading).compile(schema);
      const errors = compiled(data) ? (httpPart === 'body' ? [] : infinite(data)) : compiled.errors;
      Object.assign(validate, { errors });
      return errors?.length === 0;
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
