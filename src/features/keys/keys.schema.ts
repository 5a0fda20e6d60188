import { keyScopes } from '../../http/key-scopes.ts';
import { Nullable, Type } from '../../http/validation/type.ts';

const Id = Type.String({ examples: ['key_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['editor on my laptop'] });
const Time = Type.String({ format: 'date-time', examples: ['2027-11-15T00:00:00.000Z'] });
const Scopes = Type.Array(Type.Enum([...keyScopes]), {
  minItems: 1,
  maxItems: keyScopes.length,
  uniqueItems: true,
  examples: [['inference', 'chat', 'sessions:read']],
  description:
    'Tags of this API, each with `:read` for GET alone; `approvals`, `members` and `grants` only where they are named. Null: everything but those three.',
});
const Models = Type.Array(Type.String({ minLength: 3, maxLength: 200, examples: ['openai/gpt-6-luna'] }), {
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
  description: 'What it may use, as `provider/model`. Null: whatever the workspace may.',
});
const Agents = Type.Array(Type.String({ minLength: 1, maxLength: 100, examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] }), {
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
  description: 'The agents it may use, by id. Null: whichever the workspace may.',
});
const Budget = Type.Number({ minimum: 0, maximum: 1_000_000, examples: [20] });
const Rate = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [60] });

const limits = {
  scopes: Type.Optional(Nullable(Scopes)),
  models: Type.Optional(Nullable(Models)),
  agents: Type.Optional(Nullable(Agents)),
  monthlyBudgetUsd: Type.Optional(Nullable(Budget)),
  requestsPerMinute: Type.Optional(Nullable(Rate)),
  expiresAt: Type.Optional(Nullable(Time)),
};

export const CreateKey = Type.Object({ name: Name, ...limits }, { title: 'CreateKey', additionalProperties: false });
export type CreateKey = Type.Static<typeof CreateKey>;

export const UpdateKey = Type.Object(
  { name: Type.Optional(Name), ...limits },
  { title: 'UpdateKey', additionalProperties: false },
);
export type UpdateKey = Type.Static<typeof UpdateKey>;

export const Key = Type.Object(
  {
    id: Id,
    name: Name,
    prefix: Type.String({ examples: ['agw_Xk3v9a'], description: 'How the key begins, to tell keys apart.' }),
    workspaceId: Type.String(),
    userId: Type.String({ description: 'Who made it, and in whose name it acts.' }),
    email: Type.String(),
    scopes: Nullable(Type.Array(Type.String())),
    models: Nullable(Type.Array(Type.String())),
    agents: Nullable(Type.Array(Type.String())),
    monthlyBudgetUsd: Nullable(Type.Number()),
    requestsPerMinute: Nullable(Type.Integer()),
    expiresAt: Nullable(Time),
    lastUsedAt: Nullable(Time),
    lastUsedIp: Nullable(Type.String({ examples: ['203.0.113.7'] })),
    createdAt: Time,
  },
  { title: 'Key' },
);
export type Key = Type.Static<typeof Key>;

export const CreatedKey = Type.Object(
  { ...Key.properties, key: Type.String({ description: 'Shown this once.', examples: ['agw_Xk3v9a…'] }) },
  { title: 'CreatedKey' },
);
export type CreatedKey = Type.Static<typeof CreatedKey>;
