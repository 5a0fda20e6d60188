import { Nullable, Type } from '../../../http/validation/type.ts';
import { CurrentPassword, Email } from '../auth.schema.ts';
import { MailedToken } from '../passwords/password.schema.ts';

export const MeChange = Type.Object(
  {
    name: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200, examples: ['Ada Lovelace'] }))),
    email: Type.Optional(Email),
    currentPassword: Type.Optional(Type.String({ ...CurrentPassword, description: 'Needed to change the address.' })),
  },
  { title: 'MeChange', additionalProperties: false },
);
export type MeChange = Type.Static<typeof MeChange>;

export const EmailVerification = Type.Object(
  { token: MailedToken },
  { title: 'EmailVerification', additionalProperties: false },
);
