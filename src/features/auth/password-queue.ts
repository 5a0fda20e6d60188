import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import { AppError } from '../../kernel/errors.ts';

const rounds = 12;
/** bcrypt reads no further, and would take two passwords with the same first 72 bytes for one. */
export const longestPasswordBytes = 72;

/**
 * The hash of 256 random bits that nobody kept: what an unknown email is compared with, so that it takes as long as a
 * known one. Written down, because making one at every start would cost 0.3 s of CPU.
 */
const nobodysHash = '$2b$12$f.sBH8/3KeQq70eC.GecWeWXOSFZVnJVbOJaY2aQMUYDfJp3LT2fi';

/** Whoever would wait longer hears at once that they should come back. */
const longestWaitMs = 6_000;
/** On a machine so slow or so busy that these wait longer, they wait all the same. */
const fewestPlaces = 32;

/**
 * bcrypt at 12 rounds is about 0.3 s of CPU on a thread of libuv's pool of four. At most three run at once, so files
 * and DNS keep a thread; the others wait in a queue that is as long as the speed measured lately allows.
 */
export function createPasswordQueue() {
  const slots = Math.max(1, Math.min(availableParallelism(), 3));
  const waiting: (() => void)[] = [];
  let running = 0;
  let averageMs = 300;

  async function timed<Result>(comparison: Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await comparison;
    averageMs += (performance.now() - began - averageMs) / 8;
    return result;
  }

  /** Holds a slot while `work` runs. */
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= slots) {
      if (waiting.length >= Math.max(fewestPlaces, (longestWaitMs * slots) / averageMs))
        throw new AppError('rate_limited', 'Too many people are signing in at once. Try again in a few seconds.', {
          retryAfterSeconds: longestWaitMs / 1_000,
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
    hash: (password: string): Promise<string> => inTurn(() => timed(bcrypt.hash(password, rounds))),
    /** Call it inside `inTurn`. */
    async matches(password: string, hash: string | undefined): Promise<boolean> {
      const tooLong = Buffer.byteLength(password) > longestPasswordBytes;
      const equal = await timed(bcrypt.compare(tooLong ? '' : password, hash ?? nobodysHash));
      return equal && hash !== undefined && !tooLong;
    },
  };
}

export type PasswordQueue = ReturnType<typeof createPasswordQueue>;
