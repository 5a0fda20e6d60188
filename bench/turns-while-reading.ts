import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { post, startGateway, startUpstream } from './processes.ts';

/**
 * How long turns take while documents are read, with their meaning, beside turns with nothing else to do: RATE (20) turns a
 * second, in ROUNDS (3) of SECONDS (20) each. The gateway may use every core. Arguments: sqlite, postgres; both by default.
 */
const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
const [rounds, seconds, rate] = [numberOf('ROUNDS', 3), numberOf('SECONDS', 20), numberOf('RATE', 20)];
const isAsked = (engine: string) => process.argv.length < 3 || process.argv.includes(engine);
const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

const words = Array.from({ length: 5_000 }, (_, index) => `word${index.toString(36)}`);
const anySentence = () =>
  `${Array.from({ length: 14 }, () => words[Math.floor(words.length * Math.random() ** 3)]).join(' ')}.`;
const anyPage = (page: number) => `# Page ${page}\n\n${Array.from({ length: 30 }, anySentence).join(' ')}`;
const anyDocument = () => Array.from({ length: 50 }, (_, page) => anyPage(page)).join('\n\n');

const upstream = await startUpstream();

async function measure(name: string, settings: Record<string, string>): Promise<void> {
  const gateway = await startGateway({
    ...settings,
    OPENAI_COMPATIBLE_BASE_URL: upstream.url,
    DEFAULT_MODEL: 'openai-compatible/bench',
    RATE_LIMIT_USER: '10000000',
  });
  execFileSync('taskset', ['-a', '-p', '0xffffffff', String(gateway.pid)], { stdio: 'ignore' });
  const person = { email: 'bench@example.com', password: 'correct horse battery' };
  const { accessToken: token = '' } = await post(gateway.url, '/auth/register', person);
  const { id: agentId = '' } = await post(gateway.url, '/agents', { name: 'Bench', systemPrompt: 'Be brief.' }, token);
  const { id: collectionId } = await post(gateway.url, '/knowledge', { name: 'Papers' }, token);

  let surface = 0;
  /** At a fixed rate, also when answers are late. */
  async function talk(forSeconds: number): Promise<number[]> {
    const times: number[] = [];
    const open: Promise<unknown>[] = [];
    const began = performance.now();
    for (let turn = 0; turn < forSeconds * rate; turn += 1) {
      await sleep(Math.max(0, began + (turn * 1_000) / rate - performance.now()));
      surface += 1;
      const asked = performance.now();
      const body = { agentId, message: 'Say forty words, please.', surface: `s${surface}` };
      open.push(post(gateway.url, '/agent/chat', body, token).then(() => times.push(performance.now() - asked)));
    }
    await Promise.all(open);
    return times;
  }

  async function unread(): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${gateway.url}/knowledge/${collectionId}/documents?limit=100`, { headers });
    const { data } = (await response.json()) as { data: { status: string }[] };
    return data.filter(({ status }) => status !== 'ready').length;
  }
  const read = () => post(gateway.url, `/knowledge/${collectionId}/documents`, { text: anyDocument() }, token);
  const untilRead = async () => {
    while ((await unread()) > 0) await sleep(200);
  };

  await read();
  await talk(5);
  await untilRead();
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await talk(seconds)));
    // More than is read meanwhile.
    for (let document = 0; document < seconds / 4; document += 1) await read();
    beside.push(...(await talk(seconds)));
    if ((await unread()) === 0) throw new Error('Everything was read before the turns had ended.');
    await untilRead();
  }
  const shown = (times: number[]) =>
    [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${quantile(times, share).toFixed(1)} ms`).join(', ');
  console.log(`${name}: ${alone.length} turns alone ${shown(alone)}`);
  console.log(`${name}: ${beside.length} turns while documents are read ${shown(beside)}`);
  await gateway.stop();
}

if (isAsked('sqlite')) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-reading-'));
  await measure('SQLite', { DATA_DIR: folder });
  rmSync(folder, { recursive: true, force: true });
}
if (isAsked('postgres')) {
  const server = await startPostgres({ durable: true });
  await measure('PostgreSQL', { DATABASE_URL: server.url('postgres') });
  await server.stop();
}
upstream.stop();
