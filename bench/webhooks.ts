import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '../src/kernel/ids.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { cpuMs, pin, post, startGateway } from './processes.ts';

/**
 * Deliveries per second from stored events to a local receiver with every attempt recorded, compared with a bare loop that
 * POSTs the same signed bodies from the same core; and the latency of one event on an idle gateway. Arguments: sqlite,
 * postgres; both by default. The machine's speed varies from second to second, so the median of ROUNDS counts.
 */
const isAsked = (engine: string) => process.argv.length < 3 || process.argv.includes(engine);
const times = Number(process.env.DELIVERIES ?? 10_000);
const rounds = Number(process.env.ROUNDS ?? 5);
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
type Report = { count: number; different: number; elapsedMs: number; waits: number[] };

const receiver = fork(file('./webhook-receiver.ts'));
pin(receiver, 1);
const { port } = (await once(receiver, 'message'))[0] as { port: number };
const url = `http://127.0.0.1:${port}/hook`;

async function report(reset = false): Promise<Report> {
  receiver.send(reset ? 'reset' : 'report');
  return (await once(receiver, 'message'))[0] as Report;
}
const data = {
  agentId: newId('agt', Date.now()),
  sessionId: newId('ses', Date.now()),
  durationMs: 1_234,
  usage: { promptTokens: 120, completionTokens: 40 },
  toolCallCount: 2,
};
const body = JSON.stringify({ event: 'agent.completed', timestamp: new Date().toISOString(), data });

type Bare = { perSecond: number; cpuPer: number };
async function bareLoop(): Promise<Bare> {
  await report(true);
  const loop: ChildProcess = fork(file('./webhook-loop.ts'), [`http://127.0.0.1:${port}`, String(times), body], {
    execArgv: ['--max-semi-space-size=16'],
  });
  pin(loop, 0);
  const [{ cpuMs }] = (await once(loop, 'message')) as [{ cpuMs: number }];
  const { count, elapsedMs } = await report(true);
  return { perSecond: count / (elapsedMs / 1_000), cpuPer: cpuMs / count };
}

async function measure(name: string, database: Record<string, string>): Promise<{ ratio: number; byCpu: number }> {
  // The same as `npm start`.
  const settings = { ...database, RATE_LIMIT_USER: '10000000', NODE_OPTIONS: '--max-semi-space-size=16' };
  const setup = await startGateway(settings);
  const credentials = { email: `bench-${Date.now()}@example.com`, password: 'correct horse battery' };
  const { accessToken } = await post(setup.url, '/auth/register', credentials);
  const webhook = { url, events: ['agent.completed'] };
  const { workspaceId = '' } = await post(setup.url, '/webhooks', webhook, accessToken);
  const { id: agentId } = await post(setup.url, '/agents', { name: 'Bench' }, accessToken);
  await setup.stop();

  const store = openDatabase(
    { databaseUrl: database.DATABASE_URL, dataDirectory: database.DATA_DIR ?? '', poolSize: 2 },
    () => undefined,
  );
  await store.transaction(async (tx) => {
    const text = JSON.stringify(data);
    for (let n = 0; n < times; n += 1)
      await tx.run(
        `INSERT INTO events (id, workspace_id, type, data, created_at, user_id) VALUES ($1, $2, 'agent.completed', $3, $4,
           (SELECT created_by FROM webhooks WHERE workspace_id = $2))`,
        [newId('evt', Date.now()), workspaceId, text, Date.now()],
      );
  });
  await store.close();

  const before = await bareLoop();
  const gateway = await startGateway(settings);
  const cpuBefore = cpuMs(gateway.pid);
  for (let last = -1; ; ) {
    const { count } = await report();
    if (count >= times || (count > 0 && count === last)) break;
    last = count;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const { different, elapsedMs } = await report(true);
  const cpuPer = (cpuMs(gateway.pid) - cpuBefore) / different;
  const perSecond = different / (elapsedMs / 1_000);
  const after = await bareLoop();
  const rate = (before.perSecond + after.perSecond) / 2;
  const cpu = (before.cpuPer + after.cpuPer) / 2;
  console.log(
    `${name.padEnd(10)} ${perSecond.toFixed(0)}/s of ${different} deliveries; the bare loop ${before.perSecond.toFixed(0)} and ` +
      `${after.perSecond.toFixed(0)}/s: ${(perSecond / rate).toFixed(2)} of it`,
  );
  console.log(
    `${name.padEnd(10)} ${cpuPer.toFixed(3)} ms CPU a delivery, the bare loop ${cpu.toFixed(3)}: ${(cpu / cpuPer).toFixed(2)} by CPU`,
  );

  await report(true);
  for (let n = 0; n < 100; n += 1) {
    await post(gateway.url, '/agent/chat', { agentId, message: 'Hello' }, accessToken);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  const waits = (await report(true)).waits.sort((a, b) => a - b);
  console.log(
    `${name.padEnd(10)} idle, from the event to its receipt: p50 ${waits[Math.floor(waits.length / 2)]} ms, ` +
      `p99 ${waits[Math.floor(waits.length * 0.99)]} ms of ${waits.length}`,
  );
  await gateway.stop();
  return { ratio: perSecond / rate, byCpu: cpu / cpuPer };
}

/** `place` is a new, empty database for each round. */
async function measureAll(name: string, place: () => Promise<[Record<string, string>, remove: () => unknown]>) {
  const results: { ratio: number; byCpu: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [database, remove] = await place();
    results.push(await measure(name, database));
    await remove();
  }
  const middle = (values: number[]) => (values.sort((a, b) => a - b)[rounds >> 1] ?? 0).toFixed(2);
  const [ratio, byCpu] = [middle(results.map(({ ratio }) => ratio)), middle(results.map(({ byCpu }) => byCpu))];
  console.log(`${name.padEnd(10)} of ${rounds} rounds the middle one: ${ratio} of the bare loop, ${byCpu} by CPU`);
}

if (isAsked('sqlite'))
  await measureAll('SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
    return [{ DATA_DIR: folder }, () => rmSync(folder, { recursive: true })];
  });
if (isAsked('postgres'))
  await measureAll('PostgreSQL', async () => {
    const postgres = await startPostgres({ durable: true });
    return [{ DATABASE_URL: postgres.url('postgres') }, () => postgres.stop()];
  });
receiver.kill();
process.exit(0);
