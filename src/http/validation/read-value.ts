import type { ErrorObject } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import { fieldErrors, inWords } from '../errors/field-errors.ts';
import { createValidatorCompiler } from './validation.ts';

const compile = createValidatorCompiler();

/** Validates a value that is not a request body, such as a WebSocket frame, like a body. */
export function createValueReader<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> {
  let validate: ((value: unknown) => unknown) & { errors?: ErrorObject[] };
  return (value) => {
    validate ??= compile({ schema, httpPart: 'body', method: '', url: '' }) as typeof validate;
    if (validate(value)) return value as Static<Schema>;
    const errors = fieldErrors(validate.errors ?? []);
    throw new AppError('validation_failed', inWords(errors), { errors });
  };
}
