import type { IncomingMessage } from 'node:http';

const lingerMs = 2_000;

/**
 * For an answer that ends its connection while the client still sends. Closing a socket with unread bytes resets the
 * connection, and the client sees EPIPE instead of the answer: 81 of 100 bodies of 28 MB that got 413. So our side is
 * closed and what still arrives is read and discarded, until the client closes its side, or for two seconds.
 */
export function lingerOnClose(request: IncomingMessage): void {
  const { socket } = request;
  if (request.complete || socket.destroyed) return;
  // Node calls it when the last answer of a connection is written.
  socket.destroySoon = () => {
    // Nothing that follows is a request any more.
    socket.removeAllListeners('data').removeAllListeners('end');
    socket.on('data', () => undefined).once('end', () => socket.destroy());
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}
