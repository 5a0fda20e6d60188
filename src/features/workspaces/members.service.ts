import type { Caller, Role } from '../../http/authentication.ts';
import { requirePermission } from '../../http/permissions.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import { createHook } from '../../kernel/hooks.ts';
import type { Person } from '../../kernel/person.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { AuditLog } from '../audit/index.ts';
import type { AddMember, Member } from './workspaces.schema.ts';
import type { Standing, WorkspaceStore } from './workspaces.store.ts';

type Deps = {
  store: WorkspaceStore;
  audit: AuditLog;
  clock: Clock;
  quotas: Quotas;
};

/** An owner is responsible for the workspace, so this role is only offered and takes effect once it is accepted. */
function standingAfter(before: Standing | undefined, wanted: Role | undefined): Standing {
  if (wanted === undefined || wanted === before?.role) return before ?? { role: 'member', pending: null };
  if (wanted === 'owner') return { role: before?.role ?? 'member', pending: 'owner' };
  return { role: wanted, pending: null };
}
const same = (one: Standing | undefined, other: Standing) => one?.role === other.role && one.pending === other.pending;

export const shownMember = (
  { id, email }: { id: string; email: string },
  { role, pending }: Standing,
  createdAt: number,
): Member => ({ userId: id, email, role, ...(pending ? { pendingRole: pending } : {}), createdAt: iso(createdAt) });

export function createMemberService({ store, audit, clock, quotas }: Deps) {
  /**
   * Runs in the transaction that removes a person from a workspace: things that act there in their name end with it.
   */
  const onRemoved = createHook<[tx: Transaction, member: Person]>();
  /** Runs in the transaction in which a person leaves or gets another role: things that needed the role may end. */
  const onChanged = createHook<[tx: Transaction, member: Person]>();

  /** The caller's current role, read under the lock: a role that was just removed no longer counts. */
  async function roleUnderLock(tx: Transaction, { workspaceId, userId }: Caller): Promise<Role> {
    await store.lock(tx, workspaceId);
    const standing = await store.standing(tx, workspaceId, userId);
    if (!standing) throw new AppError('forbidden', 'You are not a member of this workspace.');
    return standing.role;
  }

  /** A person without it could not act: every request that names no workspace acts in the personal one. */
  function keepPersonal(person: { default_workspace_id: string }, workspaceId: string): void {
    if (person.default_workspace_id === workspaceId)
      throw new AppError('conflict', 'A personal workspace keeps the person it belongs to as an owner.');
  }

  async function keepAnOwner(tx: Transaction, workspaceId: string, userId: string): Promise<void> {
    if ((await store.otherOwners(tx, workspaceId, userId)) === 0)
      throw new AppError('conflict', 'A workspace needs an owner. Make someone else an owner first.');
  }

  const record = (tx: Transaction, caller: Caller, action: string, memberId: string, detail: Record<string, unknown>) =>
    audit.append(tx, {
      userId: memberId,
      actor: caller.userId,
      action,
      target: caller.workspaceId,
      outcome: 'success',
      detail,
    });

  return {
    onRemoved,
    onChanged,

    /** Adds a person, or changes a member's role; without a role the present one stays. */
    async put(
      caller: Caller,
      { email, userId, role: wanted }: AddMember,
    ): Promise<{ member: Member; created: boolean }> {
      if ((email === undefined) === (userId === undefined)) throw invalidField('email', 'give either email or userId');
      const { workspaceId } = caller;
      return store.transaction(async (tx) => {
        const own = await roleUnderLock(tx, caller);
        requirePermission(own, 'workspace.members');
        const person = await store.holdUser(tx, { userId, email: email?.trim().toLowerCase() });
        if (!person) throw notFound(`An account of ${email ?? userId}`);
        const before = await store.standing(tx, workspaceId, person.id);
        const after = standingAfter(before, wanted);
        const concernsOwners = [before?.role, before?.pending, after.role, after.pending].includes('owner');
        if (concernsOwners && !same(before, after) && own !== 'owner')
          throw new AppError('forbidden', 'Only an owner makes or changes owners.');
        if (before?.role === 'owner' && after.role !== 'owner') {
          keepPersonal(person, workspaceId);
          await keepAnOwner(tx, workspaceId, person.id);
        }
        if (!before) quotas.require('membersPerWorkspace', await store.countMembers(tx, workspaceId));
        const createdAt = await store.putMember(tx, workspaceId, person.id, after, clock.now());
        if (!same(before, after)) {
          await onChanged.run(tx, { workspaceId, userId: person.id });
          await record(tx, caller, before ? 'member.role' : 'member.add', person.id, {
            before: before?.role ?? null,
            after: after.role,
            ...(after.pending ? { offered: after.pending } : {}),
          });
        }
        return { member: shownMember(person, after, createdAt), created: before === undefined };
      });
    },

    /** Accepts the offered role, which takes effect from now on. */
    async accept(caller: Caller): Promise<Member> {
      const { workspaceId, userId } = caller;
      return store.transaction(async (tx) => {
        await roleUnderLock(tx, caller);
        const before = await store.standing(tx, workspaceId, userId);
        const person = await store.holdUser(tx, { userId });
        if (!person || !before?.pending)
          throw new AppError('conflict', 'You have not been offered another role in this workspace.');
        if (before.pending === 'owner') quotas.require('workspacesPerPerson', await store.ownedUnderLock(tx, userId));
        const after = { role: before.pending, pending: null };
        const createdAt = await store.putMember(tx, workspaceId, userId, after, clock.now());
        await onChanged.run(tx, { workspaceId, userId });
        await record(tx, caller, 'member.accept', userId, { before: before.role, after: after.role });
        return shownMember(person, after, createdAt);
      });
    },

    /** Anyone may leave; removing another member needs the permission. */
    async remove(caller: Caller, memberId: string): Promise<void> {
      const { workspaceId } = caller;
      await store.transaction(async (tx) => {
        const own = await roleUnderLock(tx, caller);
        if (memberId !== caller.userId) requirePermission(own, 'workspace.members');
        const role = (await store.standing(tx, workspaceId, memberId))?.role;
        if (!role) throw notFound(`Member ${memberId}`);
        if (role === 'owner' && own !== 'owner') throw new AppError('forbidden', 'Only an owner removes owners.');
        const person = await store.holdUser(tx, { userId: memberId });
        if (person) keepPersonal(person, workspaceId);
        if (role === 'owner') await keepAnOwner(tx, workspaceId, memberId);
        await store.deleteMember(tx, workspaceId, memberId);
        await onRemoved.run(tx, { workspaceId, userId: memberId });
        await onChanged.run(tx, { workspaceId, userId: memberId });
        await record(tx, caller, 'member.remove', memberId, { before: role });
      });
    },
  };
}

export type MemberService = ReturnType<typeof createMemberService>;
