import pg from 'pg';

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

/**
 * Statements that are sent at once and answered at once: one packet, one Sync, and so one flush of the server. Outside of a
 * transaction they are one, which the Sync commits. A class, because the driver takes only its own queries in a pipeline.
 */
class Batch extends pg.Query {
  private readonly statements: readonly Statement[];
  private readonly prepared: Prepared;
  private readonly answers: Answer[] = [];
  private readonly parsed = new Set<string>();
  private described: Column[] | undefined;
  private found: unknown[] = [];
  /** Set by the driver too, which ends the wait for an answer with it. */
  callback: ((error: Error | null, answers?: Answer[]) => void) | undefined;

  constructor(statements: readonly Statement[], prepared: Prepared) {
    super('');
    this.statements = statements;
    this.prepared = prepared;
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { name, text, values } of this.statements) {
      if (!this.prepared.has(name)) {
        // Whether a statement that failed at once is prepared is not known; closing one that is not does nothing.
        wire.close({ type: 'S', name });
        wire.parse({ name, text });
        this.prepared.set(name, undefined);
        this.parsed.add(name);
      }
      wire.bind({ statement: name, values });
      if (this.prepared.get(name) === undefined) wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  };

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

  handleError(error: Error): void {
    const index = this.answers.length;
    for (const { name } of this.statements.slice(index)) if (this.parsed.has(name)) this.prepared.delete(name);
    this.callback?.(Object.assign(error, { failedAt: index }));
  }

  handleReadyForQuery(): void {
    this.callback?.(null, this.answers);
  }
}

const preparedOn = new WeakMap<pg.Client, Prepared>();

/** Rejects with the error of the first statement that fails: `failedAt` is its index. What came before is undone with it. */
export function sendAtOnce(client: pg.Client, statements: readonly Statement[]): Promise<Answer[]> {
  const prepared = preparedOn.get(client) ?? new Map();
  preparedOn.set(client, prepared);
  const batch = new Batch(statements, prepared);
  return new Promise((resolve, reject) => {
    batch.callback = (error, answers = []) => {
      if (!error) return resolve(answers);
      // The stack leads to the socket otherwise.
      Error.captureStackTrace(error);
      reject(error);
    };
    client.query(batch);
  });
}
