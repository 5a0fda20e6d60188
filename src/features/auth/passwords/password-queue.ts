import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { AppError } from '../../../kernel/errors.ts';
import { noPassword } from './no-password.ts';

/** The cost of a hash, as a power of two. Tests that are not about passwords choose less. */
export const passwordRounds = 12;
/** bcrypt ignores the rest: two passwords with the same first 72 bytes would be equal. */
export const longestPasswordBytes = 72;

/**
 * The hash of 256 random bits that were thrown away. The password for an unknown email is compared with it, so that it
 * takes as long as for a known one. A constant, because making one at every start would cost 0.3 s of CPU.
 */
const nobodysHash = '$2b$12$f.sBH8/3KeQq70eC.GecWeWXOSFZVnJVbOJaY2aQMUYDfJp3LT2fi';

/** A request that would wait longer is refused at once. */
const longestWaitMs = 6_000;
/** This many may always wait, even on a machine so slow that they wait longer. */
const fewestPlaces = 32;

/** A request that waits for a slot: it gets one, or is refused to make room. */
type Waiting = { enter(): void; sendAway(error: AppError): void };

const tooMany = () =>
  new AppError('rate_limited', 'Too many people are signing in at once. Try again in a few seconds.', {
    retryAfterSeconds: longestWaitMs / 1_000,
  });

/**
 * bcrypt at 12 rounds is about 0.3 s of CPU on a thread of libuv's pool of four. At most three run at once, so files
 * and DNS keep a thread; the others wait in queues that are together as long as the speed measured lately allows. Each
 * address (an IPv6 customer's whole /64) has a queue of its own and they take turns, so a flood from one address does
 * not delay the others. When the queues are full, the address with the most requests loses one.
 */
export function createPasswordQueue(rounds = passwordRounds) {
  const slots = Math.max(1, Math.min(availableParallelism(), 3));
  /** In the order in which the addresses have their turn. */
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  let running = 0;
  let averageMs = 300;

  async function timed<Result>(comparison: Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await comparison;
    averageMs += (performance.now() - began - averageMs) / 8;
    return result;
  }

  function longest(): [string, Waiting[]] | undefined {
    let found: [string, Waiting[]] | undefined;
    for (const entry of queues) if (!found || entry[1].length > found[1].length) found = entry;
    return found;
  }

  /** Drops the latest request of the address with the most requests, unless that is the one that asks. */
  function makeRoomFor(address: string): void {
    const [holder, queue] = longest() ?? [address, []];
    if (queue.length <= (queues.get(address)?.length ?? 0) + 1 || holder === address) throw tooMany();
    waiting -= 1;
    queue.pop()?.sendAway(tooMany());
  }

  function wait(address: string): Promise<void> {
    if (waiting >= Math.max(fewestPlaces, (longestWaitMs * slots) / averageMs)) makeRoomFor(address);
    waiting += 1;
    return new Promise((enter, sendAway) => {
      const queue = queues.get(address);
      if (queue) queue.push({ enter, sendAway });
      else queues.set(address, [{ enter, sendAway }]);
    });
  }

  /** The next address in turn, which then goes to the end of the line. */
  function next(): Waiting | undefined {
    for (const [address, queue] of queues) {
      queues.delete(address);
      const one = queue.shift();
      if (queue.length > 0) queues.set(address, queue);
      if (one) return one;
    }
    return undefined;
  }

  /** Holds a slot while `work` runs. */
  async function inTurn<Result>(ip: string, work: () => Promise<Result>): Promise<Result> {
    // A request that ends passes its slot to the next, so `running` stays the same.
    if (running >= slots) await wait(addressKey(ip));
    else running += 1;
    try {
      return await work();
    } finally {
      const following = next();
      if (following) {
        waiting -= 1;
        following.enter();
      } else running -= 1;
    }
  }

  return {
    inTurn,
    hash: (password: string, ip: string): Promise<string> => inTurn(ip, () => timed(bcrypt.hash(password, rounds))),
    /** Call it inside `inTurn`. */
    async matches(password: string, hash: string | undefined): Promise<boolean> {
      const tooLong = Buffer.byteLength(password) > longestPasswordBytes;
      const hasPassword = hash !== undefined && hash !== noPassword;
      const equal = await timed(bcrypt.compare(tooLong ? '' : password, hasPassword ? hash : nobodysHash));
      return equal && hasPassword && !tooLong;
    },
  };
}

export type PasswordQueue = ReturnType<typeof createPasswordQueue>;
