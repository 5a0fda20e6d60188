import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspaceId, workspacesQuery } from '../api/queries.ts';
import { Connections } from '../models/connections.tsx';
import { ModelTable } from '../models/model-table.tsx';
import { Button, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { Tabs } from '../ui/tabs.tsx';

const parts = [
  { name: 'connections', label: 'Connections' },
  { name: 'models', label: 'Models' },
] as const;

export function ModelsPage() {
  const id = useWorkspaceId();
  const { data: workspaces, error } = useQuery(workspacesQuery);
  const { part } = useSearch({ from: '/models' });
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const workspace = workspaces?.find((each) => each.id === id);
  const chosen = parts.find(({ name }) => name === part)?.name ?? 'connections';
  if (error) return <ErrorNote error={error} />;
  if (!workspace) return <Loading />;
  const show = (name: string) => void navigate({ to: '/models', search: { part: name }, replace: true });
  const mayManage = workspace.role !== 'member';
  return (
    <>
      <PageHead
        title="Models"
        lead={
          <>
            The ways to providers, and what can be asked for through them.{' '}
            {mayManage && (
              <>
                Who is asked when one fails is among the <Link to="/workspace">settings of the workspace</Link> and of
                each <Link to="/agents">agent</Link>.
              </>
            )}
          </>
        }
      >
        {mayManage && (
          <Button
            look="primary"
            onClick={() => {
              show('connections');
              setCreating(true);
            }}
          >
            New connection
          </Button>
        )}
      </PageHead>
      <Tabs label="Parts of this page" tabs={parts} chosen={chosen} onChoose={show}>
        {chosen === 'models' ? (
          <ModelTable />
        ) : (
          <Connections
            workspaceId={workspace.id}
            mayManage={mayManage}
            usesOperator={workspace.settings.useOperatorModels}
            creating={creating}
            onCreated={() => setCreating(false)}
          />
        )}
      </Tabs>
    </>
  );
}
