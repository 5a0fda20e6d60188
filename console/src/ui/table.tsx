import type { ReactNode } from 'react';

export type Column<Item> = { head: string; kind?: 'number' | 'wrap'; cell(item: Item): ReactNode };

type Props<Item> = { items: Item[]; columns: Column<Item>[]; keyOf(item: Item): string; card?: boolean };

/** A column without a head has the actions of the row. */
export const Table = <Item,>({ items, columns, keyOf, card = false }: Props<Item>) => (
  <div className={card ? 'card table-scroll' : 'table-scroll'}>
    <table className="rows">
      <thead>
        <tr>
          {columns.map(({ head, kind }) => (
            <th key={head} scope="col" className={kind}>
              {head || <span className="visually-hidden">Actions</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
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
