import type { Me } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { CurrentPasswordField } from '../entrance/fields.tsx';
import { signOut } from '../session.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';

function Really({ me, onClose }: { me: Me; onClose(): void }) {
  const [currentPassword, setPassword] = useState('');
  const erase = useMutation({
    mutationFn: () => api.DELETE('/auth/me', me.hasPassword ? { body: { currentPassword } } : {}),
    onSuccess: signOut,
  });
  return (
    <Dialog title="Erase the account" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          erase.mutate();
        }}
      >
        <p>
          Your conversations, your memory, your keys and every workspace without other members are deleted. Nobody can
          bring them back.
        </p>
        {me.hasPassword && <CurrentPasswordField value={currentPassword} onChange={setPassword} />}
        <ErrorNote error={erase.error} />
        <div className="actions">
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" look="danger" busy={erase.isPending}>
            Erase everything
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function Erase({ me }: { me: Me }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="card stack">
      <h2>Erase the account</h2>
      <p>Deletes you and everything that belongs to you alone.</p>
      <div className="actions">
        <Button look="danger" onClick={() => setOpen(true)}>
          Erase …
        </Button>
      </div>
      {open && <Really me={me} onClose={() => setOpen(false)} />}
    </section>
  );
}
