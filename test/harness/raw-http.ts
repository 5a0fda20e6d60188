import { connect } from 'node:net';

/** One answer as received, with header names in lower case. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** The next complete answer at the start of `bytes`, and its end. */
function readAnswer(bytes: Buffer, isHead: boolean): { answer: RawAnswer; end: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304;
  const end = headEnd + 4 + (hasBody ? Number(headers['content-length'] ?? 0) : 0);
  if (bytes.length < end) return undefined;
  return { answer: { status, headers, body: bytes.subarray(headEnd + 4, end).toString('utf8') }, end };
}

/** A connection on which a test can send any bytes at any pace; with `allowHalfOpen` also after the other side's end. */
export async function openRaw(url: string, allowHalfOpen = false) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), allowHalfOpen });
  let received = Buffer.alloc(0);
  let closed = false;
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of [...waiting]) look();
  };
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    changed();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
    changed();
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));

  function until<Found>(find: () => Found | undefined, what: string, timeoutMs: number): Promise<Found> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        waiting.delete(look);
        clearTimeout(timer);
        outcome();
      };
      const look = () => {
        const found = find();
        if (found !== undefined) settle(() => resolve(found));
        else if (closed) settle(() => reject(new Error(`The connection closed before ${what}: ${received}`)));
      };
      const timer = setTimeout(
        () => settle(() => reject(new Error(`No ${what} within ${timeoutMs} ms; so far: ${received}`))),
        timeoutMs,
      );
      waiting.add(look);
      look();
    });
  }

  return {
    socket,
    write(bytes: string | Buffer): void {
      socket.write(bytes);
    },
    /** The next answer on this connection; a 100 is skipped. */
    answer({ isHead = false, timeoutMs = 10_000 } = {}): Promise<RawAnswer> {
      const next = (): RawAnswer | undefined => {
        const found = readAnswer(received, isHead);
        if (!found) return undefined;
        received = received.subarray(found.end);
        return found.answer.status === 100 ? next() : found.answer;
      };
      return until(next, 'answer', timeoutMs);
    },
    /** Waits for the other side to close, and returns what it sent without a request. */
    async closed(timeoutMs = 10_000): Promise<string> {
      return until(() => (closed ? received.toString('latin1') : undefined), 'close', timeoutMs);
    },
    destroy: () => socket.destroy(),
  };
}

/** Sends bytes on a new connection and returns the first answer. */
export async function sendRaw(url: string, bytes: string | Buffer, isHead = false): Promise<RawAnswer> {
  const connection = await openRaw(url);
  try {
    connection.write(bytes);
    return await connection.answer({ isHead });
  } finally {
    connection.destroy();
  }
}
