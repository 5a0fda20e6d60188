import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';
import { Entrance } from './entrance.tsx';
import { EmailField } from './fields.tsx';

export function ForgottenPassword({ email: typed, onBack }: { email: string; onBack(): void }) {
  const [email, setEmail] = useState(typed);
  const ask = useMutation({ mutationFn: () => api.POST('/auth/password/forgot', { body: { email } }) });
  return (
    <Entrance
      lead={
        ask.isSuccess
          ? 'If there is an account with this address, a mail is on its way. Its link works for 30 minutes.'
          : 'We send you a mail with a link to set a new password.'
      }
      onSubmit={() => ask.mutate()}
    >
      {!ask.isSuccess && (
        <>
          <EmailField value={email} onChange={setEmail} />
          <ErrorNote error={ask.error} />
          <Button type="submit" look="primary" className="whole" busy={ask.isPending}>
            Send the mail
          </Button>
        </>
      )}
      <p className="switch">
        <Button look="quiet" onClick={onBack}>
          Back to sign-in
        </Button>
      </p>
    </Entrance>
  );
}
