import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { createJournal, type Journal } from './journal.ts';
import { createNode, type GatewayNode } from './nodes.ts';
import type { Random } from './random.ts';
import { deadPath, startFeeds, startHooks, startModel } from './servers.ts';
import { type Engine, openStore, type Store } from './store.ts';
import { apiKey, createSchedules, createTenant, setBudget, type Tenant } from './tenants.ts';
import { leaseMs, retryDelays, webhookTimeoutMs } from './timings.ts';

export type World = {
  engine: Engine;
  store: Store;
  nodes: GatewayNode[];
  model: Awaited<ReturnType<typeof startModel>>;
  hooks: Awaited<ReturnType<typeof startHooks>>;
  journal: Journal;
  /** The tenants that chat, write, read and have schedules. */
  tenants: Tenant[];
  /** One with a budget, and one that sends more than is allowed. */
  spender: Tenant;
  flooder: Tenant;
  schedules: { path: string; token: string }[];
  stop(): Promise<void>;
};

type Options = { engine: Engine; nodeCount: number; source: string; seed: number; random: Random; loadMs: number };

export async function startWorld({ engine, nodeCount, source, seed, random, loadMs }: Options): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-fault-nodes-'));
  const [store, model, hooks, feeds] = await Promise.all([
    openStore(engine, nodeCount),
    startModel(random.fork('model')),
    startHooks(random.fork('receiver')),
    startFeeds(),
  ]);
  const common = {
    JWT_SECRET: 'faults-secret-of-at-least-32-characters',
    GATEWAY_ENCRYPTION_KEY: 'faults-key-of-at-least-32-characters!',
    GATEWAY_API_KEY: apiKey,
    JWT_ACCESS_EXPIRES: '12h',
    RATE_LIMIT_USER: '1000000',
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    DEFAULT_MODEL: 'openai-compatible/fake',
    // A dollar for a thousand output tokens and nothing for input: a turn costs exactly what was reserved.
    MODEL_PRICES: JSON.stringify({ 'openai-compatible/fake': { input: 0, output: 1_000 } }),
    RUN_LEASE: `${leaseMs}ms`,
    WEBHOOK_TIMEOUT: `${webhookTimeoutMs}ms`,
    WEBHOOK_RETRY_DELAYS: retryDelays,
    DATABASE_POOL_SIZE: '8',
    LOG_LEVEL: 'warn',
  };
  const nodes: GatewayNode[] = [];
  for (let index = 0; index < nodeCount; index += 1)
    nodes.push(
      createNode({
        name: `node-${index + 1}`,
        port: await freePort(),
        source,
        folder,
        settings: { ...common, ...store.settingsFor(index) },
      }),
    );
  const [first] = nodes as [GatewayNode, ...GatewayNode[]];
  async function stop(): Promise<void> {
    for (const node of nodes) node.resume();
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await Promise.all([store.stop(), model.stop(), hooks.stop(), feeds.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    await Promise.all(nodes.map((node) => node.start()));
    const at = (path: string) => `${hooks.url}${path}`;
    const [red, green, blue, spender, flooder] = await Promise.all([
      createTenant(first, 'red', seed, [at('/red')]),
      // One of its two endpoints refuses everything: those deliveries become dead letters.
      createTenant(first, 'green', seed, [at('/green'), at(deadPath)]),
      createTenant(first, 'blue', seed, [at('/blue')]),
      createTenant(first, 'spender', seed, [], { maxTokens: 50, tools: [] }),
      createTenant(first, 'flooder', seed, []),
    ]);
    await setBudget(spender, first);
    const tenants = [red, green, blue];
    const draw = random.fork('schedules');
    const schedules: World['schedules'] = [];
    for (const tenant of tenants) {
      const second = () => new Date(Date.now() + 1_500 + draw.next() * Math.min(60_000, loadMs)).getUTCSeconds();
      const seconds = { cron: [second(), second(), second()], heartbeat: [second(), second()] };
      for (const path of await createSchedules(tenant, first, feeds.urlOf(tenant.canary), seconds))
        schedules.push({ path, token: tenant.token });
    }
    const journal = createJournal();
    return { engine, store, nodes, model, hooks, journal, tenants, spender, flooder, schedules, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
