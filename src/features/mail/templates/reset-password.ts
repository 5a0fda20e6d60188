import type { Template } from '../letter.ts';

/** Somebody asked for a new password. */
export const resetPassword: Template<{ link: string; token: string; minutes: number }> = ({
  link,
  token,
  minutes,
}) => ({
  subject: 'Set a new password',
  paragraphs: [
    'Somebody asked to set a new password for your account.',
    `If it was you, use the link within ${minutes} minutes. It works once, and ends every sign-in of the account.`,
    'If it was not you, ignore this mail: nothing has changed.',
  ],
  action: { label: 'Set a new password', address: link, token },
});
