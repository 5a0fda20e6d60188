import type { WorkspaceDetails } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { agentsQuery, forget } from '../api/queries.ts';
import { Field } from '../ui/basics.tsx';
import { SaveRow } from './save-row.tsx';

export function SettingsCard({ workspace }: { workspace: WorkspaceDetails }) {
  const { data: agents = [] } = useQuery(agentsQuery);
  const [name, setName] = useState(workspace.name);
  const [agentId, setAgentId] = useState(workspace.settings.defaultAgentId ?? '');
  const [budget, setBudget] = useState(workspace.settings.monthlyBudgetUsd?.toString() ?? '');
  const badBudget =
    budget.trim() !== '' && !(Number(budget) >= 0 && Number(budget) <= 1_000_000)
      ? 'Dollars, from 0 to 1,000,000.'
      : undefined;
  const save = useMutation({
    mutationFn: () =>
      api.PUT('/workspaces/{id}/settings', {
        params: { path: { id: workspace.id } },
        body: { name, defaultAgentId: agentId || null, monthlyBudgetUsd: budget.trim() === '' ? null : Number(budget) },
      }),
    onSuccess: () => forget('/workspaces', '/costs'),
  });
  return (
    <form
      className="card form"
      onChange={() => save.reset()}
      onSubmit={(event) => {
        event.preventDefault();
        if (!badBudget) save.mutate();
      }}
    >
      <h2>Settings</h2>
      <Field label="Name">
        {(id) => (
          <input id={id} required maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
      <Field label="Default agent" hint="Answers where a request names none.">
        {(id) => (
          <select id={id} value={agentId} onChange={({ target }) => setAgentId(target.value)}>
            <option value="">None</option>
            {agents.map((agent) => (
              <option key={agent.id} value={agent.id}>
                {agent.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Monthly budget (USD)" error={badBudget} hint="Past it, turns are refused. Empty for none.">
        {(id, more) => (
          <input
            id={id}
            aria-describedby={more}
            inputMode="decimal"
            value={budget}
            onChange={({ target }) => setBudget(target.value)}
          />
        )}
      </Field>
      <SaveRow save={save}>Save settings</SaveRow>
    </form>
  );
}
