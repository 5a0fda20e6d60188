import pg from 'pg';
import { AppError } from '../../../kernel/errors.ts';

type Waiting = { resolve(client: pg.Client): void; reject(error: Error): void; timer: NodeJS.Timeout };
type Idle = { client: pg.Client; since: number };

export type Connections = ReturnType<typeof createConnections>;
type Options = { client: pg.ClientConfig; most: number; onIdleError: (error: Error) => void };

/** So long a request waits for a connection, and a connection for the server. */
export const waitMs = 5_000;
/** Longer than the server's own limit for a statement: when it is over, the server does not answer. */
export const answerMs = 35_000;
const idleMs = 60_000;
/** Where the server has no more to give, others need what is idle here. */
const idleWhileScarceMs = 5_000;
const keptIdle = 2;
const sweepEveryMs = 5_000;
/** After the server had no connection to give, those that are there are waited for before it is asked again. */
const askAgainMs = 1_000;
const askAgainWithNoneMs = 200;
/** A statement under way may still be answered for so long after the database has been found to be away. */
const lastChanceMs = 1_000;

export const databaseAway = (cause?: unknown) =>
  new AppError('unavailable', 'The database is away.', { retryAfterSeconds: 2, ...(cause ? { cause } : {}) });

/** "Too many clients already", or what is left is for the superuser. */
export const hasNoneToGive = (error: unknown) => (error as { code?: string }).code === '53300';

/** The statement failed; the connection is as good as before. */
export const isStatementsOwn = (error: unknown) =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR' && !error.code?.startsWith('57');

/** At once, whatever is under way on it: that fails. An orderly end would wait for an answer that may never come. */
export function destroyConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}

/**
 * The connections of a node. Where the server refuses one more, a statement waits for those that are there. Once the
 * database is known to be away nobody waits, and what is under way and is not answered is ended.
 */
export function createConnections({ client: settings, most, onIdleError }: Options) {
  /** All that are open, in use or not. */
  const open = new Set<pg.Client>();
  const opening = new Set<pg.Client>();
  const waiting: Waiting[] = [];
  let idle: Idle[] = [];
  let isAway = false;
  let refusedUntil = 0;
  let scarceUntil = 0;
  let retry: NodeJS.Timeout | undefined;
  let lastChance: NodeJS.Timeout | undefined;
  let closed: PromiseWithResolvers<void> | undefined;
  const sweeper = setInterval(sweep, sweepEveryMs);
  sweeper.unref();

  function checkClosed(): void {
    if (closed && open.size + opening.size === 0) closed.resolve();
  }

  /** To the statement that has waited longest. */
  function hand(client: pg.Client): void {
    const next = waiting.shift();
    if (!next) return void idle.push({ client, since: performance.now() });
    clearTimeout(next.timer);
    next.resolve(client);
  }

  function refuse(error: Error): void {
    const next = waiting.shift();
    clearTimeout(next?.timer);
    next?.reject(error);
  }

  function forget(client: pg.Client, error?: Error): void {
    open.delete(client);
    const before = idle.length;
    idle = idle.filter((entry) => entry.client !== client);
    if (error && idle.length < before) onIdleError(error);
    grow();
    checkClosed();
  }

  function discard(client: pg.Client, broken: boolean): void {
    if (broken) destroyConnection(client);
    else void client.end().catch(() => undefined);
    forget(client);
  }

  async function add(): Promise<void> {
    const client = new pg.Client({ ...settings, connectionTimeoutMillis: waitMs });
    // Always there: an error that nobody listens to would end the process.
    client.on('error', (error) => forget(client, error));
    client.on('end', () => forget(client));
    opening.add(client);
    try {
      await client.connect();
    } catch (error) {
      opening.delete(client);
      destroyConnection(client);
      if (!hasNoneToGive(error)) refuse(error as Error);
      else {
        refusedUntil = performance.now() + (open.size > 0 ? askAgainMs : askAgainWithNoneMs);
        scarceUntil = performance.now() + idleMs;
      }
      grow();
      checkClosed();
      return;
    }
    opening.delete(client);
    open.add(client);
    if (closed) discard(client, false);
    else hand(client);
  }

  /** One more for each who waits, as far as that goes. */
  function grow(): void {
    if (closed || isAway) return;
    const restMs = refusedUntil - performance.now();
    if (restMs > 0) {
      if (waiting.length > 0 && !retry) {
        retry = setTimeout(() => {
          retry = undefined;
          grow();
        }, restMs);
        retry.unref();
      }
      return;
    }
    while (opening.size < waiting.length && open.size + opening.size < most) void add();
  }

  function sweep(): void {
    const now = performance.now();
    const spareMs = now < scarceUntil ? idleWhileScarceMs : idleMs;
    const spare = idle.slice(0, -keptIdle).filter(({ since }) => now - since > spareMs);
    for (const { client } of spare) discard(client, false);
  }

  function wait(): Promise<pg.Client> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        resolve,
        reject,
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(
            new AppError('unavailable', 'No connection to the database was free in time.', { retryAfterSeconds: 2 }),
          );
        }, waitMs),
      };
      waiting.push(entry);
      grow();
    });
  }

  async function acquire(): Promise<pg.Client> {
    if (closed) throw new Error('The database is closed.');
    if (isAway) throw databaseAway();
    return idle.pop()?.client ?? wait();
  }

  /** One that is broken, or gave no answer, is not used again. */
  function release(client: pg.Client, broken = false): void {
    if (!open.has(client)) return;
    if (broken || closed) discard(client, broken);
    else hand(client);
  }

  async function use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = await acquire();
    try {
      const result = await work(client);
      release(client);
      return result;
    } catch (error) {
      release(client, !isStatementsOwn(error));
      throw error;
    }
  }

  return {
    acquire,
    release,
    use,
    query: (config: pg.QueryConfig): Promise<pg.QueryResult> =>
      use((client) => client.query({ query_timeout: answerMs, ...config } as pg.QueryConfig)),
    /** Whether the database is away, as the watch finds it. */
    setAway(away: boolean): void {
      if (away === isAway) return;
      isAway = away;
      clearTimeout(lastChance);
      if (!away) return;
      while (waiting.length > 0) refuse(databaseAway());
      for (const { client } of [...idle]) discard(client, true);
      lastChance = setTimeout(() => {
        const answered = new Set(idle.map(({ client }) => client));
        for (const client of [...open, ...opening]) if (!answered.has(client)) destroyConnection(client);
      }, lastChanceMs);
      lastChance.unref();
    },
    counts: () => ({ busy: open.size - idle.length, idle: idle.length, waiting: waiting.length }),
    /** Waits for what is under way. */
    close(): Promise<void> {
      if (closed) return closed.promise;
      closed = Promise.withResolvers();
      clearInterval(sweeper);
      clearTimeout(lastChance);
      clearTimeout(retry);
      while (waiting.length > 0) refuse(new Error('The database is closed.'));
      for (const { client } of [...idle]) discard(client, false);
      checkClosed();
      return closed.promise;
    },
  };
}
