import type { Database, Transaction } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { requireSuitable } from '../platform/db/server-requirements.ts';
import { CannotMove, type Source } from './embedded-source.ts';
import { createTableDigest, rowDigest, rowDigestSql, type TableDigest } from './row-digest.ts';
import type { PlannedTable, Reference } from './table-plan.ts';

/** Limits of one INSERT statement. */
const batchRows = 500;
const batchCharacters = 2_000_000;
/** Rows of digests, which are short. */
const fetchRows = 5_000;

const own = 'n.nspname = current_schema()';

/** Refuses a database that is not empty. Objects of extensions do not count. */
export async function requireEmpty(tx: Transaction): Promise<void> {
  await requireSuitable(tx);
  const found = await tx.get<{ schema: string | null }>('SELECT current_schema() AS schema');
  if (!found?.schema) throw new CannotMove('The target database has no schema to create tables in.');
  const there = await tx.get<{ name: string; note: string | null }>(
    `SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS note
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ${own} AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY c.relname = 'schema_migrations' DESC LIMIT 1`,
  );
  if (there)
    throw new CannotMove(
      `The target database is not empty: it has ${there.name}${there.note ? ` (${there.note})` : ''}. Create a new one and name that.`,
    );
}

/** Creates this version's tables, in the transaction of the move. */
export async function createTables(tx: Transaction, now: number): Promise<void> {
  const inside: Database = {
    ...tx,
    transaction: (work) => work(tx),
    readTogether: (work) => work(tx),
    isFull: () => false,
    close: async () => undefined,
  };
  await migrate(inside, now);
}

export async function readColumns(tx: Transaction): Promise<Map<string, string[]>> {
  const rows = await tx.all<{ name: string; column: string }>(
    `SELECT c.relname AS name, a.attname AS column FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE ${own} AND c.relkind IN ('r', 'p') ORDER BY c.relname, a.attnum`,
  );
  const tables = new Map<string, string[]>();
  for (const { name, column } of rows) tables.set(name, [...(tables.get(name) ?? []), column]);
  return tables;
}

export const readReferences = (tx: Transaction): Promise<Reference[]> =>
  tx.all<Reference>(
    `SELECT c.relname AS table, r.relname AS "refersTo" FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
     JOIN pg_class r ON r.oid = f.confrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ${own} AND f.contype = 'f'`,
  );

/** Deletes the rows that migrations inserted: the source has its own version of them. */
export const emptyTables = (tx: Transaction, plan: readonly PlannedTable[]): Promise<void> =>
  tx.script(`TRUNCATE ${plan.map(({ table }) => `"${table}"`).join(', ')}`);

/** Copies a table; returns the digest of the sent rows. */
export async function copyTable(tx: Transaction, source: Source, { table, rule }: PlannedTable): Promise<TableDigest> {
  const columns = rule.columns.map((column) => `"${column}"`).join(', ');
  const insert = `INSERT INTO "${table}" (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", CAST($1 AS json))`;
  const digest = createTableDigest();
  let batch: string[] = [];
  let characters = 0;
  const send = async () => {
    if (batch.length > 0) await tx.run(insert, [`[${batch.join(',')}]`]);
    batch = [];
    characters = 0;
  };
  for (const row of source.rows(rule.select)) {
    const converted = rule.convert(row);
    if (!converted) continue;
    digest.add(rowDigest(rule.expected(converted)));
    const json = JSON.stringify(converted);
    batch.push(json);
    characters += json.length;
    if (batch.length >= batchRows || characters >= batchCharacters) await send();
  }
  await send();
  return digest.result();
}

/** The digest of the stored rows, computed by PostgreSQL. */
export async function digestTable(tx: Transaction, { table, rule }: PlannedTable): Promise<TableDigest> {
  const cursor = `stored_${table}`;
  await tx.script(
    `DECLARE "${cursor}" NO SCROLL CURSOR FOR SELECT ${rowDigestSql(rule.stored)} AS digest FROM "${table}"`,
  );
  const digest = createTableDigest();
  for (;;) {
    const rows = await tx.all<{ digest: string }>(`FETCH ${fetchRows} FROM "${cursor}"`);
    for (const row of rows) digest.add(row.digest);
    if (rows.length === 0) break;
  }
  await tx.script(`CLOSE "${cursor}"`);
  return digest.result();
}
