import { scopes } from '../../http/authentication.ts';
import { Type } from '../../http/validation/type.ts';

const Id = Type.String({ examples: ['key_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['nightly reports'] });
const Time = Type.String({ format: 'date-time' });
const ScopeList = Type.Array(Type.Enum([...scopes]), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  examples: [['autonomous']],
});

export const CreateApiKey = Type.Object(
  { name: Name, scopes: ScopeList, expiresAt: Type.Optional(Time) },
  { title: 'CreateApiKey', additionalProperties: false },
);
export type CreateApiKey = Type.Static<typeof CreateApiKey>;

export const ApiKey = Type.Object(
  {
    id: Id,
    name: Name,
    prefix: Type.String({ examples: ['gw_Xk3v'], description: 'How the key begins, to tell keys apart.' }),
    scopes: ScopeList,
    expiresAt: Type.Union([Time, Type.Null()]),
    lastUsedAt: Type.Union([Time, Type.Null()]),
    createdAt: Time,
  },
  { title: 'ApiKey' },
);
export type ApiKey = Type.Static<typeof ApiKey>;

export const CreatedApiKey = Type.Object(
  { ...ApiKey.properties, key: Type.String({ description: 'Shown this once.', examples: ['gw_Xk3v…'] }) },
  { title: 'CreatedApiKey' },
);
export type CreatedApiKey = Type.Static<typeof CreatedApiKey>;

export const CreateServiceAccount = Type.Object(
  {
    name: Name,
    expiresIn: Type.Optional(
      Type.Union(
        [
          Type.String({ pattern: '^[0-9]{1,9}(s|m|h|d)?$', examples: ['90d'] }),
          Type.Integer({ minimum: 1, maximum: 315_360_000 }),
        ],
        {
          description: 'Such as 12h or 30d, or plain seconds; 90 days unless told.',
        },
      ),
    ),
  },
  { title: 'CreateServiceAccount', additionalProperties: false },
);
export type CreateServiceAccount = Type.Static<typeof CreateServiceAccount>;

export const ServiceAccount = Type.Object(
  { id: Type.String({ examples: ['svc_01jd3v9k4m8q2w5x7y0z1a2b3c'] }), name: Name, expiresAt: Time, createdAt: Time },
  { title: 'ServiceAccount' },
);
export type ServiceAccount = Type.Static<typeof ServiceAccount>;

export const CreatedServiceAccount = Type.Object(
  { ...ServiceAccount.properties, accessToken: Type.String({ description: 'Shown this once.' }) },
  { title: 'CreatedServiceAccount' },
);
export type CreatedServiceAccount = Type.Static<typeof CreatedServiceAccount>;
