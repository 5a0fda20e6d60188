/** Times are integer milliseconds, JSON is text, flags are 0 or 1: the subset both engines share. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array;
export type Engine = 'sqlite' | 'postgres';

export type Written<Row> = { rows: Row[]; changes: number };

export type Reader = {
  all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined>;
  /**
   * The same for a row that is read in every turn, of tables that are seldom written and that the statement names after FROM and JOIN.
   * SQLite keeps it, frozen, until one of them is written; PostgreSQL, which other nodes write too, reads it each time, together with
   * what other callers ask for in those milliseconds: one that is slow makes theirs slow.
   */
  steady<Row>(sql: string, params: readonly SqlValue[]): Promise<Readonly<Row> | undefined>;
};

/** Valid only inside the function it was given to; used later, it throws. */
export type Transaction = Reader & {
  readonly engine: Engine;
  /** A write; `rows` holds what RETURNING gave. */
  run<Row = never>(sql: string, params?: readonly SqlValue[]): Promise<Written<Row>>;
  /** The same write for many rows, and how many it changed for each. On SQLite without a pause between them. */
  runEach(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<number[]>;
  /**
   * A write that must change a row. Otherwise the transaction fails with `lost()`, before anything of it is committed: an UPDATE
   * that finds no row, an INSERT whose row another one excludes (without ON CONFLICT).
   */
  must(sql: string, params: readonly SqlValue[], lost: () => Error): Promise<void>;
  /**
   * Work that does not need each other's results. PostgreSQL gets all statements at once, in the order they are issued,
   * instead of a round trip for each; SQLite does one work after the other.
   */
  together(...works: readonly (() => Promise<unknown>)[]): Promise<void>;
  /**
   * The same for the end of a transaction: PostgreSQL gets the commit with the statements, in one round trip. The results
   * come after the commit, too late to undo anything: conditions are `must`, and no work may wait before its last statement.
   */
  last(...works: readonly (() => Promise<unknown>)[]): Promise<void>;
  /** Several statements without parameters; migrations only. */
  script(sql: string): Promise<void>;
  /**
   * Runs after the commit, before `transaction` resolves; never after a rollback. For wake-ups only: a crash may skip
   * it.
   */
  afterCommit(action: () => void): void;
};

export type Database = Reader & {
  readonly engine: Engine;
  /**
   * Reads that do not need each other's results: PostgreSQL gets those that `work` asks for before it first waits at once, and together
   * with other callers', as in `steady`.
   */
  readTogether<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result>;
  /** One write in a transaction of its own. */
  run<Row = never>(sql: string, params?: readonly SqlValue[]): Promise<Written<Row>>;
  /**
   * All or nothing, on disk before it resolves. `work` awaits nothing but its transaction: on SQLite it holds the one
   * writer. It may be run again: on PostgreSQL after a deadlock, on SQLite if another one that shares the commit fails.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Whether something could not be written in the last seconds because the disk was full. */
  isFull(): boolean;
  close(): Promise<void>;
};
