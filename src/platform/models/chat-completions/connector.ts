import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** What a connection reads ahead of whoever takes it, besides the one read of up to 64 KiB that is under way. */
const readAhead = 16_384;

/**
 * undici takes all that a socket has at once and, told to pause in the middle of it, gives the rest back; each such round
 * lets the socket read on. A taker slower than the network made every connection hold megabytes (200 of them 640 MB).
 * Taken in pieces, a held-back connection holds what it may read ahead and no more.
 */
function takeInPieces(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => read(size ?? (Math.min(socket.readableLength, readAhead) || undefined));
}

export function createConnector(timeoutMs: number): buildConnector.connector {
  // Not in its types, but handed on to the socket.
  const options = { timeout: timeoutMs, allowH2: false, highWaterMark: 4_096 };
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...outcome) => {
      const [, socket] = outcome;
      if (socket) takeInPieces(socket);
      callback(...outcome);
    });
}
