import { AppError, invalidField } from '../../kernel/errors.ts';
import { createHook } from '../../kernel/hooks.ts';
import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { AuditLog } from '../audit/index.ts';
import { workspaceRows } from '../workspaces/index.ts';
import type { AuthStore } from './auth.store.ts';

type Deps = { store: AuthStore; audit: AuditLog; wordScrub: WordScrub };

export function createErasure({ store, audit, wordScrub }: Deps) {
  /** Outside a transaction: ends everything that acts in the person's name, and erases large data in portions. */
  const beforeErase = createHook<[userId: string, leaving: readonly { id: string; otherMembers: number }[]]>();
  /** Outside a transaction: ends everything that runs in the workspace, and erases large data in portions. */
  const beforeWorkspaceErase = createHook<[workspaceId: string]>();
  /** In the transaction of the erasure, before a workspace is deleted. */
  const onWorkspaceErase = createHook<[tx: Transaction, workspaceId: string]>();
  /**
   * In the transaction of the erasure, before the account's row is deleted: rows that refer to it can still be found.
   */
  const onErase = createHook<[tx: Transaction, userId: string]>();
  /**
   * In the transaction of the erasure, after the account's row is deleted: transactions that held the row have
   * committed.
   */
  const onErased = createHook<[tx: Transaction, userId: string]>();

  /** The workspaces of the person. Throws where one with other members would be left without an owner. */
  async function lockWorkspaces(tx: Transaction, userId: string) {
    const workspaces = await store.lockWorkspacesOf(tx, userId);
    const orphaned = workspaces.filter((left) => left.owns && left.otherMembers > 0 && left.otherOwners === 0);
    if (orphaned.length > 0)
      throw new AppError(
        'conflict',
        'You are the last owner of a workspace with other members. Make someone else an owner first.',
        { extra: { workspaceIds: orphaned.map(({ id }) => id) } },
      );
    return workspaces;
  }

  async function deleteWorkspace(tx: Transaction, id: string): Promise<void> {
    await onWorkspaceErase.run(tx, id);
    await store.deleteSendersOf(tx, id);
    await workspaceRows.delete(tx, id);
  }

  /** Throws unless the person may erase the workspace and means it. */
  async function lockForErasure(tx: Transaction, person: Person, name: string): Promise<void> {
    const workspace = await store.lockWorkspace(tx, person);
    if (!workspace?.role) throw new AppError('forbidden', 'You are not a member of this workspace.');
    if (workspace.role !== 'owner') throw new AppError('forbidden', 'Only an owner erases a workspace.');
    if (workspace.homes > 0)
      throw new AppError('conflict', 'A personal workspace goes with the account of the person it belongs to.');
    if (workspace.name !== name.trim()) throw invalidField('name', 'is not the name of this workspace');
  }

  /** Erases a workspace with everything that its members have in it. The members stay. */
  async function eraseWorkspace(person: Person, name: string): Promise<void> {
    const { workspaceId, userId } = person;
    const entry = { userId, actor: userId, target: workspaceId, outcome: 'success' } as const;
    await store.transaction(async (tx) => {
      await lockForErasure(tx, person, name);
      await audit.append(tx, { ...entry, action: 'workspace.erase_begin' });
    });
    // From here on it goes: what is deleted in portions does not come back if somebody renames it or demotes the owner.
    await beforeWorkspaceErase.run(workspaceId);
    await store.transaction(async (tx) => {
      if (!(await store.lockWorkspace(tx, person))) return;
      await deleteWorkspace(tx, workspaceId);
      await wordScrub.promise(tx);
      await audit.append(tx, { ...entry, action: 'workspace.erase' });
    });
    await wordScrub.soon();
  }

  /** Erases the person and every workspace without other members. */
  async function erase(userId: string): Promise<void> {
    const leaving = await store.transaction((tx) => lockWorkspaces(tx, userId));
    await beforeErase.run(userId, leaving);
    await store.transaction(async (tx) => {
      for (const { id, otherMembers } of await lockWorkspaces(tx, userId))
        if (otherMembers === 0) await deleteWorkspace(tx, id);
      await onErase.run(tx, userId);
      if (!(await store.deleteUser(tx, userId))) return;
      await onErased.run(tx, userId);
      await wordScrub.promise(tx);
      // After the row is deleted: transactions that held it have committed their entries, and no new one can be
      // written.
      await audit.erasePerson(tx, userId);
    });
    await wordScrub.soon();
  }

  return { erase, eraseWorkspace, beforeErase, beforeWorkspaceErase, onWorkspaceErase, onErase, onErased };
}
