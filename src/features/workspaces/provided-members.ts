import type { Role } from '../../http/authentication.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Person } from '../../kernel/person.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { AuditLog } from '../audit/index.ts';
import type { MemberService } from './members.service.ts';
import type { Standing, WorkspaceStore } from './workspaces.store.ts';

type Deps = {
  store: WorkspaceStore;
  members: Pick<MemberService, 'onRemoved' | 'onChanged'>;
  audit: AuditLog;
  clock: Clock;
  quotas: Quotas;
};

type Authority = {
  actor: string;
  /** The provider decides the role of each member; otherwise only whether a person is a member. */
  decidesRole: boolean;
  /** The person is a member because of the provider, so the provider may remove them. */
  gave: boolean;
};

type Change = 'add' | 'change' | 'remove' | 'none';

/** An owner stays an owner, and a member who was added by a person stays a member. */
function changeFor(before: Standing | undefined, role: Role | undefined, { decidesRole, gave }: Authority): Change {
  if (!before) return role ? 'add' : 'none';
  if (before.role === 'owner' || before.role === role) return 'none';
  if (!role) return gave ? 'remove' : 'none';
  return decidesRole ? 'change' : 'none';
}

/** Members of a workspace as an identity provider states them, at each sign-in. */
export function createProvidedMembers({ store, members, audit, clock, quotas }: Deps) {
  return {
    exists: store.isThere,

    /**
     * `role` is undefined for a person who is no member according to the provider. Resolves to whether the membership
     * comes from the provider.
     */
    async provide(tx: Transaction, member: Person, role: Role | undefined, authority: Authority): Promise<boolean> {
      const { workspaceId, userId } = member;
      const standing = () => store.standing(tx, workspaceId, userId);
      const seen = await standing();
      if (changeFor(seen, role, authority) === 'none')
        return authority.gave && seen !== undefined && seen.role !== 'owner';
      if (!(await store.lock(tx, workspaceId))) return false;
      const before = await standing();
      const change = changeFor(before, role, authority);
      if (change === 'add') quotas.require('membersPerWorkspace', await store.countMembers(tx, workspaceId));
      if (change === 'remove') {
        await store.deleteMember(tx, workspaceId, userId);
        await members.onRemoved.run(tx, member);
      } else if (change !== 'none' && role)
        await store.putMember(tx, workspaceId, userId, { role, pending: before?.pending ?? null }, clock.now());
      if (change !== 'none') {
        await members.onChanged.run(tx, member);
        const action = { add: 'member.add', change: 'member.role', remove: 'member.remove' }[change];
        const detail = { before: before?.role ?? null, after: role ?? null };
        await audit.append(tx, {
          userId,
          actor: authority.actor,
          action,
          target: workspaceId,
          outcome: 'success',
          detail,
        });
      }
      return change === 'add' || (change !== 'remove' && authority.gave);
    },
  };
}

export type ProvidedMembers = ReturnType<typeof createProvidedMembers>;
