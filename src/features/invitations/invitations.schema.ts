import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';

const Time = Type.String({ format: 'date-time' });
const Role = Type.Enum(['owner', 'admin', 'member']);

export const CreateInvitation = Type.Object(
  {
    email: Type.String({
      minLength: 3,
      maxLength: 254,
      pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
      examples: ['grace@example.com'],
    }),
    role: Type.Optional(
      Type.Enum(['owner', 'admin', 'member'], { default: 'member', description: 'Never above your own.' }),
    ),
  },
  { title: 'CreateInvitation', additionalProperties: false },
);
export type CreateInvitation = Type.Static<typeof CreateInvitation>;

export const Invitation = Type.Object(
  {
    id: Type.String({ examples: ['inv_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    email: Type.String({ examples: ['grace@example.com'] }),
    role: Role,
    invitedBy: Type.String({ examples: ['usr_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    expiresAt: Time,
    createdAt: Time,
  },
  { title: 'Invitation', description: 'Its token is in the mail, and nowhere else.' },
);
export type Invitation = Type.Static<typeof Invitation>;
export const InvitationPage = PageOf(Invitation, 'InvitationPage');

export const AcceptInvitation = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200, examples: ['Zk3vJ8qW5xY7z0A1b2C3d4E5f6G7h8I9j0K1l2M3n4o'] }) },
  { title: 'AcceptInvitation', additionalProperties: false },
);

export const AcceptedInvitation = Type.Object(
  {
    workspaceId: Type.String({ examples: ['ws_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    name: Type.String({ examples: ['Support'] }),
    role: Role,
  },
  { title: 'AcceptedInvitation', description: 'The workspace, and your role in it now.' },
);
export type AcceptedInvitation = Type.Static<typeof AcceptedInvitation>;
