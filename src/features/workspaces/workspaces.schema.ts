import { Days, PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';

const Time = Type.String({ format: 'date-time' });
const WorkspaceId = Type.String({ examples: ['ws_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const AgentId = Type.String({ examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const UserId = Type.String({ examples: ['usr_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Support'] });
const Role = Type.Enum(['owner', 'admin', 'member']);
const PendingRole = Type.Optional(
  Type.Enum(['owner', 'admin', 'member'], {
    description: 'A role that was offered and not yet accepted; until then it gives no rights.',
  }),
);

const Settings = Type.Object(
  {
    defaultAgentId: Nullable(AgentId),
    monthlyBudgetUsd: Nullable(Type.Number({ examples: [50] })),
    retentionDays: Nullable(
      Type.Integer({
        examples: [90],
        description: 'Sessions that have been idle for so many days are deleted; null leaves it to the operator.',
      }),
    ),
    useOperatorModels: Type.Boolean({
      description: 'false: only the workspace’s own connections are asked, and the offline assistant.',
    }),
    fallbacks: Type.Array(Type.String({ examples: ['anthropic/claude-sonnet-4-5'] }), {
      description: 'What is asked, in this order, if the model of an agent without fallbacks of its own fails.',
    }),
  },
  { title: 'WorkspaceSettings' },
);

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200, uniqueItems: true });

export const Restrictions = Type.Object(
  {
    allowedProviders: Nullable(Type.Array(Type.String(), { examples: [['openai', 'anthropic']] })),
    allowedModels: Nullable(Type.Array(Type.String(), { examples: [['openai/gpt-5-mini']] })),
  },
  { title: 'Restrictions', description: 'What the workspace may use; null allows everything.' },
);
export type Restrictions = Type.Static<typeof Restrictions>;

export const Workspace = Type.Object(
  {
    id: WorkspaceId,
    name: Name,
    personal: Type.Boolean(),
    role: Role,
    pendingRole: PendingRole,
    settings: Settings,
    restrictions: Restrictions,
    createdAt: Time,
  },
  { title: 'Workspace' },
);
export type Workspace = Type.Static<typeof Workspace>;

export const Member = Type.Object(
  {
    userId: UserId,
    email: Type.String({ examples: ['ada@example.com'] }),
    role: Role,
    pendingRole: PendingRole,
    createdAt: Time,
  },
  { title: 'Member' },
);
export type Member = Type.Static<typeof Member>;

export const WorkspaceDetails = Type.Object(
  { ...Workspace.properties, members: Type.Array(Member) },
  { title: 'WorkspaceDetails' },
);
export type WorkspaceDetails = Type.Static<typeof WorkspaceDetails>;

export const CreateWorkspace = Type.Object({ name: Name }, { title: 'CreateWorkspace', additionalProperties: false });
export type CreateWorkspace = Type.Static<typeof CreateWorkspace>;

export const EraseWorkspace = Type.Object(
  {
    name: Type.String({
      maxLength: 1_000,
      description: 'The name of the workspace, once more.',
      examples: ['Support'],
    }),
  },
  { title: 'EraseWorkspace', additionalProperties: false },
);

export const UpdateSettings = Type.Object(
  {
    name: Type.Optional(Name),
    defaultAgentId: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
    monthlyBudgetUsd: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1_000_000, examples: [50] }))),
    retentionDays: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 36_500,
          examples: [90],
          description: 'Owners only. Not longer than the operator keeps sessions.',
        }),
      ),
    ),
    useOperatorModels: Type.Optional(Type.Boolean()),
    fallbacks: Type.Optional(
      Type.Array(Type.String({ minLength: 3, maxLength: 264, examples: ['anthropic/claude-sonnet-4-5'] }), {
        maxItems: 8,
        uniqueItems: true,
        description: '`connection/model`, in the order in which they are asked.',
      }),
    ),
  },
  { title: 'UpdateSettings', additionalProperties: false },
);
export type UpdateSettings = Type.Static<typeof UpdateSettings>;

const restricting = { allowedProviders: Type.Optional(Nullable(Names)), allowedModels: Type.Optional(Nullable(Names)) };

export const UpdateRestrictions = Type.Union(
  [
    Type.Object(
      {
        ...restricting,
        restrictions: Type.Optional(
          Type.Union([Type.Object(restricting, { additionalProperties: false }), Type.Null()], {
            description: 'The same, under a name; null removes all.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  {
    title: 'UpdateRestrictions',
    description:
      'null for a field, for `restrictions`, or as the whole body removes restrictions; omitted fields keep their values.',
  },
);
export type UpdateRestrictions = Type.Static<typeof UpdateRestrictions>;

export const AddMember = Type.Object(
  {
    email: Type.Optional(Type.String({ maxLength: 254, examples: ['bob@example.com'] })),
    userId: Type.Optional(Type.String({ maxLength: 100 })),
    role: Type.Optional(Type.Enum(['owner', 'admin', 'member'])),
  },
  {
    title: 'AddMember',
    additionalProperties: false,
    description:
      'By email or by userId, as a member unless told. Someone who is in already gets the role, if one is named. An owner’s role is offered, and counts once the person has accepted it.',
  },
);
export type AddMember = Type.Static<typeof AddMember>;

const LendsKnowledge = Type.Boolean({
  description: 'Whether the agent answers from the documents of its own workspace there, too.',
});
export const Grant = Type.Object(
  { agentId: AgentId, workspaceId: WorkspaceId, knowledge: LendsKnowledge, createdAt: Time },
  { title: 'Grant' },
);
export type Grant = Type.Static<typeof Grant>;

export const GrantReference = Type.Object(
  {
    agentId: Type.String({ minLength: 1, maxLength: 100 }),
    workspaceId: Type.String({ minLength: 1, maxLength: 100 }),
  },
  { title: 'GrantReference', additionalProperties: false },
);
export type GrantReference = Type.Static<typeof GrantReference>;
export const CreateGrant = Type.Object(
  { ...GrantReference.properties, knowledge: Type.Optional(LendsKnowledge) },
  {
    title: 'CreateGrant',
    additionalProperties: false,
    description: 'Without `knowledge`, an earlier grant keeps it, and a new one is without.',
  },
);
export type CreateGrant = Type.Static<typeof CreateGrant>;

export const StatisticsQuery = Type.Object({
  days: Days(30),
});
export const PageOnly = Type.Object(PageQuery);

const Count = Type.Integer({ minimum: 0 });
export const Statistics = Type.Object(
  {
    days: Type.Integer({ examples: [30] }),
    sessions: Type.Object({ total: Count, active: Count }),
    tokens: Type.Object({ prompt: Count, completion: Count, total: Count }),
    costUsd: Type.Number({ examples: [1.25] }),
    topAgents: Type.Array(
      Type.Object({ agentId: AgentId, name: Nullable(Type.String()), runs: Count, costUsd: Type.Number() }),
    ),
    topTools: Type.Array(Type.Object({ tool: Type.String(), calls: Count })),
    activeUsers: Count,
    daily: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', examples: ['2026-11-15'] }),
        sessions: Count,
        tokens: Count,
        costUsd: Type.Number(),
      }),
    ),
  },
  { title: 'WorkspaceStatistics' },
);
export type Statistics = Type.Static<typeof Statistics>;
