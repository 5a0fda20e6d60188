import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../api/client.ts';
import { fieldErrors } from '../api/fields.ts';
import { forget } from '../api/queries.ts';
import { Button, Field } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { AgentField } from './agent-field.tsx';
import { cronInWords, nextTimes } from './cron-in-words.ts';

/** What the fields mean, and the next five times, in the words of the person's own clock. */
function Preview({ cron, timezone }: { cron: string; timezone: string }) {
  const words = cronInWords(cron);
  const times = useMemo(() => nextTimes(cron, timezone), [cron, timezone]);
  if (!words) return null;
  const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="note">
      <p>Runs {words}.</p>
      {times.length > 0 && <p>Next, by your clock: {times.map((time) => shown.format(time)).join(' · ')}</p>}
    </div>
  );
}

export function NewCron({ onClose }: { onClose(): void }) {
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const [draft, setDraft] = useState({ name: '', agentId: '', message: '', cron: '0 9 * * 1-5', timezone: ownZone });
  const change = (next: Partial<typeof draft>) => setDraft({ ...draft, ...next });
  const parts = draft.cron.trim().split(/\s+/).length;
  const badCron =
    parts === 5 || parts === 6 || draft.cron.startsWith('@')
      ? undefined
      : 'Five fields: minute, hour, day, month, weekday.';
  const create = useMutation({
    mutationFn: () => {
      const { name, ...rest } = draft;
      return api.POST('/cron', { body: { ...rest, ...(name ? { name } : {}) } });
    },
    onSuccess: async () => {
      await forget('/cron');
      onClose();
    },
  });
  const errors = fieldErrors(create.error);
  return (
    <Dialog title="New cron schedule" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!badCron) create.mutate();
        }}
      >
        <Field label="Name" error={errors.name}>
          {(id) => <input id={id} value={draft.name} onChange={({ target }) => change({ name: target.value })} />}
        </Field>
        <div className="form-pair">
          <Field label="When" error={badCron ?? errors.cron} hint="0 9 * * 1-5 is nine o'clock on weekdays.">
            {(id, more) => (
              <input
                id={id}
                aria-describedby={more}
                required
                value={draft.cron}
                onChange={({ target }) => change({ cron: target.value })}
              />
            )}
          </Field>
          <Field label="Time zone" error={errors.timezone}>
            {(id) => (
              <input
                id={id}
                required
                value={draft.timezone}
                onChange={({ target }) => change({ timezone: target.value })}
              />
            )}
          </Field>
        </div>
        {!badCron && <Preview cron={draft.cron} timezone={draft.timezone} />}
        <AgentField value={draft.agentId} error={errors.agentId} onChange={(agentId) => change({ agentId })} />
        <Field label="Message" error={errors.message}>
          {(id) => (
            <textarea
              id={id}
              rows={3}
              required
              value={draft.message}
              onChange={({ target }) => change({ message: target.value })}
            />
          )}
        </Field>
        <FormError error={create.error} fields={['name', 'cron', 'timezone', 'agentId', 'message']} />
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Create schedule
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
