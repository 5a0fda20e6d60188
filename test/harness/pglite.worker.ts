import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';

const lite = new PGlite({ extensions: { vector } });
await lite.waitReady;
let last: Promise<unknown> = Promise.resolve();

function serve(socket: Socket): void {
  let pending: Buffer = Buffer.alloc(0);
  let isStarted = false;
  const answer = (message: Uint8Array) => {
    last = last
      .then(async () => {
        const reply = await lite.execProtocolRaw(message);
        if (!socket.destroyed) socket.write(reply);
      })
      .catch((error) => socket.destroy(error as Error));
  };
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let end = 0;
    let isOver = false;
    for (;;) {
      // A message has a type letter and a length; the first one of a connection has no letter.
      const head = isStarted ? 1 : 0;
      if (pending.length < end + head + 4) break;
      const length = head + pending.readUInt32BE(end + head);
      if (pending.length < end + length) break;
      const isGoodbye = isStarted && pending[end] === 0x58;
      if (isGoodbye) {
        isOver = true;
        break;
      }
      isStarted = true;
      end += length;
    }
    if (end > 0) answer(new Uint8Array(pending.subarray(0, end)));
    pending = pending.subarray(end);
    if (isOver) last = last.then(() => socket.end());
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    // The next connection starts with a fresh session.
    last = last.then(async () => {
      await lite.exec('ROLLBACK');
      await lite.exec('DISCARD ALL');
    });
  });
}

const server = createServer(serve);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.postMessage((server.address() as AddressInfo).port);
