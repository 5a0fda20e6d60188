import { Nullable, Type } from '../../../http/validation/type.ts';

const SignInEntry = Type.Object(
  {
    id: Type.String({ examples: ['fam_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    device: Nullable(
      Type.String({ description: 'What the client called itself.', examples: ['Mozilla/5.0 (X11; Linux x86_64)'] }),
    ),
    address: Nullable(Type.String({ examples: ['192.0.2.7'] })),
    how: Nullable(Type.String({ description: 'What proved who you are.', examples: ['password'] })),
    lastUsedAt: Type.String({ format: 'date-time' }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'SignIn' },
);

export const SignIns = Type.Object(
  { data: Type.Array(SignInEntry, { maxItems: 200, description: 'The 200 that were used last.' }) },
  { title: 'SignIns' },
);
export type SignIns = Type.Static<typeof SignIns>;
