import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** What a connection reads ahead of its consumer, besides the one read of up to 64 KiB under way. */
const readAhead = 16_384;

/**
 * undici takes everything a socket has at once and, when paused in the middle, gives the rest back; each such round lets the
 * socket read on. With a consumer slower than the network every connection held megabytes (200 of them 640 MB). Read in
 * pieces, a paused connection holds its read-ahead and no more.
 */
function takeInPieces(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => read(size ?? (Math.min(socket.readableLength, readAhead) || undefined));
}

export function createConnector(timeoutMs: number, checked?: buildConnector.connector): buildConnector.connector {
  // Not in undici's types, but passed on to the socket.
  const options = { timeout: timeoutMs, allowH2: false, highWaterMark: 4_096 };
  const connect = checked ?? buildConnector(options);
  return (target, callback) =>
    connect(target, (...outcome) => {
      const [, socket] = outcome;
      if (socket) takeInPieces(socket);
      callback(...outcome);
    });
}
