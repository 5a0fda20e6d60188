import pg from 'pg';
import { createPlaces } from '../../work/registry.ts';
import { answerMs, destroyConnection } from './connections.ts';

// int8 arrives as text. Times and counters fit a number; sums of nano-dollars are cast to text in the SQL itself.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** The name is of the text: it is parsed and planned once on each connection. */
export type Statement = { name: string; text: string; values: readonly unknown[] };
export type Answer = { rows: unknown[]; changes: number };
type Column = { name: string; parse: (text: string) => unknown };

/**
 * What a connection has prepared, by name: the columns of the answer, null for one without rows, undefined while they are not
 * known yet. The server is asked for them once, because the columns of a prepared statement never change.
 */
type Prepared = Map<string, readonly Column[] | null | undefined>;

type Wire = {
  stream: { cork(): void; uncork(): void };
  close(what: { type: 'S'; name: string }): void;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: readonly unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(what: object): void;
  sync(): void;
};
type Fields = { fields: { name: string; dataTypeID: number }[] };

const columnsOf = ({ fields }: Fields): Column[] =>
  fields.map(({ name, dataTypeID }) => ({
    name,
    parse: types.getTypeParser(dataTypeID, 'text') as unknown as Column['parse'],
  }));

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, { name, parse }] of columns.entries()) {
    const text = fields[index] ?? null;
    row[name] = text === null ? null : parse(text);
  }
  return row;
}

type Settle = { resolve(answers: Answer[]): void; reject(error: Error): void };

/** What is not answered yet. One timer looks after all: one for each, as the driver has it, costs more. */
const unanswered = createPlaces<{ client: pg.Client; batch: Batch; until: number }>();
const lookEveryMs = 1_000;
/** As the driver has it. */
const unansweredMessage = 'Query read timeout';
export const isUnanswered = (error: unknown) => (error as Error).message === unansweredMessage;
let looking: NodeJS.Timeout | undefined;

function endLate(): void {
  const now = performance.now();
  for (const { client, batch, until } of unanswered.all())
    if (until <= now) {
      batch.handleError(new Error(unansweredMessage));
      destroyConnection(client);
    }
  if (unanswered.size() > 0) return;
  clearInterval(looking);
  looking = undefined;
}

/**
 * Statements that are sent at once and answered at once: one packet, one Sync, and so one flush of the server. Outside of a
 * transaction they are one, which the Sync commits. A class with the prototype of the driver's queries, because it takes no
 * others in a pipeline. Its constructor gets all functions: an object whose field gets its function later is promoted (docs/decisions/0019).
 */
class Batch {
  private readonly answers: Answer[] = [];
  private parsed: string[] | undefined;
  private described: Column[] | undefined;
  private found: unknown[] = [];
  private isSettled = false;
  private readonly place: number;
  private readonly statements: readonly Statement[];
  private readonly prepared: Prepared;
  private readonly promise: Settle;

  constructor(client: pg.Client, statements: readonly Statement[], prepared: Prepared, promise: Settle) {
    this.statements = statements;
    this.prepared = prepared;
    this.promise = promise;
    this.place = unanswered.take({ client, batch: this, until: performance.now() + answerMs });
    looking ??= setInterval(endLate, lookEveryMs).unref();
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { name, text, values } of this.statements) {
      if (!this.prepared.has(name)) {
        // Whether a statement that failed at once is prepared is not known; closing one that is not does nothing.
        wire.close({ type: 'S', name });
        wire.parse({ name, text });
        this.prepared.set(name, undefined);
        this.parsed ??= [];
        this.parsed.push(name);
      }
      wire.bind({ statement: name, values });
      if (this.prepared.get(name) === undefined) wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription(message: Fields): void {
    this.described = columnsOf(message);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { name } = this.statements[this.answers.length] as Statement;
    this.found.push(rowOf(this.described ?? this.prepared.get(name) ?? [], fields));
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.statements[this.answers.length] as Statement;
    if (this.prepared.get(name) === undefined) this.prepared.set(name, this.described ?? null);
    // `INSERT 0 1`, `UPDATE 1`, `COMMIT`
    this.answers.push({ rows: this.found, changes: Number(text.slice(text.lastIndexOf(' ') + 1)) || 0 });
    this.described = undefined;
    this.found = [];
  }

  /** The driver calls it too, for everything under way on a connection that breaks. */
  handleError(error: Error): void {
    const index = this.answers.length;
    for (const { name } of this.statements.slice(index)) if (this.parsed?.includes(name)) this.prepared.delete(name);
    if (!this.settle()) return;
    // The stack leads to the socket otherwise.
    Error.captureStackTrace(error);
    this.promise.reject(Object.assign(error, { failedAt: index }));
  }

  handleReadyForQuery(): void {
    if (this.settle()) this.promise.resolve(this.answers);
  }

  /** False if it was before. */
  private settle(): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    unanswered.leave(this.place);
    return true;
  }
}
Object.setPrototypeOf(Batch.prototype, pg.Query.prototype);

const preparedOn = new WeakMap<pg.Client, Prepared>();

/** Rejects with the error of the first statement that fails: `failedAt` is its index. What came before is undone with it. */
export function sendAtOnce(client: pg.Client, statements: readonly Statement[]): Promise<Answer[]> {
  let prepared = preparedOn.get(client);
  if (!prepared) {
    prepared = new Map();
    preparedOn.set(client, prepared);
  }
  const { promise, ...settle } = Promise.withResolvers<Answer[]>();
  client.query(new Batch(client, statements, prepared, settle) as unknown as pg.Query);
  return promise;
}
