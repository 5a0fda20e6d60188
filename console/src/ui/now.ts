import { useSyncExternalStore } from 'react';

const stepMs = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function step(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Nobody has looked for a while.
  if (listeners.size === 0) now = Date.now();
  listeners.add(listener);
  timer ??= setInterval(step, stepMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time to within ten seconds. One timer moves every relative time on the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
