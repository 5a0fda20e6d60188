import type { Member, WorkspaceDetails } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { Badge, Button, ErrorNote } from '../ui/basics.tsx';
import { Time } from '../ui/format.tsx';
import { type Column, Table } from '../ui/table.tsx';

type Props = { workspace: WorkspaceDetails; mayManage: boolean };
type Role = Member['role'];

export function Members({ workspace, mayManage }: Props) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const path = { id: workspace.id };
  const add = useMutation({
    mutationFn: (member: { email?: string; userId?: string; role: Role }) =>
      api.POST('/workspaces/{id}/members', { params: { path }, body: member }),
    onSuccess: () => {
      setEmail('');
      return forget('/workspaces');
    },
  });
  const remove = useMutation({
    mutationFn: (uid: string) => api.DELETE('/workspaces/{id}/members/{uid}', { params: { path: { ...path, uid } } }),
    onSuccess: () => forget('/workspaces'),
  });
  const accept = useMutation({
    mutationFn: () => api.POST('/workspaces/{id}/members/accept', { params: { path } }),
    onSuccess: () => forget('/workspaces'),
  });
  const roles: Role[] = workspace.role === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member'];
  const options = roles.map((each) => (
    <option key={each} value={each}>
      {each}
    </option>
  ));
  const columns: Column<Member>[] = [
    { head: 'Person', kind: 'wrap', cell: (member) => member.email },
    {
      head: 'Role',
      cell: (member) =>
        mayManage && roles.includes(member.role) ? (
          <select
            aria-label={`Role of ${member.email}`}
            value={member.role}
            onChange={({ target }) => add.mutate({ userId: member.userId, role: target.value as Role })}
          >
            {options}
          </select>
        ) : (
          <Badge>{member.role}</Badge>
        ),
    },
    { head: 'Offered', cell: ({ pendingRole }) => pendingRole && <Badge>{`${pendingRole}, not accepted yet`}</Badge> },
    { head: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      head: '',
      cell: (member) =>
        mayManage &&
        workspace.members.length > 1 && (
          <Button
            look="quiet"
            className="danger"
            aria-label={`Remove ${member.email}`}
            busy={remove.isPending}
            onClick={() => remove.mutate(member.userId)}
          >
            Remove
          </Button>
        ),
    },
  ];
  return (
    <section className="card stack">
      <h2>Members</h2>
      <Table items={workspace.members} keyOf={({ userId }) => userId} columns={columns} />
      {mayManage && (
        <form
          className="row add-line"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate({ email, role });
          }}
        >
          <input
            type="email"
            required
            aria-label="Email of the new member"
            placeholder="Email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
          <select
            aria-label="Role of the new member"
            value={role}
            onChange={({ target }) => setRole(target.value as Role)}
          >
            {options}
          </select>
          <Button type="submit" busy={add.isPending}>
            Add
          </Button>
        </form>
      )}
      {workspace.pendingRole && (
        <p className="row">
          You were offered the role of {workspace.pendingRole} here. It counts once you accept it.
          <Button busy={accept.isPending} onClick={() => accept.mutate()}>
            Accept
          </Button>
        </p>
      )}
      <ErrorNote error={add.error ?? remove.error ?? accept.error} />
    </section>
  );
}
