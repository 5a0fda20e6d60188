import type { ReactNode } from 'react';

export type Column<Item> = {
  head: string;
  kind?: 'number' | 'wrap';
  cell(item: Item): ReactNode;
  /** Rows can be sorted by this. */
  sortBy?(item: Item): number | string;
};

/** The head of a column, with a minus before it for the largest first. */
type Sort = { by: string | undefined; onSort(by: string | undefined): void };

type Props<Item> = {
  items: Item[];
  columns: Column<Item>[];
  keyOf(item: Item): string;
  card?: boolean;
  sort?: Sort;
  /** The link in the first cell opens the row, wherever it is clicked. */
  wholeRow?: boolean;
};

function sorted<Item>(items: Item[], columns: Column<Item>[], by: string | undefined): Item[] {
  const sortBy = columns.find(({ head }) => head === by?.replace(/^-/, ''))?.sortBy;
  if (!sortBy) return items;
  const direction = by?.startsWith('-') ? -1 : 1;
  return items.toSorted((one, other) => {
    const [first, second] = [sortBy(one), sortBy(other)];
    return first === second ? 0 : (first < second ? -1 : 1) * direction;
  });
}

const directions = { up: 'ascending', down: 'descending', none: 'none' } as const;

function Head<Item>({ column: { head, kind, sortBy }, sort }: { column: Column<Item>; sort: Sort | undefined }) {
  if (!sort || !sortBy)
    return (
      <th scope="col" className={kind}>
        {head || <span className="visually-hidden">Actions</span>}
      </th>
    );
  const state = sort.by === head ? 'up' : sort.by === `-${head}` ? 'down' : 'none';
  const next = { none: `-${head}`, down: head, up: undefined }[state];
  return (
    <th scope="col" className={kind} aria-sort={directions[state]}>
      <button type="button" className="sort" onClick={() => sort.onSort(next)}>
        {head} <span aria-hidden="true">{{ up: '↑', down: '↓', none: '↕' }[state]}</span>
      </button>
    </th>
  );
}

/** A column without a head has the actions of the row. */
export const Table = <Item,>({ items, columns, keyOf, card = false, sort, wholeRow = false }: Props<Item>) => (
  <div className={card ? 'card table-scroll' : 'table-scroll'}>
    <table className={wholeRow ? 'rows whole-row' : 'rows'}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted(items, columns, sort?.by).map((item) => (
          <tr key={keyOf(item)}>
            {columns.map(({ head, kind, cell }) => (
              <td key={head} className={kind} data-head={head}>
                <div>{cell(item)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
