import type { Grant } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { agentsQuery, forget, pages, useAgentName } from '../api/queries.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';
import { Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';

export function Grants({ id }: { id: string }) {
  const { data: agents = [] } = useQuery(agentsQuery);
  const nameOf = useAgentName();
  const [agentId, setAgentId] = useState('');
  const [workspaceId, setWorkspaceId] = useState('');
  const path = { id };
  const create = useMutation({
    mutationFn: () =>
      api.POST('/workspaces/{id}/grants', { params: { path }, body: { agentId, workspaceId: workspaceId.trim() } }),
    onSuccess: () => {
      setWorkspaceId('');
      return forget('/workspaces');
    },
  });
  const end = useMutation({
    mutationFn: (grant: Grant) =>
      api.DELETE('/workspaces/{id}/grants', {
        params: { path },
        body: { agentId: grant.agentId, workspaceId: grant.workspaceId },
      }),
    onSuccess: () => forget('/workspaces'),
  });
  return (
    <section className="card stack">
      <h2>Grants</h2>
      <p className="dim">Another workspace may talk to an agent of this one, on its own data and at its own cost.</p>
      <Listing
        query={pages('/workspaces/{id}/grants', { path })}
        empty={<p className="dim">No agent is lent to anybody.</p>}
      >
        {(grants) => (
          <ul className="bare">
            {grants.map((grant) => (
              <li key={`${grant.agentId} ${grant.workspaceId}`} className="split">
                <span className="wrap">
                  {nameOf(grant.agentId)} → <code>{grant.workspaceId}</code>{' '}
                  <span className="dim">
                    <Time at={grant.createdAt} />
                  </span>
                </span>
                <Button look="quiet" className="danger" busy={end.isPending} onClick={() => end.mutate(grant)}>
                  End
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Listing>
      <form
        className="row add-line"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <select required aria-label="Agent to lend" value={agentId} onChange={({ target }) => setAgentId(target.value)}>
          <option value="">Agent</option>
          {agents.map((agent) => (
            <option key={agent.id} value={agent.id}>
              {agent.name}
            </option>
          ))}
        </select>
        <input
          required
          aria-label="Workspace to lend it to"
          placeholder="ws_…"
          value={workspaceId}
          onChange={({ target }) => setWorkspaceId(target.value)}
        />
        <Button type="submit" busy={create.isPending}>
          Grant
        </Button>
      </form>
      <ErrorNote error={create.error ?? end.error} />
    </section>
  );
}
