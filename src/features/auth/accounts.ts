import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, invalidField } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { workspaceRows } from '../workspaces/index.ts';
import type { Me } from './auth.schema.ts';
import type { AuthStore, User } from './auth.store.ts';
import { normalizeEmail } from './credentials.ts';
import { noPassword } from './passwords/no-password.ts';
import { longestPasswordBytes, type PasswordQueue } from './passwords/password-queue.ts';

export type NewAccount = { id: string; email: string; workspaceId: string; now: number };

export type AccountToOpen = {
  email: string;
  /** Null: nobody can log in with a password until one is set by mail. */
  passwordHash: string | null;
  name?: string | null;
  /** Where somebody trustworthy says that the address is theirs. */
  emailVerifiedAt?: number | null;
};

type Deps = { store: AuthStore; passwords: PasswordQueue; clock: Clock };

export const taken = () => new AppError('conflict', 'This email is registered already.');

export const gone = () => new AppError('unauthenticated', 'The account no longer exists.');

/** An account as its own person sees it. */
export function readMe(user: (User & { pending_email: string | null }) | undefined): Me {
  if (!user) throw gone();
  return {
    id: user.id,
    email: user.email,
    emailVerifiedAt: user.email_verified_at === null ? null : iso(user.email_verified_at),
    pendingEmail: user.pending_email,
    name: user.name,
    hasPassword: user.password_hash !== noPassword,
    defaultWorkspaceId: user.default_workspace_id,
    createdAt: iso(user.created_at),
  };
}

export function requireFittingPassword(field: string, password: string): void {
  if (Buffer.byteLength(password) > longestPasswordBytes)
    throw invalidField(field, `must be at most ${longestPasswordBytes} bytes long`);
}

export function createAccounts({ store, passwords, clock }: Deps) {
  /** A new account with its personal workspace. Throws `conflict` when the email is taken. Signs nobody in. */
  async function openAccount(tx: Transaction, asked: AccountToOpen): Promise<NewAccount> {
    const now = clock.now();
    const user = { id: newId('usr', now), email: normalizeEmail(asked.email), workspaceId: newId('ws', now), now };
    const { passwordHash, name = null, emailVerifiedAt = null } = asked;
    if (!(await store.insertUser(tx, { ...user, passwordHash, name, emailVerifiedAt }))) throw taken();
    await workspaceRows.insertPersonal(tx, { workspaceId: user.workspaceId, userId: user.id }, now);
    return user;
  }

  /** The same by email and password; `alongside` writes more in the same transaction. */
  async function openWithPassword<Result>(
    { email, password }: { email: string; password: string },
    address: string,
    alongside: (tx: Transaction, user: NewAccount) => Promise<Result>,
  ): Promise<Result> {
    requireFittingPassword('password', password);
    if (await store.findByEmail(normalizeEmail(email))) throw taken();
    const passwordHash = await passwords.hash(password, address);
    return store.transaction(async (tx) => alongside(tx, await openAccount(tx, { email, passwordHash })));
  }

  return { openAccount, openWithPassword };
}
