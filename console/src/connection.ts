import { useSyncExternalStore } from 'react';

/** Whether the gateway answers. `back` lasts for some seconds after it was gone. */
export type Connection = 'there' | 'gone' | 'back';

const askEveryMs = 3_000;
const sayBackMs = 4_000;

let state: Connection = 'there';
let isAsking = false;
const listeners = new Set<() => void>();
const returned = new Set<() => void>();

function change(next: Connection): void {
  state = next;
  for (const listener of listeners) listener();
}

async function ask(): Promise<void> {
  try {
    await fetch('/health', { credentials: 'omit', cache: 'no-store' });
    isAsking = false;
    change('back');
    for (const each of returned) each();
    setTimeout(() => {
      if (state === 'back') change('there');
    }, sayBackMs);
  } catch {
    setTimeout(() => void ask(), askEveryMs);
  }
}

/** A request got no answer. From now on the gateway is asked until it answers. */
export function isGone(): void {
  if (state !== 'gone') change('gone');
  if (isAsking) return;
  isAsking = true;
  setTimeout(() => void ask(), askEveryMs);
}

/** Called each time the gateway answers again. */
export function onReturn(listener: () => void): () => void {
  returned.add(listener);
  return () => void returned.delete(listener);
}

export const useConnection = (): Connection =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
