import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Pool } from 'undici';
import { compare, shown } from './paired.ts';
import { cpuMs, post, startGateway, startUpstream } from './processes.ts';

/**
 * What a turn of plain text costs more than in another version: `BEFORE=<folder of the other checkout> node bench/versions.ts`.
 * Both gateways run at the same time and are asked in turns, so that a machine whose speed changes counts for both. They are
 * started several times: one process may be 5 % faster than the next of the same version.
 */
const before = process.env.BEFORE;
if (!before) throw new Error('BEFORE names the folder of the other checkout, with its dependencies installed.');
const clients = 16;
const count = Number(process.env.TURNS ?? 400);
const rounds = Number(process.env.ROUNDS ?? 8);
const starts = Number(process.env.STARTS ?? 6);

const upstream = await startUpstream();
const other = (await import(
  pathToFileURL(resolve(before, 'bench/processes.ts')).href
)) as typeof import('./processes.ts');

async function begin(start: typeof startGateway) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
  const gateway = await start({
    DATA_DIR: folder,
    OPENAI_COMPATIBLE_BASE_URL: upstream.url,
    DEFAULT_MODEL: 'openai-compatible/bench',
    RATE_LIMIT_USER: '10000000',
  });
  const account = { email: 'bench@example.com', password: 'correct horse battery' };
  const { accessToken } = await post(gateway.url, '/auth/register', account);
  const agent = { name: 'Bench', systemPrompt: 'You are a benchmark.' };
  const { id: agentId } = await post(gateway.url, '/agents', agent, accessToken);
  const pool = new Pool(gateway.url, { connections: clients });
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  let sent = 0;

  /** CPU milliseconds of a turn. */
  async function measure(path: string): Promise<number> {
    const from = cpuMs(gateway.pid);
    const last = sent + count;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (sent < last) {
          sent += 1;
          const body = JSON.stringify({ agentId, message: 'Say forty words, please.', surface: `s${sent}` });
          const response = await pool.request({ method: 'POST', path, headers, body });
          const text = await response.body.text();
          if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text.slice(0, 500)}`);
        }
      }),
    );
    return (cpuMs(gateway.pid) - from) / count;
  }
  const stop = async () => {
    await pool.close();
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { measure, stop };
}

type Pair = { here: number; there: number };
const measured = new Map<string, Pair[]>();
for (let start = 0; start < starts; start += 1) {
  const [here, there] = await Promise.all([begin(startGateway), begin(other.startGateway)]);
  for (const path of ['/agent/chat', '/agent/chat/stream']) {
    // Before that the compiler of Node is still at work, more for the larger version.
    for (let sent = 0; sent < 4_000; sent += count) {
      await here.measure(path);
      await there.measure(path);
    }
    const difference = await compare(
      rounds,
      () => here.measure(path),
      () => there.measure(path),
    );
    console.log(`${path}: ${shown(difference)}`);
    measured.set(path, [...(measured.get(path) ?? []), { here: difference.one, there: difference.other }]);
  }
  await Promise.all([here.stop(), there.stop()]);
}
for (const [path, pairs] of measured) {
  const sum = (of: (pair: Pair) => number) => pairs.reduce((all, pair) => all + of(pair), 0);
  const [here, there] = [sum((pair) => pair.here), sum((pair) => pair.there)];
  console.log(
    `${path}, ${starts} starts: ${(here / starts).toFixed(3)} ms CPU, before ${(there / starts).toFixed(3)} (${((here / there - 1) * 100).toFixed(1)} % more)`,
  );
}
upstream.stop();
