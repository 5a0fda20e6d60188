import { randomInt } from 'node:crypto';
import { verifySync } from 'otplib';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { MailService } from '../../mail/index.ts';
import type { User } from '../auth.store.ts';
import type { SecondFactorRow, SecondFactorStore } from './second-factor.store.ts';

type Deps = { factors: SecondFactorStore; secrets: SecretBox; mail: MailService; clock: Clock };

/** What a code turned out to be. `locked`: there were too many wrong ones; it was not even looked at. */
export type Verdict = { right: 'totp' | 'recovery' } | { wrong: true } | { lockedUntil: number };

const stepSeconds = 30;
/** Nobody guesses on: after so many wrong ones in a row, over all sign-ins, codes are not taken for a while. */
const wrongUntilLock = 10;
const firstLockMs = 15 * 60_000;
const longestLockMs = 24 * 3_600_000;

/** Without letters and digits that look alike. 24 of them are 118 random bits: a digest is enough to keep. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const recoveryLength = 24;

/** Six groups of four. */
export const newRecoveryCode = (): string =>
  Array.from({ length: recoveryLength }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** However it was copied. */
const plain = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');
export const recoveryDigest = (userId: string, code: string): string => sha256Hex(`${userId}\n${plain(code)}`);

export const wrongCode = () => new AppError('invalid_code', 'The code is wrong, or was used already.');
export const tooManyCodes = (lockedUntil: number, now: number) =>
  new AppError('rate_limited', 'There were too many wrong codes. Try again later, or set a new password by mail.', {
    retryAfterSeconds: Math.max(1, Math.ceil((lockedUntil - now) / 1_000)),
  });

/** Takes a code of a factor, at most once. The account is held by the caller. */
export function createCodes({ factors, secrets, mail, clock }: Deps) {
  async function takeTotp(tx: Transaction, factor: SecondFactorRow, code: string): Promise<boolean> {
    const result = verifySync({
      secret: secrets.open(factor.secret),
      token: code,
      period: stepSeconds,
      epoch: Math.floor(clock.now() / 1_000),
      // One step to either side: clocks differ, and people take a while to type.
      epochTolerance: stepSeconds,
    });
    if (!result.valid || !('timeStep' in result)) return false;
    return factors.claimStep(tx, factor.user_id, result.timeStep);
  }

  async function countWrong(tx: Transaction, user: User): Promise<void> {
    const wrong = await factors.countWrong(tx, user.id);
    if (wrong % wrongUntilLock !== 0) return;
    const now = clock.now();
    await factors.lock(tx, user.id, now + Math.min(longestLockMs, firstLockMs * 2 ** (wrong / wrongUntilLock - 1)));
    const values = { what: 'locked', at: iso(now) } as const;
    await mail.post(tx, { to: user.email, template: 'second-factor-changed', values, userId: user.id });
  }

  return async function take(tx: Transaction, user: User, factor: SecondFactorRow, code: string): Promise<Verdict> {
    if (factor.locked_until > clock.now()) return { lockedUntil: factor.locked_until };
    const digits = plain(code);
    if (/^\d{6}$/.test(digits)) {
      if (await takeTotp(tx, factor, digits)) return { right: 'totp' };
    } else if (await factors.takeRecoveryCode(tx, user.id, recoveryDigest(user.id, code))) {
      await factors.forgive(tx, user.id);
      return { right: 'recovery' };
    }
    await countWrong(tx, user);
    return { wrong: true };
  };
}

export type TakeCode = ReturnType<typeof createCodes>;
