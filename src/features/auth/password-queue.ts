import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import { AppError } from '../../kernel/errors.ts';

const rounds = 12;
/** bcrypt reads no further, and would take two passwords with the same first 72 bytes for one. */
export const longestPasswordBytes = 72;

/**
 * bcrypt at 12 rounds is about 0.3 s of CPU on a thread of libuv's pool of four. At most three run at once, so files
 * and DNS keep a thread; at most `maximumWaiting` wait, so nobody waits much longer than ten seconds on two cores, and
 * the rest hear at once that they should come back.
 */
export function createPasswordQueue({ maximumWaiting = 60 } = {}) {
  const slots = Math.max(1, Math.min(availableParallelism(), 3));
  const waiting: (() => void)[] = [];
  let running = 0;
  // The hash of a password nobody has: what an unknown email is compared with, so that it takes as long as a known one.
  const nobodysHash = bcrypt.hash(crypto.randomUUID(), rounds);

  /** Holds a slot while `work` runs. */
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= slots) {
      if (waiting.length >= maximumWaiting)
        throw new AppError('rate_limited', 'Too many people are signing in at once. Try again in a few seconds.', {
          retryAfterSeconds: 5,
        });
      // The one who leaves hands its slot on, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    inTurn,
    hash: (password: string): Promise<string> => inTurn(() => bcrypt.hash(password, rounds)),
    /** Call it inside `inTurn`. */
    async matches(password: string, hash: string | undefined): Promise<boolean> {
      const tooLong = Buffer.byteLength(password) > longestPasswordBytes;
      const equal = await bcrypt.compare(tooLong ? '' : password, hash ?? (await nobodysHash));
      return equal && hash !== undefined && !tooLong;
    },
  };
}

export type PasswordQueue = ReturnType<typeof createPasswordQueue>;
