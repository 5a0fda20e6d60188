import type { Agent } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { errorWithin, fieldErrors } from '../api/fields.ts';
import { forget, queries, skillsQuery } from '../api/queries.ts';
import { ModelPicker } from '../models/model-picker.tsx';
import { useTargets } from '../models/use-models.ts';
import { Button, Field } from '../ui/basics.tsx';
import { FormError } from '../ui/form-error.tsx';
import { UnsavedGuard } from '../ui/unsaved.tsx';
import { AnswerFormat } from './answer-format.tsx';
import { bodyOf, type Draft, draftOf, problemsOf } from './draft.ts';
import { Fallbacks } from './fallbacks.tsx';
import { KnowledgeChoice } from './knowledge-choice.tsx';
import { ToolChoice } from './tool-choice.tsx';

type Props = { agent: Agent | undefined; onSaved?(agent: Agent): void };
type TextField =
  | 'name'
  | 'description'
  | 'temperature'
  | 'maxTokens'
  | 'maxSteps'
  | 'timeoutSeconds'
  | 'cacheSeconds'
  | 'spawnAgents';

/** What a field of the form is called in the request, where it is called otherwise. */
const sentAs: Partial<Record<keyof Draft, string>> = {
  formatSchema: 'responseFormat.schema',
  formatName: 'responseFormat.name',
};

const shownFields = [
  ...['name', 'description', 'systemPrompt', 'model', 'provider', 'fallbacks', 'reasoning', 'temperature', 'maxTokens'],
  ...['maxSteps', 'cacheSeconds', 'responseFormat.schema', 'responseFormat.name'],
];

/** Runs after the errors are shown: the first may be far above the button, or in a closed section. */
function goToFirstProblem(form: HTMLFormElement): void {
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('.invalid :is(input, textarea)');
    const folded = field?.closest('details');
    if (folded) folded.open = true;
    field?.focus();
  });
}

export function AgentForm({ agent, onSaved }: Props) {
  const [draft, setDraft] = useState(() => draftOf(agent));
  const [isSaved, setSaved] = useState(false);
  const isChanged = useRef(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const targets = useTargets();
  const { data: skills = [] } = useQuery(skillsQuery);
  const { data: profiles } = queries.useQuery('get', '/memory-profiles', { params: { query: { limit: 200 } } });
  const save = useMutation({
    mutationFn: () =>
      agent
        ? dataOf(api.PUT('/agents/{id}', { params: { path: { id: agent.id } }, body: bodyOf(draft, agent) }))
        : dataOf(api.POST('/agents', { body: bodyOf(draft, agent) })),
    onSuccess: async (saved) => {
      setSaved(true);
      isChanged.current = false;
      await forget('/agents');
      onSaved?.(saved);
    },
  });
  const problems = problemsOf(draft);
  const refused = fieldErrors(save.error);
  const change = (next: Partial<Draft>) => {
    setSaved(false);
    isChanged.current = true;
    setTouched((before) => new Set([...before, ...Object.keys(next)]));
    setDraft({ ...draft, ...next });
  };
  const errorOf = (name: keyof Draft) =>
    (touched.has(name) || save.isError ? problems[name] : undefined) ?? refused[sentAs[name] ?? name];

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
      <Field
        label="Model"
        error={refused.model ?? refused.provider}
        hint={
          draft.model === '' || targets.length === 0 || targets.some((target) => target.id === draft.model)
            ? 'Empty for the gateway’s default.'
            : 'Not among the models that are listed: it is asked for as written.'
        }
      >
        {(id, more) => (
          <ModelPicker
            id={id}
            describedBy={more}
            targets={targets}
            value={draft.model}
            placeholder="The gateway’s default"
            onChange={(model) => change({ model })}
          />
        )}
      </Field>
      <Fallbacks
        fallbacks={draft.fallbacks}
        targets={targets}
        error={errorWithin(refused, 'fallbacks')}
        onChange={change}
      />
      <Field
        label="Reasoning"
        error={errorOf('reasoning')}
        hint="How much the model thinks before it answers, if it can."
      >
        {(id, more) => (
          <select
            id={id}
            aria-describedby={more}
            value={draft.reasoning}
            onChange={({ target }) => change({ reasoning: target.value as Draft['reasoning'] })}
          >
            <option value="">As the model does by itself</option>
            <option value="off">Off</option>
            <option value="low">Low</option>
            <option value="medium">Medium</option>
            <option value="high">High</option>
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
      <KnowledgeChoice chosen={draft.knowledge} onChange={(knowledge) => change({ knowledge })} />
      <AnswerFormat draft={draft} onChange={change} errorOf={errorOf} />
      <details>
        <summary>Limits and memory</summary>
        <div className="form">
          <div className="form-pair">
            {line('temperature', 'Temperature', '0 to 2; empty for the model’s own.')}
            {line('maxTokens', 'Longest answer (tokens)', 'Empty for no limit.')}
            {line('maxSteps', 'Most steps a turn')}
            {line('timeoutSeconds', 'Longest turn (seconds)')}
            {line(
              'cacheSeconds',
              'Keep answers (seconds)',
              'The same question of the same person costs nothing again. Empty: never.',
            )}
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
      <UnsavedGuard isChanged={isChanged} />
      <FormError error={save.error} fields={shownFields} />
      <div className="actions">
        {isSaved && <span role="status">Saved.</span>}
        <Button type="submit" look="primary" busy={save.isPending}>
          {agent ? 'Save' : 'Create agent'}
        </Button>
      </div>
    </form>
  );
}
