import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { createGate } from '../engine/gate.ts';
import { type RunClaim, RunClaimLost, type RunStore } from '../run.store.ts';
import { Stopped } from '../turn/stopped.ts';
import type { RunLog } from './run-log.ts';

/** So much of a run may be in memory alone; a model that writes on is held back until it is stored. */
const unstoredBytes = 16_384;
const flushEveryMs = 250;
/** While the database is away. */
const mostUnstoredBytes = 262_144;
/**
 * Models that write faster than that take turns, a few at a time and a megabyte each: what they write is then garbage
 * while it is young. All at once, 200 of them cost half as much memory again.
 */
const places = 8;
const turnBytes = 1_048_576;

type Deps = { store: RunStore; clock: Clock };
type Flushing = { log: RunLog; abort: AbortController; claim: RunClaim; stored(): void };

/** Stores what a run has shown, so that those on other nodes see it and a crash leaves it there. */
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
          // A database that is away for a moment is no reason to give up the turn: the next look tries again.
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
      // It has not written much since the last look: others may.
      leave();
      if (log.unstoredBytes() > 0) void flush();
    }, flushEveryMs);

    return {
      /** A promise means that the model should wait for it. */
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
