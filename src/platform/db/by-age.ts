import { type IdPrefix, newId } from '../../kernel/ids.ts';
import type { Database, Engine } from './database.ts';

type ById = {
  table: string;
  prefix: IdPrefix;
  /** Those made before this time. */
  before: number;
  /** Rows to look at, about the table `t`, where an index holds only these. */
  among?: string;
  /** Of these, the ones that may go. */
  due?: string;
  /** A time that must be before it too, such as `t.finished_at`. A parameter: each text of a statement is prepared for good. */
  aged?: string;
};

/** Compares with the ids of the JSON array `$1`. */
export const listedIds: Record<Engine, string> = {
  postgres: '= ANY (ARRAY(SELECT json_array_elements_text($1::json)))',
  sqlite: 'IN (SELECT value FROM json_each($1))',
};

/** Where a row is, for a table whose rows are never updated. */
const rowPlace: Record<Engine, (rows: string) => string> = {
  postgres: (rows) => `ctid = ANY (ARRAY(SELECT ctid ${rows}))`,
  sqlite: (rows) => `rowid IN (SELECT rowid ${rows})`,
};

/** Ids made before the time come before this one, and no others. */
export const firstIdOf = (prefix: IdPrefix, timeMs: number): string =>
  newId(prefix, Math.max(0, timeMs)).slice(0, prefix.length + 11);

/** Portions of a table whose ids grow with time, by its primary key. The conditions must still hold when a row is deleted. */
export function deleteById(database: Database, { table, prefix, before, among = 'TRUE', due = 'TRUE', aged }: ById) {
  const end = firstIdOf(prefix, before);
  const time = aged === undefined ? [] : [before];
  const dueAt = (parameter: string) => (aged === undefined ? `(${due})` : `(${due}) AND ${aged} < ${parameter}`);
  return async (after: string | undefined, limit: number) => {
    const rows = await database.all<{ id: string; due: number }>(
      `SELECT t.id, CASE WHEN ${dueAt('$4')} THEN 1 ELSE 0 END AS due FROM ${table} t
       WHERE t.id > $1 AND t.id < $2 AND ${among} ORDER BY t.id LIMIT $3`,
      [after ?? `${prefix}_`, end, limit, ...time],
    );
    const ids = rows.filter((row) => row.due === 1).map(({ id }) => id);
    const next = rows.length === limit ? rows.at(-1)?.id : undefined;
    if (ids.length === 0) return { deleted: 0, next };
    const sql = `DELETE FROM ${table} AS t WHERE t.id ${listedIds[database.engine]} AND ${among} AND ${dueAt('$2')}`;
    return { deleted: (await database.run(sql, [JSON.stringify(ids), ...time])).changes, next };
  };
}

/** Portions of a table by an index on a time. Rows deleted before are not walked again, even while a snapshot keeps them. */
export function deleteByTime(
  database: Database,
  { table, column, before }: { table: string; column: string; before: number },
) {
  const oldest = `FROM ${table} WHERE ${column} >= $1 AND ${column} < $2 ORDER BY ${column} LIMIT $3`;
  const sql = `DELETE FROM ${table} WHERE ${rowPlace[database.engine](oldest)} RETURNING ${column} AS at`;
  return async (after: number | undefined, limit: number) => {
    const { rows } = await database.run<{ at: number }>(sql, [after ?? 0, before, limit]);
    const last = rows.reduce((latest, { at }) => Math.max(latest, at), 0);
    return { deleted: rows.length, next: rows.length === limit ? last : undefined };
  };
}
