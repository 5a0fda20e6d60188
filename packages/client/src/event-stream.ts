import { ConnectionLost } from './errors.ts';

/** The `data` of each event, by the HTML standard: lines end with LF, CR or CRLF, events with an empty line. */
function createParser() {
  /** Pieces of an unfinished line. A line may be megabytes long, so it is joined only once. */
  let pieces: string[] = [];
  let data: string[] = [];
  let skipsLineFeed = false;

  function takeLine(line: string): string | undefined {
    if (line === '') {
      const event = data.length > 0 ? data.join('\n') : undefined;
      data = [];
      return event;
    }
    if (line === 'data' || line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
    return undefined;
  }

  return function* parse(chunk: string): Generator<string> {
    let text = skipsLineFeed && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') skipsLineFeed = chunk.endsWith('\r');
    for (;;) {
      const end = /\r\n|\n|\r/.exec(text);
      if (!end) break;
      pieces.push(text.slice(0, end.index));
      const event = takeLine(pieces.join(''));
      pieces = [];
      text = text.slice(end.index + end[0].length);
      if (event !== undefined) yield event;
    }
    if (text !== '') pieces.push(text);
  };
}

/**
 * Reads a response to its end. The gateway sends a comment every 15 s; a response that stays silent counts as broken,
 * because a machine that is gone does not close its connections.
 */
export async function* readEvents(
  response: Response,
  { silenceMs, signal }: { silenceMs: number; signal?: AbortSignal | undefined },
): AsyncGenerator<string, void, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  const parse = createParser();
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', leave, { once: true });
  try {
    for (;;) {
      timer = setTimeout(() => {
        isSilent = true;
        leave();
      }, silenceMs);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      signal?.throwIfAborted();
      if (isSilent) throw new ConnectionLost(`Nothing came for ${silenceMs} ms.`);
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ConnectionLost) throw cause;
    throw new ConnectionLost('The stream broke off.', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
    leave();
  }
}
