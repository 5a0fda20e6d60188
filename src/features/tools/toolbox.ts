import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { ToolError } from '../../kernel/tool-error.ts';
import { EgressError } from '../../platform/egress/egress-error.ts';
import type { ParameterChecks, ParameterProblem } from './parameters/parameter-checks.ts';
import { limitResult } from './result-limit.ts';
import type { SharedTool, Tool, Toolbox, ToolContext, ToolResult } from './tool.ts';
import { withDigest } from './tool-digest.ts';

/** Caches results of tools that depend on their parameters alone. */
export type ResultCache = {
  get(tool: string, params: object): { value: unknown } | undefined;
  set(tool: string, params: object, value: unknown, forMs: number): void;
};

/** Tools that belong to a workspace. */
export type WorkspaceTools = {
  find(workspaceId: string, name: string): Promise<Tool | undefined>;
  list(workspaceId: string): Promise<Tool[]>;
};

type Deps = {
  /** The same for everyone: built-in ones and those of skills. */
  shared: readonly SharedTool[];
  own: WorkspaceTools;
  mcp: WorkspaceTools;
  checks: ParameterChecks;
  cache: ResultCache;
  log: Log;
};

/** Rejects when the signal aborts, even if the tool ignores it. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => undefined);
  }
}

const inWords = (problems: readonly ParameterProblem[]) =>
  `The parameters are not valid: ${problems.map(({ path, message }) => `${path} ${message}`).join('; ')}.`;

export function createToolbox({ shared: given, own, mcp, checks, cache, log }: Deps) {
  const shared = given.map((tool) => withDigest(tool));
  const byName = new Map(shared.map((tool) => [tool.name, tool]));

  /** A copy with defaults filled in; the original stays as the model wrote it. */
  async function checked(tool: Tool, params: unknown, workspaceId: string): ReturnType<ParameterChecks['check']> {
    if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
      return { params: {}, problems: [{ path: 'params', message: 'must be an object' }] };
    return checks.check(tool, params ?? {}, workspaceId);
  }

  async function run(tool: Tool, params: Record<string, unknown>, context: ToolContext): Promise<unknown> {
    const cacheMs = tool.source.startsWith('skill:') ? (tool.cacheMs ?? 0) : 0;
    const cached = cacheMs > 0 ? cache.get(tool.name, params) : undefined;
    if (cached) return cached.value;
    const longestMs = tool.longestMs ?? tool.timeoutMs;
    const deadline = AbortSignal.timeout(longestMs);
    const signal = AbortSignal.any([context.signal, deadline]);
    try {
      const work = Promise.resolve().then(() => tool.execute(params, { ...context, signal }));
      const result = limitResult(await orAborted(work, signal));
      if (cacheMs > 0) cache.set(tool.name, params, result, cacheMs);
      return result;
    } catch (error) {
      if (context.signal.aborted) throw new ToolError('The tool was cancelled.');
      if (deadline.aborted) throw new ToolError(`The tool did not finish within ${longestMs} ms.`);
      throw error;
    }
  }

  function failure(tool: Tool, error: unknown): unknown {
    if (error instanceof ToolError) return limitResult({ error: error.message, ...error.detail });
    if (error instanceof EgressError || (error instanceof AppError && error.kind !== 'internal'))
      return { error: error.message };
    log.error({ err: error, tool: tool.name }, 'tool failed');
    return { error: 'The tool failed for a reason of its own.' };
  }

  const toolbox: Toolbox = {
    async find(workspaceId, name) {
      const tool = byName.get(name);
      if (tool) return tool;
      return (name.includes('.') ? mcp : own).find(workspaceId, name);
    },

    async list(workspaceId) {
      const found = (await Promise.all([own.list(workspaceId), mcp.list(workspaceId)])).flat();
      return [...shared, ...found.filter(({ name }) => !byName.has(name))].sort((one, other) =>
        one.name < other.name ? -1 : 1,
      );
    },

    check: async (tool, params, workspaceId) => (await checked(tool, params, workspaceId)).problems,

    async execute(tool, given, context): Promise<ToolResult> {
      const started = performance.now();
      const ended = (result: unknown, isError: boolean): ToolResult => ({
        result,
        isError,
        durationMs: Math.round(performance.now() - started),
      });
      try {
        const { params, problems } = await checked(tool, given, context.caller.workspaceId);
        if (problems.length > 0) return ended({ error: inWords(problems), errors: problems }, true);
        return ended(await run(tool, params, context), false);
      } catch (error) {
        return ended(failure(tool, error), true);
      }
    },
  };
  return toolbox;
}
