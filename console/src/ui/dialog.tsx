import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './basics.tsx';

type Props = { title: string; onClose(): void; children: ReactNode; wide?: boolean };

/** The browser's dialog keeps the focus inside, and Escape closes it. */
export function Dialog({ title, onClose, children, wide = false }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    // By default the close button would get the focus.
    dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
    // However the dialog closes, the focus returns to where it was.
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
  /** What the button that changes nothing says. */
  keep?: string;
  onConfirm(): void;
  onClose(): void;
  busy?: boolean;
  children: ReactNode;
};

export const Confirm = ({
  title,
  action,
  keep = 'Keep it',
  onConfirm,
  onClose,
  busy = false,
  children,
}: ConfirmProps) => (
  <Dialog title={title} onClose={onClose}>
    {children}
    <div className="actions">
      <Button onClick={onClose}>{keep}</Button>
      <Button look="danger" busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Dialog>
);
