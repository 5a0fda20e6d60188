import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/harness/gateway.ts';
import { openRaw } from '../../test/harness/raw-http.ts';
import { onThisMachine } from '../../test/harness/this-machine.ts';

const headersTimeoutMs = 500;
const requestTimeoutMs = 2_000;
/** The server's check interval, plus time for a busy machine. */
const slackMs = 1_500;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway('sqlite', {
    settings: { HEADERS_TIMEOUT: `${headersTimeoutMs}ms`, REQUEST_TIMEOUT: `${requestTimeoutMs}ms` },
  });
});
afterAll(() => gateway.stop());

const heads = {
  'never ends its headers': ['GET /readiness HTTP/1.1\r\nHost: x\r\n', () => 'X-A: b\r\n'],
  'says nothing at all after the first line': ['GET /readiness HTTP/1.1\r\n', () => ''],
  'never ends its body': [
    'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
    () => ' ',
  ],
  'never ends its body, piece by piece': [
    'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    () => '1\r\n \r\n',
  ],
  'never ends the body of an address there is not': [
    'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n',
    () => ' ',
  ],
} satisfies Record<string, [string, () => string]>;

it.concurrent.each(Object.entries(heads))('a client that %s is disconnected in time', async (_what, [head, more]) => {
  const began = performance.now();
  const connection = await openRaw(gateway.url);
  connection.write(head);
  const dripping = setInterval(() => connection.write(more()), 50);
  await connection.closed();
  clearInterval(dripping);
  const limit = head.includes('\r\n\r\n') ? requestTimeoutMs : headersTimeoutMs;
  expect(performance.now() - began).toBeGreaterThan(limit - 100);
  expect(performance.now() - began).toBeLessThan(limit + slackMs);
});

it('four hundred slow clients are disconnected, and others are served meanwhile', async () => {
  const slow = await Promise.all(
    Array.from({ length: 400 }, async (_, place) => {
      const connection = await openRaw(gateway.url);
      connection.write(place % 2 === 0 ? heads['never ends its headers'][0] : heads['never ends its body'][0]);
      return connection;
    }),
  );
  const all = Promise.all(slow.map((connection) => connection.closed(10_000))).then(() => 'cut');
  const took: number[] = [];
  let cut: string | undefined;
  while (!cut) {
    const began = performance.now();
    expect((await gateway.call('GET', '/auth/me')).status).toBe(401);
    took.push(performance.now() - began);
    cut = await Promise.race([all, sleep(10, '')]);
  }
  expect(took.length).toBeGreaterThan(10);
  expect(took.sort((a, b) => a - b)[Math.floor(took.length * 0.9)]).toBeLessThan(onThisMachine(250));
});

it.concurrent('a slow client within the limits is served', async () => {
  const connection = await openRaw(gateway.url);
  for (const piece of 'GET /readiness HTTP/1.1\r\nHost: x\r\n\r\n'.match(/.{1,8}/gs) ?? []) {
    connection.write(piece);
    await sleep(20);
  }
  expect((await connection.answer()).status).toBe(200);
  connection.destroy();
});

it.concurrent('an idle kept-alive connection is not treated as a slow client', async () => {
  const connection = await openRaw(gateway.url);
  for (let round = 0; round < 2; round += 1) {
    connection.write('GET /readiness HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await connection.answer()).status).toBe(200);
    await sleep(requestTimeoutMs + 300);
  }
  connection.write('GET /readiness HTTP/1.1\r\nHost: x\r\n\r\n');
  expect((await connection.answer()).status).toBe(200);
  connection.destroy();
});
