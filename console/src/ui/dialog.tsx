import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './basics.tsx';

type Props = { title: string; onClose(): void; children: ReactNode; wide?: boolean };

/** The browser's own dialog: it keeps the focus inside, and Escape closes it. */
export function Dialog({ title, onClose, children, wide = false }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    // By itself it would be the button that closes it.
    dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
    // However it goes away, who works by keyboard is back where they were.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog ref={element} className={wide ? 'dialog wide' : 'dialog'} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button look="quiet" aria-label="Close" onClick={() => element.current?.close()}>
          ✕
        </Button>
      </header>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

type ConfirmProps = {
  title: string;
  action: string;
  onConfirm(): void;
  onClose(): void;
  busy?: boolean;
  children: ReactNode;
};

export const Confirm = ({ title, action, onConfirm, onClose, busy = false, children }: ConfirmProps) => (
  <Dialog title={title} onClose={onClose}>
    {children}
    <div className="actions">
      <Button onClick={onClose}>Keep it</Button>
      <Button look="danger" busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Dialog>
);
