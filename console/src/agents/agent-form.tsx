import type { Agent } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { fieldErrors } from '../api/fields.ts';
import { forget, modelsQuery, queries, skillsQuery } from '../api/queries.ts';
import { Button, ErrorNote, Field } from '../ui/basics.tsx';
import { bodyOf, type Draft, draftOf, problemsOf } from './draft.ts';
import { ToolChoice } from './tool-choice.tsx';

type Props = { agent: Agent | undefined; onSaved?(agent: Agent): void };
type TextField = 'name' | 'description' | 'temperature' | 'maxTokens' | 'maxSteps' | 'timeoutSeconds' | 'spawnAgents';

/** Runs after the errors are shown: the first may be far above the button, or in a closed section. */
function goToFirstProblem(form: HTMLFormElement): void {
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('.invalid :is(input, textarea)');
    const folded = field?.closest('details');
    if (folded) folded.open = true;
    field?.focus();
  });
}

/** The list also has agents and the embedding model. An agent can use neither as its model. */
const canChat = (model: string) => !model.startsWith('agent:') && !/embed|encoder/.test(model);

export function AgentForm({ agent, onSaved }: Props) {
  const [draft, setDraft] = useState(() => draftOf(agent));
  const [isSaved, setSaved] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const { data: models = [] } = useQuery(modelsQuery);
  const { data: skills = [] } = useQuery(skillsQuery);
  const { data: profiles } = queries.useQuery('get', '/memory-profiles', { params: { query: { limit: 200 } } });
  const save = useMutation({
    mutationFn: () =>
      agent
        ? dataOf(api.PUT('/agents/{id}', { params: { path: { id: agent.id } }, body: bodyOf(draft) }))
        : dataOf(api.POST('/agents', { body: bodyOf(draft) })),
    onSuccess: async (saved) => {
      setSaved(true);
      await forget('/agents');
      onSaved?.(saved);
    },
  });
  const problems = problemsOf(draft);
  const refused = fieldErrors(save.error);
  const change = (next: Partial<Draft>) => {
    setSaved(false);
    setTouched((before) => new Set([...before, ...Object.keys(next)]));
    setDraft({ ...draft, ...next });
  };
  const errorOf = (name: keyof Draft) =>
    (touched.has(name) || save.isError ? problems[name] : undefined) ?? refused[name];

  const line = (name: TextField, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errorOf(name)}>
      {(id, more) => (
        <input
          id={id}
          aria-describedby={more}
          value={draft[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const ownModel = draft.model !== '' && !models.some(({ id }) => id === draft.model);
  return (
    <form
      className="card form"
      onSubmit={(event) => {
        event.preventDefault();
        if (Object.keys(problems).length === 0) save.mutate();
        else {
          setTouched(new Set(Object.keys(draft)));
          goToFirstProblem(event.currentTarget);
        }
      }}
    >
      {line('name', 'Name')}
      {line('description', 'Description', 'For people: what it is good for.')}
      <Field label="Instructions" error={errorOf('systemPrompt')} hint="Said to the model before every conversation.">
        {(id, more) => (
          <textarea
            id={id}
            aria-describedby={more}
            rows={6}
            value={draft.systemPrompt}
            onChange={({ target }) => change({ systemPrompt: target.value })}
          />
        )}
      </Field>
      <Field label="Model" error={refused.model ?? refused.provider}>
        {(id) => (
          <select id={id} value={draft.model} onChange={({ target }) => change({ model: target.value })}>
            <option value="">The gateway's default</option>
            {ownModel && <option value={draft.model}>{draft.model}</option>}
            {models
              .filter(({ id: model }) => canChat(model))
              .map(({ id: model }) => (
                <option key={model} value={model}>
                  {model}
                </option>
              ))}
          </select>
        )}
      </Field>
      <ToolChoice tools={draft.tools} approvals={draft.approvals} onChange={change} />
      {skills.length > 0 && (
        <fieldset>
          <legend>Skills</legend>
          <div className="checks">
            {skills.map(({ id, name, description }) => (
              <label key={id} title={description}>
                <input
                  type="checkbox"
                  checked={draft.skills.includes(id)}
                  onChange={({ target }) =>
                    change({
                      skills: target.checked ? [...draft.skills, id] : draft.skills.filter((skill) => skill !== id),
                    })
                  }
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <details>
        <summary>Limits and memory</summary>
        <div className="form">
          <div className="form-pair">
            {line('temperature', 'Temperature', '0 to 2; empty for the model’s own.')}
            {line('maxTokens', 'Longest answer (tokens)', 'Empty for no limit.')}
            {line('maxSteps', 'Most steps a turn')}
            {line('timeoutSeconds', 'Longest turn (seconds)')}
          </div>
          <Field label="Memory profile" hint="What it recalls and captures. Without one: everything, by rules.">
            {(id) => (
              <select
                id={id}
                value={draft.memoryProfileId}
                onChange={({ target }) => change({ memoryProfileId: target.value })}
              >
                <option value="">None</option>
                {(profiles?.data ?? []).map((profile) => (
                  <option key={profile.id} value={profile.id}>
                    {profile.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <label className="check">
            <input type="checkbox" checked={draft.spawn} onChange={({ target }) => change({ spawn: target.checked })} />
            May start other agents
          </label>
          {draft.spawn && line('spawnAgents', 'Agents it may start', 'Their ids, between commas; * for any.')}
        </div>
      </details>
      <ErrorNote error={save.error} />
      <div className="actions">
        {isSaved && <span role="status">Saved.</span>}
        <Button type="submit" look="primary" busy={save.isPending}>
          {agent ? 'Save' : 'Create agent'}
        </Button>
      </div>
    </form>
  );
}
