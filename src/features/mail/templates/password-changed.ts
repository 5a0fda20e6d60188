import type { Template } from '../letter.ts';

/** After the fact, to the account's address. */
export const passwordChanged: Template<{ at: string }> = ({ at }) => ({
  subject: 'Your password was changed',
  paragraphs: [
    `The password of your account was changed at ${at}.`,
    'If it was not you, set a new password at once: ask for it under "Forgot your password?" where you sign in.',
  ],
});
