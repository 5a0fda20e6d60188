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
  /** The provider says which role each member has; otherwise only who is let in. */
  decidesRole: boolean;
  /** The person is a member because of the provider, so that it may take this back. */
  gave: boolean;
};

type Change = 'add' | 'change' | 'remove' | 'none';

/** An owner stays one, and who was let in by somebody else stays in. */
function changeFor(before: Standing | undefined, role: Role | undefined, { decidesRole, gave }: Authority): Change {
  if (!before) return role ? 'add' : 'none';
  if (before.role === 'owner' || before.role === role) return 'none';
  if (!role) return gave ? 'remove' : 'none';
  return decidesRole ? 'change' : 'none';
}

/** Members of a workspace as an identity provider says, at each of their sign-ins. */
export function createProvidedMembers({ store, members, audit, clock, quotas }: Deps) {
  return {
    exists: store.isThere,

    /** `role` is undefined for somebody who is no member to the provider. Resolves to whether they are one because of it. */
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
