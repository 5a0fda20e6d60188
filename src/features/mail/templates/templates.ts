import { emailChanged } from './email-changed.ts';
import { invitation } from './invitation.ts';
import { passwordChanged } from './password-changed.ts';
import { resetPassword } from './reset-password.ts';
import { secondFactorChanged } from './second-factor-changed.ts';
import { verifyEmail } from './verify-email.ts';

/** Every mail there is, each in a file of its own. */
export const templates = {
  'reset-password': resetPassword,
  'verify-email': verifyEmail,
  'email-changed': emailChanged,
  invitation,
  'password-changed': passwordChanged,
  'second-factor-changed': secondFactorChanged,
};

export type TemplateName = keyof typeof templates;
export type ValuesOf<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0];
