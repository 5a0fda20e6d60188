import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';
import { Entrance } from './entrance.tsx';
import { NewPasswordField } from './fields.tsx';
import { useMailedToken } from './mailed-token.ts';
import { weakness } from './password-rules.ts';

/** Where the mail about a forgotten password leads. */
export function ResetPasswordPage() {
  const token = useMailedToken();
  const [newPassword, setNewPassword] = useState('');
  const [tried, setTried] = useState(false);
  const reset = useMutation({
    mutationFn: () => api.POST('/auth/password/reset', { body: { token: token ?? '', newPassword } }),
  });
  const toSignIn = (
    <Link to="/chat" className="button primary whole">
      Sign in
    </Link>
  );
  if (!token) return <Entrance lead="This link has no token. Open it from the mail again.">{toSignIn}</Entrance>;
  if (reset.isSuccess)
    return <Entrance lead="The new password counts from now on. Every earlier sign-in has ended.">{toSignIn}</Entrance>;
  return (
    <Entrance
      lead="Choose a new password."
      onSubmit={() => {
        setTried(true);
        if (!weakness(newPassword)) reset.mutate();
      }}
    >
      <NewPasswordField tried={tried} value={newPassword} onChange={setNewPassword} />
      <ErrorNote error={reset.error} />
      <Button type="submit" look="primary" className="whole" busy={reset.isPending}>
        Set the password
      </Button>
    </Entrance>
  );
}
