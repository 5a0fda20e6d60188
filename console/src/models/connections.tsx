import type { Provider } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { Button, Empty, ErrorNote, Loading } from '../ui/basics.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Table } from '../ui/table.tsx';
import { connectionColumns, lastDayColumns } from './connection-columns.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { TestResult } from './test-result.tsx';
import { forgetModels } from './use-models.ts';

type Props = {
  workspaceId: string;
  mayManage: boolean;
  usesOperator: boolean;
  creating: boolean;
  onCreated(): void;
};

const pathOf = (workspaceId: string, { id }: Provider) => ({ id: workspaceId, providerId: id });

function DeleteConnection({
  workspaceId,
  connection,
  onClose,
}: {
  workspaceId: string;
  connection: Provider;
  onClose(): void;
}) {
  const remove = useMutation({
    mutationFn: () =>
      api.DELETE('/workspaces/{id}/providers/{providerId}', { params: { path: pathOf(workspaceId, connection) } }),
    onSuccess: async () => {
      onClose();
      await forgetModels();
    },
  });
  return (
    <Confirm
      title={`Delete ${connection.name}?`}
      action="Delete the connection"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Its key is deleted. Agents that ask for <code>{connection.name}/…</code> use their fallbacks, or fail.
      </p>
      <ErrorNote error={remove.error} />
    </Confirm>
  );
}

export function Connections({ workspaceId, mayManage, usesOperator, creating, onCreated }: Props) {
  const [changing, setChanging] = useState<Provider>();
  const [deleting, setDeleting] = useState<Provider>();
  const { data, error } = useQuery({
    ...queries.queryOptions('get', '/workspaces/{id}/providers', { params: { path: { id: workspaceId } } }),
    refetchInterval: 20_000,
  });
  const test = useMutation({
    mutationFn: (connection: Provider) =>
      dataOf(
        api.POST('/workspaces/{id}/providers/{providerId}/test', {
          params: { path: pathOf(workspaceId, connection) },
        }),
      ),
    onSuccess: forgetModels,
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Loading />;
  const { providers, operator } = data;
  const resultOf = ({ id }: Provider) =>
    test.data && test.variables.id === id && <TestResult key={test.submittedAt} result={test.data} />;
  const actions = (connection: Provider) => (
    <div className="row-actions">
      <Button
        look="quiet"
        aria-label={`Test ${connection.name}`}
        busy={test.isPending && test.variables.id === connection.id}
        onClick={() => test.mutate(connection)}
      >
        Test
      </Button>
      <Button look="quiet" aria-label={`Change ${connection.name}`} onClick={() => setChanging(connection)}>
        Change
      </Button>
      <Button
        look="quiet"
        className="danger"
        aria-label={`Delete ${connection.name}`}
        onClick={() => setDeleting(connection)}
      >
        Delete
      </Button>
    </div>
  );
  return (
    <div className="stack">
      <ErrorNote error={test.error} />
      {mayManage && <p className="dim">What this workspace asked for in the last 24 hours.</p>}
      {providers.length === 0 ? (
        <section className="card">
          <Empty title="No connections of your own yet">
            <p>
              {mayManage
                ? 'A connection is a provider’s address and your key for it. Agents then ask for connection/model.'
                : 'Owners and admins of the workspace can make them.'}
            </p>
          </Empty>
        </section>
      ) : (
        <section className="card stack">
          <h2>Of this workspace</h2>
          <Table
            items={providers}
            keyOf={({ id }) => id}
            columns={[
              ...connectionColumns<Provider>(resultOf),
              ...(mayManage ? [...lastDayColumns<Provider>(), { head: '', cell: actions }] : []),
            ]}
          />
        </section>
      )}
      {operator.length > 0 && (
        <section className="card stack">
          <h2>Of the operator</h2>
          <Table
            items={operator}
            keyOf={({ name }) => name}
            columns={[...connectionColumns(), ...(mayManage ? lastDayColumns() : [])]}
          />
        </section>
      )}
      {!usesOperator && <p className="dim">The operator’s connections are not used in this workspace.</p>}
      {(creating || changing) && (
        <ConnectionForm
          workspaceId={workspaceId}
          connection={changing}
          taken={providers.map(({ name }) => name)}
          onClose={() => {
            setChanging(undefined);
            onCreated();
          }}
          onSaved={(saved) => test.mutate(saved)}
        />
      )}
      {deleting && (
        <DeleteConnection workspaceId={workspaceId} connection={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </div>
  );
}
