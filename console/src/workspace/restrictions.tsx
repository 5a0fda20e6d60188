import type { WorkspaceDetails } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, queries } from '../api/queries.ts';
import { Field } from '../ui/basics.tsx';
import { SaveRow } from './save-row.tsx';

/** The names of the operator's usual connections; there may be others. */
const usual = ['local', 'openai', 'anthropic', 'google', 'openai-compatible'];

/** What can be allowed: the usual ones, those there are, and what is allowed already. */
function useNames(id: string, allowed: string[] | null): string[] {
  const { data } = useQuery(queries.queryOptions('get', '/workspaces/{id}/providers', { params: { path: { id } } }));
  const there = [...(data?.providers ?? []), ...(data?.operator ?? [])].map(({ name }) => name);
  return [...new Set([...usual, ...there, ...(allowed ?? [])])];
}

/** What would leave agents without a model they may use. */
function problemsOf(
  providers: string[],
  allowed: string[] | null,
  models: string[],
): { providers?: string; models?: string } {
  if (allowed === null) return {};
  if (allowed.length === 0) return { providers: 'With none no agent can answer: choose at least one, or all.' };
  const refused = models.find((name) => {
    const [provider = ''] = name.split('/');
    return providers.includes(provider) && !allowed.includes(provider);
  });
  return refused ? { models: `${refused} is of a provider that is not chosen above.` } : {};
}

export function RestrictionsCard({ workspace: { id: workspaceId, restrictions } }: { workspace: WorkspaceDetails }) {
  const [allowed, setAllowed] = useState<string[] | null>(restrictions.allowedProviders);
  const [models, setModels] = useState(restrictions.allowedModels?.join('\n') ?? '');
  const names = models.split(/[\s,]+/).filter(Boolean);
  const providers = useNames(workspaceId, restrictions.allowedProviders);
  const problems = problemsOf(providers, allowed, names);
  const save = useMutation({
    mutationFn: () =>
      api.PUT('/workspaces/{id}/restrictions', {
        params: { path: { id: workspaceId } },
        body: { allowedProviders: allowed, allowedModels: names.length > 0 ? names : null },
      }),
    onSuccess: () => forget('/workspaces', '/agents', '/inference'),
  });
  return (
    <form
      className="card form"
      onChange={() => save.reset()}
      onSubmit={(event) => {
        event.preventDefault();
        if (!problems.providers && !problems.models) save.mutate();
      }}
    >
      <h2>Restrictions</h2>
      <fieldset>
        <legend>Providers</legend>
        <label className="check">
          <input
            type="checkbox"
            checked={allowed === null}
            onChange={({ target }) => setAllowed(target.checked ? null : [...providers])}
          />{' '}
          All
        </label>
        {allowed !== null && (
          <div className="checks">
            {providers.map((name) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={allowed.includes(name)}
                  onChange={({ target }) =>
                    setAllowed(target.checked ? [...allowed, name] : allowed.filter((each) => each !== name))
                  }
                />
                {name}
              </label>
            ))}
          </div>
        )}
        {problems.providers && (
          <p className="field-error" role="alert">
            {problems.providers}
          </p>
        )}
      </fieldset>
      <Field
        label="Models"
        error={problems.models}
        hint="One per line, such as openai/gpt-5-mini. Empty: every model of these providers."
      >
        {(id, more) => (
          <textarea
            id={id}
            aria-describedby={more}
            rows={3}
            value={models}
            onChange={({ target }) => setModels(target.value)}
          />
        )}
      </Field>
      <SaveRow save={save}>Save restrictions</SaveRow>
    </form>
  );
}
