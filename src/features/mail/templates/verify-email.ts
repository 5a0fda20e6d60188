import type { Template } from '../letter.ts';

/** To the address that is to be verified. */
export const verifyEmail: Template<{ link: string; token: string; hours: number }> = ({ link, token, hours }) => ({
  subject: 'Confirm your email address',
  paragraphs: [
    'This address was given for an account. Confirm that it is yours.',
    `The link works once, within ${hours} hours. If you know nothing of such an account, ignore this mail.`,
  ],
  action: { label: 'Confirm this address', address: link, token },
});
