import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, accountDisabled, invalidField } from '../../kernel/errors.ts';
import { createHook } from '../../kernel/hooks.ts';
import { newId } from '../../kernel/ids.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { AuditLog } from '../audit/index.ts';
import { workspaceRows } from '../workspaces/index.ts';
import type { BearerToken, Credentials, Me, Registration, TokenPair } from './auth.schema.ts';
import type { AuthStore, User } from './auth.store.ts';
import type { Device } from './device.ts';
import { longestPasswordBytes, type PasswordQueue } from './password-queue.ts';
import { type RefreshTokenStore, replayGraceMs } from './refresh-token.store.ts';
import type { Tokens } from './tokens.ts';

/** Failed logins are counted per account and address; both throw when there were too many. */
type FailedLogins = {
  check(email: string, ip: string): Promise<void>;
  count(email: string, ip: string): Promise<void>;
};

type NewAccount = { id: string; email: string; workspaceId: string; now: number };

type Deps = {
  store: AuthStore;
  refreshTokens: RefreshTokenStore;
  tokens: Tokens;
  passwords: PasswordQueue;
  failedLogins: FailedLogins;
  audit: AuditLog;
  wordScrub: WordScrub;
  clock: Clock;
  /** Who may register. */
  registration: 'open' | 'invite' | 'closed';
};

const closedDoors = {
  invite: 'Accounts are made by invitation here. Ask the operator of this gateway for one.',
  closed: 'Nobody can register here. Accounts are made by the operator of this gateway.',
};

const wrongCredentials = () => new AppError('invalid_credentials', 'Email or password is wrong.');
const normalize = (email: string) => email.trim().toLowerCase();

export function createAuthService({
  store,
  refreshTokens,
  tokens,
  passwords,
  failedLogins,
  audit,
  wordScrub,
  clock,
  registration,
}: Deps) {
  /** Outside a transaction: ends everything that acts in the person's name, and erases large data in portions. */
  const beforeErase = createHook<[userId: string, leaving: readonly { id: string; otherMembers: number }[]]>();
  /** In the transaction of the erasure, before a workspace without other members is deleted. */
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

  async function issueIn(tx: Transaction, userId: string, familyId: string, device: Device): Promise<TokenPair> {
    const refresh = tokens.refresh(userId, familyId);
    await refreshTokens.insert(tx, sha256Hex(refresh.token), familyId, refresh.expiresAtMs, clock.now());
    return { accessToken: tokens.access(userId, device), refreshToken: refresh.token };
  }

  async function openSession(tx: Transaction, userId: string, device: Device): Promise<TokenPair> {
    const familyId = newId('fam', clock.now());
    await refreshTokens.openFamily(tx, familyId, userId, tokens.boundTo(device), clock.now());
    return issueIn(tx, userId, familyId, device);
  }

  /** Unknown email and wrong password take the same time and give the same answer. */
  async function checkCredentials(credentials: Credentials, { ip }: Device): Promise<User> {
    const email = normalize(credentials.email);
    return passwords.inTurn(ip, async () => {
      // Inside the queue: a thousand guesses sent at once are counted one after another.
      await failedLogins.check(email, ip);
      const user = await store.findByEmail(email);
      const matches = await passwords.matches(credentials.password, user?.password_hash);
      // Other guesses ran at the same time, here and on other nodes: past the limit the result is not revealed.
      await (matches ? failedLogins.check : failedLogins.count)(email, ip);
      // Only a client that has the password learns this.
      if (matches && user?.disabled_at) throw accountDisabled();
      if (matches) return user as User;
      await store.transaction(async (tx) => {
        const userId = user && (await store.holdUser(tx, user.id)) ? user.id : undefined;
        await audit.append(tx, { userId, action: 'auth.login', outcome: 'failure', ip });
      });
      throw wrongCredentials();
    });
  }

  /** The account may be erased while its password is compared; the answer is then the one for a wrong password. */
  async function holdUser(tx: Transaction, userId: string): Promise<void> {
    if (!(await store.holdUser(tx, userId))) throw wrongCredentials();
  }

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

  /** A new account with its personal workspace; `alongside` writes more in the same transaction. */
  async function open<Result>(
    { email, password }: Registration,
    address: string,
    alongside: (tx: Transaction, user: NewAccount) => Promise<Result>,
  ): Promise<Result> {
    if (Buffer.byteLength(password) > longestPasswordBytes)
      throw invalidField('password', `must be at most ${longestPasswordBytes} bytes long`);
    const now = clock.now();
    const user = { id: newId('usr', now), email: normalize(email), workspaceId: newId('ws', now), now };
    if (await store.findByEmail(user.email)) throw new AppError('conflict', 'This email is registered already.');
    const passwordHash = await passwords.hash(password, address);
    return store.transaction(async (tx) => {
      const row = { ...user, passwordHash };
      if (!(await store.insertUser(tx, row))) throw new AppError('conflict', 'This email is registered already.');
      await workspaceRows.insertPersonal(tx, { workspaceId: user.workspaceId, userId: user.id }, user.now);
      return alongside(tx, user);
    });
  }

  type Rotation = TokenPair | 'revoked' | 'expired' | 'stolen' | 'foreign';

  return {
    async register(asked: Registration, device: Device): Promise<TokenPair> {
      if (registration !== 'open') throw new AppError('registration_closed', closedDoors[registration]);
      return open(asked, device.ip, async (tx, { id }) => {
        const pair = await openSession(tx, id, device);
        await audit.append(tx, { userId: id, actor: id, action: 'auth.register', outcome: 'success', ip: device.ip });
        return pair;
      });
    },

    /** By the operator: makes an account without logging it in. */
    createAccount: (asked: Registration, operator: string): Promise<Me> =>
      open(asked, operator, async (tx, { id, email, workspaceId, now }) => {
        await audit.append(tx, { userId: id, actor: operator, action: 'admin.user_create', outcome: 'success' });
        return { id, email, defaultWorkspaceId: workspaceId, createdAt: iso(now) };
      }),

    async login(credentials: Credentials, device: Device): Promise<TokenPair> {
      const { id } = await checkCredentials(credentials, device);
      return store.transaction(async (tx) => {
        await holdUser(tx, id);
        const pair = await openSession(tx, id, device);
        await audit.append(tx, { userId: id, actor: id, action: 'auth.login', outcome: 'success', ip: device.ip });
        return pair;
      });
    },

    async token(credentials: Credentials, device: Device): Promise<BearerToken> {
      const { id } = await checkCredentials(credentials, device);
      await store.transaction(async (tx) => {
        await holdUser(tx, id);
        await audit.append(tx, { userId: id, actor: id, action: 'auth.token', outcome: 'success', ip: device.ip });
      });
      const accessToken = tokens.access(id, device);
      return { token: accessToken, accessToken, tokenType: 'Bearer', expiresIn: tokens.accessExpiresInSeconds };
    },

    async refresh(refreshToken: string, device: Device): Promise<TokenPair> {
      const { userId, familyId } = tokens.readRefresh(refreshToken);
      const digest = sha256Hex(refreshToken);
      const rotation = await refreshTokens.transaction<Rotation>(async (tx) => {
        const now = clock.now();
        const family = await refreshTokens.lockFamily(tx, familyId, userId, now);
        if (!family) return 'revoked';
        if (await store.isDisabled(tx, userId)) throw accountDisabled();
        const bound = tokens.boundTo(device);
        const foreign = bound !== null && family.device !== null && family.device !== bound;
        if (!foreign && (await refreshTokens.revokeForRotation(tx, digest, familyId, now))) {
          if (bound !== null && family.device === null) await refreshTokens.bindFamily(tx, familyId, bound);
          return issueIn(tx, userId, familyId, device);
        }
        const spent = await refreshTokens.find(tx, digest, familyId);
        // Not used yet: sent by another device, or it expired while this request waited for the family.
        if (spent?.revoked_at === null && !foreign) return 'expired';
        if (spent?.revoked_at === null) {
          const action = 'auth.foreign_device';
          await audit.append(tx, { userId, action, target: familyId, outcome: 'failure', ip: device.ip });
          return 'foreign';
        }
        // No row: it was revoked long ago and deleted. In both cases a used token was sent again.
        if (spent && now - spent.revoked_at <= replayGraceMs) return 'revoked';
        const ended = await refreshTokens.revokeFamily(tx, familyId, now);
        await audit.append(tx, {
          userId,
          action: 'auth.token_theft',
          target: familyId,
          outcome: 'failure',
          detail: { ended },
          ip: device.ip,
        });
        return 'stolen';
      });
      if (typeof rotation === 'object') return rotation;
      if (rotation === 'foreign')
        throw new AppError('device_mismatch', 'The token was issued to another device. Log in on this one.');
      if (rotation === 'expired') throw new AppError('token_expired', 'The token has expired.');
      throw new AppError('token_revoked', 'The refresh token has been revoked. Log in again.');
    },

    async logout(userId: string, { ip }: Device): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.holdUser(tx, userId))) return;
        await refreshTokens.revokeAllOf(tx, userId, clock.now());
        await audit.append(tx, { userId, actor: userId, action: 'auth.logout', outcome: 'success', ip });
      });
    },

    async me(userId: string): Promise<Me> {
      const user = await store.findById(userId);
      if (!user) throw new AppError('unauthenticated', 'The account no longer exists.');
      return {
        id: user.id,
        email: user.email,
        defaultWorkspaceId: user.default_workspace_id,
        createdAt: iso(user.created_at),
      };
    },

    /** Erases the person and every workspace without other members. */
    async erase(userId: string): Promise<void> {
      const leaving = await store.transaction((tx) => lockWorkspaces(tx, userId));
      await beforeErase.run(userId, leaving);
      await store.transaction(async (tx) => {
        for (const { id, otherMembers } of await lockWorkspaces(tx, userId))
          if (otherMembers === 0) {
            await onWorkspaceErase.run(tx, id);
            await store.deleteSendersOf(tx, id);
            await workspaceRows.delete(tx, id);
          }
        await onErase.run(tx, userId);
        if (!(await store.deleteUser(tx, userId))) return;
        await onErased.run(tx, userId);
        await wordScrub.promise(tx);
        // After the row is deleted: transactions that held it have committed their entries, and no new one can be
        // written.
        await audit.erasePerson(tx, userId);
      });
      await wordScrub.soon();
    },

    beforeErase,
    onWorkspaceErase,
    onErase,
    onErased,

    cleanUp: () => refreshTokens.deleteDead(clock.now()),
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
