import { generateSecret, generateURI } from 'otplib';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { MailService } from '../../mail/index.ts';
import { gone } from '../accounts.ts';
import type { AuthStore, User } from '../auth.store.ts';
import type { ConfirmPassword } from '../credentials.ts';
import { noPassword } from '../passwords/no-password.ts';
import type { Device } from '../sign-ins/device.ts';
import type { RefreshTokenStore } from '../sign-ins/refresh-token.store.ts';
import { newRecoveryCode, recoveryDigest, type TakeCode, tooManyCodes, type Verdict, wrongCode } from './codes.ts';
import type { RecoveryCodes, SecondFactor, TotpRemoval, TotpSecret } from './second-factor.schema.ts';
import type { SecondFactorRow, SecondFactorStore } from './second-factor.store.ts';

type Deps = {
  store: AuthStore;
  factors: SecondFactorStore;
  refreshTokens: Pick<RefreshTokenStore, 'revokeAllOf'>;
  takeCode: TakeCode;
  confirmPassword: ConfirmPassword;
  secrets: SecretBox;
  mail: MailService;
  audit: AuditLog;
  clock: Clock;
};

const issuer = 'Agent Gateway';
const recoveryCodes = 10;
const none = () => new AppError('conflict', 'There is no second factor. Begin with POST /auth/mfa/totp.');
const isOn = () =>
  new AppError('conflict', 'The second factor is on already. Take it away first: DELETE /auth/mfa/totp.');

/** Turning the second factor on and off; what signing in asks is in `login.ts`. */
export function createSecondFactorService(deps: Deps) {
  const { store, factors, refreshTokens, takeCode, confirmPassword, secrets, mail, audit, clock } = deps;

  async function write(tx: Transaction, user: User, what: 'on' | 'off'): Promise<void> {
    const values = { what, at: iso(clock.now()) };
    await mail.post(tx, { to: user.email, template: 'second-factor-changed', values, userId: user.id });
  }
  async function tell(tx: Transaction, user: User, what: 'on' | 'off', ip: string): Promise<void> {
    await write(tx, user, what);
    const action = `auth.mfa_${what}`;
    await audit.append(tx, { userId: user.id, actor: user.id, action, outcome: 'success', ip });
  }
  async function forget(tx: Transaction, userId: string): Promise<void> {
    await factors.delete(tx, userId);
    await factors.deleteRecoveryCodes(tx, userId);
    await factors.closeChallenges(tx, userId);
  }

  /** A wrong code is counted, so what it throws comes after the commit. */
  async function withCode<Result>(
    userId: string,
    code: string,
    action: string,
    { ip }: Device,
    refuse: (factor: SecondFactorRow) => void,
    work: (tx: Transaction, user: User) => Promise<Result>,
  ): Promise<Result> {
    const outcome = await store.transaction<{ result: Result } | Exclude<Verdict, { right: unknown }>>(async (tx) => {
      const user = await store.hold(tx, userId);
      if (!user) throw gone();
      const factor = await factors.find(userId, tx);
      if (!factor) throw none();
      refuse(factor);
      const verdict = await takeCode(tx, user, factor, code);
      if ('right' in verdict) return { result: await work(tx, user) };
      await audit.append(tx, { userId, actor: userId, action, outcome: 'failure', ip });
      return verdict;
    });
    if ('result' in outcome) return outcome.result;
    throw 'lockedUntil' in outcome ? tooManyCodes(outcome.lockedUntil, clock.now()) : wrongCode();
  }

  return {
    async get(userId: string): Promise<SecondFactor> {
      const since = (await factors.find(userId))?.confirmed_at ?? null;
      const recoveryCodesLeft = await factors.countRecoveryCodes(userId);
      return { totp: since !== null, since: since === null ? null : iso(since), recoveryCodesLeft };
    },

    /** Not asked for until it is confirmed, and forgotten when it is begun anew. */
    async begin(userId: string): Promise<TotpSecret> {
      const secret = generateSecret();
      const sealed = secrets.seal(secret);
      const user = await store.transaction(async (tx) => {
        const held = await store.hold(tx, userId);
        if (!held) throw gone();
        if ((await factors.put(tx, userId, sealed, clock.now())).changes === 0) throw isOn();
        return held;
      });
      return { secret, address: generateURI({ issuer, label: user.email, secret }) };
    },

    confirm(userId: string, code: string, device: Device): Promise<RecoveryCodes> {
      const refuse = ({ confirmed_at }: SecondFactorRow) => {
        if (confirmed_at !== null) throw isOn();
      };
      return withCode(userId, code, 'auth.mfa_on', device, refuse, async (tx, user) => {
        await factors.confirm(tx, userId, clock.now());
        const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
        const digests = codes.map((each) => recoveryDigest(userId, each));
        await factors.putRecoveryCodes(tx, userId, digests, clock.now());
        await tell(tx, user, 'on', device.ip);
        return { recoveryCodes: codes };
      });
    },

    async remove(userId: string, { code, currentPassword }: TotpRemoval, device: Device): Promise<void> {
      const before = await store.findById(userId);
      // Who signs in by an identity provider alone has no password to show.
      if (before?.password_hash !== noPassword) await confirmPassword(userId, currentPassword, device, 'auth.mfa_off');
      const refuse = ({ confirmed_at }: SecondFactorRow) => {
        if (confirmed_at === null) throw none();
      };
      await withCode(userId, code, 'auth.mfa_off', device, refuse, async (tx, user) => {
        await forget(tx, userId);
        await tell(tx, user, 'off', device.ip);
      });
    },

    /** By the operator, for a person who has lost the app and the recovery codes. Every sign-in of theirs ends. */
    removeFor: (operator: string, userId: string): Promise<void> =>
      store.transaction(async (tx) => {
        const user = await store.hold(tx, userId);
        if (!user) throw notFound(`User ${userId}`);
        if (!(await factors.find(userId, tx))) return;
        await forget(tx, userId);
        await refreshTokens.revokeAllOf(tx, userId, clock.now());
        await write(tx, user, 'off');
        const action = 'admin.user_mfa_off';
        await audit.append(tx, { userId, actor: operator, action, outcome: 'success' });
      }),
  };
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;
