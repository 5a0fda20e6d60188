import { Days } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';

const Count = Type.Integer({ minimum: 0 });
const Usd = Type.Number({ examples: [1.25], description: 'Exact to the nano-dollar below eight million dollars.' });
const Day = Type.String({ format: 'date', examples: ['2026-11-15'] });
const Name = Type.Union([Type.String(), Type.Null()], {
  description: 'Of an agent of this workspace or of a personal key, or the email of a member; else null.',
});

const figures = {
  requests: Count,
  promptTokens: Type.Integer({ minimum: 0, description: 'Without the cached ones.' }),
  cachedTokens: Count,
  completionTokens: Count,
  costUsd: Usd,
  priced: Type.Boolean({ description: 'False when a model without a known price was used: that part counts as 0.' }),
  estimatedRequests: Type.Integer({
    minimum: 0,
    description: 'Model calls whose tokens are our estimate, because the provider said nothing or was cut off.',
  }),
};

const groupings = ['day', 'agent', 'model', 'user', 'key'] as const;
export type Grouping = (typeof groupings)[number];

export const CostsQuery = Type.Object({
  days: Days(30),
});

const Moment = (description: string) =>
  Type.String({
    maxLength: 40,
    examples: ['2026-11-15'],
    description: `${description} A day, or a time of it, in UTC.`,
  });

export const BreakdownQuery = Type.Object({
  from: Type.Optional(Moment('The first day; 29 days before `to` unless told.')),
  to: Type.Optional(Moment('The last day, which is included; today unless told.')),
  groupBy: Type.Optional(Type.Enum([...groupings], { default: 'day' })),
});

const standing = {
  monthlyUsd: Usd,
  spentUsd: Usd,
  reservedUsd: Type.Number({ description: 'For what is under way.' }),
  resetsAt: Type.String({ format: 'date-time' }),
};
const Budget = Type.Object(
  {
    ...standing,
    setBy: Type.Enum(['workspace', 'operator'], {
      description: 'The operator may give one to workspaces that have none, and a ceiling to all.',
    }),
  },
  { title: 'Budget', description: 'The budget that holds.' },
);
const PersonBudget = Type.Object(standing, {
  title: 'PersonBudget',
  description: 'What the operator lets you spend over all workspaces.',
});

export const Costs = Type.Object(
  {
    currency: Type.Literal('USD'),
    days: Type.Integer({ examples: [30] }),
    from: Day,
    to: Day,
    totalUsd: Usd,
    tokens: Type.Object({ prompt: Count, cached: Count, completion: Count, total: Count }),
    requests: Count,
    priced: figures.priced,
    byModel: Type.Array(
      Type.Object({
        key: Type.String({ examples: ['openai/gpt-6-luna'] }),
        provider: Type.String(),
        model: Type.String(),
        ...figures,
      }),
    ),
    byAgent: Type.Array(
      Type.Object({
        key: Type.String(),
        agentId: Type.Union([Type.String(), Type.Null()], { description: 'Null for calls that no agent made.' }),
        name: Name,
        ...figures,
      }),
    ),
    budget: Type.Union([Budget, Type.Null()]),
    personBudget: Type.Union([PersonBudget, Type.Null()]),
  },
  { title: 'Costs' },
);
export type Costs = Type.Static<typeof Costs>;

export const CostBreakdown = Type.Object(
  {
    from: Day,
    to: Day,
    groupBy: Type.Enum([...groupings]),
    data: Type.Array(Type.Object({ key: Type.String(), name: Type.Optional(Name), ...figures })),
  },
  { title: 'CostBreakdown' },
);
export type CostBreakdown = Type.Static<typeof CostBreakdown>;
