import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';

/**
 * A PostgreSQL that has pgvector, in this process, behind a socket. It has one session only: connections are served one
 * after the other, so whoever uses it must do with a pool of one.
 */
export async function startPglite() {
  const lite = new PGlite({ extensions: { vector } });
  await lite.waitReady;
  const open = new Set<Socket>();
  let last: Promise<unknown> = Promise.resolve();

  function serve(socket: Socket): void {
    open.add(socket);
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
        // A message is a letter and a length; the first one of a connection has no letter.
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
      open.delete(socket);
      // The next connection finds the session as new.
      last = last.then(async () => {
        if (lite.closed) return;
        await lite.exec('ROLLBACK');
        await lite.exec('DISCARD ALL');
      });
    });
  }

  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await last;
      await lite.close();
    },
  };
}
