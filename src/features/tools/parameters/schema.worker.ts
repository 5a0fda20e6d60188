import { getHeapStatistics } from 'node:v8';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { fieldErrors } from '../../../http/errors/field-errors.ts';
import { answerCalls } from '../../../platform/answer-calls.ts';
import type { SchemaAnswer, SchemaQuestion } from './schema-threads.ts';
import { TimeUp, withinTime } from './time-bound.ts';

const compileTimeMs = 1_500;
const checkTimeMs = 500;
const mostSchemas = 300;
/** Half of what the thread has. A pattern of ten letters can take 100 KB, so the length of a schema does not tell what it takes. */
const mostHeapBytes = 64 * 1_048_576;

/** Foreign patterns run in linear time or are refused: no lookahead, no lookbehind. */
const linearTime = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text: string) => compiled.test(text), toString: () => `linear /${pattern}/` };
  },
  { code: 'linearTime' },
);

const options: Options = {
  strict: false,
  validateFormats: false,
  useDefaults: true,
  logger: false,
  code: { regExp: linearTime as unknown as Engine },
};

type Engine = NonNullable<NonNullable<Options['code']>['regExp']>;
type Dialect = typeof Ajv | typeof Ajv2020;
const compilers = new Map<Dialect, Ajv>();

function compilerOf(dialect: Dialect): Ajv {
  const compiler = compilers.get(dialect) ?? new dialect(options);
  // The meta-schema is compiled with the first schema; that time is not counted.
  if (!compilers.has(dialect)) compiler.compile({ type: 'object' });
  compilers.set(dialect, compiler);
  return compiler;
}

function fairly<Result>(task: () => Result): Result {
  for (let tries = 1; ; tries += 1)
    try {
      return task();
    } catch (error) {
      if (!(error instanceof TimeUp && error.starved) || tries === 4) throw error;
    }
}

function compile(text: string): ValidateFunction | string {
  const { $schema, $id: _id, ...body } = JSON.parse(text) as Record<string, unknown>;
  const dialect = typeof $schema === 'string' && /draft-0[467]/.test($schema) ? Ajv : Ajv2020;
  try {
    return fairly(() => {
      const compiler = compilerOf(dialect);
      // A validator that was stopped in the middle may be inconsistent, and would keep every schema it has seen.
      compilers.delete(dialect);
      const validate = withinTime(compileTimeMs, () => compiler.compile(body));
      compiler.removeSchema(body);
      compilers.set(dialect, compiler);
      return validate;
    });
  } catch (error) {
    return error instanceof TimeUp ? 'takes too long to compile' : `is not valid: ${(error as Error).message}`;
  }
}

const compiled = new Map<string, ValidateFunction | string>();

/**
 * Near its limit a thread only collects garbage: the next workspace's schema would take too long, or end the thread. The
 * compilers keep the patterns of all schemas, so they go too.
 */
function forgetIfFull(): void {
  if (getHeapStatistics().used_heap_size < mostHeapBytes) return;
  compiled.clear();
  compilers.clear();
}

function checkFor(schema: string): ValidateFunction | string {
  let known = compiled.get(schema);
  if (known === undefined) {
    known = compile(schema);
    forgetIfFull();
  }
  compiled.delete(schema);
  compiled.set(schema, known);
  const [oldest] = compiled.keys();
  if (compiled.size > mostSchemas && oldest !== undefined) compiled.delete(oldest);
  return known;
}

function judge({ schema, params }: SchemaQuestion): SchemaAnswer {
  const validate = checkFor(schema);
  if (typeof validate === 'string') return { unusable: validate, late: validate.startsWith('takes too long') };
  if (params === undefined) return { problems: [] };
  let value: unknown;
  try {
    value = JSON.parse(params);
  } catch {
    return { problems: [{ path: '', message: 'is not valid JSON' }] };
  }
  try {
    const valid = fairly(() => withinTime(checkTimeMs, () => validate(value)));
    return valid ? { params: JSON.stringify(value) } : { problems: fieldErrors(validate.errors ?? []) };
  } catch (error) {
    if (error instanceof TimeUp || error instanceof RangeError) return { unusable: 'took too long', late: true };
    throw error;
  }
}

compilerOf(Ajv2020);
answerCalls<SchemaQuestion, SchemaAnswer>(async (question) => ({ answer: judge(question) }));
