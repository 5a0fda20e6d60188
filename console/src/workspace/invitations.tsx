import type { Invitation, WorkspaceDetails } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Badge, Button, ErrorNote } from '../ui/basics.tsx';
import { Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';

type Role = Invitation['role'];

export function Invitations({ workspace }: { workspace: WorkspaceDetails }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const path = { id: workspace.id };
  const refresh = () => forget('/workspaces/{id}/invitations');
  const invite = useMutation({
    mutationFn: () => api.POST('/workspaces/{id}/invitations', { params: { path }, body: { email, role } }),
    onSuccess: () => {
      setEmail('');
      return refresh();
    },
  });
  const withdraw = useMutation({
    mutationFn: (invitationId: string) =>
      api.DELETE('/workspaces/{id}/invitations/{invitationId}', { params: { path: { ...path, invitationId } } }),
    onSuccess: refresh,
  });
  const roles: Role[] = workspace.role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
  const columns: Column<Invitation>[] = [
    { head: 'Invited', kind: 'wrap', cell: (invitation) => invitation.email },
    { head: 'Role', cell: (invitation) => <Badge>{invitation.role}</Badge> },
    { head: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      head: '',
      cell: (invitation) => (
        <Button
          look="quiet"
          className="danger"
          aria-label={`Withdraw the invitation of ${invitation.email}`}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(invitation.id)}
        >
          Withdraw
        </Button>
      ),
    },
  ];
  return (
    <section className="card stack">
      <h2>Invitations</h2>
      <p className="dim">Somebody without an account, too: the mail leads them to one.</p>
      <Listing query={pages('/workspaces/{id}/invitations', { path })} empty={null}>
        {(items) => <Table items={items} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
      <form
        className="row add-line"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <input
          type="email"
          required
          aria-label="Email of whom to invite"
          placeholder="Email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <select
          aria-label="Role of whom to invite"
          value={role}
          onChange={({ target }) => setRole(target.value as Role)}
        >
          {roles.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
        <Button type="submit" busy={invite.isPending}>
          Invite
        </Button>
      </form>
      <ErrorNote error={invite.error ?? withdraw.error} />
    </section>
  );
}
