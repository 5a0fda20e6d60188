import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button, ErrorNote } from './basics.tsx';
import { Confirm } from './dialog.tsx';
import { say } from './toasts.tsx';

type Props = {
  /** What is deleted, as its button and its question name it. */
  name: string;
  label?: string;
  onDelete(): Promise<unknown>;
  look?: 'danger' | 'quiet';
  children: ReactNode;
};

/** Asks, deletes, and says that it is done. */
export function DeleteButton({ name, label = 'Delete', onDelete, look = 'quiet', children }: Props) {
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: onDelete,
    onSuccess: () => {
      setAsking(false);
      say(`${name} is deleted.`);
    },
  });
  return (
    <>
      <Button look={look} className="danger" aria-label={`${label} ${name}`} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <Confirm
          title={`${label} ${name}?`}
          action={`${label} it`}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{children}</p>
          <ErrorNote error={remove.error} />
        </Confirm>
      )}
    </>
  );
}
