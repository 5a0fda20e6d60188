import { AppError, invalidField } from '../../kernel/errors.ts';
import { providerNames } from '../../platform/models/model.ts';
import type { AgentBody, CreateAgent, UpdateAgent } from './agents.schema.ts';

/** What an agent's configuration may refer to. */
export type References = {
  knowsTool(workspaceId: string, name: string): Promise<boolean>;
  knowsSkill(id: string): boolean;
  knowsMemoryPolicy(workspaceId: string, id: string): Promise<boolean>;
  knowsAgent(workspaceId: string, id: string): Promise<boolean>;
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
 * Splits `provider/model`, as other gateways write it. Model names contain slashes too, so only the name of a known
 * provider counts. A `provider` field that names another provider is an error.
 */
export function withProvider<Change extends CreateAgent | UpdateAgent>(change: Change, at = ''): Change {
  const { provider, model } = change;
  const slash = model?.indexOf('/') ?? -1;
  const named = model?.slice(0, slash);
  if (!model || slash <= 0 || !providerNames.includes(named as never)) return change;
  const rest = model.slice(slash + 1);
  if (rest === '') throw invalidField(`${at}model`, `names the provider ${named} and no model`);
  if (provider === undefined || provider === named) return { ...change, provider: named, model: rest };
  // A self-hosted server may have a model with such a name.
  if (provider === 'openai-compatible') return change;
  throw invalidField(`${at}model`, `is of the provider ${named}, and provider says ${provider ?? 'null'}`);
}

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

  if (merged.provider !== null && !providerNames.includes(merged.provider as never))
    wrong('provider', `there is no provider "${merged.provider}"; there are ${providerNames.join(', ')}`);
  if (merged.model !== null && merged.provider === null) wrong('provider', 'is needed with a model');
  await eachKnown('tools', change.tools, 'tool', (name) => references.knowsTool(workspaceId, name));
  await eachKnown('approvals', change.approvals, 'tool', (name) => references.knowsTool(workspaceId, name));
  await eachKnown('skills', change.skills, 'skill', references.knowsSkill);
  await eachKnown(
    'spawn.agents',
    change.spawn?.agents,
    'agent',
    (id) => id === anyAgent || references.knowsAgent(workspaceId, id),
  );
  if (change.memoryProfileId && !(await references.knowsMemoryPolicy(workspaceId, change.memoryProfileId)))
    wrong('memoryProfileId', `there is no memory profile "${change.memoryProfileId}"`);
  if (Buffer.byteLength(JSON.stringify(merged.metadata)) > largestMetadata)
    wrong('metadata', `must be at most ${largestMetadata} bytes of JSON`);
  if (errors.length === 0) return;
  throw new AppError('validation_failed', `${errors.map(({ path, message }) => `${path}: ${message}`).join('; ')}.`, {
    errors,
  });
}
