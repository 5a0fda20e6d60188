import { useSyncExternalStore } from 'react';
import { Button } from './basics.tsx';

type Toast = { id: number; text: string; tone: 'good' | 'bad' };

const shownMs = 6_000;
let toasts: readonly Toast[] = [];
let nextId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
const drop = (id: number) => change(toasts.filter((toast) => toast.id !== id));

/** Says for some seconds, at the edge of the page, what has happened. */
export function say(text: string, tone: Toast['tone'] = 'good'): void {
  const id = nextId++;
  change([...toasts.slice(-3), { id, text, tone }]);
  setTimeout(() => drop(id), shownMs);
}

export const sayError = (error: unknown) => say(error instanceof Error ? error.message : String(error), 'bad');

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-label="Notices">
      {shown.map(({ id, text, tone }) => (
        <div key={id} className={`toast ${tone}`}>
          <span className="wrap">{text}</span>
          <Button look="quiet" aria-label="Dismiss" onClick={() => drop(id)}>
            ✕
          </Button>
        </div>
      ))}
    </div>
  );
}
