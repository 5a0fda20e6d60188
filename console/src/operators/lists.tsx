import type { AdminWorkspace, ApiKey, DeadJob, ServiceAccount } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../api/client.ts';
import { Badge, Button, CopyButton, Empty, ErrorNote, Loading } from '../ui/basics.tsx';
import { Figure } from '../ui/charts.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog, textOf } from '../ui/form-dialog.tsx';
import { byteCount, duration, number, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { sayError } from '../ui/toasts.tsx';
import { operatorPages, readAgain, useOperator } from './operator.ts';

export function Overview() {
  const operator = useOperator();
  const { data, error } = useQuery({
    queryKey: ['operator', 'health'],
    queryFn: () => dataOf(operator.GET('/admin/health')),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Loading />;
  return (
    <section className="card stack">
      <p>
        <Badge>{data.status}</Badge> version {data.version}, up for {duration(data.uptimeSeconds * 1_000)}, on{' '}
        {data.database.engine}
      </p>
      <div className="figures">
        <Figure value={number(data.users)} label="people" />
        <Figure value={number(data.workspaces)} label="workspaces" />
        <Figure value={number(data.agents)} label="agents" />
        <Figure value={number(data.sessions.total)} label="conversations" />
        <Figure value={number(data.runs.running)} label="runs under way" />
        <Figure value={number(data.runs.queued)} label="waiting" />
        <Figure value={byteCount(data.memory.rss)} label="of memory" />
      </div>
    </section>
  );
}

export function Workspaces() {
  const operator = useOperator();
  const [q, setQ] = useState('');
  const filter = q.trim() === '' ? {} : { q: q.trim() };
  const toggle = useMutation({
    mutationFn: async ({ id, disabledAt }: AdminWorkspace) => {
      const params = { path: { id } };
      if (disabledAt) await operator.POST('/admin/workspaces/{id}/enable', { params });
      else await operator.POST('/admin/workspaces/{id}/disable', { params });
    },
    onSuccess: readAgain,
    onError: sayError,
  });
  const columns: Column<AdminWorkspace>[] = [
    { head: 'Workspace', kind: 'wrap', cell: ({ name }) => name },
    { head: 'Kind', cell: ({ personal }) => (personal ? 'personal' : 'shared') },
    { head: 'Members', kind: 'number', cell: ({ memberCount }) => number(memberCount) },
    {
      head: 'State',
      cell: ({ disabledAt }) => <Badge tone={disabledAt ? 'bad' : 'good'}>{disabledAt ? 'suspended' : 'active'}</Badge>,
    },
    { head: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      head: '',
      cell: (workspace) => (
        <Button look="quiet" busy={toggle.isPending} onClick={() => toggle.mutate(workspace)}>
          {workspace.disabledAt ? 'Open again' : 'Suspend'}
        </Button>
      ),
    },
  ];
  return (
    <>
      <div className="search">
        <input
          type="search"
          aria-label="Find a workspace"
          placeholder="Find a workspace"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
      </div>
      <Listing
        query={operatorPages('workspaces', filter, (cursor) =>
          operator.GET('/admin/workspaces', { params: { query: { ...filter, ...cursor } } }),
        )}
        empty={<Empty title="None" />}
      >
        {(workspaces) => <Table card items={workspaces} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
    </>
  );
}

export function FailedJobs() {
  const operator = useOperator();
  const again = useMutation({
    mutationFn: (id: string) => operator.POST('/admin/jobs/{id}/retry', { params: { path: { id } } }),
    onSuccess: readAgain,
    onError: sayError,
  });
  const columns: Column<DeadJob>[] = [
    { head: 'Queue', cell: ({ queue }) => queue },
    { head: 'Why', kind: 'wrap', cell: ({ error }) => error },
    { head: 'Tries', kind: 'number', cell: ({ attempts }) => attempts },
    { head: 'When', cell: ({ diedAt }) => <Time at={diedAt} /> },
    {
      head: '',
      cell: ({ id }) => (
        <div className="row">
          <Button look="quiet" busy={again.isPending} onClick={() => again.mutate(id)}>
            Try again
          </Button>
          <DeleteButton
            name={id}
            onDelete={() => operator.DELETE('/admin/jobs/{id}', { params: { path: { id } } }).then(readAgain)}
          >
            What it was to do stays undone.
          </DeleteButton>
        </div>
      ),
    },
  ];
  return (
    <Listing
      query={operatorPages('jobs', {}, (cursor) => operator.GET('/admin/jobs', { params: { query: cursor } }))}
      empty={
        <Empty title="No work has failed for good">
          <p>Background work that failed too often waits here.</p>
        </Empty>
      }
    >
      {(jobs) => <Table card items={jobs} keyOf={({ id }) => id} columns={columns} />}
    </Listing>
  );
}

const Once = ({ secret, onClose }: { secret: string; onClose(): void }) => (
  <Dialog title="Shown this once" onClose={onClose}>
    <div className="row">
      <code className="wrap">{secret}</code>
      <CopyButton text={secret} />
    </div>
    <div className="actions">
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
);

const scopes = ['admin', 'diagnostics', 'autonomous'] as const;

export function ApiKeys() {
  const operator = useOperator();
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string | undefined>();
  const columns: Column<ApiKey>[] = [
    { head: 'Key', kind: 'wrap', cell: ({ name }) => name },
    { head: 'Begins', cell: ({ prefix }) => <code>{prefix}…</code> },
    { head: 'May', cell: ({ scopes: allowed }) => allowed.join(', ') },
    { head: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    {
      head: '',
      cell: ({ id, name }) => (
        <DeleteButton
          name={name}
          label="Revoke"
          onDelete={() => operator.DELETE('/admin/api-keys/{id}', { params: { path: { id } } }).then(readAgain)}
        >
          Requests with it are refused at once.
        </DeleteButton>
      ),
    },
  ];
  return (
    <>
      <div className="actions list-title">
        <Button onClick={() => setNew(true)}>New API key</Button>
      </div>
      <Listing
        query={operatorPages('keys', {}, (cursor) => operator.GET('/admin/api-keys', { params: { query: cursor } }))}
        empty={<Empty title="No keys but the one of the settings" />}
      >
        {(keys) => <Table card items={keys} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
      {isNew && (
        <FormDialog
          title="New API key"
          action="Create key"
          onClose={() => setNew(false)}
          onSubmit={async (values) => {
            const chosen = scopes.filter((scope) => values[scope] === true);
            const body = { name: textOf(values, 'name'), scopes: chosen };
            setSecret((await dataOf(operator.POST('/admin/api-keys', { body }))).key);
            await readAgain();
          }}
          initial={{ diagnostics: true }}
          fields={[
            { name: 'name', label: 'Name', isRequired: true },
            ...scopes.map((scope) => ({ name: scope, label: scope, kind: 'check' as const })),
          ]}
        />
      )}
      {secret && <Once secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

export function ServiceAccounts() {
  const operator = useOperator();
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string | undefined>();
  const columns: Column<ServiceAccount>[] = [
    { head: 'Account', kind: 'wrap', cell: ({ name }) => name },
    { head: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    { head: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      head: '',
      cell: ({ id, name }) => (
        <DeleteButton
          name={name}
          onDelete={() => operator.DELETE('/admin/service-accounts/{id}', { params: { path: { id } } }).then(readAgain)}
        >
          Its token is refused at once.
        </DeleteButton>
      ),
    },
  ];
  return (
    <>
      <div className="actions list-title">
        <Button onClick={() => setNew(true)}>New service account</Button>
      </div>
      <Listing
        query={operatorPages('accounts', {}, (cursor) =>
          operator.GET('/admin/service-accounts', { params: { query: cursor } }),
        )}
        empty={<Empty title="No service accounts" />}
      >
        {(accounts) => <Table card items={accounts} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
      {isNew && (
        <FormDialog
          title="New service account"
          action="Create account"
          onClose={() => setNew(false)}
          onSubmit={async (values) => {
            const expiresIn = textOf(values, 'expiresIn');
            const body = { name: textOf(values, 'name'), ...(expiresIn && { expiresIn }) };
            setSecret((await dataOf(operator.POST('/admin/service-accounts', { body }))).accessToken);
            await readAgain();
          }}
          fields={[
            { name: 'name', label: 'Name', isRequired: true },
            { name: 'expiresIn', label: 'Lasts', placeholder: '90d', hint: 'Such as 12h or 90d.' },
          ]}
        />
      )}
      {secret && <Once secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
