import type { Me } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { forget, queries } from '../api/queries.ts';
import { CodeField, CurrentPasswordField } from '../entrance/fields.tsx';
import { Badge, Button, CopyButton, ErrorNote, Loading } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { counted, Time } from '../ui/format.tsx';
import { QrCode } from './qr-code.tsx';

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <div className="note good">
    <p>
      <strong>Your recovery codes, shown this once.</strong> Each signs you in once if your phone is lost. Keep them
      where you keep passwords.
    </p>
    <pre>{codes.join('\n')}</pre>
    <CopyButton text={codes.join('\n')} />
  </div>
);

function TurnOn({ onClose }: { onClose(): void }) {
  const [code, setCode] = useState('');
  const begin = useMutation({ mutationFn: () => dataOf(api.POST('/auth/mfa/totp', {})) });
  const confirm = useMutation({
    mutationFn: () => dataOf(api.POST('/auth/mfa/totp/confirm', { body: { code: code.trim() } })),
    onSuccess: () => forget('/auth/mfa'),
  });
  if (confirm.data)
    return (
      <Dialog title="The second factor is on" onClose={onClose}>
        <RecoveryCodes codes={confirm.data.recoveryCodes} />
        <div className="actions">
          <Button look="primary" onClick={onClose}>
            I have kept them
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Turn on a second factor" onClose={onClose}>
      {begin.data ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            confirm.mutate();
          }}
        >
          <p>Scan this with an authenticator app, or type the secret into it. Then enter the code it shows.</p>
          <QrCode text={begin.data.address} label="The secret as a QR code" />
          <p className="row">
            <code className="wrap">{begin.data.secret}</code> <CopyButton text={begin.data.secret} />
          </p>
          <CodeField value={code} onChange={setCode} />
          <ErrorNote error={confirm.error} />
          <div className="actions">
            <Button type="submit" look="primary" busy={confirm.isPending}>
              Turn it on
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p>From then on signing in asks for your password and a code of an app on your phone.</p>
          <ErrorNote error={begin.error} />
          <div className="actions">
            <Button look="primary" busy={begin.isPending} onClick={() => begin.mutate()}>
              Show me the secret
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function TurnOff({ me, onClose }: { me: Me; onClose(): void }) {
  const [code, setCode] = useState('');
  const [currentPassword, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () =>
      api.DELETE('/auth/mfa/totp', { body: { code: code.trim(), ...(me.hasPassword ? { currentPassword } : {}) } }),
    onSuccess: async () => {
      await forget('/auth/mfa');
      onClose();
    },
  });
  return (
    <Dialog title="Turn the second factor off" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate();
        }}
      >
        {me.hasPassword && <CurrentPasswordField value={currentPassword} onChange={setPassword} />}
        <CodeField value={code} onChange={setCode} />
        <ErrorNote error={remove.error} />
        <div className="actions">
          <Button type="submit" look="danger" busy={remove.isPending}>
            Turn it off
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function SecondFactorCard({ me }: { me: Me }) {
  const { data: factor, error } = queries.useQuery('get', '/auth/mfa');
  const [open, setOpen] = useState(false);
  return (
    <section className="card stack">
      <h2>Second factor</h2>
      <ErrorNote error={error} />
      {!factor && !error && <Loading />}
      {factor && (
        <>
          <p>
            {factor.totp ? (
              <>
                <Badge tone="good">on</Badge> since <Time at={factor.since} />,{' '}
                {counted(factor.recoveryCodesLeft, 'recovery code')} left
              </>
            ) : (
              <>
                <Badge>off</Badge> With one, a stolen password is not enough to sign in as you.
              </>
            )}
          </p>
          <div className="actions">
            <Button onClick={() => setOpen(true)}>{factor.totp ? 'Turn off' : 'Turn on'}</Button>
          </div>
          {open && <Opened isOn={factor.totp} me={me} onClose={() => setOpen(false)} />}
        </>
      )}
    </section>
  );
}

/** Which of the two is decided when it opens: the recovery codes are shown after the factor is on. */
function Opened({ isOn, me, onClose }: { isOn: boolean; me: Me; onClose(): void }) {
  const [wasOn] = useState(isOn);
  return wasOn ? <TurnOff me={me} onClose={onClose} /> : <TurnOn onClose={onClose} />;
}
