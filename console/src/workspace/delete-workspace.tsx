import type { WorkspaceDetails } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, switchWorkspace } from '../api/queries.ts';
import { Button, ErrorNote, Field } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';

function Really({ workspace, onClose }: { workspace: WorkspaceDetails; onClose(): void }) {
  const [name, setName] = useState('');
  const remove = useMutation({
    mutationFn: () => api.DELETE('/workspaces/{id}', { params: { path: { id: workspace.id } }, body: { name } }),
    onSuccess: async () => {
      switchWorkspace(undefined);
      await forget('/workspaces', '/auth/me');
    },
  });
  return (
    <Dialog title="Delete the workspace" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate();
        }}
      >
        <p>
          Its agents, conversations, memory, webhooks and keys are deleted for everyone. Nobody can bring them back.
        </p>
        <Field label={`Its name, to confirm: ${workspace.name}`}>
          {(id) => <input id={id} required value={name} onChange={({ target }) => setName(target.value)} />}
        </Field>
        <ErrorNote error={remove.error} />
        <div className="actions">
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" look="danger" busy={remove.isPending} disabled={name !== workspace.name}>
            Delete it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function DeleteWorkspace({ workspace }: { workspace: WorkspaceDetails }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="card stack">
      <h2>Delete the workspace</h2>
      <p>Everything in it is deleted for all members.</p>
      <div className="actions">
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete …
        </Button>
      </div>
      {open && <Really workspace={workspace} onClose={() => setOpen(false)} />}
    </section>
  );
}
