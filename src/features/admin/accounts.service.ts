import { type Page, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { createHook } from '../../kernel/hooks.ts';
import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { AuditLog } from '../audit/index.ts';
import { accountRows } from '../auth/index.ts';
import { workspaceRows } from '../workspaces/index.ts';
import type { AdminUser, AdminUserDetails, AdminWorkspace, FindQuery } from './accounts.schema.ts';
import type { AccountStore, UserRow, WorkspaceRow } from './accounts.store.ts';

type Deps = {
  store: AccountStore;
  audit: AuditLog;
  clock: Clock;
  erasePerson(userId: string): Promise<void>;
};
/** What the audit log calls the API key. */
type Operator = string;

const time = (ms: number | null) => (ms === null ? null : iso(ms));
const personId = /^usr_[0-9a-z]{26}$/;
const workspaceId = /^ws_[0-9a-z]{26}$/;
const positionOf = ({ created_at, id }: { created_at: number; id: string }) => ({ at: created_at, id });

const shownUser = (row: UserRow): AdminUser => ({
  id: row.id,
  email: row.email,
  defaultWorkspaceId: row.default_workspace_id,
  disabledAt: time(row.disabled_at),
  createdAt: iso(row.created_at),
});
const shownWorkspace = (row: WorkspaceRow): AdminWorkspace => ({
  id: row.id,
  name: row.name,
  personal: row.personal === 1,
  memberCount: Number(row.members),
  disabledAt: time(row.disabled_at),
  createdAt: iso(row.created_at),
});

/**
 * People and workspaces as the operator sees them. A suspended one can do nothing and nothing runs for it; no data is
 * lost.
 */
export function createAccountService({ store, audit, clock, erasePerson }: Deps) {
  /**
   * In the transaction that suspends a person, once for each of their workspaces: ends everything that acts there in
   * their name.
   */
  const onSuspended = createHook<[tx: Transaction, member: Person]>();
  /** In the transaction that suspends a workspace. */
  const onWorkspaceSuspended = createHook<[tx: Transaction, workspaceId: string]>();

  async function foundUser(id: string, reader?: Transaction): Promise<UserRow> {
    const row = await store.user(id, reader);
    if (!row) throw notFound(`User ${id}`);
    return row;
  }
  async function foundWorkspace(id: string, reader?: Transaction): Promise<WorkspaceRow> {
    const row = await store.workspace(id, reader);
    if (!row) throw notFound(`Workspace ${id}`);
    return row;
  }

  return {
    onSuspended,
    onWorkspaceSuspended,

    async users({ q = '', limit, cursor }: FindQuery): Promise<Page<AdminUser>> {
      const size = pageSize(limit);
      const after = readCursor(cursor);
      if (personId.test(q))
        return { data: [await store.user(q)].flatMap((row) => (row ? [shownUser(row)] : [])), nextCursor: null };
      const beginning = q.trim().toLowerCase();
      const rows = beginning ? store.usersBeginning(beginning, size + 1, after) : store.users(size + 1, after);
      return pageOf(await rows, size, positionOf, shownUser);
    },

    async user(id: string): Promise<AdminUserDetails> {
      const [row, memberships] = await Promise.all([foundUser(id), store.memberships(id)]);
      return {
        ...shownUser(row),
        workspaces: memberships.map(({ workspace_id, role }) => ({ workspaceId: workspace_id, role })),
      };
    },

    suspendUser: (operator: Operator, id: string): Promise<AdminUser> =>
      store.transaction(async (tx) => {
        if (await accountRows.setDisabled(tx, id, clock.now())) {
          for (const { workspace_id } of await store.memberships(id, tx))
            await onSuspended.run(tx, { workspaceId: workspace_id, userId: id });
          await audit.append(tx, { userId: id, actor: operator, action: 'admin.user_disable', outcome: 'success' });
        }
        return shownUser(await foundUser(id, tx));
      }),

    resumeUser: (operator: Operator, id: string): Promise<AdminUser> =>
      store.transaction(async (tx) => {
        if (await accountRows.setDisabled(tx, id, null))
          await audit.append(tx, { userId: id, actor: operator, action: 'admin.user_enable', outcome: 'success' });
        return shownUser(await foundUser(id, tx));
      }),

    /** Erases the person, as they could themselves. */
    async eraseUser(operator: Operator, id: string): Promise<void> {
      await foundUser(id);
      await erasePerson(id);
      await store.transaction((tx) =>
        audit.append(tx, { actor: operator, action: 'admin.user_erase', outcome: 'success' }),
      );
    },

    async workspaces({ q = '', limit, cursor }: FindQuery): Promise<Page<AdminWorkspace>> {
      const size = pageSize(limit);
      const after = readCursor(cursor);
      if (workspaceId.test(q))
        return {
          data: [await store.workspace(q)].flatMap((row) => (row ? [shownWorkspace(row)] : [])),
          nextCursor: null,
        };
      const beginning = q.trim().toLowerCase();
      const rows = beginning
        ? store.workspacesBeginning(beginning, size + 1, after)
        : store.workspaces(size + 1, after);
      return pageOf(await rows, size, positionOf, shownWorkspace);
    },

    suspendWorkspace: (operator: Operator, id: string): Promise<AdminWorkspace> =>
      store.transaction(async (tx) => {
        if (await workspaceRows.setDisabled(tx, id, clock.now())) {
          await onWorkspaceSuspended.run(tx, id);
          await audit.append(tx, {
            actor: operator,
            action: 'admin.workspace_disable',
            target: id,
            outcome: 'success',
          });
        }
        return shownWorkspace(await foundWorkspace(id, tx));
      }),

    resumeWorkspace: (operator: Operator, id: string): Promise<AdminWorkspace> =>
      store.transaction(async (tx) => {
        if (await workspaceRows.setDisabled(tx, id, null))
          await audit.append(tx, { actor: operator, action: 'admin.workspace_enable', target: id, outcome: 'success' });
        return shownWorkspace(await foundWorkspace(id, tx));
      }),
  };
}

export type AccountService = ReturnType<typeof createAccountService>;
