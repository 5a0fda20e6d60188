import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { apiWithKey, dataOf } from '../api/client.ts';
import { Batches } from '../operators/batches.tsx';
import { ApiKeys, FailedJobs, Overview, ServiceAccounts, Workspaces } from '../operators/lists.tsx';
import { forgetAll, Operator } from '../operators/operator.ts';
import { Users } from '../operators/users.tsx';
import { Button, ErrorNote, Field, PageHead } from '../ui/basics.tsx';
import { Tabs } from '../ui/tabs.tsx';

const parts = [
  { name: 'overview', label: 'Overview', Part: Overview },
  { name: 'people', label: 'People', Part: Users },
  { name: 'workspaces', label: 'Workspaces', Part: Workspaces },
  { name: 'jobs', label: 'Failed work', Part: FailedJobs },
  { name: 'batches', label: 'Batches', Part: Batches },
  { name: 'keys', label: 'API keys', Part: ApiKeys },
  { name: 'accounts', label: 'Service accounts', Part: ServiceAccounts },
] as const;
type Name = (typeof parts)[number]['name'];

/** The key is in the memory of this page only. Leaving the page forgets it, and what it has shown. */
export function OperatorsPage() {
  const [typed, setTyped] = useState('');
  const [given, setGiven] = useState<{ key: string; attempt: number } | undefined>();
  const [chosen, setChosen] = useState<Name>('overview');
  const client = useMemo(() => (given ? apiWithKey(given.key) : undefined), [given]);
  useEffect(() => () => forgetAll(), []);
  const check = useQuery({
    queryKey: ['operator', 'check', given?.attempt],
    queryFn: () => (client ? dataOf(client.GET('/admin/health')) : null),
    enabled: client !== undefined,
    retry: false,
  });
  const Part = parts.find(({ name }) => name === chosen)?.Part ?? Overview;
  return (
    <>
      <PageHead
        title="Operators"
        lead="For operators: people, workspaces, keys and failed work of the whole gateway."
      />
      {client && check.data ? (
        <Operator value={client}>
          <Tabs<Name> label="Parts" tabs={parts} chosen={chosen} onChoose={setChosen}>
            <Part />
          </Tabs>
        </Operator>
      ) : (
        <form
          className="card form narrow"
          onSubmit={(event) => {
            event.preventDefault();
            forgetAll();
            setGiven({ key: typed.trim(), attempt: (given?.attempt ?? 0) + 1 });
          }}
        >
          <Field label="API key" hint="One with the scope “admin”. It is never stored.">
            {(id, more) => (
              <input
                id={id}
                aria-describedby={more}
                type="password"
                autoComplete="off"
                required
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
          <ErrorNote error={check.error} />
          <div className="actions">
            <Button type="submit" look="primary" busy={check.isFetching}>
              Open
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
