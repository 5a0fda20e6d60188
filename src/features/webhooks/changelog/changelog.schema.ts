import { Type } from '../../../http/validation/type.ts';

export const ApiChange = Type.Object(
  {
    id: Type.String({ examples: ['chg_0002'] }),
    at: Type.String({ format: 'date-time' }),
    type: Type.Enum(['api.added', 'api.changed', 'api.deprecated', 'api.removed']),
    title: Type.String({ examples: ['Webhooks'] }),
    description: Type.String(),
    endpoints: Type.Array(Type.String({ examples: ['/webhooks'] })),
    sunsetAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When what is deprecated stops to be served.' }),
    ),
  },
  { title: 'ApiChange' },
);
export type ApiChange = Type.Static<typeof ApiChange>;
