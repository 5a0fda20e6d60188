/**
 * Turns many small writes into few: items that are added in one turn of the event loop, while a write is under way, or
 * within `gatherMs` of the first, go into one write and share its outcome.
 */
export function createBatcher<Item, Result>(write: (items: Item[]) => Promise<Result>, gatherMs = () => 0) {
  let waiting: Item[] = [];
  let next: Promise<Result> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function writeAfter(previous: Promise<unknown>): Promise<Result> {
    await previous;
    const pauseMs = gatherMs();
    await new Promise((resolve) => (pauseMs > 0 ? setTimeout(resolve, pauseMs) : setImmediate(resolve)));
    const items = waiting;
    waiting = [];
    next = undefined;
    return write(items);
  }

  return {
    add(item: Item): Promise<Result> {
      waiting.push(item);
      if (!next) {
        next = writeAfter(last);
        last = next.catch(() => undefined);
      }
      return next;
    },
    /** Resolves when everything added so far has been written, or has failed. */
    idle: (): Promise<unknown> => last,
  };
}
