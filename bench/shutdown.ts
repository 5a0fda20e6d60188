import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { startPacedUpstream } from './paced-upstream.ts';
import { startGateway } from './processes.ts';

/**
 * SIGTERM under load: STREAMS (200) streams and as many plain turns, some short, some longer than the time limit of the
 * drain. Each must finish or be told that it ended, and the process must exit with 0.
 */
const each = Number(process.env.STREAMS ?? 200);
const upstream = await startPacedUpstream({ firstTokenMs: 200, chunks: 20, chunkMs: 200 });
const endless = await startPacedUpstream({ firstTokenMs: 200, chunks: 1_000, chunkMs: 200 });
const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));

async function measure(model: typeof upstream, name: string, shutdown: string): Promise<void> {
  const gateway = await startGateway({
    DATA_DIR: folder,
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    DEFAULT_MODEL: 'openai-compatible/bench',
    RATE_LIMIT_USER: '10000000',
    SHUTDOWN_TIMEOUT: shutdown,
  });
  const dispatcher = new Agent({ connections: null });
  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await request(`${gateway.url}${path}`, {
      method: 'POST',
      dispatcher,
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const person = { email: `${name}@example.com`, password: 'correct horse battery' };
  const { accessToken } = JSON.parse((await post('/auth/register', person)).text) as { accessToken: string };
  const { id } = JSON.parse((await post('/agents', { name: 'Bench' }, accessToken)).text) as { id: string };
  const outcomes = new Map<string, number>();
  const one = async (path: string, index: number) => {
    const what = await post(path, { agentId: id, message: 'Speak', surface: `${path}${index}` }, accessToken).then(
      ({ status, text }) => {
        if (!path.endsWith('stream')) return status === 200 ? 'turns finished' : `turns told ${status}`;
        if (text.includes('event: stream_done')) return 'streams finished';
        return text.includes('event: error') ? 'streams told of their end' : `streams WITHOUT AN END (${status})`;
      },
      () => `${path} CUT`,
    );
    outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  };
  const all = ['/agent/chat', '/agent/chat/stream'].flatMap((path) =>
    Array.from({ length: each }, (_, index) => one(path, index)),
  );
  while (model.requests() < 2 * each) await sleep(20);
  await sleep(500);
  const began = performance.now();
  const code = await gateway.stop();
  const tookMs = performance.now() - began;
  await Promise.all(all);
  const database = new DatabaseSync(join(folder, 'gateway.db'), { readOnly: true });
  const left = database.prepare("SELECT count(*) AS n FROM runs WHERE status IN ('queued', 'running')").get();
  database.close();
  console.log(
    `${name}: ${[...outcomes].map(([what, times]) => `${times} ${what}`).join(', ')}; exit ${code} after ${(tookMs / 1_000).toFixed(1)} s, ` +
      `${left?.n} runs left under way`,
  );
}

await measure(upstream, 'short-turns', '30s');
await measure(endless, 'endless-turns', '6s');
upstream.stop();
endless.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
