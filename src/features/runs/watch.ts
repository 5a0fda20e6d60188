import type { Bus } from '../../platform/bus/bus.ts';
import type { RunStore } from './run.store.ts';
import { hasEnded, type RunRow } from './run.ts';
import { isTerminal, type RunEvent } from './run-events.ts';
import type { RunLog } from './run-log.ts';

const pollMs = 1_000;

type Deps = { store: RunStore; bus: Bus; liveLog(runId: string): RunLog | undefined };

/**
 * Everything of a run after a place in its log, and then what happens, on whichever node it runs: from memory while
 * it runs here, else from the store, woken by the bus. It ends after the one terminal event.
 */
export function createWatch({ store, bus, liveLog }: Deps) {
  /** The stored `stream_done` leaves out what the run's row has already. */
  async function complete(run: Pick<RunRow, 'id'>, event: RunEvent): Promise<RunEvent> {
    if (event.type !== 'stream_done') return event;
    const content = (await store.find(run.id))?.content ?? '';
    return { ...event, fields: JSON.stringify({ ...(JSON.parse(event.fields) as object), content }) };
  }

  /** For a run whose events were pruned, or that ended before it had any. */
  function terminalOf(run: RunRow): RunEvent {
    if (run.error) return { seq: run.last_seq + 1, type: 'error', fields: run.error };
    const fields = {
      messageId: run.message_id,
      content: run.content ?? '',
      usage: { promptTokens: run.prompt_tokens + run.cached_tokens, completionTokens: run.completion_tokens },
      costUsd: run.cost_nano / 1e9,
      stopReason: run.stop_reason,
      durationMs: run.active_ms,
      toolCallCount: run.tool_calls,
    };
    return { seq: run.last_seq, type: 'stream_done', fields: JSON.stringify(fields) };
  }

  function elsewhere(runId: string): { changed(): Promise<void>; stop(): void } {
    let wake: (() => void) | undefined;
    const stop = bus.subscribe('run', (id) => {
      if (id === runId) wake?.();
    });
    // Tells the node that works on it that someone here wants to know.
    bus.publish('watch', runId);
    return {
      stop,
      changed: () =>
        new Promise((resolve) => {
          const timer = setTimeout(done, pollMs);
          function done() {
            clearTimeout(timer);
            resolve();
          }
          wake = done;
        }),
    };
  }

  return async function* watch(
    runId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<RunEvent[], void, void> {
    let position = after;
    let remote: ReturnType<typeof elsewhere> | undefined;
    try {
      while (!signal.aborted) {
        const log = liveLog(runId);
        const fresh = log?.after(position);
        if (log && fresh) {
          if (fresh.length > 0) {
            position = fresh.at(-1)?.seq ?? position;
            yield fresh;
            if (fresh.some(isTerminal)) return;
          } else if (!log.hasEnded()) await log.changed(15_000);
          // Ended without a last word here: another node has it now, or it waits for a person.
          if (!log.hasEnded() || fresh.length > 0) continue;
        }
        const stored = await store.eventsAfter(runId, position);
        if (stored.length > 0) {
          const batch = await Promise.all(stored.map((event) => complete({ id: runId }, event)));
          position = batch.at(-1)?.seq ?? position;
          yield batch;
          if (batch.some(isTerminal)) return;
          continue;
        }
        const run = await store.find(runId);
        if (!run) return;
        if (hasEnded(run.status)) {
          const last = terminalOf(run);
          if (last.seq > position) yield [last];
          return;
        }
        remote ??= elsewhere(runId);
        await remote.changed();
      }
    } finally {
      remote?.stop();
    }
  };
}

export type Watch = ReturnType<typeof createWatch>;
