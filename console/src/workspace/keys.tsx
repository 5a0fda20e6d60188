import { useMutation } from '@tanstack/react-query';
import { keyColumns } from '../account/key-columns.tsx';
import { api } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';
import { Listing } from '../ui/list.tsx';
import { Table } from '../ui/table.tsx';

/** The personal keys of all members. Owners and admins see and revoke them. */
export function WorkspaceKeys({ id }: { id: string }) {
  const revoke = useMutation({
    mutationFn: (keyId: string) => api.DELETE('/workspaces/{id}/keys/{keyId}', { params: { path: { id, keyId } } }),
    onSuccess: () => forget('/workspaces/{id}/keys', '/auth/keys'),
  });
  return (
    <section className="card stack">
      <h2>Keys of members</h2>
      <ErrorNote error={revoke.error} />
      <Listing query={pages('/workspaces/{id}/keys', { path: { id } })} empty={<p className="dim">No keys.</p>}>
        {(keys) => (
          <Table
            items={keys}
            keyOf={(key) => key.id}
            columns={[
              { head: 'Of', kind: 'wrap', cell: ({ email }) => email },
              ...keyColumns,
              {
                head: '',
                cell: (key) => (
                  <Button
                    look="quiet"
                    className="danger"
                    aria-label={`Revoke ${key.name} of ${key.email}`}
                    busy={revoke.isPending}
                    onClick={() => revoke.mutate(key.id)}
                  >
                    Revoke
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Listing>
    </section>
  );
}
