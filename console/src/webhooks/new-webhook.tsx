import type { CreateWebhook } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { fieldErrors } from '../api/fields.ts';
import { forget } from '../api/queries.ts';
import { Button, Field } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { SecretOnce } from './secret.tsx';

/** `agent_completed` is an older spelling of `agent.completed`. */
type Event = Exclude<CreateWebhook['events'][number], '*' | 'agent_completed'>;

export const events: Event[] = [
  'agent.completed',
  'agent.failed',
  'approval.requested',
  'tool.executed',
  'memory.written',
  'memory.propagated',
  'message.rated',
  'document.ready',
  'document.failed',
  'heartbeat.fired',
  'swarm.finished',
  'provider.key_refused',
  'webhook.disabled',
  'api.deprecated',
];

function addressProblem(url: string): string | undefined {
  if (url === '') return undefined;
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? undefined
    : 'An address that begins with https:// or http://.';
}

export function NewWebhook({ onClose }: { onClose(): void }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<Event[]>(['agent.completed', 'agent.failed']);
  const [all, setAll] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/webhooks', {
          body: { url, events: all ? ['*'] : chosen, ...(description ? { description } : {}) },
        }),
      ),
    onSuccess: () => forget('/webhooks'),
  });
  const problem = addressProblem(url) ?? fieldErrors(create.error).url;
  if (create.data)
    return (
      <Dialog title="Webhook created" onClose={onClose}>
        {create.data.secret && <SecretOnce secret={create.data.secret} />}
        <div className="actions">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!problem || create.error) create.mutate();
        }}
      >
        <Field label="Address" error={problem}>
          {(id, more) => (
            <input
              id={id}
              aria-describedby={more}
              required
              placeholder="https://example.com/hooks"
              value={url}
              onChange={({ target }) => {
                create.reset();
                setUrl(target.value);
              }}
            />
          )}
        </Field>
        <Field label="Description">
          {(id) => <input id={id} value={description} onChange={({ target }) => setDescription(target.value)} />}
        </Field>
        <fieldset>
          <legend>Events</legend>
          <label className="check">
            <input type="checkbox" checked={all} onChange={({ target }) => setAll(target.checked)} /> All, later ones
            too
          </label>
          {!all && (
            <div className="checks">
              {events.map((event) => (
                <label key={event}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(event)}
                    onChange={({ target }) =>
                      setChosen(target.checked ? [...chosen, event] : chosen.filter((each) => each !== event))
                    }
                  />
                  {event}
                </label>
              ))}
            </div>
          )}
        </fieldset>
        <FormError error={create.error} fields={['url']} />
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending} disabled={!all && chosen.length === 0}>
            Create webhook
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
