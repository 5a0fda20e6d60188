import type { RunEvent, RunEventType } from './run-events.ts';

/** What a run keeps in memory for those who watch; older events are read from the store. */
const windowBytes = 262_144;

/**
 * The numbered events of a run on the node that works on it. Watchers pull: each keeps only its place, so a stalled
 * one costs nothing, and all that comes in one turn of the event loop reaches it as one batch.
 */
export function createRunLog(startSeq: number) {
  const kept: RunEvent[] = [];
  const waiting = new Set<() => void>();
  let keptBytes = 0;
  let seq = startSeq;
  /** Everything after this is in `kept`. */
  let forgotten = startSeq;
  let unstored: RunEvent[] = [];
  let unstoredBytes = 0;
  let totalBytes = 0;
  let wakePlanned = false;
  let ended = false;

  function wake(): void {
    wakePlanned = false;
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  function keep(event: RunEvent): void {
    kept.push(event);
    keptBytes += event.fields.length;
    totalBytes += event.fields.length;
    if (keptBytes > 2 * windowBytes) {
      // Only what the store has may be forgotten.
      const limit = unstored[0]?.seq ?? Number.POSITIVE_INFINITY;
      let count = 0;
      while (keptBytes > windowBytes && (kept[count]?.seq ?? limit) < limit) {
        keptBytes -= kept[count]?.fields.length ?? 0;
        count += 1;
      }
      if (count > 0) forgotten = kept.splice(0, count).at(-1)?.seq ?? forgotten;
    }
    if (!wakePlanned && waiting.size > 0) {
      wakePlanned = true;
      setImmediate(wake);
    }
  }

  return {
    /** Makes the next event without showing it: for those that may be seen only after a commit. */
    next(type: RunEventType, fields: object): RunEvent {
      seq += 1;
      return { seq, type, fields: JSON.stringify(fields) };
    },
    append(type: RunEventType, fields: object): void {
      const event = this.next(type, fields);
      unstored.push(event);
      unstoredBytes += event.fields.length;
      keep(event);
    },
    /** Shows events that are stored already. */
    show(events: readonly RunEvent[]): void {
      for (const event of events) keep(event);
    },
    takeUnstored(): RunEvent[] {
      const taken = unstored;
      unstored = [];
      unstoredBytes = 0;
      return taken;
    },
    unstoredBytes: () => unstoredBytes,
    totalBytes: () => totalBytes,
    lastSeq: () => seq,
    /** Undefined when the window no longer reaches back that far. */
    after(position: number, limit = 512): RunEvent[] | undefined {
      if (position < forgotten) return undefined;
      // Newest first: watchers are nearly always at the end.
      let from = kept.length;
      while (from > 0 && (kept[from - 1]?.seq ?? 0) > position) from -= 1;
      return kept.slice(from, from + limit);
    },
    /** Resolves at the next event, at the end, or after the time given. */
    changed(timeoutMs: number): Promise<void> {
      if (ended) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(done, timeoutMs);
        function done() {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        }
        waiting.add(done);
      });
    },
    end(): void {
      ended = true;
      wake();
    },
    hasEnded: () => ended,
  };
}

export type RunLog = ReturnType<typeof createRunLog>;
