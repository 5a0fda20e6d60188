import { GatewayError } from '@client/errors.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../api/queries.ts';
import { register, signIn, signInWithCode } from '../session.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';
import { Entrance } from './entrance.tsx';
import { CodeField, CurrentPasswordField, EmailField, NewPasswordField } from './fields.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { weakness } from './password-rules.ts';
import { Providers } from './providers.tsx';

type Step = 'password' | 'new' | 'forgotten';
type Props = {
  /** Instead of the usual first line. */
  lead?: ReactNode;
  /** The token of an invitation: a new account joins its workspace at once. */
  invitation?: string | undefined;
  onRegistered?(): void;
};

/** Data of another person is removed before any new request. */
function enterAsNobody<Result>(enter: () => Promise<Result>): Promise<Result> {
  queryClient.clear();
  return enter();
}

const mfaTokenOf = (error: unknown) =>
  error instanceof GatewayError && error.code === 'mfa_required' ? String(error.problem.mfaToken) : undefined;

function SecondStep({ mfaToken, onBack }: { mfaToken: string; onBack(): void }) {
  const [code, setCode] = useState('');
  const enter = useMutation({ mutationFn: () => enterAsNobody(() => signInWithCode(mfaToken, code.trim())) });
  return (
    <Entrance lead="One more step: your second factor." onSubmit={() => enter.mutate()}>
      <CodeField value={code} onChange={setCode} />
      <ErrorNote error={enter.error} />
      <Button type="submit" look="primary" className="whole" busy={enter.isPending}>
        Sign in
      </Button>
      <p className="switch">
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </p>
    </Entrance>
  );
}

export function SignIn({ lead, invitation, onRegistered }: Props) {
  const [step, setStep] = useState<Step>('password');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const isNew = step === 'new';
  const enter = useMutation({
    mutationFn: () => enterAsNobody(() => (isNew ? register(email, password, invitation) : signIn(email, password))),
    onSuccess: () => isNew && onRegistered?.(),
  });
  const turnTo = (next: Step) => {
    setStep(next);
    setTried(false);
    enter.reset();
  };
  const mfaToken = mfaTokenOf(enter.error);
  if (mfaToken) return <SecondStep mfaToken={mfaToken} onBack={() => enter.reset()} />;
  if (step === 'forgotten') return <ForgottenPassword email={email} onBack={() => turnTo('password')} />;
  return (
    <Entrance
      lead={lead ?? (isNew ? 'Create an account. It gets a workspace of its own.' : 'Sign in to your agents.')}
      onSubmit={() => {
        setTried(true);
        if (!isNew || !weakness(password)) enter.mutate();
      }}
    >
      <Providers />
      <EmailField value={email} onChange={setEmail} />
      {isNew ? (
        <NewPasswordField label="Password" tried={tried} value={password} onChange={setPassword} />
      ) : (
        <CurrentPasswordField label="Password" value={password} onChange={setPassword} />
      )}
      <ErrorNote error={enter.error} />
      <Button type="submit" look="primary" className="whole" busy={enter.isPending}>
        {isNew ? 'Create account' : 'Sign in'}
      </Button>
      <p className="switch">
        {isNew ? 'Have an account?' : 'New here?'}{' '}
        <Button look="quiet" onClick={() => turnTo(isNew ? 'password' : 'new')}>
          {isNew ? 'Sign in' : 'Create an account'}
        </Button>
        {!isNew && (
          <Button look="quiet" onClick={() => turnTo('forgotten')}>
            Forgotten password
          </Button>
        )}
      </p>
    </Entrance>
  );
}
