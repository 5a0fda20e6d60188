import type { Result } from './queue.store.ts';

type Early = {
  results: Result[];
  expected: number;
  /** All results are there. */
  complete(): void;
  /** Results that come now are too late for the transaction. */
  isClosed: boolean;
  stored: PromiseWithResolvers<ReadonlySet<string>>;
};

const none: ReadonlySet<string> = new Set();

/** Deliveries that are sent before they are written: the transaction that writes them waits for their results, and stores both. */
export function createEarlySending() {
  const byClaim = new Map<string, Early>();

  return {
    /** For so many deliveries of this claim, which are sent after this call. */
    begin(claim: string, expected: number) {
      const complete = Promise.withResolvers<void>();
      const early: Early = {
        results: [],
        expected,
        complete: complete.resolve,
        isClosed: false,
        stored: Promise.withResolvers(),
      };
      byClaim.set(claim, early);
      return {
        /** Those that came within this time. */
        async results(mostMs: number): Promise<readonly Result[]> {
          const timer = setTimeout(complete.resolve, mostMs);
          await complete.promise;
          clearTimeout(timer);
          early.isClosed = true;
          return early.results;
        },
        /** The transaction is over: it stored all deliveries, or none. */
        end(isStored: boolean): void {
          early.isClosed = true;
          byClaim.delete(claim);
          early.stored.resolve(isStored ? new Set(early.results.map(({ verdict }) => verdict.id)) : none);
        },
      };
    },

    /** Stores a result with its delivery; by `otherwise` if the delivery is written already, or as soon as it is. */
    add(result: Result, otherwise: (result: Result) => Promise<ReadonlySet<string>>): Promise<ReadonlySet<string>> {
      const early = byClaim.get(result.verdict.claim);
      if (!early) return otherwise(result);
      if (early.isClosed) return early.stored.promise.then(() => otherwise(result));
      early.results.push(result);
      if (early.results.length === early.expected) early.complete();
      return early.stored.promise;
    },
  };
}

export type EarlySending = ReturnType<typeof createEarlySending>;
