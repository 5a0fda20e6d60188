import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from './api/queries.ts';
import { register, signIn } from './session.ts';
import { Button, ErrorNote, Field } from './ui/basics.tsx';

const bytes = (text: string) => new TextEncoder().encode(text).length;

function weakness(password: string): string | undefined {
  if (password.length < 8) return 'At least 8 characters.';
  if (bytes(password) > 72) return 'At most 72 bytes.';
  return undefined;
}

export function SignIn() {
  const [isNew, setNew] = useState(false);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [touched, setTouched] = useState(false);
  const enter = useMutation({
    mutationFn: () => {
      // Data of another person is removed before any new request.
      queryClient.clear();
      return (isNew ? register : signIn)(email, password);
    },
  });
  const problem = isNew ? weakness(password) : undefined;
  return (
    <main className="sign-in" id="main">
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          setTouched(true);
          if (!problem) enter.mutate();
        }}
      >
        <h1>
          <img src="/console/icon.svg" alt="" width="32" height="32" /> Agent Gateway
        </h1>
        <p className="lead">
          {isNew ? 'Create an account. It gets a workspace of its own.' : 'Sign in to your agents.'}
        </p>
        <Field label="Email">
          {(id) => (
            <input
              id={id}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <Field
          label="Password"
          error={touched ? problem : undefined}
          hint={isNew ? 'At least 8 characters.' : undefined}
        >
          {(id, more) => (
            <input
              id={id}
              type="password"
              aria-describedby={more}
              autoComplete={isNew ? 'new-password' : 'current-password'}
              required
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              onBlur={() => setTouched(password !== '')}
            />
          )}
        </Field>
        <ErrorNote error={enter.error} />
        <Button type="submit" look="primary" className="whole" busy={enter.isPending}>
          {isNew ? 'Create account' : 'Sign in'}
        </Button>
        <p className="switch">
          {isNew ? 'Have an account?' : 'New here?'}{' '}
          <Button
            look="quiet"
            onClick={() => {
              setNew(!isNew);
              setTouched(false);
              enter.reset();
            }}
          >
            {isNew ? 'Sign in' : 'Create an account'}
          </Button>
        </p>
      </form>
    </main>
  );
}
