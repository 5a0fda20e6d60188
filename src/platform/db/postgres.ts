import type { Writable } from 'node:stream';
import pg from 'pg';
import { AppError } from '../../kernel/errors.ts';
import { type Connections, createConnections, databaseAway } from './connections/connections.ts';
import type { Database, Reader, SqlValue, Transaction, Written } from './database.ts';
import { createFullDisk } from './full-disk.ts';

// int8 arrives as text. Times and counters fit a number; sums of nano-dollars are cast to text in the SQL itself.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

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

export type PostgresOptions = { url: string; poolSize: number; onIdleError: (error: Error) => void };

/**
 * What is asked by `work` before it first waits is written to the socket together: a write of its own for each statement took
 * a quarter of a turn's CPU. Only the driver's inner name of the socket is used for it, and without it all works as well.
 */
function inOnePacket<Result>(client: pg.Client, work: () => Result): Result {
  const { connection } = client as unknown as { connection?: { stream?: Pick<Writable, 'cork' | 'uncork'> } };
  connection?.stream?.cork();
  try {
    return work();
  } finally {
    connection?.stream?.uncork();
  }
}

export function openPostgres({ url, poolSize, onIdleError }: PostgresOptions): Database & { connections: Connections } {
  const connections = createConnections({
    most: poolSize,
    onIdleError,
    client: {
      connectionString: url,
      types,
      statement_timeout: 30_000,
      query_timeout: 35_000,
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
  function named(sql: string, params: readonly SqlValue[]) {
    let name = names.get(sql);
    if (!name) {
      name = `s${given++}`;
      names.set(sql, name);
    }
    return { name, text: sql, values: params.map((value) => (typeof value === 'boolean' ? Number(value) : value)) };
  }

  type Queryable = { query(config: ReturnType<typeof named>): Promise<pg.QueryResult> };

  const over = (
    target: () => Queryable,
    isAlone: boolean,
    failed: (error: unknown) => void = () => undefined,
  ): Reader & Pick<Transaction, 'run'> => {
    const query = async (sql: string, params: readonly SqlValue[] = [], tries = 1): Promise<pg.QueryResult> => {
      const config = named(sql, params);
      try {
        return await target().query(config);
      } catch (error) {
        failed(error);
        // Alone it is a transaction of its own, and was undone.
        if (isAlone && retryable.has(codeOf(error)) && tries < 4) return query(sql, params, tries + 1);
        if (!isOutdated(error)) throw translate(error, fullDisk.note);
        // Under another name it is planned anew on every connection. A transaction has failed, and is begun again as a whole.
        if (names.get(sql) === config.name) names.delete(sql);
        if (!isAlone) throw error;
        return query(sql, params);
      }
    };
    return {
      all: async <Row>(sql: string, params?: readonly SqlValue[]) => (await query(sql, params)).rows as Row[],
      get: async <Row>(sql: string, params?: readonly SqlValue[]) =>
        (await query(sql, params)).rows[0] as Row | undefined,
      run: async <Row>(sql: string, params?: readonly SqlValue[]): Promise<Written<Row>> => {
        const { rows, rowCount } = await query(sql, params);
        return { rows: rows as Row[], changes: rowCount ?? 0 };
      },
    };
  };

  async function attempt<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await connections.acquire();
    let open = true;
    let broken = false;
    let firstFailure: unknown;
    const after: (() => void)[] = [];
    const whileOpen = (): pg.Client => {
      if (!open) throw new Error('This transaction is over.');
      return client;
    };
    const statements = over(whileOpen, false, (error) => {
      firstFailure ??= error;
    });
    const tx: Transaction = {
      engine: 'postgres',
      ...statements,
      runEach: async (sql, rows) => {
        const changes: number[] = [];
        for (const params of rows) changes.push((await statements.run(sql, params)).changes);
        return changes;
      },
      together: async (...works) => {
        await Promise.all(inOnePacket(client, () => works.map((work) => work())));
      },
      // Migrations may take long, and so may waiting for another node's.
      script: async (sql) => {
        await whileOpen().query({ text: sql, query_timeout: scriptMs } as pg.QueryConfig);
      },
      afterCommit: (action) => after.push(action),
    };
    try {
      // Not waited for: it travels with the first statement, and fails with the connection only.
      const { begun, working } = inOnePacket(client, () => {
        const begun = client.query('BEGIN');
        begun.catch(() => undefined);
        return { begun, working: work(tx) };
      });
      const result = await working;
      open = false;
      await begun;
      await client.query('COMMIT');
      for (const action of after) action();
      return result;
    } catch (error) {
      open = false;
      await client.query('ROLLBACK').catch(() => {
        broken = true;
      });
      throw isConsequence(error) ? (firstFailure ?? error) : error;
    } finally {
      connections.release(client, broken);
    }
  }

  return {
    engine: 'postgres',
    connections,
    ...over(() => connections, true),
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
