import type { RunEvent, RunEventType } from './run-events.ts';

/** Bytes of events kept in memory for watchers; older ones are read from the store. */
const windowBytes = 16_384;
/** Bytes of one batch. A watcher holds this much even if its client reads nothing. */
const batchBytes = 16_384;
/** Bytes of an event besides its text, which may be a few letters. */
const eventBytes = 96;

const sizeOf = ({ fields }: RunEvent): number => fields.length + eventBytes;

/**
 * The numbered events of a run on the node that works on it. Watchers pull: each keeps only its position, so a stalled one
 * costs nothing, and events of one tick of the event loop arrive as one batch.
 */
export function createRunLog(startSeq: number) {
  const kept: RunEvent[] = [];
  const waiting = new Set<() => void>();
  let keptBytes = 0;
  let seq = startSeq;
  /** Everything after this is in `kept`. */
  let forgotten = startSeq;
  const unstored: RunEvent[] = [];
  let unstoredBytes = 0;
  let totalBytes = 0;
  let storing: Promise<unknown> = Promise.resolve();
  let unsure = false;
  let wakePlanned = false;
  let ended = false;
  let heldUpBy: Error | undefined;

  function wake(): void {
    wakePlanned = false;
    for (const resolve of [...waiting]) resolve();
  }

  /** Drops the oldest events, but only stored ones. */
  function forget(): void {
    const limit = unstored[0]?.seq ?? Number.POSITIVE_INFINITY;
    let count = 0;
    for (; keptBytes > windowBytes; count += 1) {
      const event = kept[count];
      if (!event || event.seq >= limit) break;
      keptBytes -= sizeOf(event);
    }
    if (count > 0) forgotten = kept.splice(0, count).at(-1)?.seq ?? forgotten;
  }

  function keep(event: RunEvent): void {
    kept.push(event);
    keptBytes += sizeOf(event);
    totalBytes += event.fields.length;
    if (keptBytes > 2 * windowBytes) forget();
    if (!wakePlanned && waiting.size > 0) {
      wakePlanned = true;
      setImmediate(wake);
    }
  }

  return {
    /** Makes the next event without showing it, for events that may be seen only after a commit. */
    next(type: RunEventType, fields: object): RunEvent {
      seq += 1;
      return { seq, type, fields: JSON.stringify(fields) };
    },
    append(type: RunEventType, fields: object): void {
      const event = this.next(type, fields);
      unstored.push(event);
      unstoredBytes += sizeOf(event);
      keep(event);
    },
    /** Shows events that are stored already. */
    show(events: readonly RunEvent[]): void {
      heldUpBy = undefined;
      for (const event of events) keep(event);
    },
    /**
     * Gives the unstored events to `write`, one writer at a time, so that the store never has a later event without the
     * earlier ones. After a failed write the next one gets `unsure`: the events may be stored all the same, if only the
     * database's answer was lost.
     */
    store<Result>(write: (events: readonly RunEvent[], unsure: boolean) => Promise<Result>): Promise<Result> {
      const writing = storing.then(async () => {
        const events = unstored.slice();
        const result = await write(events, unsure).catch((error: unknown) => {
          unsure = true;
          throw error;
        });
        unsure = false;
        for (const event of unstored.splice(0, events.length)) unstoredBytes -= sizeOf(event);
        return result;
      });
      storing = writing.catch(() => undefined);
      return writing;
    },
    /** The last write failed or its answer was lost. */
    isUnsure: () => unsure,
    unstoredBytes: () => unstoredBytes,
    totalBytes: () => totalBytes,
    startSeq,
    lastSeq: () => seq,
    /** The next batch; undefined if memory does not reach back that far. */
    after(position: number): RunEvent[] | undefined {
      if (position < forgotten) return undefined;
      let from = 0;
      for (let to = kept.length; from < to; ) {
        const middle = (from + to) >> 1;
        if ((kept[middle]?.seq ?? 0) > position) to = middle;
        else from = middle + 1;
      }
      let end = from;
      for (let bytes = 0; end < kept.length && bytes < batchBytes; end += 1) bytes += sizeOf(kept[end] as RunEvent);
      return kept.slice(from, end);
    },
    /** Resolves at the next event, at the end, when the watcher leaves, or after the timeout. */
    changed(timeoutMs: number, signal: AbortSignal): Promise<void> {
      if (ended || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(done, timeoutMs);
        function done() {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          waiting.delete(done);
          resolve();
        }
        signal.addEventListener('abort', done);
        waiting.add(done);
      });
    },
    /** What comes next cannot be stored, and so not be shown, for the time being. */
    holdUp(error: Error): void {
      heldUpBy = error;
      wake();
    },
    heldUpBy: () => heldUpBy,
    end(): void {
      ended = true;
      wake();
    },
    hasEnded: () => ended,
  };
}

export type RunLog = ReturnType<typeof createRunLog>;
