import type { Me } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { CurrentPasswordField, NewPasswordField } from '../entrance/fields.tsx';
import { weakness } from '../entrance/password-rules.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';

function FirstPassword({ me }: { me: Me }) {
  const ask = useMutation({ mutationFn: () => api.POST('/auth/password/forgot', { body: { email: me.email } }) });
  return (
    <section className="card stack">
      <h2>Password</h2>
      <p>You sign in by an identity provider. A password of your own lets you sign in without it.</p>
      <ErrorNote error={ask.error} />
      {ask.isSuccess ? (
        <p className="note good" role="status">
          A mail with a link is on its way to {me.email}.
        </p>
      ) : (
        <div className="actions">
          <Button busy={ask.isPending} onClick={() => ask.mutate()}>
            Send me a mail to set one
          </Button>
        </div>
      )}
    </section>
  );
}

export function PasswordCard({ me }: { me: Me }) {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: () =>
      api.PUT('/console/session/password', { body: { currentPassword, newPassword }, credentials: 'same-origin' }),
    onSuccess: () => {
      setCurrent('');
      setNew('');
      setTried(false);
    },
  });
  if (!me.hasPassword) return <FirstPassword me={me} />;
  return (
    <form
      className="card form"
      onChange={() => change.reset()}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!weakness(newPassword)) change.mutate();
      }}
    >
      <h2>Password</h2>
      <CurrentPasswordField value={currentPassword} onChange={setCurrent} />
      <NewPasswordField tried={tried} value={newPassword} onChange={setNew} />
      <ErrorNote error={change.error} />
      <div className="actions">
        {change.isSuccess && <span role="status">Changed. Every other sign-in has ended.</span>}
        <Button type="submit" look="primary" busy={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
