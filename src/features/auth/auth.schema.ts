import { Nullable, Type } from '../../http/validation/type.ts';

export const Empty = Type.Null({ description: 'Done' });

export const Accepted = Type.Object(
  { status: Type.Literal('accepted') },
  { title: 'Accepted', description: 'If there is such an account, a mail is on its way.' },
);
export const accepted: Type.Static<typeof Accepted> = { status: 'accepted' };

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  // Linear on any input. Whether the mailbox exists is not checked.
  pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
  examples: ['ada@example.com'],
});

export const Credentials = Type.Object(
  {
    email: Email,
    password: Type.String({ minLength: 1, maxLength: 1_024, examples: ['correct horse battery'] }),
  },
  { title: 'Credentials', additionalProperties: false },
);
export type Credentials = Type.Static<typeof Credentials>;

export const NewPassword = Type.String({
  minLength: 8,
  maxLength: 72,
  description: 'At least 8 characters and at most 72 bytes.',
  examples: ['correct horse battery'],
});
export const CurrentPassword = Type.String({ minLength: 1, maxLength: 1_024, examples: ['correct horse battery'] });

export const Erasure = Type.Object(
  { currentPassword: Type.Optional(CurrentPassword) },
  { title: 'Erasure', additionalProperties: false },
);

export const Registration = Type.Object(
  {
    email: Email,
    password: NewPassword,
    invitation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The token of an invitation to this address: the account is a member of that workspace at once.',
        examples: ['Zk3vJ8qW5xY7z0A1b2C3d4E5f6G7h8I9j0K1l2M3n4o'],
      }),
    ),
  },
  { title: 'Registration', additionalProperties: false },
);
export const NewAccount = Type.Object(
  { email: Email, password: NewPassword },
  { title: 'NewAccount', additionalProperties: false },
);
export type NewAccount = Type.Static<typeof NewAccount>;
export type Registration = Type.Static<typeof Registration>;

const exampleToken = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1aWQiOiJ1c3JfMDEifQ.c2lnbmF0dXJl';
const Token = Type.String({ examples: [exampleToken] });

export const RefreshRequest = Type.Object(
  { refreshToken: Type.String({ minLength: 1, maxLength: 4_096, examples: [exampleToken] }) },
  { title: 'RefreshRequest', additionalProperties: false },
);
export type RefreshRequest = Type.Static<typeof RefreshRequest>;

export const TokenPair = Type.Object({ accessToken: Token, refreshToken: Token }, { title: 'TokenPair' });
export type TokenPair = Type.Static<typeof TokenPair>;

export const BearerToken = Type.Object(
  {
    token: Token,
    accessToken: Token,
    tokenType: Type.Literal('Bearer'),
    expiresIn: Type.Integer({ description: 'Seconds.', examples: [900] }),
  },
  { title: 'BearerToken' },
);
export type BearerToken = Type.Static<typeof BearerToken>;

export const Me = Type.Object(
  {
    id: Type.String({ examples: ['usr_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    email: Type.String({ examples: ['ada@example.com'] }),
    emailVerifiedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Since when the address is known to be yours.' }),
    ),
    pendingEmail: Nullable(
      Type.String({
        description: 'The address that counts once its mail was answered.',
        examples: ['ada@example.org'],
      }),
    ),
    name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    hasPassword: Type.Boolean({ description: 'False for an account that signs in by an identity provider alone.' }),
    defaultWorkspaceId: Type.String({ examples: ['ws_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Me' },
);
export type Me = Type.Static<typeof Me>;
