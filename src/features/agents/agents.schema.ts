import { Nullable, Type } from '../../http/validation/type.ts';
import { ReasoningLevel, ResponseFormat } from './response-format.schema.ts';

const Names = (what: string, examples: string[]) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 128,
    uniqueItems: true,
    description: what,
    examples: [examples],
  });

// No defaults here: they would be filled in at every update and overwrite fields that it leaves out.
const Spawn = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    maxDepth: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    maxChildren: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    agents: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 50,
        uniqueItems: true,
        description: 'Which agents it may spawn: none where it is empty, any with "*".',
      }),
    ),
    maxRuns: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description:
          'Runs that one message to it may set going in all, itself included; the gateway has a bound of its own.',
      }),
    ),
    maxCostUsd: Type.Optional(
      Nullable(Type.Number({ minimum: 0, description: 'What those runs may cost in all; null: no bound of its own.' })),
    ),
  },
  { additionalProperties: false, description: 'Whether, how deep, how often and which agents it may spawn.' },
);

const fields = {
  description: Type.String({ maxLength: 2_000, examples: ['Answers questions about orders'] }),
  systemPrompt: Type.String({ maxLength: 100_000, examples: ['You are a helpful assistant.'] }),
  provider: Nullable(
    Type.String({
      maxLength: 63,
      examples: ['openai'],
      description: 'A connection or a pool; null: the gateway’s default.',
    }),
  ),
  model: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 200,
      examples: ['gpt-5-mini'],
      description: 'null: the provider’s default. `connection/model` names both in one word.',
    }),
  ),
  temperature: Nullable(Type.Number({ minimum: 0, maximum: 2 })),
  maxTokens: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  maxSteps: Type.Integer({ minimum: 1, maximum: 100, description: 'Model calls in one turn.' }),
  timeoutMs: Type.Integer({ minimum: 1_000, maximum: 3_600_000 }),
  tools: Names('Tools it may call.', ['calculator']),
  skills: Names('Skills it has.', ['research']),
  approvals: Names('Tools that need a human’s word.', ['http_fetch']),
  spawn: Spawn,
  memoryProfileId: Nullable(Type.String({ maxLength: 100 })),
  // Not Type.Record: its pattern drops every name with a line break in it.
  metadata: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Anything of yours, up to 16 KiB.',
  }),
};

/** An agent has these only where somebody set them. */
const laterFields = {
  responseFormat: Type.Optional(
    Nullable(ResponseFormat, { description: 'What its answers look like; null: text. A request may name another.' }),
  ),
  knowledge: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100, examples: ['kno_01jd3v9k4m8q2w5x7y0z1a2b3c'] }), {
      maxItems: 10,
      uniqueItems: true,
      description: 'Collections of documents. For each message, passages are found in them and cited.',
    }),
  ),
  fallbacks: Type.Optional(
    Nullable(
      Type.Array(Type.String({ minLength: 3, maxLength: 264, examples: ['anthropic/claude-sonnet-4-5'] }), {
        maxItems: 8,
        uniqueItems: true,
      }),
      { description: '`connection/model`, asked in this order if the model fails; null: the workspace’s.' },
    ),
  ),
  cacheSeconds: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 86_400 }), {
      description: 'How long an answer is given again to the same person for the same request; 0 or null: never.',
    }),
  ),
  a2a: Type.Optional(
    Type.Boolean({ description: 'Publishes it at `/a2a/<id>`: anyone may read its name and description there.' }),
  ),
  reasoning: Type.Optional(Nullable(ReasoningLevel, { description: 'null: as the model does by itself.' })),
};

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Support'] });

export const CreateAgent = Type.Object(
  { name: Name, ...Type.Partial(Type.Object(fields)).properties, ...laterFields },
  { title: 'CreateAgent', additionalProperties: false },
);
export type CreateAgent = Type.Static<typeof CreateAgent>;

export const UpdateAgent = Type.Partial(Type.Object({ name: Name, ...fields, ...laterFields }), {
  title: 'UpdateAgent',
  additionalProperties: false,
});
export type UpdateAgent = Type.Static<typeof UpdateAgent>;

const AgentSpawn = Type.Object(
  {
    enabled: Type.Boolean(),
    maxDepth: Type.Integer(),
    maxChildren: Type.Integer(),
    agents: Type.Array(Type.String()),
    maxRuns: Type.Optional(Type.Integer()),
    maxCostUsd: Type.Optional(Nullable(Type.Number())),
  },
  { title: 'AgentSpawn' },
);

/** What a version fixes: everything about an agent but its identity. */
export const AgentBody = Type.Object({ name: Name, ...fields, ...laterFields, spawn: AgentSpawn });
export type AgentBody = Type.Static<typeof AgentBody>;

export const Agent = Type.Object(
  {
    id: Type.String({ examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    workspaceId: Type.String({ examples: ['ws_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    ...AgentBody.properties,
    version: Type.Integer({ examples: [1] }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Agent' },
);
export type Agent = Type.Static<typeof Agent>;

export const Capabilities = Type.Object(
  {
    tools: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['calculator'] }),
        description: Type.String(),
        source: Type.String({ examples: ['builtin', 'skill:research', 'http', 'mcp:github'] }),
        parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema.' }),
        requiresApproval: Type.Boolean(),
      }),
    ),
    skills: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), toolCount: Type.Integer() })),
    spawn: AgentSpawn,
    model: Type.Object({
      provider: Type.String({ examples: ['local'] }),
      model: Type.String({ examples: ['offline'] }),
      temperature: Nullable(Type.Number()),
      maxTokens: Nullable(Type.Integer()),
      contextWindow: Nullable(Type.Integer()),
      allowed: Type.Boolean(),
      reason: Type.Optional(Type.String({ description: 'Why it is not allowed.' })),
    }),
  },
  { title: 'Capabilities' },
);
export type Capabilities = Type.Static<typeof Capabilities>;
