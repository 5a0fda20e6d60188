import type pg from 'pg';
import { AppError } from '../../kernel/errors.ts';
import { type Answer, type Statement, sendAtOnce } from './connections/batch.ts';
import {
  answerMs,
  type Connections,
  createConnections,
  databaseAway,
  isStatementsOwn,
} from './connections/connections.ts';
import { createSharedReads } from './connections/shared-reads.ts';
import type { Database, Reader, SqlValue, Transaction, Written } from './database.ts';
import { createFullDisk } from './full-disk.ts';

const diskFull = '53100';

/** The server is away, going away, out of connections or took too long: worth another try later. */
const connectionProblems = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  ...[
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
    diskFull,
    '53200',
    '53300',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '25006',
    '25P03',
  ],
]);
const retryable = new Set(['40001', '40P01']);

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
/** Another node has added a column: what was planned before it does not give the same columns any more. */
const isOutdated = (error: unknown) =>
  codeOf(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery';
/** The error of every statement after a failed one: it does not give the reason. */
const isConsequence = (error: unknown) => ['25P02', '26000'].includes(codeOf(error));
const isConnectionProblem = (error: unknown) =>
  connectionProblems.has(codeOf(error)) ||
  /timeout expired|Connection terminated|Query read timeout|connection error/i.test((error as Error).message ?? '');

function translate(error: unknown, noteFullDisk: () => void): unknown {
  if (error instanceof AppError || !isConnectionProblem(error)) return error;
  if (codeOf(error) !== diskFull) return databaseAway(error);
  noteFullDisk();
  return new AppError('unavailable', 'The database cannot write at the moment.', {
    retryAfterSeconds: 5,
    cause: error,
  });
}

const scriptMs = 3_600_000;
const isOver = () => new Error('This transaction is over.');
/** What `last` forbids has happened: the transaction is stored without this statement. Tests fail by the warning. */
const warnOf = (sql: string) =>
  process.emitWarning('A statement came after its commit.', { type: lateStatement, detail: sql });
export const lateStatement = 'LateStatement';

export type PostgresOptions = { url: string; poolSize: number; onIdleError: (error: Error) => void };

const [nothingChanged, isTaken] = ['22012', '23505'];
/**
 * Divides by zero where nothing is changed: the one error that SQL can be made to raise without a function of its own. A row that
 * is there already fails by itself: inserting a session took 114 µs of the server's time in place of 153.
 */
function required(sql: string): string {
  if (sql.startsWith('INSERT')) return sql;
  const known = requiring.get(sql);
  if (known) return known;
  const text = `WITH changed AS (${sql} RETURNING 1) SELECT 1 / count(*) AS changed FROM changed`;
  requiring.set(sql, text);
  return text;
}
const requiring = new Map<string, string>();

/** What `must` fails with, by its statement. */
type Asked = Statement & { lost?: () => Error };
type Waiting = { asked: Asked; resolve(answer: Answer): void; reject(error: unknown): void };

/**
 * Gathers what is asked until the code that asks waits for an answer, then hands it over as one group: a tick comes after all
 * that promises have to do.
 */
function createGroups(send: (group: Waiting[]) => void) {
  let group: Waiting[] = [];
  let awaited = false;
  function flush(): void {
    awaited = false;
    const gathered = group;
    group = [];
    send(gathered);
  }
  function flushSoon(): void {
    if (!awaited) process.nextTick(flush);
    awaited = true;
  }
  return {
    flushSoon,
    ask: (asked: Asked): Promise<Answer> =>
      new Promise((resolve, reject) => {
        group.push({ asked, resolve, reject });
        flushSoon();
      }),
  };
}

function readerOver(ask: (sql: string, params?: readonly SqlValue[]) => Promise<Answer>): Reader {
  const get = async <Row>(sql: string, params?: readonly SqlValue[]) =>
    (await ask(sql, params)).rows[0] as Row | undefined;
  return {
    all: async <Row>(sql: string, params?: readonly SqlValue[]) => (await ask(sql, params)).rows as Row[],
    get,
    steady: get,
  };
}

const bindable = (value: SqlValue): string | Buffer | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object') return String(value);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
};

export function openPostgres({ url, poolSize, onIdleError }: PostgresOptions): Database & { connections: Connections } {
  const connections = createConnections({
    most: poolSize,
    onIdleError,
    client: {
      connectionString: url,
      statement_timeout: 30_000,
      keepAlive: true,
      application_name: 'agent-gateway',
      // Statements are sent without waiting for the answers to those before.
      pipeline: true,
      // Statements here take milliseconds; compiling one took 30 to 500 where the planner guessed many rows (measured, PostgreSQL 15).
      // A node that freezes, or loses its power, within a transaction would hold its rows until the server misses it: two hours.
      options: [process.env.PGOPTIONS, '-c jit=off', '-c idle_in_transaction_session_timeout=15s']
        .filter(Boolean)
        .join(' '),
    },
  });

  const fullDisk = createFullDisk();

  // One name per text: parsed and planned once per connection.
  const names = new Map<string, string>();
  let given = 0;
  function named(text: string, params: readonly SqlValue[] = []): Statement {
    let name = names.get(text);
    if (!name) {
      name = `s${given++}`;
      names.set(text, name);
    }
    return { name, text, values: params.map(bindable) };
  }

  async function send(client: pg.Client, statements: readonly Asked[]): Promise<Answer[]> {
    try {
      return await sendAtOnce(client, statements);
    } catch (error) {
      // Without it nothing was answered in time.
      const { failedAt = -1 } = error as { failedAt?: number };
      const failed = statements[failedAt];
      // Under another name it is planned anew on every connection.
      if (failed && isOutdated(error) && names.get(failed.text) === failed.name) names.delete(failed.text);
      throw failed?.lost && [nothingChanged, isTaken].includes(codeOf(error)) ? failed.lost() : error;
    }
  }

  /** Alone it is a transaction of its own, and was undone when it failed. */
  async function alone(sql: string, params?: readonly SqlValue[], tries = 1): Promise<Answer> {
    try {
      const [answer] = await connections.use((client) => send(client, [named(sql, params)]));
      return answer as Answer;
    } catch (error) {
      if (isOutdated(error) || (retryable.has(codeOf(error)) && tries < 4)) return alone(sql, params, tries + 1);
      throw translate(error, fullDisk.note);
    }
  }

  const readShared = createSharedReads({
    use: connections.use,
    send,
    alone: ({ text, values }) => alone(text, values as SqlValue[]),
  });
  const shared = readerOver(async (sql, params) => {
    try {
      return await readShared(named(sql, params));
    } catch (error) {
      throw translate(error, fullDisk.note);
    }
  });

  async function attempt<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await connections.acquire();
    let state: 'open' | 'ending' | 'over' = 'open';
    let hasBegun = false;
    let isStored = false;
    let broken = false;
    let firstFailure: unknown;
    let committed: PromiseWithResolvers<void> | undefined;
    const after: (() => void)[] = [];

    /** The beginning travels with the first statement and the commit with the last; a group that is both needs neither. */
    async function sendGroup(group: readonly Waiting[]): Promise<void> {
      if (state === 'over') {
        for (const { reject } of group) reject(isOver());
        return;
      }
      const isLast = state === 'ending';
      if (isLast) state = 'over';
      const statements = group.map(({ asked }) => asked);
      if (!hasBegun && !isLast) statements.unshift(named('BEGIN'));
      if (hasBegun && isLast) statements.push(named('COMMIT'));
      const first = !hasBegun && !isLast ? 1 : 0;
      hasBegun ||= !isLast;
      try {
        if (firstFailure && isLast) throw firstFailure;
        const answers = statements.length > 0 ? await send(client, statements) : [];
        if (isLast) {
          hasBegun = false;
          isStored = true;
        }
        for (const [index, { resolve }] of group.entries()) resolve(answers[index + first] as Answer);
        if (isLast) committed?.resolve();
      } catch (error) {
        firstFailure ??= error;
        for (const { reject } of group) reject(translate(error, fullDisk.note));
        if (isLast) committed?.reject(error);
      }
    }
    const groups = createGroups(sendGroup);
    const ask = async (sql: string, params?: readonly SqlValue[], lost?: () => Error): Promise<Answer> => {
      if (state === 'over') {
        if (isStored) warnOf(sql);
        throw isOver();
      }
      return groups.ask(lost ? { ...named(sql, params), lost } : named(sql, params));
    };
    function end(): Promise<void> {
      state = 'ending';
      committed = Promise.withResolvers();
      committed.promise.catch(() => undefined);
      groups.flushSoon();
      return committed.promise;
    }
    async function run<Row>(sql: string, params?: readonly SqlValue[]): Promise<Written<Row>> {
      return (await ask(sql, params)) as Written<Row>;
    }
    const tx: Transaction = {
      engine: 'postgres',
      ...readerOver(ask),
      run,
      runEach: async (sql, rows) =>
        (await Promise.all(rows.map((params) => run(sql, params)))).map(({ changes }) => changes),
      must: async (sql, params, lost) => void (await ask(required(sql), params, lost)),
      together: async (...works) => void (await Promise.all(works.map((work) => work()))),
      last: async (...works) => {
        const failed = (error: unknown) => {
          firstFailure ??= error;
          throw error;
        };
        const done = Promise.all(works.map((work) => work().catch(failed)));
        done.catch(() => undefined);
        await end();
        await done;
      },
      // Migrations may take long, and so may waiting for another node's.
      script: async (sql) => {
        if (!hasBegun) await ask('SELECT 1');
        if (state === 'over') throw isOver();
        await client.query({ text: sql, query_timeout: scriptMs } as pg.QueryConfig);
      },
      afterCommit: (action) => after.push(action),
    };
    try {
      const result = await work(tx);
      if (!committed) await end();
      for (const action of after) action();
      return result;
    } catch (error) {
      state = 'over';
      if (hasBegun)
        await client.query({ text: 'ROLLBACK', query_timeout: answerMs } as pg.QueryConfig).catch(() => {
          broken = true;
        });
      else broken = !isStatementsOwn(firstFailure ?? error) && isConnectionProblem(firstFailure ?? error);
      throw isConsequence(error) ? (firstFailure ?? error) : error;
    } finally {
      connections.release(client, broken);
    }
  }

  return {
    engine: 'postgres',
    connections,
    ...readerOver(alone),
    steady: shared.steady,
    run: async <Row>(sql: string, params?: readonly SqlValue[]) => (await alone(sql, params)) as Written<Row>,
    readTogether: (work) => work(shared),
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (retryable.has(codeOf(error)) && tries < 4) continue;
          // Once for each of its statements at most: under its new name none is outdated.
          if (isOutdated(error) && tries < 50) continue;
          throw translate(error, fullDisk.note);
        }
      }
    },
    isFull: fullDisk.isFull,
    close: connections.close,
  };
}
