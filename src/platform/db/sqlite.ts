import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CannotStart } from '../../kernel/cannot-start.ts';
import { AppError } from '../../kernel/errors.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import type { Database, Reader, SqlValue, Transaction, Written } from './database.ts';
import { createFullDisk } from './full-disk.ts';
import { createWriteQueue } from './write-queue.ts';

const sqliteFull = 13;
const sqliteIoError = 10;

const bindable = (value: SqlValue) => (typeof value === 'boolean' ? Number(value) : value);

type Prepared = { statement: StatementSync; returnsRows: boolean };

/** Statements are prepared once; `$1` becomes the `?1` that SQLite numbers, and row locks go: one writer needs none. */
function statements(connection: DatabaseSync) {
  const prepared = new Map<string, Prepared>();
  return (sql: string): Prepared => {
    let found = prepared.get(sql);
    if (!found) {
      const statement = connection.prepare(sql.replace(/\$(\d+)/g, '?$1').replace(/\bFOR (NO KEY )?UPDATE\b/g, ''));
      found = { statement, returnsRows: statement.columns().length > 0 };
      prepared.set(sql, found);
    }
    return found;
  };
}

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
  const queue = createWriteQueue(writer);
  const prepareRead = statements(connection);
  const prepareWrite = statements(writer);

  const readWith = (prepare: (sql: string) => Prepared): Reader => ({
    all: async <Row>(sql: string, params: readonly SqlValue[] = []) =>
      prepare(sql).statement.all(...params.map(bindable)) as Row[],
    get: async <Row>(sql: string, params: readonly SqlValue[] = []) =>
      prepare(sql).statement.get(...params.map(bindable)) as Row | undefined,
  });

  function write<Row>(sql: string, params: readonly SqlValue[] = []): Written<Row> {
    const { statement, returnsRows } = prepareWrite(sql);
    if (returnsRows) {
      const rows = statement.all(...params.map(bindable)) as Row[];
      return { rows, changes: rows.length };
    }
    return { rows: [], changes: Number(statement.run(...params.map(bindable)).changes) };
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
    const tx: Transaction = {
      engine: 'sqlite',
      ...reads,
      run: async <Row>(sql: string, params?: readonly SqlValue[]) => {
        whileOpen();
        return write<Row>(sql, params);
      },
      runEach: async (sql, rows) => {
        whileOpen();
        const { statement } = prepareWrite(sql);
        return rows.map((params) => Number(statement.run(...params.map(bindable)).changes));
      },
      must: async (sql, params, lost) => {
        whileOpen();
        if (write(sql, params).changes === 0) throw lost();
      },
      together: inOrder,
      last: inOrder,
      script: async (sql) => {
        whileOpen();
        writer.exec(sql);
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

  const reader = readWith(prepareRead);

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
      const { tx, end, committed } = beginTransaction();
      try {
        const result = await queue.enqueue(async () => {
          try {
            return await work(tx);
          } finally {
            end();
          }
        });
        committed();
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
