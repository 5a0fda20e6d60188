import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { createClient } from '../packages/client/src/index.ts';

const frame = (type: string, seq: number, more: object = {}) =>
  JSON.stringify({ type, seq, runId: 'run_1', sessionId: 'ses_1', agentId: 'agt_1', ...more });

/** A gateway that closes the first socket with this code when a message arrives, and answers on the second. */
async function startClosing(code: number) {
  const received: string[] = [];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ accessToken: 'second', refreshToken: 'r', expiresIn: 900 }));
  });
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'bearer' });
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      received.push((JSON.parse(String(data)) as { message: string }).message);
      if (received.length === 1) return socket.close(code, 'a reason');
      socket.send(frame('session_resolved', 1, { created: true }));
      socket.send(frame('stream_done', 2, { content: 'Hello' }));
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: { accessToken: 'first', refreshToken: 'r' },
  });
  return { received, conversation: client.converse() };
}

it.each([4401, 1001])('sends a message again when the socket closes with %i before any frame', async (code) => {
  const { received, conversation } = await startClosing(code);
  const types: string[] = [];
  for await (const { type } of conversation.send('Hi')) types.push(type);
  expect(types).toEqual(['session_resolved', 'stream_done']);
  expect(received).toEqual(['Hi', 'Hi']);
  conversation.close();
});

it('does not after any other end, because the message may have been taken', async () => {
  const { received, conversation } = await startClosing(1011);
  await expect(conversation.send('Hi').next()).rejects.toMatchObject({ closeCode: 1011 });
  expect(received).toEqual(['Hi']);
  conversation.close();
});
