import { Type } from '../../../http/validation/type.ts';
import { CurrentPassword, Email, NewPassword } from '../auth.schema.ts';

/** Of a mail. */
export const MailedToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'From the mail.',
  examples: ['mW3vN0bX1c9yT4kQ8sR2uJ6hL5pZ7aEfGdCiOxVwBnY'],
});

export const PasswordChange = Type.Object(
  {
    currentPassword: CurrentPassword,
    newPassword: NewPassword,
    refreshToken: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4_096, description: 'Of the sign-in that stays. All others end.' }),
    ),
  },
  { title: 'PasswordChange', additionalProperties: false },
);
export type PasswordChange = Type.Static<typeof PasswordChange>;

export const ForgottenPassword = Type.Object(
  { email: Email },
  { title: 'ForgottenPassword', additionalProperties: false },
);

export const PasswordReset = Type.Object(
  { token: MailedToken, newPassword: NewPassword },
  { title: 'PasswordReset', additionalProperties: false },
);
export type PasswordReset = Type.Static<typeof PasswordReset>;
