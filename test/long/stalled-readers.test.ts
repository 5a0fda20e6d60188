import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrashTalking, type Node, startCrashTalking } from '../harness/crash-talking.ts';
import { openStream, textOf } from '../harness/event-stream-client.ts';
import { startLocalServer } from '../harness/local-server.ts';

/**
 * By hand at full size: `STALLED_READERS=200 STALLED_MEGABYTES=20 vitest run test/long/stalled-readers.test.ts`. The
 * limit for each reader is the same here, plus a fixed amount for garbage.
 */
const readers = Number(process.env.STALLED_READERS ?? 60);
const megabytes = Number(process.env.STALLED_MEGABYTES ?? 3);
const allowedGrowth = 100;

const deltaLength = 4_096;
const deltas = (megabytes * 1_048_576) / deltaLength;

/** A model that writes as fast as it is read, and stores nothing. */
const startWriter = () =>
  startLocalServer(async ({ response, closed }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const line = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    for (let n = 0; n < deltas; n += 1) {
      const text = `${String(n).padStart(8, '0')}${'x'.repeat(deltaLength - 8)}`;
      if (!response.write(line({ content: text })))
        await new Promise((resolve) => {
          response.once('drain', resolve);
          closed.addEventListener('abort', resolve, { once: true });
        });
      if (closed.aborted) return;
    }
    response.end(`${line({}, 'stop')}data: [DONE]\n\n`);
  });

const residentMegabytes = ({ process: child }: Node): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024;

describe.runIf(process.platform === 'linux')('readers that stall', () => {
  let writer: Awaited<ReturnType<typeof startWriter>>;
  let world: CrashTalking;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    writer = await startWriter();
    world = await startCrashTalking(
      'sqlite',
      {
        OPENAI_COMPATIBLE_BASE_URL: `${writer.origin}/v1`,
        RUN_LEASE: '60s',
      },
      { timeoutMs: 3_600_000 },
    );
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await world.stop();
    await writer.stop();
  });

  /** Requests a stream and never reads from it. */
  function stall({ url }: Node, surface: string): void {
    const { hostname, port } = new URL(url);
    const body = JSON.stringify({ agentId: world.agentId, message: 'Speak', surface });
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    socket.write(
      `POST /agent/chat/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${world.accessToken}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    socket.pause();
    sockets.push(socket);
  }

  const count = async (node: Node, status: string) =>
    (await node.act<{ data: { id: string }[] }>('GET', `/jobs?status=${status}&limit=200`)).body.data.length;

  it('need little memory, delay no other client, and can resume', async () => {
    const node = await world.startNode();
    const speak = (surface: string) =>
      openStream(`${node.url}/agent/chat/stream`, {
        token: world.accessToken,
        body: { agentId: world.agentId, message: 'Speak', surface },
      });
    // Warmed up: code compiled, caches filled, the heap at its size for one such answer.
    await (await speak('warm')).all();
    const before = residentMegabytes(node);
    let most = before;
    for (let n = 0; n < readers; n += 1) stall(node, `reader ${n}`);
    const started = performance.now();
    // A list shows at most 200.
    const expected = Math.min(200, readers + 1);
    for (let done = 0; done < expected; ) {
      await sleep(100);
      most = Math.max(most, residentMegabytes(node));
      if (performance.now() - started > 3_600_000) break;
      done = await count(node, 'completed');
      if ((await count(node, 'failed')) > 0) break;
    }
    const seconds = (performance.now() - started) / 1_000;
    process.stdout.write(
      `${readers} stalled readers x ${megabytes} MB: RSS ${before.toFixed(0)} -> at most ${most.toFixed(0)} MB in ${seconds.toFixed(0)} s\n`,
    );
    expect(await count(node, 'completed')).toBe(expected);
    expect(most - before).toBeLessThan(allowedGrowth);
    const [run] = (await node.act<{ data: { id: string }[] }>('GET', '/jobs?limit=1')).body.data;
    const resumed = await openStream(`${node.url}/jobs/${run?.id}/stream`, { token: world.accessToken });
    const text = textOf(await resumed.all());
    expect(text.length).toBe(deltas * deltaLength);
  }, 3_600_000);
});
