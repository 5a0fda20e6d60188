import { randomBytes } from 'node:crypto';
import type { Caller, Role } from '../../http/authentication.ts';
import type { RateLimiter } from '../../http/limits/rate-limits.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { permits, requirePermission } from '../../http/permissions.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, notFound, workspaceDisabled } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Person } from '../../kernel/person.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { AuditLog } from '../audit/index.ts';
import { accountRows, normalizeEmail } from '../auth/index.ts';
import type { MailService } from '../mail/index.ts';
import { memberRows } from '../workspaces/index.ts';
import type { AcceptedInvitation, CreateInvitation, Invitation } from './invitations.schema.ts';
import type { InvitationRow, InvitationStore } from './invitations.store.ts';

type Deps = {
  store: InvitationStore;
  audit: AuditLog;
  clock: Clock;
  quotas: Quotas;
  limiter: RateLimiter;
  mail: Pick<MailService, 'post'>;
  /** Where the console answers an invitation; the token is put behind it. */
  acceptAddress: string;
};

const lifetimeDays = 7;
const lifetimeMs = lifetimeDays * 24 * 3_600_000;
const ranks: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

/** One answer for unknown, used, withdrawn and expired ones, and for those whose sender may no longer invite. */
const notValid = () =>
  new AppError('invitation_invalid', 'The invitation was used or withdrawn, or is too old. Ask for another one.');

const mayInvite = (inviter: Role | undefined, role: Role) =>
  inviter !== undefined && permits(inviter, 'workspace.members') && ranks[role] <= ranks[inviter];

/** The name is somebody's text in a mail of ours: it must not become a link. */
const withoutLinks = (name: string) => name.replaceAll(/[^\p{L}\p{N} '&-]+/gu, ' ').slice(0, 60);

/** An address that nobody confirmed may be anybody's, and text that is no plain address may become a link. */
const nameInMail = ({ email, email_verified_at }: { email: string; email_verified_at: number | null }) =>
  email_verified_at !== null && /^[\w.+-]+@[\w.-]+$/.test(email) ? email : 'Somebody';
/** From all workspaces. Counted apart from mails about the account, which a stranger must not be able to use up. */
const toOneAddress = { name: 'invitations-to', limit: 5, windowMs: 3_600_000 };

const shown = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.invited_by,
  expiresAt: iso(row.expires_at),
  createdAt: iso(row.created_at),
});

export function createInvitationService({ store, audit, clock, quotas, limiter, mail, acceptAddress }: Deps) {
  const perHour = (name: string) => ({ name, limit: quotas.limits.invitationsPerHour, windowMs: 3_600_000 });

  async function underLock(tx: Transaction, caller: Caller) {
    const workspace = await store.lockWorkspace(tx, caller.workspaceId);
    const own = await store.roleOf(tx, caller);
    if (!workspace || !own) throw new AppError('forbidden', 'You are not a member of this workspace.');
    requirePermission(own, 'workspace.members');
    return { workspace, own };
  }

  /** The person joins, in the caller's transaction; the token came by mail, so the address is theirs. */
  async function redeem(tx: Transaction, token: string, userId: string): Promise<AcceptedInvitation> {
    const digest = sha256Hex(token);
    const now = clock.now();
    const found = await store.findByDigest(digest, now, tx);
    // The workspace before the invitation, as everything that changes members locks them.
    const workspace = found && (await store.lockWorkspace(tx, found.workspace_id));
    if (!found || !workspace || !(await store.take(tx, digest))) throw notValid();
    if (workspace.disabled_at !== null) throw workspaceDisabled();
    const person = await store.holdPerson(tx, userId);
    if (person?.email !== found.email)
      throw new AppError('forbidden', 'This invitation is for another address. Sign in with the one it was sent to.');
    const { workspace_id: workspaceId, invited_by: inviter } = found;
    if (!mayInvite(await store.roleOf(tx, { workspaceId, userId: inviter }), found.role)) throw notValid();
    const before = await memberRows.roleOf(tx, { workspaceId, userId });
    const role = before && ranks[before] >= ranks[found.role] ? before : found.role;
    if (!before) quotas.require('membersPerWorkspace', await memberRows.count(tx, workspaceId));
    if (role === 'owner' && before !== 'owner')
      quotas.require('workspacesPerPerson', await memberRows.ownedBy(tx, userId));
    if (role !== before) await memberRows.put(tx, { workspaceId, userId }, role, now);
    await accountRows.confirmEmail(tx, userId, found.email, now);
    await audit.append(tx, {
      userId,
      actor: userId,
      action: 'invitation.accept',
      target: workspaceId,
      outcome: 'success',
      detail: { before: before ?? null, after: role },
    });
    return { workspaceId, name: workspace.name, role };
  }

  return {
    redeem,

    /** For an address that is known to be the person's, in lower case. */
    isInvited: (tx: Transaction, email: string) => store.isInvited(tx, email, clock.now()),

    /** Before anything costly is done for who shows it. Whether it still holds in the end is decided by `redeem`. */
    async check(token: string, email: string): Promise<void> {
      const found = await store.findByDigest(sha256Hex(token), clock.now());
      if (found?.email !== normalizeEmail(email)) throw notValid();
    },

    /** The same for an address that has an account and one that has none. */
    async create(caller: Caller, { email, role = 'member' }: CreateInvitation): Promise<Invitation> {
      const { workspaceId, userId } = caller;
      const policies = [
        [perHour('invitations'), workspaceId],
        [perHour('invitations-by'), userId],
        [toOneAddress, sha256Hex(normalizeEmail(email))],
      ] as const;
      for (const [policy, key] of policies) await limiter.hit(policy, key);
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      const row: InvitationRow = {
        id: newId('inv', now),
        digest: sha256Hex(token),
        workspace_id: workspaceId,
        email: normalizeEmail(email),
        role,
        invited_by: userId,
        expires_at: now + lifetimeMs,
        created_at: now,
      };
      await store.transaction(async (tx) => {
        const { workspace, own } = await underLock(tx, caller);
        if (!mayInvite(own, role)) throw new AppError('forbidden', 'Only an owner invites owners.');
        if (await store.isMember(tx, workspaceId, row.email))
          throw new AppError('conflict', 'Who has this address is a member already.');
        quotas.require('invitations', await store.count(tx, workspaceId, now));
        await store.replace(tx, row);
        const inviter = await store.holdPerson(tx, userId);
        await mail.post(tx, {
          to: row.email,
          userId: (await accountRows.byEmail(tx, row.email))?.id,
          expiresAt: row.expires_at,
          template: 'invitation',
          values: {
            workspace: withoutLinks(workspace.name),
            inviter: inviter ? nameInMail(inviter) : '',
            role,
            link: `${acceptAddress}#token=${token}`,
            token,
            days: lifetimeDays,
          },
        });
        await audit.append(tx, {
          actor: userId,
          action: 'invitation.create',
          target: row.id,
          outcome: 'success',
          detail: { workspaceId, role },
        });
      });
      return shown(row);
    },

    async list({ workspaceId }: Caller, { limit, cursor }: PageRequest): Promise<Page<Invitation>> {
      const size = pageSize(limit);
      const rows = await store.list(workspaceId, clock.now(), size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    async withdraw(caller: Caller, id: string): Promise<void> {
      const { workspaceId, userId } = caller;
      await store.transaction(async (tx) => {
        const { own } = await underLock(tx, caller);
        const row = await store.find(tx, workspaceId, id);
        if (!row) throw notFound(`Invitation ${id}`);
        if (!mayInvite(own, row.role)) throw new AppError('forbidden', 'Only an owner withdraws those of owners.');
        await store.delete(tx, workspaceId, id);
        const detail = { workspaceId, role: row.role };
        await audit.append(tx, {
          actor: userId,
          action: 'invitation.withdraw',
          target: id,
          outcome: 'success',
          detail,
        });
      });
    },

    accept: ({ userId }: Caller, token: string): Promise<AcceptedInvitation> =>
      store.transaction((tx) => redeem(tx, token, userId)),

    /** In the transaction in which somebody leaves or gets another role: what they could not send now is withdrawn. */
    async inviterChanged(tx: Transaction, member: Person): Promise<void> {
      const role = await store.roleOf(tx, member);
      if (!mayInvite(role, 'owner')) await store.withdraw(tx, member, mayInvite(role, 'admin'));
    },

    erasePerson: store.erasePerson,
    forgetExpired: () => store.forgetExpired(clock.now()),
  };
}

export type InvitationService = ReturnType<typeof createInvitationService>;
