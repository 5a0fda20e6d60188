/** One thing that another feature does when something happens. */
type Listener<Args extends readonly unknown[]> = (...args: Args) => unknown;

/**
 * A moment in the life of a feature that others may add to: an account is erased, a run ends. The feature runs the hook
 * and does not know who listens; `compose.ts` adds the listeners, before anything runs.
 */
export type Hook<Args extends readonly unknown[]> = {
  add(listener: Listener<Args>): void;
  /**
   * One listener after the other, in the order they were added. The first that fails ends it and its error is thrown: in a
   * transaction, everything is undone.
   */
  run(...args: Args): Promise<void>;
};

export function createHook<Args extends readonly unknown[]>(): Hook<Args> {
  const listeners: Listener<Args>[] = [];
  return {
    add(listener) {
      listeners.push(listener);
    },
    async run(...args) {
      for (const listener of listeners) await listener(...args);
    },
  };
}
