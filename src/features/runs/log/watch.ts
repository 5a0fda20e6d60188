import type { RunStore } from '../run.store.ts';
import { hasEnded, type RunRow } from '../run.ts';
import { doneFields, isTerminal, lacksContent, type RunEvent, withContent } from './run-events.ts';
import type { RunLog } from './run-log.ts';
import type { RunNews } from './run-news.ts';

const lookEveryMs = 1_000;
const longestWaitMs = 15_000;
/** After a batch larger than this fewer rows are read, since a stalled reader keeps its batch in memory. */
const largeBatch = 32_768;

type Deps = { store: RunStore; newsOf: RunNews; liveLog(runId: string): RunLog | undefined };

/**
 * All events of a run after a number, past and future: from memory if this node works on it, else from the store, woken by
 * the bus. Ends after the terminal event.
 */
export function createWatch({ store, newsOf, liveLog }: Deps) {
  /**
   * Adds the text to the stored `stream_done`: from the run's row, or from its messages if it is very long. A client that
   * reads `inPieces` takes a very long text from the events instead.
   */
  async function complete(runId: string, batch: RunEvent[], inPieces: boolean): Promise<RunEvent[]> {
    const last = batch.at(-1);
    if (!last || !lacksContent(last)) return batch;
    const run = await store.find(runId);
    if (!run || (run.content === null && inPieces)) return batch;
    return [...batch.slice(0, -1), withContent(last, run.content ?? (await store.saidBefore(run.session_id, runId)))];
  }

  /** The terminal event of a run whose events were pruned. */
  const terminalOf = (run: RunRow): RunEvent =>
    run.error
      ? { seq: run.last_seq, type: 'error', fields: run.error }
      : { seq: run.last_seq, type: 'stream_done', fields: JSON.stringify(doneFields(run)) };

  return async function* watch(
    runId: string,
    after: number,
    signal: AbortSignal,
    inPieces = false,
  ): AsyncGenerator<RunEvent[], void, void> {
    let position = after;
    let log: RunLog | undefined;
    let rows = 4;
    let seenEnded = false;
    while (!signal.aborted) {
      log = liveLog(runId) ?? log;
      const fresh = log?.after(position);
      if (log && fresh && (fresh.length > 0 || !log.hasEnded())) {
        const error = log.heldUpBy();
        // The watcher can come again, to any node.
        if (fresh.length === 0 && error) throw error;
        if (fresh.length === 0) await log.changed(longestWaitMs, signal);
        else {
          position = fresh.at(-1)?.seq ?? position;
          yield complete(runId, fresh, inPieces);
          if (fresh.some(isTerminal)) return;
        }
        continue;
      }
      const stored = await store.eventsAfter(runId, position, rows);
      if (stored.length > 0) {
        position = stored.at(-1)?.seq ?? position;
        rows = stored.reduce((size, { fields }) => size + fields.length, 0) > largeBatch ? 2 : 16;
        yield complete(runId, stored, inPieces);
        if (stored.some(isTerminal)) return;
        continue;
      }
      // All stored events before this log were read; the rest is in the log.
      if (log && !log.hasEnded() && position < log.startSeq) {
        position = log.startSeq;
        continue;
      }
      const run = await store.find(runId);
      if (!run) {
        const error = { code: 'not_found', message: 'The session was deleted.', status: 404, retryable: false };
        yield [{ seq: position + 1, type: 'error', fields: JSON.stringify(error) }];
        return;
      }
      // The run may have ended and stored its last events since they were read. Only a second read tells that they were
      // pruned.
      if (hasEnded(run.status) && !seenEnded) {
        seenEnded = true;
        continue;
      }
      if (hasEnded(run.status)) {
        const last = terminalOf(run);
        if (last.seq > position) yield complete(runId, [last], inPieces);
        return;
      }
      await newsOf(runId, lookEveryMs, signal);
    }
  };
}

export type Watch = ReturnType<typeof createWatch>;
