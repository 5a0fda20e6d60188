import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type FieldError, fieldErrors } from '../../../http/errors/field-errors.ts';
import { createBoundedCheck } from '../../../http/validation/bounded-check.ts';
import type { Log } from '../../../kernel/log.ts';
import type { JsonSchema, Tool } from '../tool.ts';
import { outline } from './parameter-schema.ts';
import { createSchemaThreads, type SchemaAnswer } from './schema-threads.ts';

export type ParameterProblem = FieldError;
type Params = Record<string, unknown>;
type Checked = { params: Params; problems: ParameterProblem[] };

const options = { strict: false, validateFormats: false, useDefaults: true, logger: false } as const;
const mostRefused = 2_000;
const mostStrikes = 3;

const isOurs = ({ source }: Pick<Tool, 'source'>) => source === 'builtin' || source.startsWith('skill:');
const below = ({ path, message }: FieldError): ParameterProblem => ({
  path: path ? `params.${path}` : 'params',
  message,
});

/** Checks parameters against their tool's schema: our own schemas here, foreign ones in threads. */
export function createParameterChecks({ log }: { log: Log }) {
  const threads = createSchemaThreads({ log });
  const [stopping, naming] = [new Ajv2020(options), new Ajv2020({ ...options, allErrors: true })];
  const ours = new WeakMap<JsonSchema, ReturnType<typeof createBoundedCheck>>();
  /** How often a schema used up its time: after a few times it is not tried again. */
  const strikes = new Map<string, number>();

  function checkOurs(schema: JsonSchema, params: Params): ParameterProblem[] {
    const check = ours.get(schema) ?? createBoundedCheck(stopping, naming, schema);
    ours.set(schema, check);
    return fieldErrors(check(params)).map(below);
  }

  /** Counted by workspace, so that one does not affect another that uses the same schema. */
  async function ask(workspaceId: string, schema: JsonSchema, params?: string): Promise<SchemaAnswer> {
    const text = JSON.stringify(schema);
    const key = `${workspaceId} ${createHash('sha256').update(text).digest('base64')}`;
    const before = strikes.get(key) ?? 0;
    if (before >= mostStrikes) return { unusable: 'takes too long', late: true };
    const answer = await threads.ask(workspaceId, { schema: text, ...(params === undefined ? {} : { params }) });
    if ('late' in answer && answer.late) {
      strikes.set(key, answer.unusable.endsWith('compile') ? mostStrikes : before + 1);
      const [oldest] = strikes.keys();
      if (strikes.size > mostRefused && oldest !== undefined) strikes.delete(oldest);
    }
    return answer;
  }

  return {
    /** The problems of the parameters, or a copy with defaults filled in. */
    async check(tool: Pick<Tool, 'source' | 'parameters'>, given: object, workspaceId: string): Promise<Checked> {
      const text = JSON.stringify(given);
      if (isOurs(tool)) {
        const params = JSON.parse(text) as Params;
        return { params, problems: checkOurs(tool.parameters, params) };
      }
      let answer = await ask(workspaceId, tool.parameters, text);
      // The server checks its parameters itself; of a schema that cannot be used here only the outline is checked.
      if ('unusable' in answer && !answer.late && tool.source.startsWith('mcp:'))
        answer = await ask(workspaceId, outline(tool.parameters), text);
      if ('params' in answer) return { params: JSON.parse(answer.params) as Params, problems: [] };
      const problems =
        'unusable' in answer
          ? [{ path: 'params', message: `cannot be checked against the schema of the tool, which ${answer.unusable}` }]
          : answer.problems.map(below);
      return { params: {}, problems };
    },

    /** Why a schema from outside cannot be used; undefined when it can. */
    async unusable(schema: JsonSchema, workspaceId: string): Promise<string | undefined> {
      const answer = await ask(workspaceId, schema);
      return 'unusable' in answer ? answer.unusable : undefined;
    },

    /** The JSON that a model answered with, or its problems. Members that are absent get the defaults of the schema. */
    async answer(
      schema: JsonSchema,
      text: string,
      workspaceId: string,
    ): Promise<{ json: string } | { problems: FieldError[] }> {
      const answer = await ask(workspaceId, schema, text);
      if ('params' in answer) return { json: answer.params };
      if ('problems' in answer) return answer;
      return { problems: [{ path: '', message: `cannot be checked against the schema, which ${answer.unusable}` }] };
    },

    stop: threads.stop,
  };
}

export type ParameterChecks = ReturnType<typeof createParameterChecks>;
