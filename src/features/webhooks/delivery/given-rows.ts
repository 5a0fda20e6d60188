import { arrayLiteral } from '../../../platform/db/array-literal.ts';

type Plain = string | number | null;
export type PlainRow = Record<string, Plain>;

/** `own` columns differ from row to row; in the others many rows usually have the same value. */
export type Column<Row> = {
  field: keyof Row & string;
  name: string;
  type: 'text' | 'int' | 'bigint';
  own?: true;
};

type Given = {
  /** The expression for a column in the statement, and for all columns in their order. */
  of(name: string): string;
  all: string;
  /** The rows, as a table. */
  from: string;
};

/**
 * A PostgreSQL statement for many rows, with an array for each column. Values that all rows share are given once
 * instead: unnesting the arrays was a fifth of the server's work for a delivery. There are two texts, so that each is
 * planned once.
 */
export function givenRows<Row extends PlainRow>(columns: readonly Column<Row>[], write: (given: Given) => string) {
  const common = columns.filter(({ own }) => !own);

  function variant(alike: boolean) {
    const once = alike ? common : [];
    const lists = columns.filter((column) => !once.includes(column));
    const places = new Map([...lists, ...once].map((column, index) => [column, `$${index + 1}::${column.type}`]));
    const expressions = new Map(
      columns.map((column) => [column.name, once.includes(column) ? `${places.get(column)}` : `given.${column.name}`]),
    );
    const names = lists.map(({ name }) => name).join(', ');
    return {
      sql: write({
        of: (name) => expressions.get(name) ?? '',
        all: [...expressions.values()].join(', '),
        from: `unnest(${lists.map((column) => `${places.get(column)}[]`).join(', ')}) AS given(${names})`,
      }),
      paramsOf: (rows: readonly Row[], first: Row): Plain[] => [
        ...lists.map(({ field }) => arrayLiteral(rows.map((row) => row[field] as Plain))),
        ...once.map(({ field }) => first[field] as Plain),
      ],
    };
  }

  const [same, different] = [variant(true), variant(false)];
  return (rows: readonly Row[]): [sql: string, params: Plain[]] => {
    const first = rows[0] as Row;
    const { sql, paramsOf } = rows.every((row) => common.every(({ field }) => row[field] === first[field]))
      ? same
      : different;
    return [sql, paramsOf(rows, first)];
  };
}
