import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { engines, newPlace } from '../harness/databases.ts';
import { startLocalServer } from '../harness/local-server.ts';

/**
 * A turn is garbage when it has ended, and cheap to collect while it is young. Earlier, each was moved to the old generation
 * because of getters, Maps and functions that were assigned later (docs/decisions/0019): 13 KB of it on SQLite and 27 KB on
 * PostgreSQL. Now it is 0.6 and 0.7 KB.
 */
const mostBytesOfTurn = 6_000;
const turns = 2_000;
const clients = 8;

const answer = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Well.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2 },
};

async function promotedBytes({ process: child, output }: ChildGateway): Promise<number> {
  const told = () => [...output().matchAll(/^promoted (\d+) bytes$/gm)].map(([, bytes]) => Number(bytes));
  const before = told().length;
  child.kill('SIGUSR2');
  while (told().length === before) await sleep(10);
  return told().at(-1) ?? 0;
}

it.for(engines)('turns on %s do not outlive their end', async (engine) => {
  const model = await startLocalServer(async ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const place = await newPlace(engine);
  const gateway = await startChildGateway({
    ...place.settings,
    NODE_OPTIONS: `--import ${new URL('../harness/promotion-watch.ts', import.meta.url).href}`,
    OPENAI_COMPATIBLE_BASE_URL: `${model.origin}/v1`,
    DEFAULT_MODEL: 'openai-compatible/model',
    RATE_LIMIT_USER: '1000000',
  });
  const send = async (path: string, body: object, token?: string): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.ok).toBe(true);
    return (await response.json()) as Record<string, string>;
  };
  try {
    const person = { email: 'ada@example.com', password: 'correct horse battery' };
    const { accessToken } = await send('/auth/register', person);
    const { id: agentId } = await send('/agents', { name: 'Ada', systemPrompt: 'Be brief.' }, accessToken);
    let surface = 0;
    async function talk(count: number): Promise<void> {
      const end = surface + count;
      const client = async () => {
        while (surface < end) {
          surface += 1;
          await send('/agent/chat', { agentId, message: 'Hello', surface: `s${surface}` }, accessToken);
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
    }
    await talk(turns / 2);
    const before = await promotedBytes(gateway);
    await talk(turns);
    expect(((await promotedBytes(gateway)) - before) / turns).toBeLessThan(mostBytesOfTurn);
  } finally {
    await gateway.end('SIGTERM');
    await model.stop();
    await place.remove();
  }
});
