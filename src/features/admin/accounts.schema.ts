import { PageOf, PageQuery } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';

const Time = Type.String({ format: 'date-time' });
const UserId = Type.String({ examples: ['usr_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const WorkspaceId = Type.String({ examples: ['ws_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Suspended = Type.Union([Time, Type.Null()], { description: 'Since when it is suspended; null when it is not.' });

export const FindQuery = Type.Object({
  ...PageQuery,
  q: Type.Optional(
    Type.String({ maxLength: 254, description: 'An id, or how the address or name begins; then in that order.' }),
  ),
});
export type FindQuery = Type.Static<typeof FindQuery>;

export const AdminUser = Type.Object(
  {
    id: UserId,
    email: Type.String({ examples: ['ada@example.com'] }),
    defaultWorkspaceId: WorkspaceId,
    disabledAt: Suspended,
    createdAt: Time,
  },
  { title: 'AdminUser' },
);
export type AdminUser = Type.Static<typeof AdminUser>;
export const AdminUserPage = PageOf(AdminUser, 'AdminUserPage');

export const AdminUserDetails = Type.Object(
  {
    ...AdminUser.properties,
    workspaces: Type.Array(Type.Object({ workspaceId: WorkspaceId, role: Type.Enum(['owner', 'admin', 'member']) })),
  },
  { title: 'AdminUserDetails' },
);
export type AdminUserDetails = Type.Static<typeof AdminUserDetails>;

export const AdminWorkspace = Type.Object(
  {
    id: WorkspaceId,
    name: Type.String({ examples: ['Support'] }),
    personal: Type.Boolean(),
    memberCount: Type.Integer({ minimum: 0 }),
    disabledAt: Suspended,
    createdAt: Time,
  },
  { title: 'AdminWorkspace' },
);
export type AdminWorkspace = Type.Static<typeof AdminWorkspace>;
export const AdminWorkspacePage = PageOf(AdminWorkspace, 'AdminWorkspacePage');
