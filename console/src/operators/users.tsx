import type { AdminUser, AuditRecord } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../api/client.ts';
import { Badge, Button, Empty, ErrorNote, Json, Loading } from '../ui/basics.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { FormDialog, textOf } from '../ui/form-dialog.tsx';
import { counted, money, number, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { say, sayError } from '../ui/toasts.tsx';
import { operatorPages, readAgain, useOperator } from './operator.ts';

const auditColumns = (userId: string): Column<AuditRecord>[] => [
  { head: 'When', cell: ({ at }) => <Time at={at} /> },
  { head: 'What', cell: ({ action }) => action },
  { head: 'On', kind: 'wrap', cell: ({ target }) => target },
  {
    head: 'By',
    kind: 'wrap',
    cell: ({ actor, ip }) => [actor === userId ? 'this person' : actor, ip].filter(Boolean).join(' from '),
  },
  { head: 'Outcome', cell: ({ outcome }) => <Badge tone={outcome === 'success' ? 'good' : 'bad'}>{outcome}</Badge> },
  {
    head: 'More',
    cell: ({ requestId, detail }) => (
      <details>
        <summary className="nowrap">Details</summary>
        <Json value={{ requestId, ...detail }} label="Details" />
      </details>
    ),
  },
];

/** One person: usage, workspaces, conversations by their figures, and what the audit log says. */
function Person({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const operator = useOperator();
  const [asking, setAsking] = useState(false);
  const path = { uid: user.id };
  const { data, error } = useQuery({
    queryKey: ['operator', 'user', user.id],
    queryFn: async () => {
      const [details, usage, sessions, audit] = await Promise.all([
        dataOf(operator.GET('/admin/users/{uid}', { params: { path } })),
        dataOf(operator.GET('/admin/usage/{uid}', { params: { path } })),
        dataOf(operator.GET('/admin/sessions/{uid}', { params: { path } })),
        dataOf(operator.GET('/admin/audit/{uid}', { params: { path } })),
      ]);
      return { details, usage, sessions, audit };
    },
  });
  const act = useMutation({
    mutationFn: async (what: 'disable' | 'enable' | 'mfa' | 'erase') => {
      if (what === 'disable') await operator.POST('/admin/users/{uid}/disable', { params: { path } });
      if (what === 'enable') await operator.POST('/admin/users/{uid}/enable', { params: { path } });
      if (what === 'mfa') await operator.DELETE('/admin/users/{uid}/mfa', { params: { path } });
      if (what === 'erase') await operator.DELETE('/admin/users/{uid}', { params: { path } });
      say({ disable: 'Suspended.', enable: 'Let in again.', mfa: 'The second factor is off.', erase: 'Erased.' }[what]);
      await readAgain();
      onClose();
    },
    onError: sayError,
  });
  return (
    <Dialog title={user.email} onClose={onClose} wide>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <p>
            {counted(data.usage.requests, 'request')} · {number(data.usage.promptTokens + data.usage.completionTokens)}{' '}
            tokens · {money(data.usage.costUsd)} · {counted(data.details.workspaces.length, 'workspace')} ·{' '}
            {data.sessions.data.length}
            {data.sessions.nextCursor ? '+' : ''} conversations
          </p>
          <h3>Audit log</h3>
          <Table items={data.audit.data} columns={auditColumns(user.id)} keyOf={({ id }) => id} />
        </>
      )}
      <div className="actions">
        <Button busy={act.isPending} onClick={() => act.mutate('mfa')}>
          Switch off the second factor
        </Button>
        <Button busy={act.isPending} onClick={() => act.mutate(user.disabledAt ? 'enable' : 'disable')}>
          {user.disabledAt ? 'Let in again' : 'Suspend'}
        </Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          Erase
        </Button>
      </div>
      {asking && (
        <Confirm
          title={`Erase ${user.email}?`}
          action="Erase the account"
          busy={act.isPending}
          onConfirm={() => act.mutate('erase')}
          onClose={() => setAsking(false)}
        >
          <p>The account and everything of it is gone for good.</p>
        </Confirm>
      )}
    </Dialog>
  );
}

export function Users() {
  const operator = useOperator();
  const [q, setQ] = useState('');
  const [open, setOpen] = useState<AdminUser | 'new' | undefined>();
  const filter = q.trim() === '' ? {} : { q: q.trim() };
  const columns: Column<AdminUser>[] = [
    {
      head: 'Person',
      kind: 'wrap',
      cell: (user) => (
        <Button look="quiet" onClick={() => setOpen(user)}>
          {user.email}
        </Button>
      ),
    },
    {
      head: 'State',
      cell: ({ disabledAt }) => <Badge tone={disabledAt ? 'bad' : 'good'}>{disabledAt ? 'suspended' : 'active'}</Badge>,
    },
    { head: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <>
      <div className="row add-line">
        <input
          type="search"
          aria-label="Find a person"
          placeholder="Find a person"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        <Button onClick={() => setOpen('new')}>New account</Button>
      </div>
      <Listing
        query={operatorPages('users', filter, (cursor) =>
          operator.GET('/admin/users', { params: { query: { ...filter, ...cursor } } }),
        )}
        empty={<Empty title="Nobody" />}
      >
        {(users) => <Table card items={users} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
      {open === 'new' && (
        <FormDialog
          title="New account"
          action="Create account"
          onClose={() => setOpen(undefined)}
          onSubmit={async (values) => {
            const body = { email: textOf(values, 'email'), password: textOf(values, 'password') };
            await operator.POST('/admin/users', { body });
            await readAgain();
          }}
          fields={[
            { name: 'email', label: 'Email', isRequired: true },
            { name: 'password', label: 'First password', hint: 'At least 8 characters.', isRequired: true },
          ]}
        />
      )}
      {open && open !== 'new' && <Person user={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
