import type { RunStore } from '../run.store.ts';
import { hasEnded, type RunRow } from '../run.ts';
import { doneFields, isTerminal, lacksContent, type RunEvent, withContent } from './run-events.ts';
import type { RunLog } from './run-log.ts';
import type { RunNews } from './run-news.ts';

const lookEveryMs = 1_000;
const longestWaitMs = 15_000;
/** A batch from the store: few rows where they are large, since a reader that stalls holds on to it. */
const largeBatch = 32_768;

type Deps = { store: RunStore; newsOf: RunNews; liveLog(runId: string): RunLog | undefined };

/**
 * Everything of a run after a place in its log, and then what happens, on whichever node it runs: from memory while
 * it runs here, else from the store, woken by the bus. It ends after the one terminal event.
 */
export function createWatch({ store, newsOf, liveLog }: Deps) {
  /**
   * The stored `stream_done` leaves out what the run's row has already, or what is so long that only its messages have
   * it. A client that takes it `inPieces` reads the text from the events.
   */
  async function complete(runId: string, batch: RunEvent[], inPieces: boolean): Promise<RunEvent[]> {
    const last = batch.at(-1);
    if (!last || !lacksContent(last)) return batch;
    const run = await store.find(runId);
    if (!run || (run.content === null && inPieces)) return batch;
    return [...batch.slice(0, -1), withContent(last, run.content ?? (await store.saidBefore(run.session_id, runId)))];
  }

  /** For a run whose events were pruned. */
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
      // Whatever came before this log began is stored, and there is no more of it: the log has the rest.
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
      // It may have ended, and stored its last events, since they were looked for: only a second look tells that they
      // were pruned.
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
