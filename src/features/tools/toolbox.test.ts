import { afterEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { recordLog } from '../../../test/harness/log-lines.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import { ToolError } from '../../kernel/tool-error.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createBuiltInTools } from './built-in/built-in-tools.ts';
import { createPageReader } from './built-in/page-reader.ts';
import { createParameterChecks } from './parameters/parameter-checks.ts';
import type { Tool, ToolContext } from './tool.ts';
import { createToolbox, type ResultCache } from './toolbox.ts';

const recorded = recordLog();
const stored = new Map<string, unknown>();
const cache: ResultCache = {
  get: (tool, params) => {
    const key = tool + JSON.stringify(params);
    return stored.has(key) ? { value: stored.get(key) } : undefined;
  },
  set: (tool, params, value) => void stored.set(tool + JSON.stringify(params), value),
};
afterEach(() => stored.clear());

const none = { find: async () => undefined, list: async () => [] };
const toolbox = createToolbox({
  shared: [],
  own: none,
  mcp: none,
  checks: createParameterChecks({ log: recorded.log }),
  cache,
  log: recorded.log,
});

const caller = { userId: 'usr_1', workspaceId: 'ws_1', role: 'owner' } as const;
const contextWith = (more: Partial<ToolContext> = {}): ToolContext => ({
  caller,
  agentId: 'agt_1',
  sessionId: 'ses_1',
  runId: 'run_1',
  toolCallId: 'call_1',
  signal: new AbortController().signal,
  ...more,
});
const toolOf = (execute: Tool['execute'], more: Partial<Tool> = {}): Tool => ({
  name: 'test',
  description: '',
  source: 'builtin',
  parameters: { type: 'object' },
  timeoutMs: 1_000,
  external: false,
  digest: 'of-a-test',
  execute,
  ...more,
});
const run = (tool: Tool, params: unknown = {}, context = contextWith()) => toolbox.execute(tool, params, context);

describe('running a tool', () => {
  it('ends at its timeout, even if the tool ignores the signal', async () => {
    let aborted = false;
    const deaf = toolOf(
      (_params, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return new Promise(() => undefined);
      },
      { timeoutMs: 50 },
    );
    expect(await run(deaf)).toEqual({
      result: { error: 'The tool did not finish within 50 ms.' },
      isError: true,
      durationMs: expect.any(Number),
    });
    expect(aborted).toBe(true);
  });

  it('ends when the run is cancelled, before and during', async () => {
    const controller = new AbortController();
    const forever = toolOf(() => new Promise(() => undefined));
    const running = run(forever, {}, contextWith({ signal: controller.signal }));
    controller.abort();
    expect(await running).toMatchObject({ isError: true, result: { error: 'The tool was cancelled.' } });
    expect(await run(forever, {}, contextWith({ signal: AbortSignal.abort() }))).toMatchObject({ isError: true });
  });

  it('a tool’s own error is a result; details of an unexpected error are only in the log', async () => {
    const told = toolOf(async () => {
      throw new ToolError('No such city.', { known: ['Vienna'] });
    });
    expect(await run(told)).toMatchObject({ isError: true, result: { error: 'No such city.', known: ['Vienna'] } });
    const broken = toolOf(() => {
      throw new Error('password=canary-internal');
    });
    const { result } = await run(broken);
    expect(JSON.stringify(result)).not.toContain('canary-internal');
    expect(recorded.text()).toContain('canary-internal');
  });

  it('results are JSON and have a limit', async () => {
    const giving = (value: unknown) => run(toolOf(async () => value));
    expect((await giving(undefined)).result).toBeNull();
    expect((await giving({ at: new Date(0), not: undefined })).result).toEqual({ at: '1970-01-01T00:00:00.000Z' });
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(await giving(circular)).toMatchObject({ isError: true });
    expect(await giving(10n)).toMatchObject({ isError: true });
    const long = (await giving('ü'.repeat(100_000))).result as { truncated: boolean; bytes: number; text: string };
    expect(long).toMatchObject({ truncated: true, bytes: 200_002 });
    expect(long.text).toBe('ü'.repeat(32_768));
    const object = (await giving({ list: Array.from({ length: 50_000 }, () => 'x') })).result as { text: string };
    expect(object.text.startsWith('{"list":["x"')).toBe(true);
    expect(JSON.stringify(object).length).toBeLessThan(200_000);
    const failing = toolOf(async () => {
      throw new ToolError('x'.repeat(100_000));
    });
    expect(JSON.stringify((await run(failing)).result).length).toBeLessThan(80_000);
  });

  it('parameters are checked and completed with defaults, and the input is not changed', async () => {
    const parameters = {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number', default: 2 } },
      required: ['a'],
    };
    const adding = toolOf(async ({ a, b }) => Number(a) + Number(b), { parameters });
    const asked = { a: 1 };
    expect(await run(adding, asked)).toMatchObject({ result: 3, isError: false });
    expect(asked).toEqual({ a: 1 });
    expect(await run(adding, {})).toMatchObject({
      isError: true,
      result: { error: 'The parameters are not valid: params.a is required.', errors: [{ path: 'params.a' }] },
    });
    for (const wrong of ['text', 5, [1], null]) expect(await run(adding, wrong)).toMatchObject({ isError: true });
  });

  it('only successful results of skills’ tools are cached', async () => {
    let runs = 0;
    const counting = (source: string, more: Partial<Tool> = {}) =>
      toolOf(
        async () => {
          runs += 1;
          return runs;
        },
        { source, cacheMs: 1_000, ...more },
      );
    await run(counting('skill:x'), { a: 1 });
    expect((await run(counting('skill:x'), { a: 1 })).result).toBe(1);
    expect((await run(counting('skill:x'), { a: 2 })).result).toBe(2);
    await run(counting('http', { name: 'mine' }), {});
    expect((await run(counting('http', { name: 'mine' }), {})).result).toBe(4);
    const failing = toolOf(
      async () => {
        runs += 1;
        throw new ToolError('no');
      },
      { source: 'skill:x', cacheMs: 1_000, name: 'failing' },
    );
    await run(failing);
    await run(failing);
    expect(runs).toBe(6);
  });

  it('schemas of users may be arbitrary, and are checked with a time limit', async () => {
    const node = (next: string) => ({ anyOf: [{ $ref: next }, { $ref: next }] });
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `n${index}`,
        index === 39 ? { type: 'string' } : node(`#/$defs/n${index + 1}`),
      ]),
    );
    const bomb = toolOf(async () => 'ran', {
      source: 'mcp:x',
      parameters: { type: 'object', properties: { a: { $ref: '#/$defs/n0' } }, $defs },
    });
    const started = performance.now();
    expect(await run(bomb, { a: 1 })).toMatchObject({ isError: true });
    expect(performance.now() - started).toBeLessThan(onThisMachine(8_000));
    const old = toolOf(async () => 'ran', {
      source: 'mcp:x',
      parameters: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } },
      },
    });
    expect(await run(old, { pair: ['a', 1] })).toMatchObject({ isError: false });
    expect(await run(old, { pair: [1, 'a'] })).toMatchObject({ isError: true });
  });
});

describe('the built-in tools', () => {
  const deps = {
    clock: createFakeClock(),
    egress: createEgress({ policy: 'public' }),
    pages: createPageReader({ log: recorded.log }),
  };
  const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

  it('leave out tools whose part of the gateway is missing', () => {
    const always = ['current_time', 'calculator', 'http_fetch'];
    const delegating = ['spawn_agent', 'handoff'];
    expect(names(createBuiltInTools(deps))).toEqual([...always, ...delegating]);
    const more = [toolOf(async () => null, { name: 'memory_search' })];
    expect(names(createBuiltInTools({ ...deps, searchSessions: async () => [], more }))).toEqual([
      ...always,
      'session_search',
      ...delegating,
      'memory_search',
    ]);
  });

  it('for conversations are refused without one', async () => {
    const tools = createBuiltInTools({
      ...deps,
      searchSessions: async (query, limit) => ({ query, limit }),
    });
    const named = (name: string) => tools.find((tool) => tool.name === name) as Tool;
    const outside = contextWith({ runId: null });
    const inside = contextWith({
      delegation: { spawnAgent: async ({ message }) => ({ said: message }), handOff: async (input) => input },
    });
    expect(await run(named('spawn_agent'), { agentId: 'agt_2', message: 'go' }, inside)).toMatchObject({
      result: { said: 'go' },
    });
    expect(await run(named('spawn_agent'), { agentId: 'agt_2', message: 'go' }, outside)).toMatchObject({
      isError: true,
    });
    expect(await run(named('handoff'), { agentId: 'agt_2' }, inside)).toMatchObject({
      result: { agentId: 'agt_2', reason: null },
    });
    expect(await run(named('handoff'), { agentId: 'agt_2' }, outside)).toMatchObject({ isError: true });
    expect((await run(named('session_search'), { query: 'x' })).result).toEqual({ query: 'x', limit: 10 });
  });
});
