import type { Provider } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { errorWithin, fieldErrors } from '../api/fields.ts';
import { Button, CodeArea, Field } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { changesOf, creationOf, type Draft, draftOf, freeName, problemsOf } from './connection-draft.ts';
import { type Kind, kindNames, kinds } from './kinds.ts';
import { forgetModels } from './use-models.ts';

type Props = {
  workspaceId: string;
  connection: Provider | undefined;
  /** Names of the other connections. */
  taken: string[];
  onClose(): void;
  onSaved(connection: Provider): void;
};
type TextField = 'name' | 'baseUrl' | 'pool' | 'weight' | 'firstTokenSeconds' | 'seconds';

/** What a field of the form is called in the request, where it is called otherwise. */
const sentAs: Partial<Record<keyof Draft, string>> = {
  firstTokenSeconds: 'firstTokenTimeoutMs',
  seconds: 'timeoutMs',
};
const furtherFields: (keyof Draft)[] = ['models', 'pool', 'weight', 'firstTokenSeconds', 'seconds', 'headers'];

const shownFields = [
  ...['name', 'kind', 'baseUrl', 'apiKey', 'models', 'headers', 'pool', 'weight'],
  ...['firstTokenTimeoutMs', 'timeoutMs'],
];

export function ConnectionForm({ workspaceId, connection, taken, onClose, onSaved }: Props) {
  const [draft, setDraft] = useState(() => draftOf(connection, taken));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isNamed, setNamed] = useState(connection !== undefined);
  const [isOpen, setOpen] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      connection
        ? dataOf(
            api.PATCH('/workspaces/{id}/providers/{providerId}', {
              params: { path: { id: workspaceId, providerId: connection.id } },
              body: changesOf(draft),
            }),
          )
        : dataOf(
            api.POST('/workspaces/{id}/providers', {
              params: { path: { id: workspaceId } },
              body: creationOf(draft),
            }),
          ),
    onSuccess: async (saved) => {
      onClose();
      await forgetModels();
      onSaved(saved);
    },
    onError: (error) => {
      const found = fieldErrors(error);
      if (furtherFields.some((name) => errorWithin(found, sentAs[name] ?? name))) setOpen(true);
    },
  });
  const problems = problemsOf(draft);
  const refused = fieldErrors(save.error);
  const errorOf = (name: keyof Draft) =>
    (touched.has(name) ? problems[name] : undefined) ?? errorWithin(refused, sentAs[name] ?? name);
  const { address, example, keyIsOptional } = kinds[draft.kind];

  function change(next: Partial<Draft>): void {
    save.reset();
    setTouched((before) => new Set([...before, ...Object.keys(next)]));
    setDraft({ ...draft, ...next });
  }
  /** Until a name is typed, it is that of the kind. */
  function changeKind(kind: Kind): void {
    change({ kind, ...(isNamed ? {} : { name: freeName(kind, taken) }) });
    // Azure's deployments have to be named.
    if (kind === 'azure-openai') setOpen(true);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const wrong = Object.keys(problems) as (keyof Draft)[];
    if (wrong.length === 0) save.mutate();
    setTouched(new Set(Object.keys(draft)));
    if (wrong.some((name) => furtherFields.includes(name))) setOpen(true);
  }
  const line = (name: TextField, label: string, hint?: string, more: { placeholder?: string | undefined } = {}) => (
    <Field label={label} hint={hint} error={errorOf(name)}>
      {(id, describedBy) => (
        <input
          id={id}
          aria-describedby={describedBy}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...more}
          value={draft[name]}
          onChange={({ target }) => {
            if (name === 'name') setNamed(target.value !== '');
            change({ [name]: target.value });
          }}
        />
      )}
    </Field>
  );

  return (
    <Dialog title={connection ? `Change ${connection.name}` : 'New connection'} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <div className="form-pair">
          <Field label="Provider" error={errorOf('kind')}>
            {(id) => (
              <select id={id} value={draft.kind} onChange={({ target }) => changeKind(target.value as Kind)}>
                {kindNames.map((kind) => (
                  <option key={kind} value={kind}>
                    {kinds[kind].label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {line('name', 'Name', `Agents ask for ${draft.name || 'name'}/model.`)}
        </div>
        <Field
          label="Key"
          error={errorOf('apiKey')}
          hint={
            connection?.hasApiKey
              ? 'There is one. It is never shown; what you type replaces it.'
              : `Stored encrypted, and never shown again.${keyIsOptional ? ' Empty, if the server needs none.' : ''}`
          }
        >
          {(id, more) => (
            <input
              id={id}
              type="password"
              aria-describedby={more}
              autoComplete="new-password"
              placeholder={connection?.hasApiKey ? '••••••••' : ''}
              value={draft.apiKey}
              onChange={({ target }) => change({ apiKey: target.value, removeKey: false })}
            />
          )}
        </Field>
        {connection?.hasApiKey && (
          <label className="check">
            <input
              type="checkbox"
              checked={draft.removeKey}
              onChange={({ target }) => change({ removeKey: target.checked, apiKey: '' })}
            />
            Remove the key
          </label>
        )}
        {line('baseUrl', 'Address', address ? 'Empty for the provider’s own.' : undefined, {
          placeholder: address ?? example,
        })}
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Models, load sharing, deadlines, headers</summary>
          <div className="form">
            <Field
              label="Only these models"
              error={errorOf('models')}
              hint={
                draft.kind === 'azure-openai'
                  ? 'The names of your deployments, one in each line: Azure does not list them.'
                  : 'One in each line. Empty for all that the provider lists.'
              }
            >
              {(id, more) => (
                <CodeArea
                  id={id}
                  describedBy={more}
                  rows={3}
                  value={draft.models}
                  onChange={(text) => change({ models: text })}
                />
              )}
            </Field>
            <div className="form-pair">
              {line('pool', 'Pool', 'Connections of one pool share the load; agents ask for pool/model.')}
              {line('weight', 'Weight', 'Its share of the pool’s load. With 0 it is asked only where the others fail.')}
              {line('firstTokenSeconds', 'First token within (s)', 'Else the next one is asked.')}
              {line('seconds', 'Answer within (s)')}
            </div>
            <Field
              label="Further headers"
              error={errorOf('headers')}
              hint={
                connection && connection.headerNames.length > 0
                  ? `Now: ${connection.headerNames.join(', ')}. What you write here replaces them; values are never shown.`
                  : 'One in each line, such as “X-Team: support”. Stored encrypted, and never shown again.'
              }
            >
              {(id, more) => (
                <CodeArea
                  id={id}
                  describedBy={more}
                  rows={2}
                  value={draft.headers}
                  onChange={(text) => change({ headers: text, removeHeaders: false })}
                />
              )}
            </Field>
            {connection && connection.headerNames.length > 0 && (
              <label className="check">
                <input
                  type="checkbox"
                  checked={draft.removeHeaders}
                  onChange={({ target }) => change({ removeHeaders: target.checked, headers: '' })}
                />
                Remove these headers
              </label>
            )}
          </div>
        </details>
        <FormError error={save.error} fields={shownFields} />
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {connection ? 'Save and test' : 'Create and test'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
