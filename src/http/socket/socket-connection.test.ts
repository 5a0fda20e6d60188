import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { openSocket } from '../../../test/harness/socket-client.ts';
import type { Caller } from '../authentication.ts';
import { type EndSocket, type FrameHandler, serveSocket } from './socket-connection.ts';

type Given = { handlers: Record<string, FrameHandler>; lifetimeMs?: number; answerMs?: number };

/** A client whose socket is served, and what ends it. */
async function opened({ handlers, lifetimeMs = 3_600_000, answerMs }: Given) {
  const sockets = new WebSocketServer({ port: 0 });
  const ending = new Promise<EndSocket>((resolve) =>
    sockets.on('connection', (socket) => {
      const identity = { caller: {} as Caller, expiresAtMs: Date.now() + lifetimeMs };
      resolve(
        serveSocket(socket, {
          identity,
          handlers,
          requestId: 'test',
          log: pino({ level: 'silent' }),
          ...(answerMs && { answerMs }),
        }),
      );
    }),
  );
  await once(sockets, 'listening');
  onTestFinished(() => void sockets.close());
  const client = await openSocket(`http://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  return { client, end: await ending };
}

/** A handler that answers when it is told to, and then goes on until the socket is closed. */
function slowHandler() {
  const taken: unknown[] = [];
  let answer = () => {};
  const message: FrameHandler = async ({ text }, session, answered) => {
    taken.push(text);
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    session.send({ type: 'answer', text });
    answered();
    await once(session.closed, 'abort');
  };
  return { taken, handlers: { message }, answer: () => answer() };
}

it('closes for an expired token when what was taken has an answer, and takes nothing more', async () => {
  const { taken, handlers, answer } = slowHandler();
  const { client } = await opened({ handlers, lifetimeMs: 1_500 });
  client.send({ type: 'message', text: 'in time' });
  await sleep(2_000);
  client.send({ type: 'message', text: 'late' });
  await sleep(200);
  answer();
  expect(await client.next()).toEqual({ type: 'answer', text: 'in time' });
  expect(await client.closed).toEqual({ code: 4401, reason: 'token expired' });
  expect(taken).toEqual(['in time']);
});

it('closes at once when nothing waits for an answer, and after a refusal that is still to be said', async () => {
  let refuse = () => {};
  const message: FrameHandler = () =>
    new Promise((_resolve, reject) => {
      refuse = () => reject(new Error('broken'));
    });
  const quiet = await opened({ handlers: { message } });
  quiet.end(1001, 'stopping');
  expect((await quiet.client.closed).code).toBe(1001);

  const { client, end } = await opened({ handlers: { message } });
  client.send({ type: 'message' });
  client.send({ type: 'ping' });
  expect(await client.next()).toEqual({ type: 'pong' });
  end(1001, 'stopping');
  refuse();
  expect(await client.next()).toMatchObject({ type: 'error', code: 'internal' });
  expect((await client.closed).code).toBe(1001);
});

it('is cut off without a code when the answer takes too long', async () => {
  const { handlers } = slowHandler();
  const { client, end } = await opened({ handlers, answerMs: 300 });
  client.send({ type: 'message', text: 'first' });
  client.send({ type: 'ping' });
  expect(await client.next()).toEqual({ type: 'pong' });
  end(1001, 'stopping');
  expect((await client.closed).code).toBe(1006);
});
