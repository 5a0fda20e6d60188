import type { Template } from '../letter.ts';

type Values = { workspace: string; inviter: string; role: string; link: string; token: string; days: number };

/** To an address, whether it has an account or not. */
export const invitation: Template<Values> = ({ workspace, inviter, role, link, token, days }) => ({
  subject: 'You are invited to a workspace',
  paragraphs: [
    `${inviter} invites you to the workspace "${workspace}", with the role ${role}.`,
    `The link works once, within ${days} days, for an account with this address. If you have no account yet, you can make one there.`,
    'If you do not know who that is, ignore this mail.',
  ],
  action: { label: 'Join the workspace', address: link, token },
});
