/** A function of another feature that a hook calls. */
type Listener<Args extends readonly unknown[]> = (...args: Args) => unknown;

/**
 * An event inside a feature that other features listen to: an account is erased, a run ends. The feature runs the hook
 * and does not know its listeners; `compose/subscriptions.ts` adds them before anything starts.
 */
export type Hook<Args extends readonly unknown[]> = {
  add(listener: Listener<Args>): void;
  /**
   * Calls the listeners one after another, in the order they were added. The first error is thrown and stops the rest;
   * in a transaction, everything is rolled back.
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
