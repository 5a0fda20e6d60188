/** CPU per model call: `npm run node -- bench/models.ts [calls]`. The baseline reads the same bytes without parsing them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import { createModels } from '../src/platform/models/models.ts';

const calls = Number(process.argv[2] ?? 4_000);
const clients = 16;

const upstream = fork(new URL('./models-upstream.ts', import.meta.url), { stdio: 'inherit' });
const [url] = (await once(upstream, 'message')) as [string];
const log = { info() {}, warn() {}, error() {} };
const models = createModels({ compatibleBaseUrl: url, defaultModel: 'openai-compatible/fake-model' }, { log });
const pool = new Pool(new URL(url).origin);

const messages = [
  { role: 'system' as const, content: 'You are a helpful assistant. '.repeat(10) },
  { role: 'user' as const, content: 'Say something about foxes and dogs, please.' },
];
const { signal } = new AbortController();
const request = { model: 'fake-model', messages, tools: [], temperature: null, maxTokens: null, signal };

async function raw(stream: boolean) {
  const body = JSON.stringify({ model: 'fake-model', messages, stream });
  const path = '/v1/chat/completions';
  const reply = await pool.request({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
  for await (const _chunk of reply.body);
}

async function measure(name: string, call: () => Promise<unknown>, count = calls): Promise<number> {
  const run = async (total: number) => {
    let left = total;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (left-- > 0) await call();
      }),
    );
  };
  await run(count / 4);
  const startedMs = performance.now();
  const before = process.cpuUsage();
  await run(count);
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1_000 / count;
  const perSecond = (count / (performance.now() - startedMs)) * 1_000;
  console.log(`${name.padEnd(34)} ${cpuMs.toFixed(3)} ms CPU  ${perSecond.toFixed(0).padStart(6)}/s`);
  return cpuMs;
}

const rawWhole = await measure('complete, bytes only', () => raw(false));
const whole = await measure('complete, generate()', () => models.generate('openai-compatible', request));
const rawStream = await measure('40 chunks, bytes only', () => raw(true));
const stream = await measure('40 chunks, generate(onText)', () =>
  models.generate('openai-compatible', request, () => {}),
);
// One at a time, as a model sends them, so that each is read separately.
const paced = { ...request, model: 'paced' };
await measure('40 chunks, one by one', () => models.generate('openai-compatible', paced, () => {}), calls / 8);
const local = await measure('offline assistant, generate(onText)', () =>
  models.generate('local', { ...request, model: 'offline' }, () => {}),
);
console.log(
  `ratio to reading the bytes: complete ${(whole / rawWhole).toFixed(2)}, stream ${(stream / rawStream).toFixed(2)}; offline ${local.toFixed(3)} ms`,
);

await models.stop();
await pool.close();
upstream.disconnect();
upstream.kill();
