import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { TimeUp, withinTime } from './time-bound.ts';
import type { JsonSchema, Tool } from './tool.ts';

export type ParameterProblem = { path: string; message: string };

const compileTimeMs = 500;
const checkTimeMs = 100;
const mostChecks = 500;

type Check = (params: Record<string, unknown>) => ParameterProblem[];

const options: Options = { strict: false, validateFormats: false, useDefaults: true, logger: false };

const oldDialect = ({ $schema }: JsonSchema) => typeof $schema === 'string' && /draft-0[467]/.test($schema);

function problemOf({ instancePath, keyword, params, message }: ErrorObject): ParameterProblem {
  const detail = params as { missingProperty?: string; additionalProperty?: string; allowedValues?: unknown[] };
  const extra = detail.missingProperty ?? detail.additionalProperty;
  const path = `params${instancePath}${extra === undefined ? '' : `/${extra}`}`.replaceAll('/', '.');
  if (keyword === 'required') return { path, message: 'is required' };
  if (keyword === 'additionalProperties') return { path, message: 'is not known' };
  if (keyword === 'enum') return { path, message: `must be one of ${JSON.stringify(detail.allowedValues)}` };
  return { path, message: message ?? 'is not valid' };
}

/**
 * Checks parameters against the schema of their tool. Schemas are compiled once; those that came from outside are
 * compiled and run against the clock, because no rule finds every schema or pattern that takes for ever.
 */
export function createParameterChecks() {
  const compiled = new Map<string, Check>();
  const compilers = new Map<string, Ajv>();

  function compilerFor(schema: JsonSchema, trusted: boolean): { name: string; compiler: Ajv } {
    const old = oldDialect(schema);
    const name = `${old ? 'draft-07' : '2020-12'} ${trusted ? 'ours' : 'theirs'}`;
    let compiler = compilers.get(name);
    if (!compiler) {
      // Naming every problem at once helps a model; for others' schemas it could be made to cost too much.
      compiler = new (old ? Ajv : Ajv2020)({ ...options, allErrors: trusted });
      // The dialect itself is compiled with the first schema, and that is not the schema's fault.
      compiler.compile({ type: 'object' });
      compilers.set(name, compiler);
    }
    return { name, compiler };
  }

  function compile(schema: JsonSchema, trusted: boolean): ValidateFunction {
    const { $schema: _dialect, $id: _id, ...body } = schema;
    const { name, compiler } = compilerFor(schema, trusted);
    try {
      return trusted ? compiler.compile(body) : withinTime(compileTimeMs, () => compiler.compile(body));
    } catch (error) {
      // Stopped in the middle of its work, its state is not to be trusted.
      if (error instanceof TimeUp) compilers.delete(name);
      throw error;
    } finally {
      // It would keep every schema it has ever seen.
      compiler.removeSchema(body);
    }
  }

  function createCheck(schema: JsonSchema, trusted: boolean): Check {
    const validate = compile(schema, trusted);
    return (params) => {
      try {
        const valid = trusted ? validate(params) : withinTime(checkTimeMs, () => validate(params));
        return valid ? [] : (validate.errors ?? []).slice(0, 20).map(problemOf);
      } catch (error) {
        if (error instanceof TimeUp || error instanceof RangeError)
          return [{ path: 'params', message: 'took too long to check against the schema of the tool' }];
        throw error;
      }
    };
  }

  function checkFor(schema: JsonSchema, trusted: boolean): Check {
    const key = `${trusted} ${JSON.stringify(schema)}`;
    const check = compiled.get(key) ?? createCheck(schema, trusted);
    compiled.delete(key);
    compiled.set(key, check);
    const [oldest] = compiled.keys();
    if (compiled.size > mostChecks && oldest !== undefined) compiled.delete(oldest);
    return check;
  }

  const isOurs = ({ source }: Tool) => source === 'builtin' || source.startsWith('skill:');

  return {
    /** What is wrong with the parameters; fills in defaults. */
    check: (tool: Tool, params: Record<string, unknown>): ParameterProblem[] =>
      checkFor(tool.parameters, isOurs(tool))(params),

    /** Why a schema from outside cannot be compiled; undefined when it can. */
    uncompilable(schema: JsonSchema): string | undefined {
      try {
        compile(schema, false);
        return undefined;
      } catch (error) {
        return error instanceof TimeUp ? 'takes too long to compile' : `is not valid: ${(error as Error).message}`;
      }
    },
  };
}

export type ParameterChecks = ReturnType<typeof createParameterChecks>;
