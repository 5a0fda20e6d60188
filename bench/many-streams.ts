import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { startPacedUpstream } from './paced-upstream.ts';
import { cpuMs, memoryMb, post, startGateway } from './processes.ts';

/**
 * Time to the first token with STREAMS (500) streams open at once, and with one stream alone. The model takes FIRST_TOKEN_MS
 * (200) before its first word and then writes CHUNKS (60) words, one every CHUNK_MS (250): a stream lasts a quarter of a
 * minute. Streams that end are replaced, and the new ones are what is measured.
 */
const streams = Number(process.env.STREAMS ?? 500);
const firstTokenMs = Number(process.env.FIRST_TOKEN_MS ?? 200);
const chunks = Number(process.env.CHUNKS ?? 60);
const chunkMs = Number(process.env.CHUNK_MS ?? 250);
const measureMs = Number(process.env.SECONDS ?? 30) * 1_000;

const pace = { firstTokenMs, chunks: 1, chunkMs };
const upstream = await startPacedUpstream(pace);
const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
const gateway = await startGateway({
  DATA_DIR: folder,
  OPENAI_COMPATIBLE_BASE_URL: upstream.url,
  DEFAULT_MODEL: 'openai-compatible/bench',
  RATE_LIMIT_USER: '10000000',
});
const dispatcher = new Agent({ connections: null, headersTimeout: 60_000, bodyTimeout: 60_000 });
const call = (path: string, body: object, token?: string) => post(gateway.url, path, body, token);
const { accessToken } = await call('/auth/register', { email: 's@example.com', password: 'correct horse battery' });
const { id: agentId } = await call('/agents', { name: 'Bench' }, accessToken);

let surface = 0;
let broken = 0;
/** Milliseconds to the first token. */
async function stream(): Promise<number | undefined> {
  const began = performance.now();
  let first: number | undefined;
  try {
    const { statusCode, body } = await request(`${gateway.url}/agent/chat/stream`, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ agentId, message: 'Speak', surface: `s${++surface}` }),
    });
    let last = '';
    for await (const chunk of body) {
      last = String(chunk);
      if (first === undefined && last.includes('event: stream_chunk')) first = performance.now() - began;
    }
    if (statusCode !== 200 || !last.includes('stream_done')) broken += 1;
  } catch {
    broken += 1;
  }
  return first;
}

const percentile = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
const line = (name: string, times: number[]) => {
  const sorted = times.toSorted((one, other) => one - other);
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
  console.log(`${name.padEnd(22)} p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (${times.length} streams)`);
  return p99;
};

const alone: number[] = [];
for (let count = 0; count < 110; count += 1) alone.push((await stream()) ?? Number.NaN);
const p99Alone = line('alone', alone.slice(10));

pace.chunks = chunks;
const times: number[] = [];
let measuring = false;
let over = false;
let open = 0;
const lane = async (delayMs: number) => {
  await sleep(delayMs);
  while (!over) {
    const counts = measuring;
    open += 1;
    const first = await stream();
    open -= 1;
    if (counts && first !== undefined) times.push(first);
  }
};
// Streams start one after the other, as people arrive.
const rampMs = chunks * chunkMs;
const lanes = Array.from({ length: streams }, (_, index) => lane((index * rampMs) / streams));
await sleep(rampMs);
measuring = true;
const cpuBefore = cpuMs(gateway.pid);
await sleep(measureMs);
const cores = (cpuMs(gateway.pid) - cpuBefore) / measureMs;
const [openNow, memory] = [open, memoryMb(gateway.pid)];
over = true;
await Promise.all(lanes);
const p99 = line(`beside ${openNow} streams`, times);
console.log(
  `ratio of the p99s ${(p99 / p99Alone).toFixed(2)}, the gateway used ${cores.toFixed(2)} cores and ${memory} MB, ${broken} streams broken`,
);
await gateway.stop();
upstream.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
