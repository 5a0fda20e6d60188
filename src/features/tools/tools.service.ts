import type { Caller } from '../../http/authentication.ts';
import { inWords } from '../../http/errors/field-errors.ts';
import { type Page, type PageRequest, pageSize } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { AuditLog } from '../audit/index.ts';
import { builtInNames } from './built-in/built-in-tools.ts';
import { placeholderOutsidePath, placeholdersOf, sampleUrl } from './http-tool.ts';
import type { ParameterChecks } from './parameters/parameter-checks.ts';
import { unsafeSchema } from './parameters/parameter-schema.ts';
import type { JsonSchema, OnToolsChanged, Tool } from './tool.ts';
import type { createToolbox } from './toolbox.ts';
import type { CreateTool, ToolDetails, ToolInvocation, ToolSummary } from './tools.schema.ts';
import type { ToolRow, ToolStore } from './tools.store.ts';

type Deps = {
  quotas: Quotas;
  store: ToolStore;
  toolbox: ReturnType<typeof createToolbox>;
  checks: ParameterChecks;
  egress: Egress;
  secrets: SecretBox;
  audit: AuditLog;
  clock: Clock;
  digestOf(row: ToolRow): string;
  onChanged: OnToolsChanged;
  /** Of tools that are the same for everyone. */
  sharedNames: readonly string[];
};

const noParameters: JsonSchema = { type: 'object', properties: {} };

const summaryOf = ({ name, description, source, parameters }: Tool): ToolSummary => ({
  name,
  description,
  source,
  parameters,
});

const detailsOf = (row: ToolRow): ToolDetails => ({
  name: row.name,
  description: row.description,
  source: 'http',
  parameters: JSON.parse(row.parameters) as JsonSchema,
  timeoutMs: row.timeout_ms,
  http: {
    url: row.url,
    method: row.method as NonNullable<ToolDetails['http']>['method'],
    headerNames: JSON.parse(row.header_names) as string[],
  },
  createdAt: iso(row.created_at),
});

/** Tools are ordered by name, so a name is a cursor. */
const cursorAfter = (name: string) => Buffer.from(`tool:${name}`).toString('base64url');
function nameIn(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const match = /^tool:([\w./-]{1,200})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!match?.[1]) throw invalidField('querystring.cursor', 'is not valid');
  return match[1];
}

export function createToolService(deps: Deps) {
  const { quotas, store, toolbox, checks, egress, secrets, audit, clock, digestOf, onChanged, sharedNames } = deps;
  // `mcp-servers` is a path of its own, in the place of a name in GET /tools/:name.
  const taken = new Set([...builtInNames, ...sharedNames, 'mcp-servers']);

  async function found({ workspaceId }: Caller, name: string): Promise<Tool> {
    const tool = await toolbox.find(workspaceId, name);
    if (!tool) throw notFound(`Tool ${name}`);
    return tool;
  }

  function checkUrl(url: string, parameters: JsonSchema): void {
    if (placeholderOutsidePath(url)) throw invalidField('http.url', 'may hold placeholders only in its path');
    const properties = (parameters.properties ?? {}) as Record<string, unknown>;
    for (const name of placeholdersOf(url))
      if (!Object.hasOwn(properties, name))
        throw invalidField('http.url', `has the placeholder {${name}}, which is no parameter`);
    egress.assertAllowed(sampleUrl(url), 'http.url');
  }

  async function checkParameters(parameters: JsonSchema, workspaceId: string): Promise<void> {
    const problem = unsafeSchema(parameters) ?? (await checks.unusable(parameters, workspaceId));
    if (problem) throw invalidField('parameters', problem);
  }

  return {
    async list({ workspaceId }: Caller, { limit, cursor }: PageRequest): Promise<Page<ToolSummary>> {
      const size = pageSize(limit);
      const after = nameIn(cursor);
      const rest = (await toolbox.list(workspaceId)).filter(({ name }) => name > after);
      const last = rest.length > size ? rest[size - 1] : undefined;
      return { data: rest.slice(0, size).map(summaryOf), nextCursor: last ? cursorAfter(last.name) : null };
    },

    async get(caller: Caller, name: string): Promise<ToolDetails> {
      const tool = await found(caller, name);
      if (tool.source !== 'http') return { ...summaryOf(tool), timeoutMs: tool.timeoutMs };
      const row = await store.find(caller.workspaceId, name);
      if (!row) throw notFound(`Tool ${name}`);
      return detailsOf(row);
    },

    async create({ workspaceId, userId }: Caller, input: CreateTool): Promise<ToolDetails> {
      const { name, description, http } = input;
      const parameters = input.parameters ?? noParameters;
      if (taken.has(name)) throw new AppError('conflict', `The gateway has a tool ${name} of its own.`);
      checkUrl(http.url, parameters);
      await checkParameters(parameters, workspaceId);
      const headers = http.headers ?? {};
      egress.assertHeaders(headers, 'http.headers');
      const row: ToolRow = {
        workspace_id: workspaceId,
        name,
        description,
        parameters: JSON.stringify(parameters),
        url: http.url,
        method: http.method ?? 'GET',
        headers: Object.keys(headers).length > 0 ? secrets.seal(JSON.stringify(headers)) : null,
        header_names: JSON.stringify(Object.keys(headers)),
        timeout_ms: input.timeoutMs ?? 30_000,
        created_at: clock.now(),
      };
      await store.transaction(async (tx) => {
        quotas.require('tools', await store.countUnderLock(tx, workspaceId));
        if (!(await store.insert(tx, row)))
          throw new AppError('conflict', `The workspace has a tool ${name} already. Delete it first.`);
        await onChanged(tx, workspaceId, new Map([[name, digestOf(row)]]), `${name}"`, userId);
        await audit.append(tx, {
          userId,
          actor: userId,
          action: 'tool.create',
          target: name,
          outcome: 'success',
          detail: { workspaceId },
        });
      });
      return detailsOf(row);
    },

    async delete(caller: Caller, name: string): Promise<void> {
      const { workspaceId, userId } = caller;
      if (taken.has(name)) throw new AppError('conflict', `The tool ${name} is the gateway’s and cannot be deleted.`);
      await store.transaction(async (tx) => {
        if (!(await store.delete(tx, workspaceId, name))) throw notFound(`Tool ${name}`);
        await audit.append(tx, {
          userId,
          actor: userId,
          action: 'tool.delete',
          target: name,
          outcome: 'success',
          detail: { workspaceId },
        });
      });
    },

    /** Runs a tool as the caller, without an agent. */
    async invoke(
      caller: Caller,
      name: string,
      params: Record<string, unknown> | undefined,
      call: { id: string; signal: AbortSignal },
    ): Promise<ToolInvocation> {
      const tool = await found(caller, name);
      const errors = await toolbox.check(tool, params, caller.workspaceId);
      if (errors.length > 0) throw new AppError('validation_failed', inWords(errors), { errors });
      const context = { caller, agentId: null, sessionId: null, runId: null, toolCallId: call.id, signal: call.signal };
      return toolbox.execute(tool, params, context);
    },
  };
}

export type ToolService = ReturnType<typeof createToolService>;
