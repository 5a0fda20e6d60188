import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { fieldErrors } from '../api/fields.ts';
import { forget } from '../api/queries.ts';
import { Button, Field } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { AgentField } from './agent-field.tsx';

export function NewHeartbeat({ onClose }: { onClose(): void }) {
  const [draft, setDraft] = useState({
    name: '',
    type: 'rss' as 'rss' | 'http',
    url: '',
    agentId: '',
    prompt: '',
    minutes: '15',
  });
  const change = (next: Partial<typeof draft>) => setDraft({ ...draft, ...next });
  const minutes = Number(draft.minutes);
  const badInterval = !(minutes >= 0.5 && minutes <= 44_640) ? 'From half a minute to 31 days.' : undefined;
  const create = useMutation({
    mutationFn: () =>
      api.POST('/heartbeat', {
        body: {
          type: draft.type,
          url: draft.url,
          agentId: draft.agentId,
          intervalSeconds: Math.round(minutes * 60),
          ...(draft.name ? { name: draft.name } : {}),
          ...(draft.prompt ? { prompt: draft.prompt } : {}),
        },
      }),
    onSuccess: async () => {
      await forget('/heartbeat');
      onClose();
    },
  });
  const errors = fieldErrors(create.error);
  return (
    <Dialog title="New heartbeat" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!badInterval) create.mutate();
        }}
      >
        <Field label="Name" error={errors.name}>
          {(id) => <input id={id} value={draft.name} onChange={({ target }) => change({ name: target.value })} />}
        </Field>
        <div className="form-pair">
          <Field label="Looks at">
            {(id) => (
              <select
                id={id}
                value={draft.type}
                onChange={({ target }) => change({ type: target.value as 'rss' | 'http' })}
              >
                <option value="rss">A feed (RSS, Atom, JSON)</option>
                <option value="http">A page</option>
              </select>
            )}
          </Field>
          <Field label="Every (minutes)" error={badInterval ?? errors.intervalSeconds}>
            {(id, more) => (
              <input
                id={id}
                aria-describedby={more}
                inputMode="decimal"
                value={draft.minutes}
                onChange={({ target }) => change({ minutes: target.value })}
              />
            )}
          </Field>
        </div>
        <Field label="Address" error={errors.url}>
          {(id) => (
            <input
              id={id}
              type="url"
              required
              placeholder="https://example.com/feed.xml"
              value={draft.url}
              onChange={({ target }) => change({ url: target.value })}
            />
          )}
        </Field>
        <AgentField value={draft.agentId} error={errors.agentId} onChange={(agentId) => change({ agentId })} />
        <Field label="What to do with the news" error={errors.prompt} hint="May be left empty.">
          {(id) => (
            <textarea
              id={id}
              rows={3}
              value={draft.prompt}
              onChange={({ target }) => change({ prompt: target.value })}
            />
          )}
        </Field>
        <FormError error={create.error} fields={['name', 'intervalSeconds', 'url', 'agentId', 'prompt']} />
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Create heartbeat
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
