import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { forget, queries, switchWorkspace, useWorkspaceId } from '../api/queries.ts';
import { Badge, Button, CopyButton, ErrorNote, Field, Loading, PageHead } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DeleteWorkspace } from '../workspace/delete-workspace.tsx';
import { Grants } from '../workspace/grants.tsx';
import { Invitations } from '../workspace/invitations.tsx';
import { WorkspaceKeys } from '../workspace/keys.tsx';
import { Members } from '../workspace/members.tsx';
import { ModelSettings } from '../workspace/model-settings.tsx';
import { RestrictionsCard } from '../workspace/restrictions.tsx';
import { SettingsCard } from '../workspace/settings.tsx';
import { Usage } from '../workspace/usage.tsx';

function NewWorkspace({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => dataOf(api.POST('/workspaces', { body: { name } })),
    onSuccess: async ({ id }) => {
      onClose();
      await forget('/workspaces');
      switchWorkspace(id);
    },
  });
  return (
    <Dialog title="New workspace" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Field label="Name">
          {(id) => (
            <input id={id} required maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <ErrorNote error={create.error} />
        <div className="actions">
          <Button type="submit" look="primary" busy={create.isPending}>
            Create workspace
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function WorkspacePage() {
  const [creating, setCreating] = useState(false);
  const id = useWorkspaceId();
  const { data: workspace, error } = useQuery({
    ...queries.queryOptions('get', '/workspaces/{id}', { params: { path: { id: id ?? '' } } }),
    enabled: id !== undefined,
  });
  if (error) return <ErrorNote error={error} />;
  if (!workspace) return <Loading />;
  const mayManage = workspace.role !== 'member';
  return (
    <>
      <PageHead
        title={workspace.name}
        lead={
          <>
            You are its <Badge>{workspace.role}</Badge> {workspace.personal && 'This is your personal workspace.'}
            <br />
            <code>{workspace.id}</code> <CopyButton text={workspace.id} label="Copy id" />
          </>
        }
      >
        <Button onClick={() => setCreating(true)}>New workspace</Button>
      </PageHead>
      <div className="stack">
        <Usage id={workspace.id} />
        <Members workspace={workspace} mayManage={mayManage} />
        {mayManage && <Invitations key={`invitations of ${id}`} workspace={workspace} />}
        {mayManage && <WorkspaceKeys id={workspace.id} />}
        <div className="columns">
          {mayManage && <SettingsCard key={`settings of ${id}`} workspace={workspace} />}
          {mayManage && <ModelSettings key={`models of ${id}`} workspace={workspace} />}
          {mayManage && <RestrictionsCard key={`restrictions of ${id}`} workspace={workspace} />}
          {mayManage && <Grants id={workspace.id} />}
          {workspace.role === 'owner' && !workspace.personal && <DeleteWorkspace workspace={workspace} />}
        </div>
      </div>
      {creating && <NewWorkspace onClose={() => setCreating(false)} />}
    </>
  );
}
