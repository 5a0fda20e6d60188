import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lockDataDirectory } from '../platform/db/data-directory-lock.ts';
import { migrationState } from '../platform/db/migrate.ts';

/** Nothing was changed; the message says what to do. */
export class CannotMove extends Error {}

/** Integers are `bigint`: sums of nano-dollars may exceed the range of a number. */
export type SourceRow = Record<string, string | bigint | number | Uint8Array | null>;
export type Source = ReturnType<typeof openSource>;

/** The embedded database, read-only, with its folder locked: no gateway runs on it, and none can start meanwhile. */
export function openSource(dataDirectory: string) {
  const file = join(dataDirectory, 'gateway.db');
  if (!existsSync(file))
    throw new CannotMove(`There is no embedded database (gateway.db) in DATA_DIR ${dataDirectory}.`);
  const lock = lockDataDirectory(dataDirectory);
  const connection = new DatabaseSync(file, { readOnly: true });
  const prepare = (sql: string) => {
    const statement = connection.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };

  return {
    /** Refuses a schema of another version. */
    async requireThisVersion(): Promise<void> {
      const state = await migrationState({
        engine: 'sqlite',
        all: async <Row>(sql: string) => connection.prepare(sql).all() as Row[],
      }).catch(() => undefined);
      if (!state) throw new CannotMove(`${file} is not the database of a gateway.`);
      const { pending, changed, unknown } = state;
      if (unknown.length > 0 || changed.length > 0)
        throw new CannotMove(
          `${file} was written by a newer version of the gateway (${[...unknown, ...changed].join(', ')}). Move it with that version.`,
        );
      if (pending.length > 0)
        throw new CannotMove(
          `${file} has the schema of an older version: ${pending.join(', ')} missing. Start this version on it once, stop it, and move it then.`,
        );
    },
    /** Every table with its columns, including full-text indexes, without SQLite's internal tables. */
    tables(): Map<string, string[]> {
      const rows = connection
        .prepare(
          `SELECT t.name AS name, c.name AS column FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
           WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
           ORDER BY t.name, c.cid`,
        )
        .all() as { name: string; column: string }[];
      const tables = new Map<string, string[]>();
      for (const { name, column } of rows) tables.set(name, [...(tables.get(name) ?? []), column]);
      return tables;
    },
    /** One row at a time: a table may be larger than memory. */
    rows: (sql: string): Iterable<SourceRow> => prepare(sql).iterate() as Iterable<SourceRow>,
    close(): void {
      connection.close();
      lock.release();
    },
  };
}
