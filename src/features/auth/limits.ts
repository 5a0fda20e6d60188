import { addressKey, type RateLimiter } from '../../http/limits/rate-limits.ts';
import { AppError } from '../../kernel/errors.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';

type Deps = { limiter: RateLimiter; failedLoginsPerMinute: number };

const mailsAnHour = 5;

/** What nobody may try too often, counted over all nodes. Keys are digests: the table of counts holds no emails. */
export function createAuthLimits({ limiter, failedLoginsPerMinute: limit }: Deps) {
  const failedLogins = { name: 'failed-logins', limit, windowMs: 60_000 };
  const wrongTokens = { name: 'wrong-tokens', limit, windowMs: 60_000 };
  const forgotten = { name: 'forgotten-passwords', limit, windowMs: 60_000 };
  const mails = { name: 'account-mails', limit: mailsAnHour, windowMs: 3_600_000 };
  const ofAccount = (email: string, ip: string) => sha256Hex(`${email}\n${addressKey(ip)}`);

  return {
    /** By account and address. */
    failedLogins: {
      check: (email: string, ip: string) => limiter.check(failedLogins, ofAccount(email, ip)),
      count: (email: string, ip: string) => limiter.hit(failedLogins, ofAccount(email, ip)),
    },

    /** Of an address: a token that does not hold, of a mail or a sign-in. */
    wrongTokens: {
      check: (ip: string) => limiter.check(wrongTokens, addressKey(ip)),
      count: (ip: string) => limiter.hit(wrongTokens, addressKey(ip)),
    },

    /** Of an address: asking for a mail to somebody. */
    askForMail: (ip: string) => limiter.hit(forgotten, addressKey(ip)),

    /** Whether one more mail may go to this mailbox; known and unknown ones are counted alike. */
    async mayMail(email: string): Promise<boolean> {
      return (await limiter.add(mails, sha256Hex(email), 1)).count <= mailsAnHour;
    },
  };
}

export type AuthLimits = ReturnType<typeof createAuthLimits>;

export const tooManyMails = () =>
  new AppError('rate_limited', `At most ${mailsAnHour} mails an hour go to one address.`, { retryAfterSeconds: 3_600 });
