import type { CreateKey, Key } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { fieldErrors } from '../api/fields.ts';
import { agentsQuery, forget, modelsQuery } from '../api/queries.ts';
import { Button, CopyButton, Field } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { say } from '../ui/toasts.tsx';
import { purposes, type Scope } from './key-scopes.ts';
import { ScopeChoice } from './scope-choice.tsx';

const lifetimes = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'A year' },
  { days: 0, label: 'Never' },
];
const inDays = (days: number) => (days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString());
const notANumber = (text: string, least: number) =>
  text.trim() !== '' && !(Number(text) >= least && Number(text) <= 1_000_000)
    ? `A number from ${least} to 1,000,000.`
    : undefined;
const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

const example = (key: string) =>
  `curl ${location.origin}/inference/chat/completions -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"model": "offline/assistant", "messages": [{"role": "user", "content": "Hello"}]}'`;

const KeyOnce = ({ secret, onClose }: { secret: string; onClose(): void }) => (
  <Dialog title="Your new key" onClose={onClose}>
    <div className="note good">
      <p>
        <strong>Shown this once:</strong>
      </p>
      <div className="row">
        <code className="wrap">{secret}</code>
        <CopyButton text={secret} label="Copy key" />
      </div>
    </div>
    <p>
      In a client that speaks OpenAI’s API: the base address is{' '}
      <code className="wrap">{location.origin}/inference</code>, the API key is this one.
    </p>
    <div className="row">
      <code className="wrap">{example(`${secret.slice(0, 10)}…`)}</code>
      <CopyButton text={example(secret)} label="Copy command" />
    </div>
    <div className="actions">
      <Button look="primary" onClick={onClose}>
        I have kept it
      </Button>
    </div>
  </Dialog>
);

type ChoiceProps = {
  legend: string;
  hint: string;
  options: { id: string; label: string }[];
  chosen: string[];
  onChange(next: string[]): void;
};

const Choice = ({ legend, hint, options, chosen, onChange }: ChoiceProps) => (
  <fieldset>
    <legend>{legend}</legend>
    <p className="dim">{hint}</p>
    <div className="checks">
      {options.map(({ id, label }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
);

/** Which of the usual purposes a key has. */
const purposeOf = ({ scopes }: Pick<Key, 'scopes'>) =>
  purposes.find((each) => JSON.stringify(each.scopes?.toSorted()) === JSON.stringify(scopes?.toSorted()))?.name ??
  'chosen';

/** The end of the key stays as it is. */
const unchanged = -1;

/** Makes a key, or changes what one may do; the key itself stays the same. */
export function KeyForm({ changed, onClose }: { changed?: Key; onClose(): void }) {
  const { data: agents = [] } = useQuery(agentsQuery);
  const { data: models = [] } = useQuery(modelsQuery);
  const [name, setName] = useState(changed?.name ?? '');
  const [purpose, setPurpose] = useState(changed ? purposeOf(changed) : 'everything');
  const [scopes, setScopes] = useState<Scope[]>((changed?.scopes ?? []) as Scope[]);
  const [days, setDays] = useState(changed ? unchanged : 90);
  const [chosenAgents, setAgents] = useState<string[]>(changed?.agents ?? []);
  const [chosenModels, setModels] = useState<string[]>(changed?.models ?? []);
  const [budget, setBudget] = useState(String(changed?.monthlyBudgetUsd ?? ''));
  const [rate, setRate] = useState(String(changed?.requestsPerMinute ?? ''));
  const create = useMutation({
    mutationFn: async (): Promise<{ key?: string }> => {
      const known = purposes.find((each) => each.name === purpose);
      const body: CreateKey = {
        name: name.trim(),
        scopes: known ? known.scopes : scopes,
        agents: chosenAgents.length > 0 ? chosenAgents : null,
        models: chosenModels.length > 0 ? chosenModels : null,
        monthlyBudgetUsd: numberOrNull(budget),
        requestsPerMinute: numberOrNull(rate),
        ...(days !== unchanged && { expiresAt: inDays(days) }),
      };
      if (!changed) return dataOf(api.POST('/auth/keys', { body }));
      await api.PATCH('/auth/keys/{id}', { params: { path: { id: changed.id } }, body });
      return {};
    },
    onSuccess: async () => {
      await forget('/auth/keys');
      if (!changed) return;
      say('The key is changed.');
      onClose();
    },
  });
  if (create.data?.key) return <KeyOnce secret={create.data.key} onClose={onClose} />;
  const errors = fieldErrors(create.error);
  const badBudget = notANumber(budget, 0);
  const badRate = notANumber(rate, 1);
  return (
    <Dialog title={changed ? `Change ${changed.name}` : 'New key'} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!badBudget && !badRate) create.mutate();
        }}
      >
        <Field label="Name" hint="Where it will be used, so that you know it again." error={errors.name}>
          {(id, more) => (
            <input
              id={id}
              aria-describedby={more}
              required
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <div className="form-pair">
          <Field label="For">
            {(id) => (
              <select id={id} value={purpose} onChange={({ target }) => setPurpose(target.value)}>
                {purposes.map((each) => (
                  <option key={each.name} value={each.name}>
                    {each.label}
                  </option>
                ))}
                <option value="chosen">What I choose</option>
              </select>
            )}
          </Field>
          <Field label="Expires" error={errors.expiresAt}>
            {(id) => (
              <select id={id} value={days} onChange={({ target }) => setDays(Number(target.value))}>
                {changed && <option value={unchanged}>As it is</option>}
                {lifetimes.map((each) => (
                  <option key={each.days} value={each.days}>
                    {each.label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        {purpose === 'chosen' && <ScopeChoice chosen={scopes} onChange={setScopes} />}
        <details open={changed !== undefined}>
          <summary>Limits</summary>
          <div className="form">
            <div className="form-pair">
              <Field label="Monthly budget (USD)" hint="Empty for none." error={badBudget ?? errors.monthlyBudgetUsd}>
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
              <Field label="Requests a minute" hint="Empty for none." error={badRate ?? errors.requestsPerMinute}>
                {(id, more) => (
                  <input
                    id={id}
                    aria-describedby={more}
                    inputMode="numeric"
                    value={rate}
                    onChange={({ target }) => setRate(target.value)}
                  />
                )}
              </Field>
            </div>
            <Choice
              legend="Agents"
              hint="None chosen: whichever the workspace may use."
              options={agents.map((agent) => ({ id: agent.id, label: agent.name }))}
              chosen={chosenAgents}
              onChange={setAgents}
            />
            <Choice
              legend="Models"
              hint="None chosen: whatever the workspace may use."
              options={models.filter(({ id }) => !id.startsWith('agent:')).map(({ id }) => ({ id, label: id }))}
              chosen={chosenModels}
              onChange={setModels}
            />
          </div>
        </details>
        <FormError error={create.error} fields={['name', 'expiresAt', 'monthlyBudgetUsd', 'requestsPerMinute']} />
        <div className="actions">
          <Button type="submit" look="primary" busy={create.isPending}>
            {changed ? 'Save' : 'Create key'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
