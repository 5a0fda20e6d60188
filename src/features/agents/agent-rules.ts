import { AppError, invalidField } from '../../kernel/errors.ts';
import { wrongTarget } from '../../platform/models/connections/connection-rules.ts';
import { providerNames } from '../../platform/models/model.ts';
import type { AgentBody, CreateAgent, UpdateAgent } from './agents.schema.ts';

/** What an agent's configuration may refer to. */
export type References = {
  knowsTool(workspaceId: string, name: string): Promise<boolean>;
  knowsSkill(id: string): boolean;
  knowsMemoryPolicy(workspaceId: string, id: string): Promise<boolean>;
  knowsAgent(workspaceId: string, id: string): Promise<boolean>;
  knowsCollection(workspaceId: string, id: string): Promise<boolean>;
  /** Why a schema of answers cannot be used; undefined when it can. */
  unusableSchema(workspaceId: string, schema: Record<string, unknown>): Promise<string | undefined>;
  /** The names of the connections and pools that the workspace can address. */
  reachable(workspaceId: string): Promise<{ names: readonly string[] }>;
};

/** In `spawn.agents`: any agent that the caller may use. */
export const anyAgent = '*';

const largestMetadata = 16_384;

const defaults: Omit<AgentBody, 'name'> = {
  description: '',
  systemPrompt: '',
  provider: null,
  model: null,
  temperature: null,
  maxTokens: null,
  maxSteps: 10,
  timeoutMs: 120_000,
  tools: [],
  skills: [],
  approvals: [],
  spawn: { enabled: false, maxDepth: 1, maxChildren: 5, agents: [] },
  memoryProfileId: null,
  metadata: {},
};

/** An agent that is older than a field does not get it until someone sets it. */
const onlyGiven = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Value };

/**
 * Splits `connection/model`. Model names contain slashes too, so only the name of a known connection, pool or provider
 * counts. A `provider` field that names another provider is an error.
 */
export function withProvider<Change extends CreateAgent | UpdateAgent>(
  change: Change,
  reachable: readonly string[],
  at = '',
): Change {
  const { provider, model } = change;
  const slash = model?.indexOf('/') ?? -1;
  const named = model?.slice(0, slash);
  if (!model || !named || slash <= 0 || !known(reachable).includes(named)) return change;
  const rest = model.slice(slash + 1);
  if (rest === '') throw invalidField(`${at}model`, `names the provider ${named} and no model`);
  if (provider === undefined || provider === named) return { ...change, provider: named, model: rest };
  // Other servers than those of the providers themselves may have a model with such a name.
  if (provider && !namesOneModel.includes(provider)) return change;
  throw invalidField(`${at}model`, `is of the provider ${named}, and provider says ${provider ?? 'null'}`);
}

/** Also those that are not set up: an agent may be made before its connection. */
const known = (reachable: readonly string[]): readonly string[] => [...new Set([...providerNames, ...reachable])];
/** Whose models have no slash in their names. */
const namesOneModel = ['local', 'openai', 'anthropic', 'google'];

/** Takes fields by name, so that no unknown field of a request becomes part of an agent. */
export function mergeBody(before: AgentBody | undefined, change: CreateAgent | UpdateAgent): AgentBody {
  const base = before ?? { name: '', ...defaults };
  return {
    name: change.name?.trim() ?? base.name,
    description: change.description ?? base.description,
    systemPrompt: change.systemPrompt ?? base.systemPrompt,
    provider: change.provider === undefined ? base.provider : change.provider,
    model: change.model === undefined ? base.model : change.model,
    temperature: change.temperature === undefined ? base.temperature : change.temperature,
    maxTokens: change.maxTokens === undefined ? base.maxTokens : change.maxTokens,
    maxSteps: change.maxSteps ?? base.maxSteps,
    timeoutMs: change.timeoutMs ?? base.timeoutMs,
    tools: change.tools ?? base.tools,
    skills: change.skills ?? base.skills,
    approvals: change.approvals ?? base.approvals,
    spawn: {
      enabled: change.spawn?.enabled ?? base.spawn.enabled,
      maxDepth: change.spawn?.maxDepth ?? base.spawn.maxDepth,
      maxChildren: change.spawn?.maxChildren ?? base.spawn.maxChildren,
      agents: change.spawn?.agents ?? base.spawn.agents,
      ...onlyGiven('maxRuns', change.spawn?.maxRuns ?? base.spawn.maxRuns),
      ...onlyGiven(
        'maxCostUsd',
        change.spawn?.maxCostUsd === undefined ? base.spawn.maxCostUsd : change.spawn.maxCostUsd,
      ),
    },
    memoryProfileId: change.memoryProfileId === undefined ? base.memoryProfileId : change.memoryProfileId,
    metadata: change.metadata ?? base.metadata,
    ...onlyGiven('knowledge', change.knowledge ?? base.knowledge),
    ...onlyGiven('fallbacks', change.fallbacks === undefined ? base.fallbacks : change.fallbacks),
    ...onlyGiven('cacheSeconds', change.cacheSeconds === undefined ? base.cacheSeconds : change.cacheSeconds),
    ...onlyGiven('a2a', change.a2a ?? base.a2a),
    ...onlyGiven('reasoning', change.reasoning === undefined ? base.reasoning : change.reasoning),
    ...onlyGiven('responseFormat', change.responseFormat === undefined ? base.responseFormat : change.responseFormat),
  };
}

/**
 * Throws one error that lists every wrong reference by the path of its field. Only references in the change are looked
 * up: a tool that was deleted since must not prevent renaming the agent.
 */
export async function checkChange(
  workspaceId: string,
  change: CreateAgent | UpdateAgent,
  merged: AgentBody,
  references: References,
  reachable: readonly string[],
  at = '',
): Promise<void> {
  const errors: { path: string; message: string }[] = [];
  const wrong = (path: string, message: string) => errors.push({ path: `${at}${path}`, message });

  async function eachKnown(
    field: string,
    names: readonly string[] | undefined,
    what: string,
    knows: (name: string) => boolean | Promise<boolean>,
  ) {
    for (const [index, name] of (names ?? []).entries())
      if (!(await knows(name))) wrong(`${field}.${index}`, `there is no ${what} "${name}"`);
  }

  const providers = known(reachable);
  if ((change.provider || change.model) && merged.provider !== null && !providers.includes(merged.provider))
    wrong('provider', `there is no provider "${merged.provider}"; there are ${providers.join(', ')}`);
  for (const [index, target] of (change.fallbacks ?? []).entries()) {
    const problem = wrongTarget(target, reachable);
    if (problem) wrong(`fallbacks.${index}`, problem);
  }
  if (merged.model !== null && merged.provider === null) wrong('provider', 'is needed with a model');
  await eachKnown('tools', change.tools, 'tool', (name) => references.knowsTool(workspaceId, name));
  await eachKnown('approvals', change.approvals, 'tool', (name) => references.knowsTool(workspaceId, name));
  await eachKnown('knowledge', change.knowledge, 'collection', (id) => references.knowsCollection(workspaceId, id));
  await eachKnown('skills', change.skills, 'skill', references.knowsSkill);
  await eachKnown(
    'spawn.agents',
    change.spawn?.agents,
    'agent',
    (id) => id === anyAgent || references.knowsAgent(workspaceId, id),
  );
  if (change.memoryProfileId && !(await references.knowsMemoryPolicy(workspaceId, change.memoryProfileId)))
    wrong('memoryProfileId', `there is no memory profile "${change.memoryProfileId}"`);
  if (change.responseFormat) {
    const problem = await references.unusableSchema(workspaceId, change.responseFormat.schema);
    if (problem) wrong('responseFormat.schema', problem);
  }
  if (Buffer.byteLength(JSON.stringify(merged.metadata)) > largestMetadata)
    wrong('metadata', `must be at most ${largestMetadata} bytes of JSON`);
  if (errors.length === 0) return;
  throw new AppError('validation_failed', `${errors.map(({ path, message }) => `${path}: ${message}`).join('; ')}.`, {
    errors,
  });
}
