import type { Agent, CreateAgent } from '@client/api.ts';

/** An agent in the form. Every field is text until it is sent. */
export type Draft = {
  name: string;
  description: string;
  systemPrompt: string;
  model: string;
  temperature: string;
  maxTokens: string;
  maxSteps: string;
  timeoutSeconds: string;
  tools: string[];
  approvals: string[];
  skills: string[];
  /** Ids of collections. */
  knowledge: string[];
  memoryProfileId: string;
  spawn: boolean;
  /** Ids separated by commas, or `*` for any. */
  spawnAgents: string;
  /** The JSON Schema of its answers as text; empty for answers in text. */
  formatSchema: string;
  formatName: string;
  formatStrict: boolean;
  /** Empty: as the model does by itself. */
  reasoning: '' | NonNullable<Agent['reasoning']>;
  /** null: those of the workspace. */
  fallbacks: string[] | null;
  cacheSeconds: string;
};

const longestSchema = 32_768;

const namesIn = (value: string) => value.split(/[\s,]+/).filter((name) => name !== '');

const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));

export const draftOf = (agent: Agent | undefined): Draft => ({
  name: agent?.name ?? '',
  description: agent?.description ?? '',
  systemPrompt: agent?.systemPrompt ?? '',
  model: agent?.provider || agent?.model ? [agent.provider, agent.model].filter(Boolean).join('/') : '',
  temperature: text(agent?.temperature),
  maxTokens: text(agent?.maxTokens),
  maxSteps: text(agent?.maxSteps ?? 10),
  timeoutSeconds: text((agent?.timeoutMs ?? 120_000) / 1_000),
  tools: agent?.tools ?? ['calculator', 'current_time'],
  approvals: agent?.approvals ?? [],
  skills: agent?.skills ?? [],
  knowledge: agent?.knowledge ?? [],
  memoryProfileId: agent?.memoryProfileId ?? '',
  spawn: agent?.spawn.enabled ?? false,
  spawnAgents: agent ? agent.spawn.agents.join(', ') : '*',
  formatSchema: agent?.responseFormat ? JSON.stringify(agent.responseFormat.schema, null, 2) : '',
  formatName: agent?.responseFormat?.name ?? 'answer',
  formatStrict: agent?.responseFormat?.strict ?? false,
  reasoning: agent?.reasoning ?? '',
  fallbacks: agent?.fallbacks ?? null,
  cacheSeconds: text(agent?.cacheSeconds),
});

function numberIn(value: string, from: number, to: number, whole: boolean): string | undefined {
  if (value.trim() === '') return undefined;
  const parsed = Number(value);
  if (!Number.isFinite(parsed) || parsed < from || parsed > to || (whole && !Number.isInteger(parsed)))
    return `A ${whole ? 'whole ' : ''}number from ${from} to ${to.toLocaleString()}.`;
  return undefined;
}

function schemaProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  if (text.length > longestSchema) return `At most ${longestSchema.toLocaleString()} characters.`;
  try {
    const schema: unknown = JSON.parse(text);
    const isObject = typeof schema === 'object' && schema !== null && !Array.isArray(schema);
    return isObject && (schema as { type?: unknown }).type === 'object'
      ? undefined
      : 'A JSON Schema whose “type” is “object”.';
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}

/** Errors by field that can be found without asking the gateway. */
export function problemsOf(draft: Draft): Partial<Record<keyof Draft, string>> {
  const found: Partial<Record<keyof Draft, string | undefined>> = {
    name:
      draft.name.trim() === '' ? 'It needs a name.' : draft.name.length > 200 ? 'At most 200 characters.' : undefined,
    description: draft.description.length > 1_000 ? 'At most 1,000 characters.' : undefined,
    temperature: numberIn(draft.temperature, 0, 2, false),
    maxTokens: numberIn(draft.maxTokens, 1, 1_000_000, true),
    maxSteps: draft.maxSteps.trim() === '' ? 'A whole number.' : numberIn(draft.maxSteps, 1, 100, true),
    timeoutSeconds:
      draft.timeoutSeconds.trim() === '' ? 'A number of seconds.' : numberIn(draft.timeoutSeconds, 1, 3_600, false),
    cacheSeconds: numberIn(draft.cacheSeconds, 0, 86_400, true),
    spawnAgents:
      draft.spawn && namesIn(draft.spawnAgents).length === 0
        ? 'Ids of agents, or * for any; empty means none.'
        : undefined,
    formatSchema: schemaProblem(draft.formatSchema),
    formatName:
      draft.formatSchema.trim() === '' || /^[\w-]{1,64}$/.test(draft.formatName)
        ? undefined
        : 'Letters, digits, _ and -; at most 64.',
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message)) as Partial<
    Record<keyof Draft, string>
  >;
}

const formatOf = ({ formatSchema, formatName, formatStrict }: Draft, before: Agent | undefined) =>
  formatSchema.trim() === ''
    ? null
    : {
        // The form does not show its description.
        ...before?.responseFormat,
        type: 'json_schema' as const,
        name: formatName,
        schema: JSON.parse(formatSchema) as Record<string, unknown>,
        strict: formatStrict,
      };

export function bodyOf(draft: Draft, before: Agent | undefined): CreateAgent {
  const slash = draft.model.indexOf('/');
  const optional = (value: string) => (value.trim() === '' ? null : Number(value));
  return {
    name: draft.name.trim(),
    description: draft.description,
    systemPrompt: draft.systemPrompt,
    provider: slash < 0 ? null : draft.model.slice(0, slash),
    model: draft.model === '' ? null : draft.model.slice(slash + 1),
    temperature: optional(draft.temperature),
    maxTokens: optional(draft.maxTokens),
    maxSteps: Number(draft.maxSteps),
    timeoutMs: Math.round(Number(draft.timeoutSeconds) * 1_000),
    tools: draft.tools,
    approvals: draft.approvals.filter((tool) => draft.tools.includes(tool)),
    skills: draft.skills,
    ...((draft.knowledge.length > 0 || before?.knowledge) && { knowledge: draft.knowledge }),
    memoryProfileId: draft.memoryProfileId || null,
    responseFormat: formatOf(draft, before),
    reasoning: draft.reasoning || null,
    fallbacks: draft.fallbacks,
    cacheSeconds: optional(draft.cacheSeconds),
    spawn: { enabled: draft.spawn, ...(draft.spawn ? { agents: [...new Set(namesIn(draft.spawnAgents))] } : {}) },
  };
}
