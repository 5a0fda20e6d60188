import { queuedSeq } from '../engine/arrival.ts';
import type { RunEvent, RunIdentity } from '../log/run-events.ts';
import type { RunStore } from '../run.store.ts';

const pieceLength = 16_384;

/** What every door needs that sends a run as it happens. */
export function createSending(store: Pick<RunStore, 'allEvents' | 'find'>) {
  return {
    /** While a run waited for its turn, the session may have been handed to another agent: that one answers. */
    async identify(run: RunIdentity, batch: readonly RunEvent[]): Promise<RunIdentity> {
      const waited = batch.some(({ type, seq }) => type === 'session_resolved' && seq > queuedSeq);
      return waited ? { ...run, agentId: (await store.find(run.runId))?.agent_id ?? run.agentId } : run;
    },

    /** The text of a `stream_done` with the very long answer it lacks, read bit by bit: it is never whole in memory. */
    async *spellOut(text: string, runId: string): AsyncGenerator<string, void, void> {
      const end = text.lastIndexOf('}');
      let piece = `${text.slice(0, end)},"content":"`;
      for await (const { type, fields } of store.allEvents(runId)) {
        if (type !== 'stream_chunk') continue;
        piece += JSON.stringify((JSON.parse(fields) as { delta: string }).delta).slice(1, -1);
        if (piece.length < pieceLength) continue;
        yield piece;
        piece = '';
      }
      yield `${piece}"${text.slice(end)}`;
    },
  };
}

export type Sending = ReturnType<typeof createSending>;
