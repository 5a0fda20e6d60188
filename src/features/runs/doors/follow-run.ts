import { queuedSeq } from '../engine/arrival.ts';
import type { Engine } from '../engine/engine.ts';
import { awaitsOutput, lacksContent, type RunEvent, type RunIdentity } from '../log/run-events.ts';
import type { Watch } from '../log/watch.ts';
import type { RunStore } from '../run.store.ts';

const pieceLength = 16_384;

type Deps = { engine: Pick<Engine, 'liveLog'>; watch: Watch; store: Pick<RunStore, 'allEvents' | 'find'> };

/** The events of a run for one client, over SSE or a WebSocket. */
export function createFollowRun({ engine, watch, store }: Deps) {
  /** The agent that answers: the session may have been handed over while the run waited. */
  async function identify(run: RunIdentity, batch: readonly RunEvent[]): Promise<RunIdentity> {
    const waited = batch.some(({ type, seq }) => type === 'session_resolved' && seq > queuedSeq);
    return waited ? { ...run, agentId: (await store.find(run.runId))?.agent_id ?? run.agentId } : run;
  }

  /** Adds a very long answer, which the stored `stream_done` lacks, in pieces: it is never in memory as a whole. */
  async function* withLongAnswer(text: string, runId: string, structured: boolean): AsyncGenerator<string, void, void> {
    const end = text.lastIndexOf('}');
    let piece = text.slice(0, end);
    // The answer of a run with a format is JSON: it is a field as it is, and text in another.
    if (structured) {
      piece = piece.slice(0, -'null'.length);
      for await (const delta of textOf(runId)) {
        piece += delta;
        if (piece.length < pieceLength) continue;
        yield piece;
        piece = '';
      }
    }
    piece += ',"content":"';
    for await (const delta of textOf(runId)) {
      piece += JSON.stringify(delta).slice(1, -1);
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
    yield `${piece}"${text.slice(end)}`;
  }

  async function* textOf(runId: string): AsyncGenerator<string, void, void> {
    for await (const { type, fields } of store.allEvents(runId))
      if (type === 'stream_chunk') yield (JSON.parse(fields) as { delta: string }).delta;
  }

  return function followRun(run: RunIdentity, after: number, signal: AbortSignal) {
    const produced = () => engine.liveLog(run.runId)?.totalBytes() ?? 0;
    let taken = 0;
    let identity = run;
    return {
      async *batches(): AsyncGenerator<RunEvent[], void, void> {
        for await (const batch of watch(run.runId, after, signal, true)) {
          taken = produced();
          identity = await identify(identity, batch);
          yield batch;
        }
      },
      /** The event as `write` encodes it, in pieces if it is too large to be in memory at once. */
      encode(
        event: RunEvent,
        write: (event: RunEvent, identity: RunIdentity) => string,
      ): string | AsyncGenerator<string, void, void> {
        const text = write(event, identity);
        return lacksContent(event) ? withLongAnswer(text, run.runId, awaitsOutput(event)) : text;
      },
      /** Bytes the run has produced since the client took its last batch. */
      lag: () => produced() - taken,
    };
  };
}

export type FollowRun = ReturnType<typeof createFollowRun>;
