import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';

const options: Options = {
  allErrors: true,
  // A body keeps only what its schema names: nothing else can be stored by accident.
  removeAdditional: true,
  useDefaults: true,
  strict: false,
};

const withFormats = (ajv: Ajv): Ajv => {
  addFormats.default(ajv, ['date', 'date-time', 'uri']);
  return ajv;
};

/** In a body `"5"` is not 5; in an address everything is text and is read as what the schema says. */
export function createValidatorCompiler(): FastifySchemaCompiler<TSchema> {
  const strict = withFormats(new Ajv(options));
  const reading = withFormats(new Ajv({ ...options, coerceTypes: 'array' }));
  return ({ schema, httpPart }) => (httpPart === 'body' ? strict : reading).compile(schema);
}
