import type { Key } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Button, Empty, ErrorNote } from '../ui/basics.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Listing } from '../ui/list.tsx';
import { Table } from '../ui/table.tsx';
import { keyColumns } from './key-columns.tsx';
import { KeyForm } from './key-form.tsx';

/** The person's keys in the workspace that is open. */
export function Keys() {
  const [creating, setCreating] = useState(false);
  const [changing, setChanging] = useState<Key>();
  const [revoking, setRevoking] = useState<Key>();
  const revoke = useMutation({
    mutationFn: (id: string) => api.DELETE('/auth/keys/{id}', { params: { path: { id } } }),
    onSuccess: async () => {
      setRevoking(undefined);
      await forget('/auth/keys');
    },
  });
  return (
    <section className="stack">
      <div className="between">
        <p className="lead">
          A key lets your programs, editors and scripts act as you in this workspace. It never has more rights than you
          have at that moment.
        </p>
        <Button look="primary" onClick={() => setCreating(true)}>
          New key
        </Button>
      </div>
      <ErrorNote error={revoke.error} />
      <Listing
        query={pages('/auth/keys', {})}
        empty={
          <Empty title="No keys yet">
            <p>Make one, and paste it into any client that speaks OpenAI’s API.</p>
          </Empty>
        }
      >
        {(keys) => (
          <Table
            card
            items={keys}
            keyOf={({ id }) => id}
            columns={[
              ...keyColumns,
              {
                head: '',
                cell: (key) => (
                  <>
                    <Button look="quiet" aria-label={`Change ${key.name}`} onClick={() => setChanging(key)}>
                      Change
                    </Button>
                    <Button
                      look="quiet"
                      className="danger"
                      aria-label={`Revoke ${key.name}`}
                      onClick={() => setRevoking(key)}
                    >
                      Revoke
                    </Button>
                  </>
                ),
              },
            ]}
          />
        )}
      </Listing>
      {changing && <KeyForm changed={changing} onClose={() => setChanging(undefined)} />}
      {creating && <KeyForm onClose={() => setCreating(false)} />}
      {revoking && (
        <Confirm
          title={`Revoke “${revoking.name}”?`}
          action="Revoke"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking.id)}
          onClose={() => setRevoking(undefined)}
        >
          <p>Whatever uses it is refused from its next request on.</p>
        </Confirm>
      )}
    </section>
  );
}
