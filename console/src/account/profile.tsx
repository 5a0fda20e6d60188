import type { Me } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { CurrentPasswordField, EmailField } from '../entrance/fields.tsx';
import { Badge, Button, ErrorNote, Field } from '../ui/basics.tsx';

function Address({ me }: { me: Me }) {
  const ask = useMutation({ mutationFn: () => api.POST('/auth/email/verification', {}) });
  const sent = ask.isSuccess && (
    <span role="status">A mail with a link is on its way to {me.pendingEmail ?? me.email}.</span>
  );
  return (
    <>
      <p>
        {me.email}{' '}
        {me.emailVerifiedAt ? <Badge tone="good">confirmed</Badge> : <Badge tone="warn">not confirmed</Badge>}
      </p>
      {me.pendingEmail && <p>{me.pendingEmail} takes its place once you open the link in the mail sent there.</p>}
      <ErrorNote error={ask.error} />
      {(!me.emailVerifiedAt || me.pendingEmail) && (
        <p className="row">
          {sent || (
            <Button busy={ask.isPending} onClick={() => ask.mutate()}>
              Send the mail again
            </Button>
          )}
        </p>
      )}
    </>
  );
}

export function Profile({ me }: { me: Me }) {
  const [name, setName] = useState(me.name ?? '');
  const [email, setEmail] = useState(me.email);
  const [currentPassword, setPassword] = useState('');
  const isMoving = email.trim().toLowerCase() !== me.email;
  const save = useMutation({
    mutationFn: () =>
      api.PATCH('/auth/me', { body: { name: name.trim() || null, ...(isMoving ? { email, currentPassword } : {}) } }),
    onSuccess: async () => {
      setPassword('');
      setEmail(me.email);
      await forget('/auth/me');
    },
  });
  return (
    <form
      className="card form"
      onChange={() => save.reset()}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <h2>Profile</h2>
      <Address me={me} />
      <Field label="Name">
        {(id) => (
          <input
            id={id}
            maxLength={200}
            autoComplete="name"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      {me.hasPassword && <EmailField value={email} onChange={setEmail} />}
      {isMoving && <CurrentPasswordField value={currentPassword} onChange={setPassword} />}
      <ErrorNote error={save.error} />
      <div className="actions">
        {save.isSuccess && <span role="status">Saved.</span>}
        <Button type="submit" look="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
