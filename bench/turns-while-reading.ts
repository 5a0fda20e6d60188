import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { post, startGateway, startUpstream } from './processes.ts';

/**
 * How long turns take while documents are read, with their meaning, beside turns with nothing else to do: RATE (20) turns a
 * second, in ROUNDS (7) of SECONDS (10) each. The gateway may use every core. BEFORE=…/src/main.ts measures another checkout
 * too, in turns with this one. Arguments: sqlite, postgres; both by default.
 */
const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
const [rounds, seconds, rate] = [numberOf('ROUNDS', 7), numberOf('SECONDS', 10), numberOf('RATE', 20)];
const before = process.env.BEFORE;
const isAsked = (engine: string) => process.argv.length < 3 || process.argv.includes(engine);
const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

const words = Array.from({ length: 5_000 }, (_, index) => `word${index.toString(36)}`);
const anySentence = () =>
  `${Array.from({ length: 14 }, () => words[Math.floor(words.length * Math.random() ** 3)]).join(' ')}.`;
const anyPage = (page: number) => `# Page ${page}\n\n${Array.from({ length: 30 }, anySentence).join(' ')}`;
const anyDocument = () => Array.from({ length: 50 }, (_, page) => anyPage(page)).join('\n\n');

const upstream = await startUpstream();

type Measured = {
  name: string;
  signIn(): Promise<void>;
  talk(seconds: number): Promise<number[]>;
  read(): Promise<unknown>;
  unread(): Promise<number>;
  stop(): Promise<unknown>;
};

async function open(name: string, settings: Record<string, string>, main?: string): Promise<Measured> {
  const gateway = await startGateway(
    {
      ...settings,
      OPENAI_COMPATIBLE_BASE_URL: upstream.url,
      DEFAULT_MODEL: 'openai-compatible/bench',
      RATE_LIMIT_USER: '10000000',
    },
    main,
  );
  execFileSync('taskset', ['-a', '-p', '0xffffffff', String(gateway.pid)], { stdio: 'ignore' });
  const person = { email: 'bench@example.com', password: 'correct horse battery' };
  let { accessToken: token = '' } = await post(gateway.url, '/auth/register', person);
  /** Tokens last for a quarter of an hour. */
  const signIn = async () => {
    ({ accessToken: token = '' } = await post(gateway.url, '/auth/login', person));
  };
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
  return { name, signIn, talk, read, unread, stop: gateway.stop };
}

async function untilRead({ unread }: Measured): Promise<void> {
  while ((await unread()) > 0) await sleep(200);
}

/** The rounds of all gateways take turns, because the machine has other work too. */
async function measure(gateways: readonly Measured[]): Promise<void> {
  for (const one of gateways) {
    await one.read();
    await one.talk(5);
    await untilRead(one);
  }
  const rows = gateways.map(() => ({ alone: [] as number[][], beside: [] as number[][] }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, one] of gateways.entries()) {
      rows[index]?.alone.push(await one.talk(seconds));
      // More than is read meanwhile.
      for (let document = 0; document < seconds / 10; document += 1) await one.read();
      rows[index]?.beside.push(await one.talk(seconds));
      if ((await one.unread()) === 0) throw new Error('Everything was read before the turns had ended.');
      await untilRead(one);
      await one.signIn();
    }
  const middle = (numbers: readonly number[]) => quantile(numbers, 0.5);
  const shown = (times: readonly number[][]) =>
    [0.5, 0.95, 0.99]
      .map((share) => {
        const median = middle(times.map((round) => quantile(round, share)));
        return `p${share * 100} ${median.toFixed(1)} (all ${quantile(times.flat(), share).toFixed(1)})`;
      })
      .join(', ');
  for (const [index, { name, stop }] of gateways.entries()) {
    const { alone = [], beside = [] } = rows[index] ?? {};
    console.log(`${name}: ${alone.flat().length} turns alone, median of rounds in ms: ${shown(alone)}`);
    console.log(`${name}: ${beside.flat().length} turns while documents are read: ${shown(beside)}`);
    await stop();
  }
}

const versions = before === undefined ? [undefined] : [before, undefined];
const nameOf = (engine: string, main: string | undefined) => `${engine}${main === undefined ? '' : ' before'}`;
if (isAsked('sqlite')) {
  const folders = versions.map(() => mkdtempSync(join(tmpdir(), 'bench-reading-')));
  await measure(
    await Promise.all(
      versions.map((main, index) => open(nameOf('SQLite', main), { DATA_DIR: folders[index] ?? '' }, main)),
    ),
  );
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
if (isAsked('postgres')) {
  const servers = await Promise.all(versions.map(() => startPostgres({ durable: true })));
  await measure(
    await Promise.all(
      versions.map((main, index) =>
        open(nameOf('PostgreSQL', main), { DATABASE_URL: servers[index]?.url('postgres') ?? '' }, main),
      ),
    ),
  );
  for (const server of servers) await server.stop();
}
upstream.stop();
