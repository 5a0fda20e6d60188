import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { type BenchGateway, cpuMs, post, startGateway, startUpstream } from './processes.ts';

/**
 * CPU of a turn in a long session, after long messages, and with a long answer, beside a turn in a short session of the same
 * run. Arguments: sqlite, postgres; both by default. BEFORE=<another checkout> measures that one in the same minutes.
 */
const rounds = Number(process.env.ROUNDS ?? 5);
const turns = Number(process.env.TURNS ?? 10);
const messages = Number(process.env.MESSAGES ?? 2_000);
const isAsked = (engine: string) => process.argv.length < 3 || process.argv.includes(engine);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

type Case = { name: string; sessionId: string | undefined; message: string; stream: boolean };
type Side = { name: string; gateway: BenchGateway; token: string; agentId: string; cases: Case[]; spent: number[][] };

const upstream = await startUpstream();

async function start(name: string, checkout: string, database: Record<string, string>): Promise<Side> {
  const gateway = await startGateway(
    {
      ...database,
      OPENAI_COMPATIBLE_BASE_URL: upstream.url,
      DEFAULT_MODEL: 'openai-compatible/bench',
      // Nothing is summarised: what a long history costs is the question.
      ASSUMED_CONTEXT_WINDOW: '10000000',
      RATE_LIMIT_USER: '10000000',
    },
    resolve(checkout, 'src/main.ts'),
  );
  const person = { email: `bench-${Date.now()}@example.com`, password: 'correct horse battery' };
  const { accessToken: token = '' } = await post(gateway.url, '/auth/register', person);
  const { id: agentId = '' } = await post(gateway.url, '/agents', { name: 'Bench', systemPrompt: 'Be brief.' }, token);
  const say = async (message: string, sessionId?: string) =>
    (
      await post(
        gateway.url,
        '/agent/chat',
        { agentId, message, sessionId, ...(sessionId ? {} : { surface: `s${Math.random()}` }) },
        token,
      )
    ).sessionId;
  const talk = async (count: number, message: string) => {
    const sessionId = await say(message);
    for (let n = 1; n < count; n += 1) await say(message, sessionId);
    return sessionId;
  };
  const short = 'Say forty words, please.';
  const cases: Case[] = [
    { name: 'a new session', sessionId: undefined, message: short, stream: false },
    {
      name: `${messages} messages before it`,
      sessionId: await talk(messages / 2, short),
      message: short,
      stream: false,
    },
    {
      name: '100 KB in ten messages',
      sessionId: await talk(10, 'ten thousand '.repeat(770)),
      message: short,
      stream: false,
    },
    { name: 'a new session, streamed', sessionId: undefined, message: short, stream: true },
    { name: 'an answer of 200 KB', sessionId: undefined, message: 'A long answer, please.', stream: false },
    { name: 'the same, streamed', sessionId: undefined, message: 'A long answer, please.', stream: true },
  ];
  return { name, gateway, token, agentId, cases, spent: cases.map(() => []) };
}

let surface = 0;
async function measure({ gateway, token, agentId }: Side, { sessionId, message, stream }: Case): Promise<number> {
  const before = cpuMs(gateway.pid);
  for (let n = 0; n < turns; n += 1) {
    surface += 1;
    const response = await fetch(`${gateway.url}/agent/chat${stream ? '/stream' : ''}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ agentId, message, ...(sessionId ? { sessionId } : { surface: `n${surface}` }) }),
    });
    const text = await response.text();
    if (!response.ok || !text.includes('word39')) throw new Error(`${response.status} ${text.slice(0, 500)}`);
  }
  return (cpuMs(gateway.pid) - before) / turns;
}

async function run(engine: string, place: () => Promise<Record<string, string>>): Promise<void> {
  const checkouts = [...(process.env.BEFORE ? [['before', process.env.BEFORE]] : []), ['now', '.']] as [
    string,
    string,
  ][];
  const sides: Side[] = [];
  for (const [name, checkout] of checkouts) sides.push(await start(name, checkout, await place()));
  for (let round = -1; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      for (const [index, one] of side.cases.entries()) {
        // What the case before has left to do later is not this one's.
        await sleep(1_500);
        const each = await measure(side, one);
        if (round >= 0) side.spent[index]?.push(each);
      }
  for (const [index, { name }] of (sides[0]?.cases ?? []).entries())
    console.log(
      `${engine.padEnd(10)} ${name.padEnd(26)} ${sides.map((side) => `${side.name} ${median(side.spent[index] ?? []).toFixed(2)} ms CPU`).join(', ')}`,
    );
  for (const { gateway } of sides) await gateway.stop();
}

if (isAsked('sqlite')) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
  let places = 0;
  await run('SQLite', async () => {
    places += 1;
    return { DATA_DIR: join(folder, String(places)) };
  });
  rmSync(folder, { recursive: true });
}
if (isAsked('postgres')) {
  const servers: Awaited<ReturnType<typeof startPostgres>>[] = [];
  await run('PostgreSQL', async () => {
    const server = await startPostgres({ durable: true });
    servers.push(server);
    return { DATABASE_URL: server.url('postgres') };
  });
  for (const server of servers) await server.stop();
}
upstream.stop();
process.exit(0);
