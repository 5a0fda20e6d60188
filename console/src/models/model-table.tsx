import type { WorkspaceModel } from '@client/api.ts';
import { useState } from 'react';
import { Badge, Button, Empty, ErrorNote, Loading } from '../ui/basics.tsx';
import { counted, money, number } from '../ui/format.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { matches, takesOf, unknown } from './known.ts';
import { inOrder } from './targets.ts';
import { useModels } from './use-models.ts';

const pageSize = 50;

const orUnknown = (text: string) => (text === unknown ? <span className="dim">{unknown}</span> : text);
const perMillion = (head: string, name: keyof NonNullable<WorkspaceModel['price']>): Column<WorkspaceModel> => ({
  head,
  kind: 'number',
  cell: ({ price }) => orUnknown(price ? money(price[name]) : unknown),
});

const columns: Column<WorkspaceModel>[] = [
  {
    head: 'Model',
    kind: 'wrap',
    cell: ({ id, name, model, pool, connection, own }) => (
      <>
        <code>{id}</code> {own && <Badge tone="busy">own</Badge>}
        {name !== model && name !== id && <div className="dim">{name}</div>}
        {pool && pool !== connection && (
          <div className="dim">
            also as <code>{`${pool}/${model}`}</code>
          </div>
        )}
      </>
    ),
  },
  {
    head: 'Window',
    kind: 'number',
    cell: ({ contextWindow }) => orUnknown(contextWindow === null ? unknown : number(contextWindow)),
  },
  { head: 'Takes', cell: (model) => orUnknown(takesOf(model)) },
  perMillion('Input', 'input'),
  perMillion('Cached', 'cachedInput'),
  perMillion('Output', 'output'),
];

/** What the workspace may use now, with what is known about each model. */
export function ModelTable() {
  const { data: models, error } = useModels();
  const [query, setQuery] = useState('');
  const [most, setMost] = useState(pageSize);
  if (error) return <ErrorNote error={error} />;
  if (!models) return <Loading />;
  const found = inOrder(models).filter((model) => matches(model, query));
  return (
    <>
      <input
        type="search"
        className="search"
        aria-label="Search models"
        placeholder="Search models"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setMost(pageSize);
        }}
      />
      {found.length === 0 ? (
        <Empty title={models.length === 0 ? 'No models' : 'No such model'}>
          {models.length === 0 && <p>The restrictions of the workspace leave none, or no connection lists any.</p>}
        </Empty>
      ) : (
        <>
          <p className="dim list-title">
            {counted(found.length, 'model')}. Windows are in tokens, prices in dollars per million tokens.
          </p>
          <Table card items={found.slice(0, most)} keyOf={({ id }) => id} columns={columns} />
        </>
      )}
      {found.length > most && (
        <div className="more">
          <Button onClick={() => setMost(most + pageSize)}>Show more</Button>
        </div>
      )}
    </>
  );
}
