import type { ChatRequest, ErrorFrame, RegenerateRequest, RunFrame, StreamDoneFrame } from './api.ts';
import { ConnectionLost, isPassing } from './errors.ts';
import { readEvents } from './event-stream.ts';
import { createPatience, type PatienceOptions } from './patience.ts';
import type { Transport } from './transport.ts';

export type StreamOptions = PatienceOptions & {
  signal?: AbortSignal | undefined;
  workspaceId?: string | undefined;
  /** A connection that is silent for this long is closed and reopened; by default 45 s. */
  silenceMs?: number | undefined;
};

export type RunStream = AsyncGenerator<RunFrame, void, void>;
type Position = { runId: string; seq: number };

/** The last frame of a run. */
export const isLast = (frame: RunFrame): frame is StreamDoneFrame | ErrorFrame =>
  frame.type === 'stream_done' || frame.type === 'error';

/**
 * The frames of a run, each exactly once, even if the connection breaks: missed frames are requested by the number of the
 * last frame seen. Ends after `stream_done` or `error`.
 */
export async function* streamRun(
  { send }: Pick<Transport, 'send'>,
  start: { request: ChatRequest } | { sessionId: string; again: RegenerateRequest } | Position,
  { signal, workspaceId, silenceMs = 45_000, ...options }: StreamOptions = {},
): RunStream {
  const patience = createPatience(options, signal);
  let position = 'runId' in start ? start : undefined;

  const open = ({ runId, seq }: Position) =>
    send('GET', '/jobs/{id}/stream', {
      path: { id: runId },
      ...(seq > 0 ? { headers: { 'last-event-id': `${runId}:${seq}` } } : {}),
      workspaceId,
      signal,
    });
  const begin = () =>
    'again' in start
      ? send('POST', '/sessions/{id}/regenerate', {
          path: { id: start.sessionId },
          body: { ...start.again, stream: true },
          workspaceId,
          signal,
        })
      : send('POST', '/agent/chat/stream', { body: 'request' in start ? start.request : {}, workspaceId, signal });

  for (;;) {
    let failure: unknown = new ConnectionLost('The stream ended before the run did.');
    try {
      const response = await (position ? open(position) : begin());
      // The run is over and no frame was missed.
      if (response.status === 204) return;
      for await (const data of readEvents(response, { silenceMs, signal })) {
        const frame = JSON.parse(data) as RunFrame;
        if (position && frame.seq <= position.seq) continue;
        position = { runId: frame.runId, seq: frame.seq };
        patience.progress();
        yield frame;
        if (isLast(frame)) return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPassing(error)) throw error;
      failure = error;
    }
    // No frame has come, so the message may or may not have arrived. Sending it again could send it twice.
    if (!position) throw failure;
    await patience.wait(failure);
  }
}
