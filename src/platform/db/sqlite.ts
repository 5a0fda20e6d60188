import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CannotStart } from '../../kernel/cannot-start.ts';
import { AppError } from '../../kernel/errors.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import type { Database, Reader, SqlValue, Transaction, Written } from './database.ts';
import { createFullDisk } from './full-disk.ts';
import { createSteadyRows, writtenTable } from './steady-rows.ts';
import { createWriteQueue } from './write-queue.ts';

const sqliteFull = 13;
const sqliteIoError = 10;

const bindable = (value: SqlValue) => (typeof value === 'boolean' ? Number(value) : value);
const isBoolean = (value: SqlValue) => typeof value === 'boolean';
/** Copied only where there is something to change. */
const bindables = (params: readonly SqlValue[]) =>
  (params.some(isBoolean) ? params.map(bindable) : params) as Exclude<SqlValue, boolean>[];

/** `columns` are the names of what it returns; `table` is what it writes, as far as that can be told. */
type Prepared = { statement: StatementSync; columns: readonly string[]; table: string | undefined };

const columnsOf = (statement: StatementSync) => statement.columns().map(({ name }) => name);

/**
 * Rows are read as arrays and made into objects here: Node's own are dictionaries, which took 1.7 times as long to make
 * (5.7 and 3.3 µs for a row of 14 columns), longer to read, and more memory.
 */
function rowOf<Row>(prepared: Prepared, read: unknown): Row {
  const values = read as readonly unknown[];
  // A column was added to the table of a `SELECT *`.
  if (values.length !== prepared.columns.length) prepared.columns = columnsOf(prepared.statement);
  const row: Record<string, unknown> = {};
  for (let place = 0; place < values.length; place += 1) row[prepared.columns[place] as string] = values[place];
  return row as Row;
}
const rowsOf = <Row>(prepared: Prepared, params: readonly SqlValue[]): Row[] =>
  prepared.statement.all(...bindables(params)).map((values) => rowOf<Row>(prepared, values));

/**
 * `$1` becomes `?` where SQLite gives it that number anyway, one more than the highest so far, and `?1` elsewhere: Node asks for the
 * name of every parameter it binds, and SQLite looks through all that have one (0.5 % of a turn). Row locks go: one writer needs none. SQLite prepares a statement anew for
 * every execution if a parameter stands alone after LIMIT, because its planner reads the value: 10 µs for a small statement, 35 for a
 * join. It does not read a parameter in an expression.
 */
function inSqlite(sql: string): string {
  let last = 0;
  return sql
    .replace(/\bLIMIT \$(\d+)/g, 'LIMIT $$$1 + 0')
    .replace(/\$(\d+)/g, (_, number: string) => {
      const isNext = Number(number) === last + 1;
      last = Math.max(last, Number(number));
      return isNext ? '?' : `?${number}`;
    })
    .replace(/\bFOR (UPDATE|NO KEY UPDATE|KEY SHARE)\b/g, '');
}

/** Statements are prepared once. */
function statements(connection: DatabaseSync) {
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    let found = prepared.get(sql);
    if (!found) {
      const statement = connection.prepare(inSqlite(sql));
      statement.setReturnArrays(true);
      found = { statement, columns: columnsOf(statement), table: writtenTable(sql) };
      prepared.set(sql, found);
    }
    return found;
  };
  /** After a script, which may have changed tables. */
  return Object.assign(prepare, { forget: () => prepared.clear() });
}

/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const isTaken = (error: unknown) => [2067, 1555].includes((error as { errcode?: number }).errcode ?? 0);

function translate(error: unknown, noteFullDisk: () => void): unknown {
  const code = (error as { errcode?: number }).errcode;
  // The low byte is the primary code; the disk may have room again later.
  if (code === undefined || ((code & 0xff) !== sqliteFull && (code & 0xff) !== sqliteIoError)) return error;
  noteFullDisk();
  return new AppError('unavailable', 'The database cannot write at the moment.', {
    retryAfterSeconds: 5,
    cause: error,
  });
}

/** Another process's lock is told as it is; whatever else fails here is about the folder or the files in it. */
function openFiles(dataDirectory: string) {
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
    const lock = lockDataDirectory(dataDirectory);
    const file = join(dataDirectory, 'gateway.db');
    const writer = new DatabaseSync(file, { timeout: 5_000 });
    // What is deleted is overwritten: no more pages written in a turn, 3 % more where thousands of rows go, no CPU to speak of.
    writer.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON',
    );
    // Its own connection: a read never sees half a transaction, and a stray write through it is an error.
    const reader = new DatabaseSync(file, { timeout: 5_000, readOnly: true });
    return { lock, writer, reader };
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`DATA_DIR ${dataDirectory} cannot be used: ${(error as Error).message}`);
  }
}

async function inOrder(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const work of works) await work();
}

export function openSqlite(dataDirectory: string): Database {
  const { lock, writer, reader: connection } = openFiles(dataDirectory);
  const fullDisk = createFullDisk();
  const steadyRows = createSteadyRows();
  const queue = createWriteQueue(writer, steadyRows.committed);
  const prepareRead = statements(connection);
  const prepareWrite = statements(writer);

  const one = <Row>(prepared: Prepared, params: readonly SqlValue[]): Row | undefined => {
    const values: unknown = prepared.statement.get(...bindables(params));
    return values === undefined ? undefined : rowOf<Row>(prepared, values);
  };
  const readWith = (prepare: (sql: string) => Prepared) => ({
    all: async <Row>(sql: string, params: readonly SqlValue[] = []) => rowsOf<Row>(prepare(sql), params),
    get: async <Row>(sql: string, params: readonly SqlValue[] = []) => one<Row>(prepare(sql), params),
    steady: async <Row>(sql: string, params: readonly SqlValue[]) => {
      const prepared = prepare(sql);
      return steadyRows.readWithin(sql, params, () => one<Row>(prepared, params));
    },
  });

  function runOnce(prepared: Prepared, params: readonly SqlValue[]): number {
    const changes = Number(prepared.statement.run(...bindables(params)).changes);
    if (changes > 0) steadyRows.changed(prepared.table);
    return changes;
  }

  function write<Row>(sql: string, params: readonly SqlValue[] = []): Written<Row> {
    const prepared = prepareWrite(sql);
    if (prepared.columns.length === 0) return { rows: [], changes: runOnce(prepared, params) };
    const rows = rowsOf<Row>(prepared, params);
    steadyRows.changed(prepared.table);
    return { rows, changes: rows.length };
  }

  function beginTransaction() {
    let open = true;
    const after: (() => void)[] = [];
    const whileOpen = () => {
      if (!open) throw new Error('This transaction is over.');
    };
    const reads = readWith((sql) => {
      whileOpen();
      return prepareWrite(sql);
    });
    // Each field by name: V8 adds what follows a spread one by one, and this is made in every transaction.
    const tx: Transaction = {
      engine: 'sqlite',
      all: reads.all,
      get: reads.get,
      steady: reads.steady,
      run: async <Row>(sql: string, params?: readonly SqlValue[]) => {
        whileOpen();
        return write<Row>(sql, params);
      },
      runEach: async (sql, rows) => {
        whileOpen();
        const prepared = prepareWrite(sql);
        return rows.map((params) => runOnce(prepared, params));
      },
      must: async (sql, params, lost) => {
        whileOpen();
        try {
          if (write(sql, params).changes > 0) return;
        } catch (error) {
          if (!isTaken(error)) throw error;
        }
        throw lost();
      },
      together: inOrder,
      last: inOrder,
      script: async (sql) => {
        whileOpen();
        // A migration may change the stored text of a table, which Node refuses otherwise.
        writer.enableDefensive(false);
        try {
          writer.exec(sql);
        } finally {
          writer.enableDefensive(true);
        }
        prepareRead.forget();
        prepareWrite.forget();
        steadyRows.changed(undefined);
      },
      afterCommit: (action) => after.push(action),
    };
    return {
      tx,
      end: () => {
        open = false;
      },
      committed: () => {
        for (const action of after) action();
      },
    };
  }

  const reader: Reader = {
    ...readWith(prepareRead),
    steady: async <Row>(sql: string, params: readonly SqlValue[]) =>
      steadyRows.read(sql, params, () => one<Row>(prepareRead(sql), params)),
  };

  return {
    engine: 'sqlite',
    ...reader,
    readTogether: (work) => work(reader),
    run: (sql, params) =>
      queue
        .enqueue(async () => write(sql, params))
        .catch((error) => {
          throw translate(error, fullDisk.note);
        }) as never,
    async transaction(work) {
      let begun: ReturnType<typeof beginTransaction> | undefined;
      try {
        const result = await queue.enqueue(async () => {
          begun = beginTransaction();
          try {
            return await work(begun.tx);
          } finally {
            begun.end();
          }
        });
        begun?.committed();
        return result;
      } catch (error) {
        throw translate(error, fullDisk.note);
      }
    },
    isFull: fullDisk.isFull,
    async close() {
      await queue.idle();
      connection.close();
      writer.close();
      lock.release();
    },
  };
}
