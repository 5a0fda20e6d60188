import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { cpuMs, memoryMb, startGateway } from './processes.ts';

/** Memory and CPU of idle WebSockets on one node. SOCKETS is 5000 by default. */
const count = Number(process.env.SOCKETS ?? 5_000);
const openAtOnce = 50;

const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
const gateway = await startGateway({ DATA_DIR: folder, JWT_ACCESS_EXPIRES: '12h' });
const registered = await fetch(`${gateway.url}/auth/register`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'idle@example.com', password: 'correct horse battery' }),
});
const { accessToken } = (await registered.json()) as { accessToken: string };

const open = () =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });

async function openMany(wanted: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < wanted)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(openAtOnce, wanted - sockets.length) }, () => open()))),
    );
  return sockets;
}

// One handshake before measuring: the modules it loads are not the cost of an idle socket.
for (const socket of await openMany(100)) socket.terminate();
await sleep(3_000);
const before = memoryMb(gateway.pid);
const began = performance.now();
const sockets = await openMany(count);
const openedMs = performance.now() - began;
await sleep(5_000);
const after = memoryMb(gateway.pid);
const cpuBefore = cpuMs(gateway.pid);
await sleep(10_000);
const idleCpu = (cpuMs(gateway.pid) - cpuBefore) / 10_000;

console.log(
  `${count} idle sockets: ${after - before} MB more (${before} -> ${after} MB, ${(((after - before) * 1_024) / count).toFixed(1)} KB each), ` +
    `opened in ${(openedMs / 1_000).toFixed(1)} s, ${(idleCpu * 100).toFixed(1)} % of a core while idle`,
);
for (const socket of sockets) socket.terminate();
await gateway.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
