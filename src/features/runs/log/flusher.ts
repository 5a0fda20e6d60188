import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { createGate } from '../engine/gate.ts';
import { type RunClaim, RunClaimLost, type RunStore } from '../run.store.ts';
import { Stopped } from '../turn/stopped.ts';
import type { RunLog } from './run-log.ts';

/** With more unstored bytes than this, the model waits until they are stored. */
const unstoredBytes = 16_384;
const flushEveryMs = 250;
/** The limit while the database is unavailable; beyond it the turn is aborted. */
const mostUnstoredBytes = 262_144;
/**
 * Runs whose models write faster than that are flushed a few at a time, a megabyte each, so that their text is garbage while
 * it is young. Flushing 200 at once took half as much memory again.
 */
const places = 8;
const turnBytes = 1_048_576;

type Deps = { store: RunStore; clock: Clock };
type Flushing = { log: RunLog; abort: AbortController; claim: RunClaim; stored(): void };

/** Stores the events of a run while it is under way, for clients on other nodes and against a crash. */
export function createFlushers({ store, clock }: Deps) {
  const gate = createGate(places);

  return function startFlusher({ log, abort, claim, stored }: Flushing) {
    let flushing: Promise<void> | undefined;
    let writing: Promise<void> | undefined;
    let inside = false;
    let written = 0;
    let ended = false;

    function flush(): Promise<void> {
      flushing ??= log
        .store(async (events, unsure) => {
          const missing = unsure ? await store.missing(claim.runId, events) : events;
          await store.flushEvents(claim, missing, clock.now());
        })
        .then(stored, (error) => {
          // A short outage of the database does not end the turn: the next flush tries again.
          const away = error instanceof AppError && error.kind === 'unavailable';
          if (away && log.unstoredBytes() < mostUnstoredBytes) return sleep(flushEveryMs);
          abort.abort(error instanceof RunClaimLost ? new Stopped('lost') : error);
        })
        .finally(() => {
          flushing = undefined;
        });
      return flushing;
    }

    function leave(): void {
      if (!inside) return;
      inside = false;
      gate.leave();
    }

    async function write(): Promise<void> {
      if (!inside) {
        await gate.enter();
        inside = true;
        written = 0;
      }
      if (!ended) {
        written += log.unstoredBytes();
        await flush();
      }
      if (ended || written > turnBytes) leave();
    }

    const timer = setInterval(() => {
      if (writing) return;
      // It has written little since the last interval, so another run gets the place.
      leave();
      if (log.unstoredBytes() > 0) void flush();
    }, flushEveryMs);

    return {
      /** The model waits for the promise, if there is one. */
      flush(): Promise<void> | undefined {
        if (!writing && log.unstoredBytes() <= unstoredBytes) return undefined;
        writing ??= write().finally(() => {
          writing = undefined;
        });
        return writing;
      },
      end(): void {
        ended = true;
        clearInterval(timer);
        if (!writing) leave();
      },
    };
  };
}
