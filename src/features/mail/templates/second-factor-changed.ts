import type { Template } from '../letter.ts';

const happened = {
  on: ['The second factor is on', 'From now on your account asks for a code besides the password.'],
  off: ['The second factor is off', 'Your account no longer asks for a code besides the password.'],
  locked: [
    'Wrong codes for your second factor',
    'Somebody who knows your password entered too many wrong codes. Signing in with a code is closed for a while. If it was not you, set a new password at once.',
  ],
} as const;

/** After the fact, to the account's address. */
export const secondFactorChanged: Template<{ what: keyof typeof happened; at: string }> = ({ what, at }) => ({
  subject: happened[what][0],
  paragraphs: [
    happened[what][1],
    `This happened at ${at}. If it was not you, set a new password at once and ask the operator of the gateway for help.`,
  ],
});
