import { Nullable, Type } from '../../http/validation/type.ts';
import { connectionKinds, presets } from '../../platform/models/connections/connection.ts';
import {
  longestTimeoutMs,
  mostModels,
  mostWeight,
  namePattern,
  shortestTimeoutMs,
} from '../../platform/models/connections/connection-rules.ts';

const Time = Type.String({ format: 'date-time' });
const Name = Type.String({
  pattern: namePattern,
  examples: ['anthropic-eu'],
  description: 'An agent’s `model` is `name/model`.',
});
const Kind = Type.Enum([...connectionKinds, ...(Object.keys(presets) as (keyof typeof presets)[])], {
  examples: ['anthropic'],
  description: '`azure-openai` and `openai-compatible` need a `baseUrl`; the others know theirs.',
});
const BaseUrl = Type.String({ minLength: 1, maxLength: 2_048, examples: ['https://models.example.com/v1'] });
const ApiKey = Type.String({
  minLength: 1,
  maxLength: 4_096,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'Stored encrypted and never shown again.',
});
const Headers = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 4_096 }), {
  description: 'Sent with every request; stored encrypted and never shown again.',
});
const ModelNames = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: mostModels,
  uniqueItems: true,
  examples: [['claude-sonnet-4-5']],
  description: 'The only models it is asked for; null: any.',
});
const Pool = Type.String({
  pattern: namePattern,
  examples: ['claude'],
  description: 'Connections with the same pool share the load and are addressed as `pool/model`.',
});
const Weight = Type.Integer({
  minimum: 0,
  maximum: mostWeight,
  examples: [1],
  description: 'Its share of the load of its pool. With 0 it is asked only where the others fail.',
});
const Timeout = (description: string) =>
  Type.Integer({ minimum: shortestTimeoutMs, maximum: longestTimeoutMs, description });
const firstTokenTimeoutMs = Timeout('How long it may take to begin its answer; null: as the gateway does.');
const timeoutMs = Timeout('How long one answer may take in all; null: as long as the turn.');

const optional = {
  baseUrl: Type.Optional(Nullable(BaseUrl)),
  apiKey: Type.Optional(Nullable(ApiKey)),
  headers: Type.Optional(Headers),
  models: Type.Optional(Nullable(ModelNames)),
  pool: Type.Optional(Nullable(Pool)),
  weight: Type.Optional(Weight),
  firstTokenTimeoutMs: Type.Optional(Nullable(firstTokenTimeoutMs)),
  timeoutMs: Type.Optional(Nullable(timeoutMs)),
};

export const CreateProvider = Type.Object(
  { name: Name, kind: Kind, ...optional },
  { title: 'CreateProvider', additionalProperties: false },
);
export type CreateProvider = Type.Static<typeof CreateProvider>;

export const UpdateProvider = Type.Object(
  { name: Type.Optional(Name), kind: Type.Optional(Kind), ...optional },
  {
    title: 'UpdateProvider',
    additionalProperties: false,
    description: 'What is left out stays; null removes; `headers` replaces all of them.',
  },
);
export type UpdateProvider = Type.Static<typeof UpdateProvider>;

const Count = Type.Integer({ minimum: 0 });
const Health = Type.Object(
  {
    status: Type.Enum(['unknown', 'ok', 'cooling_down', 'key_refused']),
    reason: Nullable(Type.String(), { description: 'What failed last; only for owners and admins.' }),
    until: Nullable(Time, { description: 'Until when it is not asked first.' }),
  },
  { title: 'ProviderHealth', description: 'As the node that answers knows it.' },
);
export type Health = Type.Static<typeof Health>;

const LastDay = Nullable(
  Type.Object(
    {
      attempts: Count,
      failures: Count,
      fallbacks: Type.Integer({ minimum: 0, description: 'Failed attempts after which another was asked.' }),
      averageMs: Nullable(Type.Number(), { description: 'Of the attempts that succeeded.' }),
      costUsd: Type.Number(),
    },
    { title: 'ProviderLastDay', description: 'The last 24 hours of this workspace.' },
  ),
  { description: 'Only for owners and admins; null for others.' },
);
export type LastDay = Type.Static<typeof LastDay>;

export const Provider = Type.Object(
  {
    id: Type.String({ examples: ['mcn_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    workspaceId: Type.String({ examples: ['ws_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    name: Type.String({ examples: ['anthropic-eu'] }),
    kind: Kind,
    baseUrl: Nullable(Type.String(), {
      description: 'Only for owners and admins; null: the known address of the kind.',
    }),
    hasApiKey: Type.Boolean(),
    headerNames: Type.Array(Type.String(), { description: 'Only for owners and admins; empty for others.' }),
    models: Nullable(Type.Array(Type.String())),
    pool: Nullable(Type.String()),
    weight: Type.Integer(),
    firstTokenTimeoutMs: Nullable(Type.Integer()),
    timeoutMs: Nullable(Type.Integer()),
    health: Health,
    lastDay: LastDay,
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Provider', description: 'A connection of the workspace to a provider of models.' },
);
export type Provider = Type.Static<typeof Provider>;

const OperatorProvider = Type.Object(
  {
    name: Type.String({ examples: ['openai'] }),
    kind: Type.String({ examples: ['openai'] }),
    pool: Nullable(Type.String()),
    weight: Type.Integer(),
    health: Health,
    lastDay: LastDay,
  },
  { title: 'OperatorProvider', description: 'A connection of the operator.' },
);
export type OperatorProvider = Type.Static<typeof OperatorProvider>;

export const ProviderList = Type.Object(
  {
    providers: Type.Array(Provider),
    operator: Type.Array(OperatorProvider, { description: 'Empty where the workspace does not use them.' }),
  },
  { title: 'ProviderList' },
);
export type ProviderList = Type.Static<typeof ProviderList>;

export const ProviderTest = Type.Object(
  {
    ok: Type.Boolean(),
    latencyMs: Type.Number({ examples: [128.4] }),
    models: Nullable(Type.Integer({ minimum: 0 }), { description: 'How many models it lists, if it lists them.' }),
    reason: Type.Optional(Type.String({ examples: ['The server refused the key (401): set the right apiKey.'] })),
  },
  { title: 'ProviderTest' },
);
export type ProviderTest = Type.Static<typeof ProviderTest>;

const Known = <Schema extends Type.TSchema>(schema: Schema) => Nullable(schema, { description: 'null: unknown.' });
const Dollars = Type.Number({ minimum: 0, examples: [0.25] });
const WorkspaceModel = Type.Object(
  {
    id: Type.String({ examples: ['anthropic-eu/claude-sonnet-4-5'], description: 'As an agent’s `model`.' }),
    connection: Type.String({ examples: ['anthropic-eu'] }),
    pool: Nullable(Type.String()),
    model: Type.String({ examples: ['claude-sonnet-4-5'] }),
    name: Type.String({ examples: ['Claude Sonnet 4.5'] }),
    contextWindow: Known(Type.Integer({ minimum: 0 })),
    images: Known(Type.Boolean()),
    pdfs: Known(Type.Boolean()),
    price: Nullable(Type.Object({ input: Dollars, cachedInput: Dollars, output: Dollars }), {
      description: 'Dollars per million tokens; null: unknown.',
    }),
    own: Type.Boolean({ description: 'Of a connection of the workspace, not of the operator.' }),
  },
  { title: 'WorkspaceModel' },
);
export type WorkspaceModel = Type.Static<typeof WorkspaceModel>;

export const WorkspaceModelList = Type.Object({ models: Type.Array(WorkspaceModel) }, { title: 'WorkspaceModelList' });
export type WorkspaceModelList = Type.Static<typeof WorkspaceModelList>;
