import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How a request ended; the reason of its `closed` signal. */
type Ending = 'finished' | 'dropped' | 'disconnected';

export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  body: Buffer;
  /** Aborts when the request is over, with an `Ending` as its reason. */
  closed: AbortSignal;
  /** Sends what was written so far, then closes the connection without ending the response. */
  drop(): void;
  /** Sends nothing more until the client disconnects. */
  hang(): Promise<void>;
};

/** An HTTP server on a free port of 127.0.0.1; `stop` closes open connections. */
export async function startLocalServer(handle: (exchange: Exchange) => Promise<void>) {
  let stopped: Promise<void> | undefined;

  const server = createServer(async (request, response) => {
    const closing = new AbortController();
    const closed = closing.signal;
    let dropped = false;
    response.on('close', () => {
      const ours = dropped || stopped !== undefined;
      const ending: Ending = response.writableFinished ? 'finished' : ours ? 'dropped' : 'disconnected';
      closing.abort(ending);
    });
    try {
      await handle({
        request,
        response,
        path: new URL(request.url ?? '/', 'http://127.0.0.1').pathname,
        body: await buffer(request),
        closed,
        drop() {
          dropped = true;
          request.socket.destroySoon();
        },
        async hang() {
          if (!closed.aborted) await once(closed, 'abort');
        },
      });
    } catch (error) {
      // A delay that ends because the client disconnected is no failure of the handler.
      if (closed.aborted || request.socket.destroyed) return;
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(`The fake server failed: ${error}`);
    }
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    stop(): Promise<void> {
      stopped ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return stopped;
    },
  };
}
