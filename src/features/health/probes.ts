import { WebSocket } from 'ws';

/** Each probe really does what it reports on. */
export type Probe = () => Promise<void>;

export const probeHeader = 'x-gateway-probe';

/**
 * A real handshake and echo through the listening port. `secret` opens a socket that can do nothing but echo;
 * `signatures` are what an HMAC rule on /ws asks of everyone.
 */
export const probeWebSocket =
  (address: () => string, secret: string, signatures: Record<string, string> = {}): Probe =>
  () =>
    new Promise((resolve, reject) => {
      const headers = { ...signatures, [probeHeader]: secret };
      const socket = new WebSocket(`${address()}/ws`, { headers, handshakeTimeout: 2_000 });
      socket.on('open', () => socket.send('{"type":"ping"}'));
      socket.on('message', (data) => {
        socket.close();
        if (String(data) === '{"type":"pong"}') resolve();
        else reject(new Error('The echo was wrong.'));
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The socket closed before it answered.')));
    });
