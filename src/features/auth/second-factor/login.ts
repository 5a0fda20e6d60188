import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { TokenPair } from '../auth.schema.ts';
import type { AuthStore } from '../auth.store.ts';
import type { AuthLimits } from '../limits.ts';
import type { Device } from '../sign-ins/device.ts';
import type { SignIn } from '../sign-ins/sign-in.ts';
import { type TakeCode, tooManyCodes, wrongCode } from './codes.ts';
import type { MfaLogin } from './second-factor.schema.ts';
import type { SecondFactorStore } from './second-factor.store.ts';

type Deps = {
  store: AuthStore;
  factors: SecondFactorStore;
  takeCode: TakeCode;
  signIn: SignIn['signIn'];
  limits: AuthLimits;
  audit: AuditLog;
  clock: Clock;
};

const lifetimeMs = 5 * 60_000;
const mostWrongCodes = 5;

const logInAgain = () =>
  new AppError('unauthenticated', 'The mfaToken does not hold: it was used, locked, or has expired. Log in again.');

export const codeRequired = (mfaToken: string) =>
  new AppError('mfa_required', 'Send a code of your second factor with the mfaToken: POST /auth/login/mfa.', {
    extra: { mfaToken },
  });

type Outcome = TokenPair | 'again' | 'wrong' | { lockedUntil: number };

/** The second half of a login: a code, for what stands in for the password in the meantime. */
export function createSecondFactorLogin({ store, factors, takeCode, signIn, limits, audit, clock }: Deps) {
  return {
    /** After the password was right: what is owed the code with, where the account has a second factor. */
    async challenge(tx: Transaction, userId: string): Promise<string | undefined> {
      const factor = await factors.find(userId, tx);
      if (!factor || factor.confirmed_at === null) return undefined;
      const mfaToken = randomBytes(32).toString('base64url');
      const now = clock.now();
      await factors.openChallenge(tx, sha256Hex(mfaToken), userId, now + lifetimeMs, now);
      return mfaToken;
    },

    async login({ mfaToken, code }: MfaLogin, device: Device): Promise<TokenPair> {
      const { ip } = device;
      const digest = sha256Hex(mfaToken);
      await limits.wrongTokens.check(ip);
      const found = await factors.findChallenge(digest, clock.now());
      if (!found) {
        await limits.wrongTokens.count(ip);
        throw logInAgain();
      }
      const userId = found.user_id;
      // A wrong code is counted, so what is thrown comes after the commit.
      const outcome = await store.transaction<Outcome>(async (tx) => {
        // Everything about one person's codes happens one after another, on whichever node.
        const user = await store.hold(tx, userId);
        const challenge = await factors.findChallenge(digest, clock.now(), tx);
        const factor = await factors.find(userId, tx);
        if (!user || !challenge || !factor) return 'again';
        const verdict = await takeCode(tx, user, factor, code);
        if ('lockedUntil' in verdict) return verdict;
        if ('right' in verdict) {
          await factors.closeChallenge(tx, digest);
          const pair = await signIn(tx, userId, device, `password+${verdict.right}`);
          const detail = { secondFactor: verdict.right };
          await audit.append(tx, { userId, actor: userId, action: 'auth.login', outcome: 'success', detail, ip });
          return pair;
        }
        const isLast = challenge.wrong_codes + 1 >= mostWrongCodes;
        await (isLast ? factors.closeChallenge : factors.countWrongFor)(tx, digest);
        const detail = { secondFactor: 'wrong' };
        await audit.append(tx, { userId, action: 'auth.login', outcome: 'failure', detail, ip });
        return 'wrong';
      });
      if (outcome === 'again') throw logInAgain();
      if (outcome === 'wrong') throw wrongCode();
      if ('lockedUntil' in outcome) throw tooManyCodes(outcome.lockedUntil, clock.now());
      return outcome;
    },
  };
}

export type SecondFactorLogin = ReturnType<typeof createSecondFactorLogin>;
