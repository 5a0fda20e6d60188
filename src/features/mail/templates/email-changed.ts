import type { Template } from '../letter.ts';

/** To the address that was the account's until now, or still is while the new one is not confirmed. */
export const emailChanged: Template<{ newEmail: string; isDone: boolean }> = ({ newEmail, isDone }) => ({
  subject: isDone ? 'Your email address was changed' : 'A new email address was given for your account',
  paragraphs: [
    isDone
      ? `The address of your account is now ${newEmail}. This address no longer belongs to it.`
      : `Somebody who is signed in asked to change the address of your account to ${newEmail}. It counts once that mailbox has confirmed it.`,
    'If it was not you, set a new password at once and ask the operator of the gateway for help.',
  ],
});
